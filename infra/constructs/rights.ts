import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { publishedKey } from '#shared/website/site-renderer.ts';
import { type DeadLetters, deadLetterNames, type FunctionName, type QueueName, type TableName } from '../blueprint.ts';
import type { ApiKey } from './api-key.ts';
import type { Data, TableAction } from './data.ts';
import type { Emails } from './emails.ts';
import type { Identity } from './identity.ts';
import type { ObjectAction, PhotoBucket, Photos } from './photos.ts';
import type { Queues } from './queues.ts';
import type { SigningKey } from './signing-key.ts';
import type { StudioFunction } from './studio-function.ts';

/** The permissions of a function. IAM denies everything else. */
interface Rights {
  /** Actions on whole tables. Query includes the table's indexes. A transaction needs the actions of its writes. */
  tables: Partial<Record<TableName, TableAction[]>>;
  /** Rows that it gets, by their keys, and no others. */
  readsRows?: { table: TableName; keys: string[] }[];
  /**
   * Rows that it deletes, by the prefix of their keys, and no others: rows that make an address or a label unique,
   * never a person's or a session's row.
   */
  deletesRows?: { table: TableName; beginning: string }[];
  /** Attributes of a table's rows that it updates, and no others. */
  updatesAttributes?: { table: TableName; attributes: string[] }[];
  /** Indexes that it queries, for functions that need nothing else of the table. */
  indexes?: { table: TableName; index: string }[];
  /** Actions on objects, by bucket and key prefix. */
  objects?: { bucket: PhotoBucket; prefix: string; actions: ObjectAction[] }[];
  /** Buckets with s3:ListBucket, without which S3 returns 403 instead of 404 for a missing object. */
  listsObjects?: PhotoBucket[];
  /** Buckets whose objects' versions it lists. */
  listsVersions?: PhotoBucket[];
  /** True when it writes the documents of the site bucket. */
  writesPages?: true;
  /** Files of the site bucket that it reads. */
  readsPages?: string[];
  /** Queues to which it may send messages. */
  sendsTo?: QueueName[];
  /** Dead-letter queues whose messages it counts and reads, and can't delete. */
  readsDeadLetters?: readonly DeadLetters[];
  /** True when it reads the key that signs photo links and cookies. */
  signs?: true;
  /** True when it reads the parameter from which the keys of cursors and guards are derived. */
  readsApiKey?: true;
  /** True when it reads a login's verified email address from the clients' user pool. */
  asksForUsers?: true;
  /** True when it creates logins in the clients' user pool. */
  createsLogins?: true;
  /** True when it lists and removes logins of the clients' user pool. */
  removesLogins?: true;
  /** Functions that it may start. */
  starts?: FunctionName[];
  /** True when it creates CloudFront invalidations. */
  clearsEdge?: true;
  /** True when it sends emails from the sender's address. */
  sendsEmails?: true;
}

/** The rows with the studio's published facts; never the draft. */
const publishedFacts: Rights['readsRows'] = [{ table: 'website', keys: ['wanted', 'deployed', 'live', 'version#*'] }];

/**
 * The permissions of every function. IAM can't express whose a row is, so the domain's guards and the conditions of its
 * writes enforce that. No function may Scan, and only the admin API and the workers may delete. A test compares each
 * function's permissions with the calls of its code.
 */
export const rights: Record<FunctionName, Rights> = {
  /** The function for visitors stores messages, and reads public data. */
  public: {
    tables: {
      messages: ['dynamodb:PutItem'],
      outbox: ['dynamodb:PutItem'],
      guards: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    // The studio's name and contact, for the pages that answer a form.
    readsRows: publishedFacts,
    indexes: [{ table: 'photos', index: 'portfolio' }],
    starts: ['create-login'],
    readsApiKey: true,
  },

  /**
   * The function for guests of a link reads sessions and photos, counts a link's visits and the length of its notes,
   * writes guests' names, picks and notes, queues ZIP archives of a session, and queues emails about picks that were
   * sent.
   */
  guest: {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      downloads: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      links: ['dynamodb:GetItem'],
      guests: [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // A pick is written only for a guest who has said their name.
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      guards: ['dynamodb:UpdateItem'],
    },
    updatesAttributes: [{ table: 'links', attributes: ['id', 'opened_at', 'visits', 'guests_count', 'notes_length'] }],
    sendsTo: ['download'],
    signs: true,
    readsApiKey: true,
  },

  /** The function for previews reads the cover that previews of a link show, and the document. It writes nothing. */
  preview: {
    tables: {
      links: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query'],
    },
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    listsObjects: ['photos'],
    readsPages: ['shared.html'],
    readsApiKey: true,
  },

  /**
   * The function for clients can't delete anything, can't change a selection's prices or a guest's name, changes only
   * some attributes of a session, and can't read a bucket: clients read photos through CloudFront.
   */
  client: {
    tables: {
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
      // Put: a new client's record, and the rows that make its login and address unique.
      customers: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      // Update: favorite and note.
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      quotes: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      // Put: choices, and the rows of a submit.
      selections: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      guests: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      guards: ['dynamodb:UpdateItem'],
    },
    // The client's acts, for the export of their own data.
    indexes: [{ table: 'timeline', index: 'by_customer' }],
    updatesAttributes: [
      // The key; the counts of favorites and of the client's links; the first opening; and the attribute of the writes'
      // conditions.
      {
        table: 'sessions',
        attributes: ['id', 'favorites_count', 'client_links_count', 'opened_at', 'deleted_at'],
      },
      // A client takes over the picks and notes that they made as a guest, or says that somebody else made them: the
      // key, the reaction, the answer.
      { table: 'guests', attributes: ['link_id', 'part', 'is_picked', 'note', 'is_not_client'] },
      // A client accepts an approved quote, or asks to change a submitted choice: the key, the facts, the attribute by
      // which pending quotes are listed, and the attributes of the writes' conditions.
      {
        table: 'quotes',
        attributes: ['id', 'accepted', 'change_request', 'pending', 'version', 'status', 'superseded_at'],
      },
      // Choices, their counts and the submit; never the studio's offer.
      {
        table: 'selections',
        attributes: [
          ...['session_id', 'part', 'is_chosen', 'note', 'chosen_count', 'revision', 'version'],
          ...['photos_checked_at', 'status', 'round', 'submitted_at', 'quote_id', 'ending'],
        ],
      },
    ],
    sendsTo: ['download', 'photo'],
    signs: true,
    readsApiKey: true,
    asksForUsers: true,
  },

  /**
   * The function for the studio presigns uploads with its own credentials, so it needs permission to put the objects
   * that the browser uploads.
   */
  admin: {
    tables: {
      customers: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        // A session is created only while its customer is not deleted.
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      sessions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      photos: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      quotes: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      messages: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      settings: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      // Put: a first draft, and published versions; each overwrites the row of a version that is no longer kept.
      website: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      // Put: a requested picture; the worker writes its facts.
      pictures: ['dynamodb:Query', 'dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      guests: ['dynamodb:GetItem', 'dynamodb:Query'],
      selections: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      // The number of a session's photos that count as downloaded.
      downloads: ['dynamodb:GetItem'],
      // The number of pictures in the library.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    deletesRows: [
      { table: 'customers', beginning: 'email#' },
      { table: 'sessions', beginning: 'label#' },
    ],
    updatesAttributes: [
      // Whether a draft shows a picture: the key, since when it does not, and the attributes of the write's condition.
      { table: 'pictures', attributes: ['library', 'id', 'unused_since', 'state', 'width', 'height', 'color'] },
    ],
    objects: [{ bucket: 'landing', prefix: '', actions: ['s3:PutObject'] }],
    // Photo: sessions whose proofs get or lose a watermark, or whose clocks are changed.
    sendsTo: ['media', 'download', 'photo'],
    // 'What waits' shows the number of dead letters, and since when they wait.
    readsDeadLetters: deadLetterNames,
    signs: true,
    readsApiKey: true,
  },

  'create-login': {
    tables: { customers: ['dynamodb:GetItem'] },
    createsLogins: true,
  },

  'limit-token': { tables: {} },

  'name-token': { tables: {} },

  'process-photo': {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      // Put: rebuilds a lost row from the uploaded object.
      // Query: the photos of a session that are marked.
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      pictures: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    // The studio's name, in the names under which the website's pictures are saved.
    readsRows: publishedFacts,
    // Delete: objects that it has stored, when another run has settled the photo differently in the meantime.
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      // Get: makes the print size from the original, and measures the web size.
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:PutObject', 's3:DeleteObject'] },
    ],
    listsObjects: ['landing', 'photos'],
    // Media: the public copies of a replaced or marked photo, and downloads that contain its earlier file. Photo: the
    // next step of marking a session, or of setting its capture times.
    sendsTo: ['download', 'media', 'photo'],
  },

  'move-derivatives': {
    tables: {
      // A deleted session, until all of its photos have new media keys.
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // Withdraws downloads that contain a hidden photo.
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    },
    // The studio's name, in the names under which public copies are saved.
    readsRows: publishedFacts,
    objects: [
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:DeleteObject'] },
    ],
    listsObjects: ['photos'],
    sendsTo: ['media'],
    clearsEdge: true,
  },

  'send-email': {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      // Query: the queued emails, where a schedule starts it.
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // The standing of a session's choices.
      selections: ['dynamodb:GetItem', 'dynamodb:Query'],
      quotes: ['dynamodb:BatchGetItem'],
      settings: ['dynamodb:GetItem'],
      // The studio's name and city, as they are published.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      guards: ['dynamodb:UpdateItem'],
      // The facts about photos in an email are read when it is sent.
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      downloads: ['dynamodb:GetItem'],
    },
    // The cover in the announcement email; a missing object must return 404, not 403.
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    listsObjects: ['photos'],
    sendsEmails: true,
  },

  'record-bounce': {
    tables: { outbox: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], timeline: ['dynamodb:UpdateItem'] },
  },

  /**
   * The function that publishes writes the site's documents, and which version visitors see; never the content itself.
   */
  'publish-site': {
    tables: { website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'] },
    updatesAttributes: [
      { table: 'website', attributes: ['id', 'number', 'build', 'failed_number', 'failed_build', 'failed_at'] },
    ],
    writesPages: true,
    readsPages: [publishedKey],
    clearsEdge: true,
  },

  'daily-sweep': {
    tables: {
      // The last day of the daily email.
      settings: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      customers: [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // A joined record, while its timeline moves.
        'dynamodb:ConditionCheckItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
      ],
      sessions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // Update: the quotes of records that were joined.
      quotes: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // The daily email, reminders, and the emails about the undo of a join.
      outbox: ['dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
      guests: ['dynamodb:Query', 'dynamodb:DeleteItem'],
      selections: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
      // The pictures that the draft and the kept versions show.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      pictures: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // The number of pictures in the library.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:DeleteObject'] },
      // Versions: only archives whose links have ended are deleted for good.
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:DeleteObject'] },
    ],
    // Logins of the clients' pool that no record names.
    removesLogins: true,
    listsObjects: ['landing'],
    listsVersions: ['photos'],
    sendsTo: ['photo', 'media'],
  },

  'prepare-download': {
    tables: {
      // Put: a download that is prepared ahead.
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      outbox: ['dynamodb:PutItem'],
    },
    objects: [
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] },
      {
        bucket: 'photos',
        prefix: 'downloads/',
        actions: [
          's3:GetObject',
          's3:PutObject',
          's3:DeleteObject',
          's3:AbortMultipartUpload',
          's3:ListMultipartUploadParts',
        ],
      },
    ],
    listsObjects: ['photos'],
    sendsTo: ['download', 'photo'],
  },
};

/** The actions that count a dead-letter queue's messages, and read some. */
export const deadLetterActions = ['sqs:GetQueueAttributes', 'sqs:ReceiveMessage'] as const;

export interface Resources {
  data: Data;
  photos: Photos;
  siteBucket: s3.IBucket;
  /** The keys of the documents in the site bucket. */
  documents: string[];
  queues: Queues;
  identity: Identity;
  /** The ARN of the distribution. */
  edgeArn: string;
  signingKey: SigningKey;
  apiKey: ApiKey;
  emails: Emails;
  /** Returns a function's ARN, also before that function is created. */
  functionArn: (name: FunctionName) => string;
}

/** Adds a function's permissions to its policy. */
export function grantRights(grantee: StudioFunction, granted: Rights, resources: Resources): void {
  const { data, photos, siteBucket, documents, queues, identity, signingKey, apiKey, edgeArn, emails, functionArn } =
    resources;
  const grant = (action: string, arn: string) =>
    iam.Grant.addToPrincipal({ grantee, actions: [action], resourceArns: [arn] });

  for (const [table, actions] of Object.entries(granted.tables)) data.grant(grantee, table as TableName, ...actions);
  for (const { table, keys } of granted.readsRows ?? []) data.grantGet(grantee, table, keys);
  for (const { table, beginning } of granted.deletesRows ?? []) data.grantDelete(grantee, table, beginning);
  for (const { table, attributes } of granted.updatesAttributes ?? []) data.grantUpdate(grantee, table, attributes);
  for (const { table, index } of granted.indexes ?? []) data.grantIndex(grantee, table, index);
  for (const { bucket, prefix, actions } of granted.objects ?? []) photos.grant(grantee, bucket, prefix, ...actions);
  for (const bucket of granted.listsObjects ?? []) grant('s3:ListBucket', photos[bucket].bucketArn);
  for (const bucket of granted.listsVersions ?? []) grant('s3:ListBucketVersions', photos[bucket].bucketArn);
  if (granted.writesPages) {
    for (const key of documents) grant('s3:PutObject', siteBucket.arnForObjects(key));
    // Without this right, S3 would answer 403 to a read of the documents' list before it is first written.
    grant('s3:ListBucket', siteBucket.bucketArn);
  }
  for (const page of granted.readsPages ?? []) grant('s3:GetObject', siteBucket.arnForObjects(page));
  for (const queue of granted.sendsTo ?? []) grant('sqs:SendMessage', queues.queues[queue].queueArn);
  for (const name of granted.readsDeadLetters ?? []) {
    const { queueArn } = queues.deadLetters[name];
    for (const action of deadLetterActions) grant(action, queueArn);
  }
  if (granted.signs) {
    grant('secretsmanager:GetSecretValue', signingKey.secret.secretArn);
    // The function must not sign with a key before CloudFront accepts it.
    grantee.node.addDependency(signingKey.keyGroup);
  }
  if (granted.readsApiKey) {
    grant('ssm:GetParameter', apiKey.parameterArn);
    grantee.node.addDependency(apiKey.created);
  }
  if (granted.asksForUsers) grant('cognito-idp:AdminGetUser', identity.pools.clients.userPoolArn);
  if (granted.createsLogins) grant('cognito-idp:AdminCreateUser', identity.pools.clients.userPoolArn);
  if (granted.removesLogins) {
    for (const action of ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'])
      grant(action, identity.pools.clients.userPoolArn);
  }
  for (const name of granted.starts ?? []) grant('lambda:InvokeFunction', functionArn(name));
  if (granted.clearsEdge) grant('cloudfront:CreateInvalidation', edgeArn);
  if (granted.sendsEmails) for (const arn of emails.sendingArns) grant('ses:SendEmail', arn);
}
