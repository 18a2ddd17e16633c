import type { UserPoolName } from '#shared/site-config.ts';
import type { EnvironmentName } from '../../lambdas/platform/env.ts';
import { deadLetterNames, deadLettersVariable, type QueueName } from './queues.ts';

/** The event that starts a function. */
export type Trigger =
  /** `authorizer`: the user pool whose tokens the route requires. */
  | { kind: 'api'; path: string; authorizer: 'none' | UserPoolName }
  | { kind: 'queue'; queue: QueueName; batchSize: number; batchingWindow?: number; maxConcurrency: number }
  | { kind: 'stream'; table: 'outbox' | 'website'; batchSize: number; retryAttempts: number }
  | { kind: 'schedule'; hourUtc: number }
  /** A start by another function, which does not wait for the result. */
  | { kind: 'invocation' }
  /** Cognito's pre token generation trigger: Cognito waits for it before it issues a user's tokens. */
  | { kind: 'tokens'; pool: UserPoolName }
  /** SES's events about sent emails, through EventBridge. */
  | { kind: 'emails'; eventTypes: string[] };

export interface FunctionBlueprint {
  /** The path from the repository's root; the module exports `handler`. */
  entry: string;
  trigger: Trigger;
  /** MiB */
  memory: number;
  /** Seconds */
  timeout: number;
  environment: EnvironmentName[];
  /**
   * True when the function sends no traces to X-Ray, because it would use more than the 100,000 free traces a month.
   * Its log has the duration of each request and start.
   */
  untraced?: true;
  /** True when the function needs sharp's native libraries next to its bundle. */
  sharp?: true;
  /** True when the function needs the site's renderer next to its bundle. */
  renderer?: true;
}

/** The environment of every function that handles API requests. */
const api = ['EDGE_SECRET_SHA256', 'API_KEY_PARAMETER'] satisfies EnvironmentName[];
const signing = ['SIGNING_KEY_SECRET', 'SIGNING_KEY_ID', 'SITE_ORIGIN'] satisfies EnvironmentName[];

export const functions = {
  // Timeouts of functions that a browser waits for allow one AWS request to hang on all four attempts
  // (lambdas/platform/aws.ts) and leave time to report the error.
  public: {
    entry: 'lambdas/public/handler.ts',
    trigger: { kind: 'api', path: '/api/public/{proxy+}', authorizer: 'none' },
    memory: 512,
    timeout: 15,
    environment: [
      ...api,
      'PHOTOS_TABLE',
      'MESSAGES_TABLE',
      'OUTBOX_TABLE',
      'GUARDS_TABLE',
      'WEBSITE_TABLE',
      'CREATE_LOGIN_FUNCTION',
    ],
  },
  guest: {
    entry: 'lambdas/guest/handler.ts',
    trigger: { kind: 'api', path: '/api/guest/{proxy+}', authorizer: 'none' },
    memory: 1024,
    timeout: 15,
    untraced: true,
    environment: [
      ...api,
      ...signing,
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'LINKS_TABLE',
      'GUESTS_TABLE',
      'TIMELINE_TABLE',
      'OUTBOX_TABLE',
      'GUARDS_TABLE',
      'DOWNLOADS_TABLE',
      'DOWNLOAD_QUEUE_URL',
    ],
  },
  preview: {
    entry: 'lambdas/preview/handler.ts',
    trigger: { kind: 'api', path: '/shared/{proxy+}', authorizer: 'none' },
    memory: 1024,
    timeout: 15,
    environment: [
      ...api,
      'SITE_ORIGIN',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'LINKS_TABLE',
      'PHOTOS_BUCKET',
      'SITE_BUCKET',
    ],
    sharp: true,
  },
  client: {
    entry: 'lambdas/client/handler.ts',
    trigger: { kind: 'api', path: '/api/client/{proxy+}', authorizer: 'clients' },
    memory: 1024,
    timeout: 15,
    untraced: true,
    environment: [
      ...api,
      ...signing,
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
      'OFFERS_TABLE',
      'MESSAGES_TABLE',
      'DOWNLOADS_TABLE',
      'OUTBOX_TABLE',
      'LINKS_TABLE',
      'GUESTS_TABLE',
      'SELECTIONS_TABLE',
      'TIMELINE_TABLE',
      'GUARDS_TABLE',
      'CLIENT_POOL_ID',
      'DOWNLOAD_QUEUE_URL',
      'PHOTO_QUEUE_URL',
    ],
  },
  admin: {
    entry: 'lambdas/admin/handler.ts',
    trigger: { kind: 'api', path: '/api/admin/{proxy+}', authorizer: 'studio' },
    memory: 1024,
    timeout: 25,
    environment: [
      ...api,
      ...signing,
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
      'OFFERS_TABLE',
      'MESSAGES_TABLE',
      'OUTBOX_TABLE',
      'EMAILS_TABLE',
      'TIMELINE_TABLE',
      'LINKS_TABLE',
      'GUESTS_TABLE',
      'SELECTIONS_TABLE',
      'SETTINGS_TABLE',
      'WEBSITE_TABLE',
      'PICTURES_TABLE',
      'GUARDS_TABLE',
      'STUDIO_POOL_ID',
      'LANDING_BUCKET',
      'MEDIA_QUEUE_URL',
      'PHOTO_QUEUE_URL',
      'DOWNLOADS_TABLE',
      'DOWNLOAD_QUEUE_URL',
      ...deadLetterNames.map(deadLettersVariable),
    ],
  },
  'create-login': {
    entry: 'lambdas/workers/create-login/handler.ts',
    trigger: { kind: 'invocation' },
    memory: 512,
    timeout: 15,
    environment: ['CUSTOMERS_TABLE', 'CLIENT_POOL_ID'],
  },
  'limit-token': {
    entry: 'lambdas/workers/limit-token/handler.ts',
    trigger: { kind: 'tokens', pool: 'clients' },
    memory: 256,
    // Cognito waits no longer.
    timeout: 5,
    environment: [],
  },
  'name-token': {
    entry: 'lambdas/workers/name-token/handler.ts',
    trigger: { kind: 'tokens', pool: 'studio' },
    memory: 256,
    // Cognito waits no longer.
    timeout: 5,
    environment: ['ALARM_EMAIL'],
  },
  'process-photo': {
    entry: 'lambdas/workers/process-photo/handler.ts',
    trigger: { kind: 'queue', queue: 'photo', batchSize: 4, maxConcurrency: 10 },
    memory: 3008,
    timeout: 120,
    environment: [
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'PICTURES_TABLE',
      'CUSTOMERS_TABLE',
      'OUTBOX_TABLE',
      'TIMELINE_TABLE',
      'WEBSITE_TABLE',
      'LANDING_BUCKET',
      'PHOTOS_BUCKET',
      'DOWNLOAD_QUEUE_URL',
      'MEDIA_QUEUE_URL',
      'PHOTO_QUEUE_URL',
    ],
    sharp: true,
  },
  'move-derivatives': {
    entry: 'lambdas/workers/move-derivatives/handler.ts',
    // No batching window: with any window, Lambda may take up to 20 seconds on a quiet queue, and until then hidden
    // photos open at their old addresses. One message has the photos of one click, so that CloudFront gets one
    // invalidation for them.
    trigger: { kind: 'queue', queue: 'media', batchSize: 10, maxConcurrency: 2 },
    memory: 512,
    timeout: 60,
    environment: [
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'DOWNLOADS_TABLE',
      'WEBSITE_TABLE',
      'PHOTOS_BUCKET',
      'MEDIA_QUEUE_URL',
      'DISTRIBUTION_ID',
    ],
  },
  'send-email': {
    entry: 'lambdas/workers/send-email/handler.ts',
    trigger: { kind: 'stream', table: 'outbox', batchSize: 10, retryAttempts: 8 },
    memory: 256,
    timeout: 30,
    environment: [
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'DOWNLOADS_TABLE',
      'OUTBOX_TABLE',
      'EMAILS_TABLE',
      'TIMELINE_TABLE',
      'SELECTIONS_TABLE',
      'QUOTES_TABLE',
      'OFFERS_TABLE',
      'SETTINGS_TABLE',
      'WEBSITE_TABLE',
      'GUARDS_TABLE',
      'PHOTOS_BUCKET',
      'SITE_ORIGIN',
      'SENDER_EMAIL',
      'STUDIO_EMAIL',
    ],
    sharp: true,
  },
  'record-bounce': {
    entry: 'lambdas/workers/record-bounce/handler.ts',
    trigger: { kind: 'emails', eventTypes: ['Delivery', 'Bounce', 'Complaint'] },
    memory: 256,
    timeout: 30,
    environment: ['OUTBOX_TABLE', 'EMAILS_TABLE', 'TIMELINE_TABLE'],
  },
  'publish-site': {
    entry: 'lambdas/workers/publish-site/handler.ts',
    trigger: { kind: 'stream', table: 'website', batchSize: 100, retryAttempts: 8 },
    memory: 1024,
    timeout: 60,
    environment: ['WEBSITE_TABLE', 'SITE_BUCKET', 'SITE_ORIGIN', 'SITE_RENDERER', 'DISTRIBUTION_ID'],
    renderer: true,
  },
  'daily-sweep': {
    entry: 'lambdas/workers/daily-sweep/handler.ts',
    trigger: { kind: 'schedule', hourUtc: 8 },
    memory: 512,
    timeout: 600,
    environment: [
      'CLIENT_POOL_ID',
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
      'OFFERS_TABLE',
      'OUTBOX_TABLE',
      'EMAILS_TABLE',
      'SETTINGS_TABLE',
      'TIMELINE_TABLE',
      'LINKS_TABLE',
      'GUESTS_TABLE',
      'SELECTIONS_TABLE',
      'WEBSITE_TABLE',
      'PICTURES_TABLE',
      'GUARDS_TABLE',
      'LANDING_BUCKET',
      'PHOTOS_BUCKET',
      'PHOTO_QUEUE_URL',
      'MEDIA_QUEUE_URL',
    ],
  },
  'prepare-download': {
    entry: 'lambdas/workers/prepare-download/handler.ts',
    trigger: { kind: 'queue', queue: 'download', batchSize: 1, maxConcurrency: 5 },
    memory: 1769,
    timeout: 900,
    environment: [
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'DOWNLOADS_TABLE',
      'OUTBOX_TABLE',
      'PHOTOS_BUCKET',
      'DOWNLOAD_QUEUE_URL',
      'PHOTO_QUEUE_URL',
    ],
  },
} satisfies Record<string, FunctionBlueprint>;
export type FunctionName = keyof typeof functions;

/**
 * Returns the environment variable by which the owner's commands get a function's name, e.g. `DAILY_SWEEP_FUNCTION`.
 */
export const functionVariable = (name: FunctionName) => `${name.replaceAll('-', '_').toUpperCase()}_FUNCTION`;
