import * as iam from 'aws-cdk-lib/aws-iam';
import type { FunctionName, QueueName, TableName } from '../blueprint.ts';
import type { Data, TableAction } from './data.ts';
import type { Identity } from './identity.ts';
import type { Letters } from './letters.ts';
import type { ObjectAction, PhotoBucket, Photos } from './photos.ts';
import type { Queues } from './queues.ts';
import type { SigningKey } from './signing-key.ts';
import type { StudioFunction } from './studio-function.ts';

/** What a function may do. What is not said here, IAM refuses. */
interface Rights {
  /** Query reaches the table's indexes too. A transaction needs the actions it consists of. */
  tables: Partial<Record<TableName, TableAction[]>>;
  /** Deletes only rows whose key begins so: those that keep an address or a label unique, never a person's or a session's. */
  deletesRows?: { table: TableName; beginning: string }[];
  /** Query of one index, where the rest of its table is none of the function's business. */
  indexes?: { table: TableName; index: string }[];
  /** By bucket and prefix of the keys. */
  objects?: { bucket: PhotoBucket; prefix: string; actions: ObjectAction[] }[];
  /** Buckets in which it may learn that an object is missing: without this S3 answers 403 for it, not 404. */
  looksInto?: PhotoBucket[];
  /** Queues that it may send to. */
  sendsTo?: QueueName[];
  /** Reads the key that signs photo links and cookies. */
  signs?: true;
  /** Asks the user pool for a login's verified e-mail address. */
  asksForUsers?: true;
  /** Makes the edge forget what it keeps. */
  clearsEdge?: true;
  /** Sends letters from the studio's address. */
  sendsLetters?: true;
}

/**
 * The audience is the boundary: what IAM can't say ('own'), the domain's guards and the conditions of its writes say.
 * Nobody may Scan, and nobody but the studio and the workers may delete. A test holds each function to what its code calls.
 */
export const rights: Record<FunctionName, Rights> = {
  /** Open to the world: leaves messages, and reads what is public anyway. */
  public: {
    tables: {
      messages: ['dynamodb:PutItem'],
      outbox: ['dynamodb:PutItem'],
      guards: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    indexes: [{ table: 'photos', index: 'portfolio' }],
  },

  /** Can't delete anything, nor write a session, nor reach a bucket: pictures come through the edge. */
  client: {
    tables: {
      // Put: a new client's record and the rows that keep it unique.
      customers: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:Query'],
      // Update: star and note.
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      quotes: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      guards: ['dynamodb:UpdateItem'],
    },
    sendsTo: ['download'],
    signs: true,
    asksForUsers: true,
  },

  /** The studio. Its uploads are signed in its name, so it must be able to put what it lets the browser put. */
  admin: {
    tables: {
      customers: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
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
      quotes: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      messages: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    deletesRows: [
      { table: 'customers', beginning: 'email#' },
      { table: 'sessions', beginning: 'label#' },
    ],
    objects: [{ bucket: 'landing', prefix: '', actions: ['s3:PutObject'] }],
    sendsTo: ['media'],
    signs: true,
  },

  'process-photo': {
    tables: {
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      // Put: a row that got lost is rebuilt from what arrived.
      photos: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    // Deletes what it wrote itself, where a photo turns out to be settled otherwise by then.
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:PutObject', 's3:DeleteObject'] },
    ],
    looksInto: ['landing'],
  },

  'move-derivatives': {
    tables: {
      // A deleted session, until all of its photos are on their way to new addresses.
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // Downloads that hold a hidden photo are withdrawn.
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    },
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
    tables: { outbox: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
    sendsLetters: true,
  },

  'record-bounce': {
    tables: { outbox: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
  },

  'daily-sweep': {
    tables: {
      customers: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      quotes: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    },
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:DeleteObject'] },
    ],
    looksInto: ['landing'],
    sendsTo: ['photo', 'media'],
  },

  'prepare-download': {
    tables: {
      downloads: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:Query'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      outbox: ['dynamodb:PutItem'],
    },
    objects: [
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject'] },
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
    sendsTo: ['download'],
  },
};

export interface Resources {
  data: Data;
  photos: Photos;
  queues: Queues;
  identity: Identity;
  /** ARN of the distribution. */
  edgeArn: string;
  signingKey: SigningKey;
  letters: Letters;
}

/** Turns a function's rights into its policy. */
export function grantRights(grantee: StudioFunction, may: Rights, resources: Resources): void {
  const { data, photos, queues, identity, signingKey, edgeArn, letters } = resources;
  const grant = (action: string, arn: string) =>
    iam.Grant.addToPrincipal({ grantee, actions: [action], resourceArns: [arn] });

  for (const [table, actions] of Object.entries(may.tables)) data.grant(grantee, table as TableName, ...actions);
  for (const { table, beginning } of may.deletesRows ?? []) data.grantDelete(grantee, table, beginning);
  for (const { table, index } of may.indexes ?? []) data.grantIndex(grantee, table, index);
  for (const { bucket, prefix, actions } of may.objects ?? []) photos.grant(grantee, bucket, prefix, ...actions);
  for (const bucket of may.looksInto ?? []) grant('s3:ListBucket', photos[bucket].bucketArn);
  for (const queue of may.sendsTo ?? []) grant('sqs:SendMessage', queues.queues[queue].queueArn);
  if (may.signs) {
    grant('secretsmanager:GetSecretValue', signingKey.secret.secretArn);
    // Never signs with a key before CloudFront takes it.
    grantee.node.addDependency(signingKey.keyGroup);
  }
  if (may.asksForUsers) grant('cognito-idp:AdminGetUser', identity.pool.userPoolArn);
  if (may.clearsEdge) grant('cloudfront:CreateInvalidation', edgeArn);
  if (may.sendsLetters) for (const arn of letters.sendingArns) grant('ses:SendEmail', arn);
}
