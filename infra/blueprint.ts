import type { UserPoolName } from '#shared/site-config.ts';
import type { EnvironmentName } from '../lambdas/platform/env.ts';
import type { CachePolicyName } from './edge/cache-policies.ts';
import type { HeaderKind } from './edge/headers.ts';

/**
 * The resources of the studio as plain data: the stack creates them on AWS, the local services create them on one
 * machine. Permissions are in `constructs/`, because only AWS enforces them.
 */

export interface IndexBlueprint {
  partitionKey: string;
  sortKey: string;
  /** The attributes that the index projects besides keys: all, none, or these. */
  projection: 'ALL' | 'KEYS_ONLY' | string[];
}

/** A table. All its keys are strings; `expires_at`, the TTL attribute of some tables, is a Unix time in seconds. */
export interface TableBlueprint {
  partitionKey: string;
  sortKey?: string;
  globalIndexes?: Record<string, IndexBlueprint>;
  /** Indexes that share the table's partition key; they can only be created with the table. */
  localIndexes?: Record<string, { sortKey: string }>;
  expires?: true;
  stream?: true;
}

export const tables = {
  /**
   * Customers, and the rows that enforce uniqueness: `login#{sub}` and `email#{address}` name the customer with that
   * login or address, `display#{id}` prevents the reuse of a display id.
   */
  customers: {
    partitionKey: 'id',
    globalIndexes: {
      /**
       * All customers, newest first; `directory` is 'customer' on their rows, and 'deleted' on the rows of the trash.
       */
      directory: {
        partitionKey: 'directory',
        sortKey: 'created_at',
        projection: ['customer_id', 'name', 'email', 'phone', 'status', 'deleted_at'],
      },
    },
  },
  /** Sessions, and `label#{customer}#{label}` rows that make labels unique per customer. */
  sessions: {
    partitionKey: 'id',
    globalIndexes: {
      /** A customer's sessions by date, ties by creation; `date_order` is `{session_date}#{created_at}`. */
      by_customer: { partitionKey: 'customer_id', sortKey: 'date_order', projection: 'ALL' },
      /** All sessions, newest first; `directory` is 'session' on sessions' rows. */
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Sessions in the trash, by deletion; their `directory` is 'deleted', and only they have `deleted_at`. */
      trash: { partitionKey: 'directory', sortKey: 'deleted_at', projection: 'ALL' },
    },
  },
  /**
   * Photos by session. A ready photo has the three `*_order` attributes, one per photo order of a session; any other
   * photo has `aside` (`unsettled#…`, `deleted#…`) instead, so that it is in no grid.
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
      /** A customer's favorites, newest first; `favorite_of` is their id while the photo is a visible favorite. */
      favorites: { partitionKey: 'favorite_of', sortKey: 'favorited_at', projection: 'KEYS_ONLY' },
      /** Photos with a client's note; `noted_of` is their customer's id. */
      noted: { partitionKey: 'noted_of', sortKey: 'uploaded_at', projection: 'KEYS_ONLY' },
      /** Featured photos by category. */
      portfolio: { partitionKey: 'category', sortKey: 'featured_at', projection: 'ALL' },
      /**
       * Photos that the daily sweep must check: `sweep` is 'pending', 'absent', 'moving', 'dismissed', 'former' or
       * 'deleted', `sweep_at` is since when. The other failed photos are 'refused', for the studio's dashboard.
       */
      sweep: { partitionKey: 'sweep', sortKey: 'sweep_at', projection: 'KEYS_ONLY' },
    },
  },
  quotes: {
    partitionKey: 'id',
    globalIndexes: {
      by_customer: { partitionKey: 'customer_id', sortKey: 'created_at', projection: 'ALL' },
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /**
       * Pending quotes: until the studio decides, `pending` is 'quote', or 'selection' when a submitted selection made
       * it.
       */
      pending: { partitionKey: 'pending', sortKey: 'created_at', projection: ['customer_id'] },
    },
  },
  messages: {
    partitionKey: 'id',
    globalIndexes: {
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Unread messages: `unread` is 'message' until the message is read. */
      unread: { partitionKey: 'unread', sortKey: 'created_at', projection: 'KEYS_ONLY' },
    },
  },
  downloads: { partitionKey: 'customer_id', sortKey: 'id', expires: true },
  outbox: {
    partitionKey: 'id',
    expires: true,
    stream: true,
    globalIndexes: {
      /**
       * Undelivered emails: `undelivered` is 'queued' on emails to send, 'email' on failed and returned emails, else
       * absent.
       */
      undelivered: { partitionKey: 'undelivered', sortKey: 'created_at', projection: 'ALL' },
    },
  },
  /** Links to sessions for guests. The id is a hash of the link's secret. */
  links: {
    partitionKey: 'id',
    globalIndexes: {
      /** A session's links, newest first. */
      by_session: { partitionKey: 'session_id', sortKey: 'created_at', projection: 'ALL' },
      /** All links by their end; `ending` is 'link'. */
      ending: { partitionKey: 'ending', sortKey: 'ends_at', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Guests of a link who have said their name (`guest#{guest}`), and each guest's reaction to a photo, a pick or a note
   * (`mark#{guest}#{photo}`).
   */
  guests: { partitionKey: 'link_id', sortKey: 'part' },
  /**
   * Entries of what happened, by customer and by session: one row for each act, or for the repeated acts of a person on
   * one day. The indexes have only keys, which never change, so that a repeated act writes one row and no index.
   */
  timeline: {
    partitionKey: 'id',
    globalIndexes: {
      by_customer: { partitionKey: 'customer_id', sortKey: 'at', projection: 'KEYS_ONLY' },
      by_session: { partitionKey: 'session_id', sortKey: 'at', projection: 'KEYS_ONLY' },
      /** The acts of clients and guests in a day, `day`, of the studio's time zone. */
      by_day: { partitionKey: 'day', sortKey: 'at', projection: 'KEYS_ONLY' },
      /**
       * Clients' favorites and notes that the studio has not seen: `unseen` is 'marks', `unseen_id` is
       * `{session}#{id}`.
       */
      unseen: { partitionKey: 'unseen', sortKey: 'unseen_id', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Selections of a session (`selection#{selection}`), the choices in each (`choice#{selection}#{photo}`), and each
   * round (`round#{selection}#{round}`) with its photos (`chosen#{selection}#{round}#{part}`).
   */
  selections: {
    partitionKey: 'session_id',
    sortKey: 'part',
    globalIndexes: {
      /** Open selections with a deadline, by the deadline; `ending` is 'selection'. */
      ending: { partitionKey: 'ending', sortKey: 'ends_at', projection: 'KEYS_ONLY' },
    },
  },
  /** Settings of the studio: `emails`; and `export`, when the last export was made. */
  settings: { partitionKey: 'id' },
  /**
   * The website's content: `draft`; the published versions, `version#00` to `version#19`; `wanted`, the number of the
   * newest version; `deployed`, the build of the site; `live`, the version and the build that visitors see; and
   * `again`, by which the owner's command starts publishing.
   */
  website: { partitionKey: 'id', stream: true },
  /** The library of the website's pictures; `library` is 'website' on all rows. */
  pictures: { partitionKey: 'library', sortKey: 'id' },
  /** Counted calls, which expire; and `library`: how many pictures the website's library has. */
  guards: { partitionKey: 'id', expires: true },
} satisfies Record<string, TableBlueprint>;
export type TableName = keyof typeof tables;

export const tableVariable = (name: TableName) => `${name.toUpperCase()}_TABLE` as EnvironmentName;

/**
 * `landing` receives presigned uploads from the browser; `photos` is private and read through CloudFront; `site` holds
 * the pages.
 */
export const buckets = ['landing', 'photos', 'site'] as const;
export type BucketName = (typeof buckets)[number];

export interface QueueBlueprint {
  /** Seconds; six times the worker's timeout, as AWS recommends, so that two runs never process one message at once. */
  visibilityTimeout: number;
  /**
   * The number of receives after which a message moves to the dead-letter queue. At least 5, as AWS recommends: a
   * receive counts even when Lambda refuses to start the worker because the account's concurrency limit is reached.
   */
  maxReceiveCount: number;
}

export const queues = {
  photo: { visibilityTimeout: 720, maxReceiveCount: 5 },
  download: { visibilityTimeout: 5_400, maxReceiveCount: 5 },
  /** Photos whose derivatives must move to new media keys, because they were hidden or deleted. */
  media: { visibilityTimeout: 360, maxReceiveCount: 5 },
} satisfies Record<string, QueueBlueprint>;
export type QueueName = keyof typeof queues;

/** Sources with a dead-letter queue: each queue, the tables' streams (`outbox`), and SES's events about bounced emails. */
export const deadLetterNames = [...(Object.keys(queues) as QueueName[]), 'outbox', 'bounces'] as const;
export type DeadLetters = (typeof deadLetterNames)[number];

export const deadLettersVariable = (name: DeadLetters) => `${name.toUpperCase()}_DEAD_LETTERS_URL` as EnvironmentName;

export const queueVariable = (name: QueueName) => `${name.toUpperCase()}_QUEUE_URL` as EnvironmentName;

/** The queue that receives events of objects created in the bucket. */
export const objectEvents = { bucket: 'landing', queue: 'photo', event: 's3:ObjectCreated:*' } as const;

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
      'MESSAGES_TABLE',
      'OUTBOX_TABLE',
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
      'TIMELINE_TABLE',
      'SELECTIONS_TABLE',
      'QUOTES_TABLE',
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
    environment: ['OUTBOX_TABLE', 'TIMELINE_TABLE'],
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
      'OUTBOX_TABLE',
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

/** A token bucket of API Gateway: `burst` requests at once, refilled by `rate` requests a second. */
export interface Throttle {
  rate: number;
  burst: number;
}

export interface Throttles {
  /** The throttle of the whole API. */
  stage: Throttle;
  /** The throttles of routes, by the route's function. */
  routes: Partial<Record<FunctionName, Throttle>>;
}

/**
 * The throttles, as a wedding needs them: 200 guests get a link and open it within seconds. Each page sends one request
 * for its first view, and one more for each 60 photos or for a list of files. The routes that are open to anyone have a
 * lower sum than the stage, so that a flood of requests leaves capacity for signed-in people.
 */
export const throttles: Throttles = {
  stage: { rate: 120, burst: 1_000 },
  routes: {
    public: { rate: 20, burst: 100 },
    guest: { rate: 50, burst: 600 },
    preview: { rate: 20, burst: 200 },
  },
};

/** The number of functions that a new AWS account may run at once, for all requests and workers together. */
export const newAccountConcurrency = 10;

export interface BehaviorBlueprint {
  origin: 'api' | 'photos' | 'site';
  headers: HeaderKind;
  /** Whether a signed URL or signed cookies are required. */
  signed: boolean;
  cache: CachePolicyName;
}

/**
 * The distribution's behaviors besides the default one. ZIP parts are not cached: otherwise CloudFront would serve a
 * deleted part, which may contain a photo that was hidden, to every link that is still valid.
 */
export const behaviors = {
  '/api/*': { origin: 'api', headers: 'api', signed: false, cache: 'CachingDisabled' },
  // Guests' links whose previews may show the cover. `/shared` itself is a page of the site.
  '/shared/?*': { origin: 'api', headers: 'site', signed: false, cache: 'AsOriginSays' },
  '/media/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingOptimized' },
  '/originals/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingOptimized' },
  '/downloads/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingDisabled' },
  '/portfolio/*': { origin: 'photos', headers: 'portfolio', signed: false, cache: 'CachingOptimized' },
  '/pictures/*': { origin: 'photos', headers: 'portfolio', signed: false, cache: 'CachingOptimized' },
  '/assets/*': { origin: 'site', headers: 'assets', signed: false, cache: 'CachingOptimized' },
} satisfies Record<string, BehaviorBlueprint>;

/** The default behavior, for pages and other files of the site. */
export const pagesBehavior = { cache: 'CachingOptimized' } satisfies { cache: CachePolicyName };
