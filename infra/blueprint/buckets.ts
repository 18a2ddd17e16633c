/**
 * `landing` receives presigned uploads from the browser; `photos` is private and read through CloudFront; `site` holds
 * the pages.
 */
export const buckets = ['landing', 'photos', 'site'] as const;
export type BucketName = (typeof buckets)[number];

/** The queue that receives events of objects created in the bucket. */
export const objectEvents = { bucket: 'landing', queue: 'photo', event: 's3:ObjectCreated:*' } as const;
