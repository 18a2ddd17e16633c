/**
 * Whether S3 refused a request because the object is missing. It answers a HEAD without a body, so the names differ.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey');
