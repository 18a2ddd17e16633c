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
  /** Query includes the table's indexes. A transaction needs the actions it consists of. */
  tables: Partial<Record<TableName, TableAction[]>>;
  /** Gets only rows with these keys. */
  readsRows?: { table: TableName; keys: string[] }[];
  /**
   * Deletes only rows whose key has this prefix: rows that make an address or a label unique, never a person's or a
   * session's.
   */
  deletesRows?: { table: TableName; beginning: string }[];
  /** Updates only these attributes of a table's rows. */
  updatesAttributes?: { table: TableName; attributes: string[] }[];
  /** Query of one index, for functions that need nothing else of its table. */
  indexes?: { table: TableName; index: string }[];
  /** By bucket and key prefix. */
  objects?: { bucket: PhotoBucket; prefix: string; actions: ObjectAction[] }[];
  /** Buckets with s3:ListBucket, without which S3 returns 403 instead of 404 for a missing object. */
  looksInto?: PhotoBucket[];
  /** Buckets whose objects' versions it lists. */
  listsVersions?: PhotoBucket[];
  /** Writes the documents of the site bucket. */
  writesPages?: true;
  /** Files of the site bucket that it reads. */
  readsPages?: string[];
  /** Queues that it may send to. */
  sendsTo?: QueueName[];
  /** Dead-letter queues whose messages it counts and looks at, and can't delete. */
  looksAtDeadLetters?: readonly DeadLetters[];
  /** Reads the key that signs photo links and cookies. */
  signs?: true;
  /** Reads the parameter from which the keys of cursors and guards are derived. */
  readsApiKey?: true;
  /** Reads a login's verified email address from the clients' user pool. */
  asksForUsers?: true;
  /** Creates logins in the clients' user pool. */
  createsLogins?: true;
  /** Lists and removes logins of the clients' user pool. */
  removesLogins?: true;
  /** Functions that it may start. */
  starts?: FunctionName[];
  /** Creates CloudFront invalidations. */
  clearsEdge?: true;
  /** Sends emails from the sender's address. */
  sendsEmails?: true;
}

/** Rows with the studio's facts as they are published; never the draft. */
const publishedFacts: Rights['readsRows'] = [{ table: 'website', keys: ['wanted', 'deployed', 'live', 'version#*'] }];

/**
 * The permissions of every function. IAM can't express 'own', so the domain's guards and the conditions of its writes
 * enforce it. No function may Scan, and only the admin API and the workers may delete. A test compares each function's
 * permissions with the calls of its code.
 */
export const rights: Record<FunctionName, Rights> = {
  /** Public: stores messages, and reads what is public anyway. */
  public: {
    tables: {
      messages: ['dynamodb:PutItem'],
      outbox: ['dynamodb:PutItem'],
      guards: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    // The studio's name and contact in the answers to a form.
    readsRows: publishedFacts,
    indexes: [{ table: 'photos', index: 'portfolio' }],
    starts: ['create-login'],
    readsApiKey: true,
  },

  /**
   * Guests of a link: reads sessions and photos, counts a link's visits and the length of its notes, writes what guests
   * say, pick and note, has ZIP archives of a session prepared, and queues emails about picks that were sent.
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

  /** Anyone: reads the cover that previews of a link show, and the document around it. Writes nothing. */
  preview: {
    tables: {
      links: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query'],
    },
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    looksInto: ['photos'],
    readsPages: ['shared.html'],
    readsApiKey: true,
  },

  /**
   * Can't delete anything, write a session except its number of favorites, change a selection's prices or a guest's
   * name, or read a bucket: photos are read through CloudFront.
   */
  client: {
    tables: {
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
      // Put: a new client's record and the rows that keep it unique.
      customers: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      // Update: favorite and note.
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      quotes: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      // Put: choices, and what a submit stores.
      selections: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      guests: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      guards: ['dynamodb:UpdateItem'],
    },
    // What the client has done, for the export of their own data.
    indexes: [{ table: 'timeline', index: 'by_customer' }],
    updatesAttributes: [
      // The key, the counts of favorites and of the client's links, the first opening, and the attribute of the writes'
      // conditions.
      {
        table: 'sessions',
        attributes: ['id', 'favorites_count', 'client_links_count', 'opened_at', 'deleted_at'],
      },
      // What a client has picked and noted as a guest becomes theirs, or is somebody else's: the key, the mark, the
      // answer.
      { table: 'guests', attributes: ['link_id', 'part', 'is_picked', 'note', 'is_not_client'] },
      // A client accepts an approved quote, or asks to change what they have submitted: the key, the facts, where the
      // quote is listed with those that wait, and the attributes of the writes' conditions.
      {
        table: 'quotes',
        attributes: ['id', 'accepted', 'change_request', 'pending', 'version', 'status', 'superseded_at'],
      },
      // Choices, their counts and the submit; never what the studio offers.
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
   * Uploads are presigned with this function's credentials, so it needs permission to put the objects that the browser
   * uploads.
   */
  admin: {
    tables: {
      customers: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        // A new session, only while its customer is not deleted.
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
      // Put: a first draft, and published versions, of which each takes the row of the one that is no longer kept.
      website: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      // Put: a picture that is asked for; what it shows is the worker's to say.
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
      // How many photos of a session count as downloaded.
      downloads: ['dynamodb:GetItem'],
      // How many pictures the library has.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    deletesRows: [
      { table: 'customers', beginning: 'email#' },
      { table: 'sessions', beginning: 'label#' },
    ],
    updatesAttributes: [
      // That a draft shows a picture: the key, the mark, and the attributes of the write's condition.
      { table: 'pictures', attributes: ['library', 'id', 'unused_since', 'state', 'width', 'height', 'color'] },
    ],
    objects: [{ bucket: 'landing', prefix: '', actions: ['s3:PutObject'] }],
    // Photo: sessions whose proofs get a watermark, or lose it, and whose clocks are changed.
    sendsTo: ['media', 'download', 'photo'],
    // What waits: how many dead letters there are, and since when.
    looksAtDeadLetters: deadLetterNames,
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
    // Deletes the objects it has stored when the photo was settled differently in the meantime.
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      // Get: makes the print size from the original, and measures the web size.
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:PutObject', 's3:DeleteObject'] },
    ],
    looksInto: ['landing', 'photos'],
    // A replaced or marked photo: its public copies, and downloads that contain what it was before. Photo: the next
    // step of marking a session, or of putting it in order.
    sendsTo: ['download', 'media', 'photo'],
  },

  'move-derivatives': {
    tables: {
      // A deleted session, until all of its photos have new addresses.
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
    looksInto: ['photos'],
    sendsTo: ['media'],
    clearsEdge: true,
  },

  'send-email': {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      // Query: the queued emails, where a schedule starts it.
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // Where a session's choices stand.
      selections: ['dynamodb:GetItem', 'dynamodb:Query'],
      quotes: ['dynamodb:BatchGetItem'],
      settings: ['dynamodb:GetItem'],
      // The studio's name and city, as they are published.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      guards: ['dynamodb:UpdateItem'],
      // What the email says of photos is read when it is sent.
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      downloads: ['dynamodb:GetItem'],
    },
    // The image in the announcement email; a missing object must return 404, not 403.
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    looksInto: ['photos'],
    sendsEmails: true,
  },

  'record-bounce': {
    tables: { outbox: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], timeline: ['dynamodb:UpdateItem'] },
  },

  /** Writes the documents of the site, and what visitors see of the website's content; never the content itself. */
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
      // Which pictures the draft and the kept versions show.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      pictures: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // How many there are.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:DeleteObject'] },
      // Versions: archives whose links have ended are deleted for good; no other object is.
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:DeleteObject'] },
    ],
    // Those of the clients' pool that no record names.
    removesLogins: true,
    looksInto: ['landing'],
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
    looksInto: ['photos'],
    sendsTo: ['download', 'photo'],
  },
};

/** They count a queue's messages, and look at some. */
export const deadLetterActions = ['sqs:GetQueueAttributes', 'sqs:ReceiveMessage'] as const;

export interface Resources {
  data: Data;
  photos: Photos;
  siteBucket: s3.IBucket;
  /** Keys of the documents in it. */
  documents: string[];
  queues: Queues;
  identity: Identity;
  /** ARN of the distribution. */
  edgeArn: string;
  signingKey: SigningKey;
  apiKey: ApiKey;
  emails: Emails;
  /** A function's ARN, also before that function is created. */
  functionArn: (name: FunctionName) => string;
}

/** Adds a function's permissions to its policy. */
export function grantRights(grantee: StudioFunction, may: Rights, resources: Resources): void {
  const { data, photos, siteBucket, documents, queues, identity, signingKey, apiKey, edgeArn, emails, functionArn } =
    resources;
  const grant = (action: string, arn: string) =>
    iam.Grant.addToPrincipal({ grantee, actions: [action], resourceArns: [arn] });

  for (const [table, actions] of Object.entries(may.tables)) data.grant(grantee, table as TableName, ...actions);
  for (const { table, keys } of may.readsRows ?? []) data.grantGet(grantee, table, keys);
  for (const { table, beginning } of may.deletesRows ?? []) data.grantDelete(grantee, table, beginning);
  for (const { table, attributes } of may.updatesAttributes ?? []) data.grantUpdate(grantee, table, attributes);
  for (const { table, index } of may.indexes ?? []) data.grantIndex(grantee, table, index);
  for (const { bucket, prefix, actions } of may.objects ?? []) photos.grant(grantee, bucket, prefix, ...actions);
  for (const bucket of may.looksInto ?? []) grant('s3:ListBucket', photos[bucket].bucketArn);
  for (const bucket of may.listsVersions ?? []) grant('s3:ListBucketVersions', photos[bucket].bucketArn);
  if (may.writesPages) {
    for (const key of documents) grant('s3:PutObject', siteBucket.arnForObjects(key));
    // Without it, S3 would answer 403 to the list of the documents before it is first written.
    grant('s3:ListBucket', siteBucket.bucketArn);
  }
  for (const page of may.readsPages ?? []) grant('s3:GetObject', siteBucket.arnForObjects(page));
  for (const queue of may.sendsTo ?? []) grant('sqs:SendMessage', queues.queues[queue].queueArn);
  for (const name of may.looksAtDeadLetters ?? []) {
    const { queueArn } = queues.deadLetters[name];
    for (const action of deadLetterActions) grant(action, queueArn);
  }
  if (may.signs) {
    grant('secretsmanager:GetSecretValue', signingKey.secret.secretArn);
    // The function must not sign with a key before CloudFront accepts it.
    grantee.node.addDependency(signingKey.keyGroup);
  }
  if (may.readsApiKey) {
    grant('ssm:GetParameter', apiKey.parameterArn);
    grantee.node.addDependency(apiKey.created);
  }
  if (may.asksForUsers) grant('cognito-idp:AdminGetUser', identity.pools.clients.userPoolArn);
  if (may.createsLogins) grant('cognito-idp:AdminCreateUser', identity.pools.clients.userPoolArn);
  if (may.removesLogins) {
    for (const action of ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'])
      grant(action, identity.pools.clients.userPoolArn);
  }
  for (const name of may.starts ?? []) grant('lambda:InvokeFunction', functionArn(name));
  if (may.clearsEdge) grant('cloudfront:CreateInvalidation', edgeArn);
  if (may.sendsEmails) for (const arn of emails.sendingArns) grant('ses:SendEmail', arn);
}
