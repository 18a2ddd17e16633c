/**
 * Names of all environment variables that functions read; none contains a secret. The stack sets exactly those that the
 * blueprint lists for a function. Endpoints and credentials, which the AWS SDKs read themselves, are not listed.
 */
export const environmentNames = [
  'CUSTOMERS_TABLE',
  'SESSIONS_TABLE',
  'PHOTOS_TABLE',
  'QUOTES_TABLE',
  'OFFERS_TABLE',
  'MESSAGES_TABLE',
  'DOWNLOADS_TABLE',
  'OUTBOX_TABLE',
  'EMAILS_TABLE',
  'LINKS_TABLE',
  'GUESTS_TABLE',
  'TIMELINE_TABLE',
  'SELECTIONS_TABLE',
  'SETTINGS_TABLE',
  'WEBSITE_TABLE',
  'PICTURES_TABLE',
  'GUARDS_TABLE',
  /** Bucket that receives presigned uploads. */
  'LANDING_BUCKET',
  /** Bucket of originals, derivatives, portfolio copies, pictures of the website and ZIP parts. */
  'PHOTOS_BUCKET',
  /** Bucket of the site's pages. */
  'SITE_BUCKET',
  'PHOTO_QUEUE_URL',
  'DOWNLOAD_QUEUE_URL',
  'MEDIA_QUEUE_URL',
  /** Dead-letter queues of each queue, of the tables' streams, and of SES's events about emails. */
  'PHOTO_DEAD_LETTERS_URL',
  'DOWNLOAD_DEAD_LETTERS_URL',
  'MEDIA_DEAD_LETTERS_URL',
  'OUTBOX_DEAD_LETTERS_URL',
  'BOUNCES_DEAD_LETTERS_URL',
  /** Id of the CloudFront distribution, for invalidations. */
  'DISTRIBUTION_ID',
  /** The user pools of the clients and of the studio. */
  'CLIENT_POOL_ID',
  'STUDIO_POOL_ID',
  /** Name of the function that creates logins. */
  'CREATE_LOGIN_FUNCTION',
  /** ARN of the secret that holds `{ "privateKey": PEM }` for CloudFront signatures. */
  'SIGNING_KEY_SECRET',
  /** Id of the matching public key in CloudFront. */
  'SIGNING_KEY_ID',
  /** Name of the encrypted parameter (Parameter Store) from which the keys of cursors and guards are derived. */
  'API_KEY_PARAMETER',
  /** SHA-256, in hex, of the header that CloudFront adds to each API request; the API refuses a request without it. */
  'EDGE_SECRET_SHA256',
  /** `https://…` of the site, for links in emails. */
  'SITE_ORIGIN',
  /** Folder of the site's renderer (web/build/site.ts), relative to the function's folder. */
  'SITE_RENDERER',
  /** Sender of all emails, and the address where the studio receives its own. */
  'SENDER_EMAIL',
  'STUDIO_EMAIL',
  /** Address of the person who looks after the AWS account, gets its alarms, and is reminded of exports. */
  'ALARM_EMAIL',
] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/**
 * Returns an environment variable of this function.
 * @throws when the stack did not set it.
 */
export function env(name: EnvironmentName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set for this function.`);
  return value;
}
