import { type ErrorCode, errors } from '#shared/errors.ts';

interface Specifics {
  /** Field path → what is wrong with the field. */
  fields?: Record<string, string>;
  /**
   * Values that the screen needs to continue, e.g. those stored now. No response schema filters them: include only what
   * the caller may see.
   */
  details?: Record<string, unknown>;
}

/** An error with a message for the caller. Any other error is unexpected and becomes a 500 without its text. */
export class StudioError extends Error {
  override readonly name = 'StudioError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message?: string, { fields, details }: Specifics = {}) {
    super(message ?? errors[code].message);
    this.code = code;
    this.fields = fields;
    this.details = details;
  }

  get status() {
    return errors[this.code].status;
  }
}

/** AWS error names that mean 'retry later'. */
const busyNames = new Set([
  'ThrottlingException',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'TooManyRequestsException',
  'LimitExceededException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'TimeoutError',
]);

/** Node's error codes for a connection that broke or could not be made. */
const brokenConnections = new Set(['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/**
 * Whether AWS, or the connection to it, is overloaded or failing after the SDK's own retries. The operation may have
 * succeeded all the same.
 */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    busyNames.has(error.name) ||
    Number($metadata?.httpStatusCode) >= 500 ||
    (typeof code === 'string' && brokenConnections.has(code))
  );
}

/**
 * Returns the error for the caller: a StudioError unchanged, an overloaded AWS as BUSY, everything else as UNEXPECTED.
 */
export function forReader(error: unknown): StudioError {
  if (error instanceof StudioError) return error;
  return new StudioError(isBusy(error) ? 'BUSY' : 'UNEXPECTED');
}
