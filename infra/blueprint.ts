import type { EnvironmentName } from '../lambdas/platform/env.ts';

/**
 * What the studio consists of, as plain data: the stack builds it on AWS, the local services build the same on one
 * machine. Who may do what with it stands in `constructs/`, because only AWS enforces it.
 */

export interface IndexBlueprint {
  partitionKey: string;
  sortKey: string;
  /** What the index carries besides keys: everything, nothing, or these attributes. */
  projection: 'ALL' | 'KEYS_ONLY' | string[];
}

/** Keys are strings throughout, except `expires_at` (epoch seconds), which is the TTL attribute where a table has one. */
export interface TableBlueprint {
  partitionKey: string;
  sortKey?: string;
  globalIndexes?: Record<string, IndexBlueprint>;
  /** Share the table's partition key; must exist from the table's first day. */
  localIndexes?: Record<string, { sortKey: string }>;
  expires?: true;
  stream?: true;
}

export const tables = {
  /**
   * Customers, and beside them the rows that keep things unique: `login#{sub}` and `email#{address}` name the customer
   * that has it, `display#{id}` keeps a display id from being used again.
   */
  customers: {
    partitionKey: 'id',
    globalIndexes: {
      /** All customers, newest first; `directory` is 'customer' on rows that belong there, 'deleted' on those in the bin. */
      directory: {
        partitionKey: 'directory',
        sortKey: 'created_at',
        projection: ['customer_id', 'name', 'email', 'phone', 'status', 'deleted_at'],
      },
    },
  },
  /** Sessions, and `label#{customer}#{label}` rows that keep labels unique within a customer. */
  sessions: {
    partitionKey: 'id',
    globalIndexes: {
      /** A customer's sessions by date, ties by creation; `date_order` is `{session_date}#{created_at}`. */
      by_customer: { partitionKey: 'customer_id', sortKey: 'date_order', projection: 'ALL' },
      /** All sessions, newest first; `directory` is 'session' on rows that belong there. */
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
    },
  },
  /**
   * Photos by session. A ready photo carries the three `*_order` attributes, one for each order that a session can
   * have; any other carries `aside` (`unsettled#…`, `deleted#…`) instead, and so is in no grid.
   */
  photos: {
    partitionKey: 'session_id',
    sortKey: 'id',
    localIndexes: {
      uploaded: { sortKey: 'uploaded_order' },
      captured: { sortKey: 'captured_order' },
      name: { sortKey: 'name_order' },
      aside: { sortKey: 'aside' },
    },
    globalIndexes: {
      /** A customer's favorites, newest first; `favorite_of` is their id while the star is on. */
      favorites: { partitionKey: 'favorite_of', sortKey: 'favorited_at', projection: 'KEYS_ONLY' },
      /** Photos with a client's note; `noted_of` is their customer's id. */
      noted: { partitionKey: 'noted_of', sortKey: 'uploaded_at', projection: 'KEYS_ONLY' },
      /** Featured photos by category. */
      portfolio: { partitionKey: 'category', sortKey: 'featured_at', projection: 'ALL' },
      /** What the daily sweep must look at: `sweep` is 'pending', 'absent', 'moving' or 'deleted', `sweep_at` since when. */
      sweep: { partitionKey: 'sweep', sortKey: 'sweep_at', projection: 'KEYS_ONLY' },
    },
  },
  quotes: {
    partitionKey: 'id',
    globalIndexes: {
      by_customer: { partitionKey: 'customer_id', sortKey: 'created_at', projection: 'ALL' },
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Only pending quotes: `pending` is 'quote' while one waits for the studio. */
      pending: { partitionKey: 'pending', sortKey: 'created_at', projection: ['customer_id'] },
    },
  },
  messages: {
    partitionKey: 'id',
    globalIndexes: {
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Only unread messages: `unread` is 'message' until one is read. */
      unread: { partitionKey: 'unread', sortKey: 'created_at', projection: 'KEYS_ONLY' },
    },
  },
  downloads: { partitionKey: 'customer_id', sortKey: 'id', expires: true },
  outbox: {
    partitionKey: 'id',
    expires: true,
    stream: true,
    globalIndexes: {
      /** Only letters that failed or came back: `undelivered` is 'letter' until one is sent again. */
      undelivered: { partitionKey: 'undelivered', sortKey: 'created_at', projection: 'ALL' },
    },
  },
  guards: { partitionKey: 'id', expires: true },
} satisfies Record<string, TableBlueprint>;
export type TableName = keyof typeof tables;

export const tableVariable = (name: TableName) => `${name.toUpperCase()}_TABLE` as EnvironmentName;

/** `landing` takes presigned uploads from the browser; `photos` is private and read through the edge; `site` holds the pages. */
export const buckets = ['landing', 'photos', 'site'] as const;
export type BucketName = (typeof buckets)[number];

export interface QueueBlueprint {
  /** Seconds; six times the worker's own limit, as AWS advises, so that no message runs twice at once. */
  visibilityTimeout: number;
  /** After so many failed tries a message goes to the dead-letter queue `{name}-dead-letters`. */
  maxReceiveCount: number;
}

export const queues = {
  photo: { visibilityTimeout: 720, maxReceiveCount: 4 },
  download: { visibilityTimeout: 5_400, maxReceiveCount: 4 },
  /** Photos whose derivatives must move to new addresses, because they were hidden or deleted. */
  media: { visibilityTimeout: 360, maxReceiveCount: 4 },
} satisfies Record<string, QueueBlueprint>;
export type QueueName = keyof typeof queues;

export const queueVariable = (name: QueueName) => `${name.toUpperCase()}_QUEUE_URL` as EnvironmentName;

/** Which queue hears of objects that arrive in which bucket. */
export const objectEvents = { bucket: 'landing', queue: 'photo', event: 's3:ObjectCreated:*' } as const;

export type Trigger =
  | { kind: 'api'; path: string; authorizer: 'none' | 'jwt' }
  | { kind: 'queue'; queue: QueueName; batchSize: number; batchingWindow?: number; maxConcurrency: number }
  | { kind: 'stream'; table: TableName; batchSize: number; retryAttempts: number }
  | { kind: 'schedule'; hourUtc: number }
  /** News of letters that were sent, from SES by way of EventBridge. */
  | { kind: 'letters'; eventTypes: string[] };

export interface FunctionBlueprint {
  /** From the repository's root; it exports `handler`. */
  entry: string;
  trigger: Trigger;
  /** MiB */
  memory: number;
  /** Seconds */
  timeout: number;
  environment: EnvironmentName[];
  /** Needs sharp's native libraries beside its bundle. */
  sharp?: true;
  /** What Lambda starts Node with. */
  nodeOptions?: string;
}

const signing = ['SIGNING_KEY_SECRET', 'SIGNING_KEY_ID', 'SITE_ORIGIN'] satisfies EnvironmentName[];

export const functions = {
  // Functions that a browser waits for have time for a request to AWS that hangs four times (lambdas/platform/aws.ts), and to say so.
  public: {
    entry: 'lambdas/public/handler.ts',
    trigger: { kind: 'api', path: '/api/public/{proxy+}', authorizer: 'none' },
    memory: 512,
    timeout: 15,
    environment: ['EDGE_SECRET', 'PHOTOS_TABLE', 'MESSAGES_TABLE', 'OUTBOX_TABLE', 'GUARDS_TABLE'],
  },
  client: {
    entry: 'lambdas/client/handler.ts',
    trigger: { kind: 'api', path: '/api/client/{proxy+}', authorizer: 'jwt' },
    memory: 1024,
    timeout: 15,
    environment: [
      'EDGE_SECRET',
      ...signing,
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
      'DOWNLOADS_TABLE',
      'OUTBOX_TABLE',
      'GUARDS_TABLE',
      'USER_POOL_ID',
      'DOWNLOAD_QUEUE_URL',
    ],
  },
  admin: {
    entry: 'lambdas/admin/handler.ts',
    trigger: { kind: 'api', path: '/api/admin/{proxy+}', authorizer: 'jwt' },
    memory: 1024,
    timeout: 25,
    environment: [
      'EDGE_SECRET',
      ...signing,
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
      'MESSAGES_TABLE',
      'OUTBOX_TABLE',
      'LANDING_BUCKET',
      'MEDIA_QUEUE_URL',
    ],
  },
  'process-photo': {
    entry: 'lambdas/workers/process-photo/handler.ts',
    trigger: { kind: 'queue', queue: 'photo', batchSize: 4, maxConcurrency: 10 },
    memory: 3008,
    timeout: 120,
    environment: ['SESSIONS_TABLE', 'PHOTOS_TABLE', 'LANDING_BUCKET', 'PHOTOS_BUCKET'],
    sharp: true,
  },
  'move-derivatives': {
    entry: 'lambdas/workers/move-derivatives/handler.ts',
    // The window gathers what one click hid, so that the edge forgets a customer's pictures once.
    trigger: { kind: 'queue', queue: 'media', batchSize: 100, batchingWindow: 20, maxConcurrency: 2 },
    memory: 512,
    timeout: 60,
    environment: [
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'DOWNLOADS_TABLE',
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
    environment: ['OUTBOX_TABLE', 'SITE_ORIGIN', 'SENDER_EMAIL', 'STUDIO_EMAIL'],
  },
  'record-bounce': {
    entry: 'lambdas/workers/record-bounce/handler.ts',
    trigger: { kind: 'letters', eventTypes: ['Bounce', 'Complaint'] },
    memory: 256,
    timeout: 30,
    environment: ['OUTBOX_TABLE'],
  },
  'daily-sweep': {
    entry: 'lambdas/workers/daily-sweep/handler.ts',
    trigger: { kind: 'schedule', hourUtc: 8 },
    memory: 512,
    timeout: 600,
    environment: [
      'CUSTOMERS_TABLE',
      'SESSIONS_TABLE',
      'PHOTOS_TABLE',
      'QUOTES_TABLE',
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
    ],
    // Each small object that has not been cleared yet holds 64 KB of what streams by; a small nursery is cleared often.
    nodeOptions: '--max-semi-space-size=1',
  },
} satisfies Record<string, FunctionBlueprint>;
export type FunctionName = keyof typeof functions;

/** Paths of the site that belong to something else than the site's own pages, and whether a signature is needed there. */
export const behaviors = {
  '/api/*': { origin: 'api', signed: false },
  '/media/*': { origin: 'photos', signed: true },
  '/originals/*': { origin: 'photos', signed: true },
  '/downloads/*': { origin: 'photos', signed: true },
  '/portfolio/*': { origin: 'photos', signed: false },
} as const;
