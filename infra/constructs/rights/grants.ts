import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { FunctionName } from '../../blueprint/functions.ts';
import type { DeadLetters, QueueName } from '../../blueprint/queues.ts';
import type { TableName } from '../../blueprint/tables.ts';
import type { ApiKey } from '../api-key.ts';
import type { Data, TableAction } from '../data.ts';
import type { Emails } from '../emails.ts';
import type { Identity } from '../identity.ts';
import type { ObjectAction, PhotoBucket, Photos } from '../photos.ts';
import type { Queues } from '../queues.ts';
import type { SigningKey } from '../signing-key.ts';
import type { StudioFunction } from '../studio-function.ts';

/** The permissions of a function. IAM denies everything else. */
export interface Rights {
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
