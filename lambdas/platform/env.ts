/**
 * Everything a function may learn from its environment. The stack sets exactly the names that the blueprint lists for
 * a function; endpoints and credentials come as AWS's own SDKs read them and are not named here.
 */
export const environmentNames = [
  'CUSTOMERS_TABLE',
  'SESSIONS_TABLE',
  'PHOTOS_TABLE',
  'QUOTES_TABLE',
  'MESSAGES_TABLE',
  'DOWNLOADS_TABLE',
  'OUTBOX_TABLE',
  'GUARDS_TABLE',
  /** Where presigned uploads arrive. */
  'LANDING_BUCKET',
  /** Originals, derivatives, portfolio and ZIP parts. */
  'PHOTOS_BUCKET',
  'PHOTO_QUEUE_URL',
  'DOWNLOAD_QUEUE_URL',
  'MEDIA_QUEUE_URL',
  /** CloudFront's id of the distribution, for telling it what to forget. */
  'DISTRIBUTION_ID',
  'USER_POOL_ID',
  /** ARN of the secret that holds `{ "privateKey": PEM }` for CloudFront's signatures. */
  'SIGNING_KEY_SECRET',
  /** CloudFront's id of the public key that belongs to it. */
  'SIGNING_KEY_ID',
  /** What CloudFront adds to each API request; without it the API refuses. */
  'EDGE_SECRET',
  /** `https://…` of the site, for links in letters. */
  'SITE_ORIGIN',
  /** From whom letters come, and where the studio reads its own. */
  'SENDER_EMAIL',
  'STUDIO_EMAIL',
] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** A setting of this function. Throws, naming it, when the stack did not set it. */
export function env(name: EnvironmentName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set for this function.`);
  return value;
}
