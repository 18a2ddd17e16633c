import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { type FunctionBlueprint, type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { deadLetterActions } from '../../infra/constructs/rights/grants.ts';
import { rights } from '../../infra/constructs/rights/rights.ts';

/**
 * The local services do not check IAM, so a missing right would fail only in AWS. This test reads the code instead:
 * esbuild drops code that a function can't reach (and numbers duplicate names), and the rest calls AWS in a few
 * recognizable forms.
 */

/** Calls in reachable code that never run. */
const neverRun: Partial<Record<FunctionName, string[]>> = {
  // A studio's edit may free an old address; a client's edit never changes the unique address.
  client: ['dynamodb:DeleteItem customers'],
  // A page that is not there is handled as one that may not be read.
  preview: ['s3:ListBucket site'],
  // Favorites are never prepared ahead.
  'prepare-download': ['dynamodb:Query sessions'],
};

const tableMethods: Record<string, string> = {
  get: 'GetItem',
  getMany: 'BatchGetItem',
  page: 'Query',
  all: 'Query',
  allIntact: 'Query',
  insert: 'PutItem',
  change: 'UpdateItem',
  changeOrInsert: 'UpdateItem',
  check: 'ConditionCheckItem',
  delete: 'DeleteItem',
};
const rawWrites: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};
/** The actions that an S3 call needs in its bucket. Without ListBucket, S3 reports a missing object as AccessDenied. */
const objectCalls: Record<string, string[]> = {
  HeadObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  GetObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  PutObjectCommand: ['s3:PutObject'],
  CopyObjectCommand: ['s3:PutObject'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  // Of current versions; the only call that names versions is that of old archives.
  DeleteObjectsCommand: ['s3:DeleteObject'],
  ListObjectVersionsCommand: ['s3:ListBucketVersions', 's3:DeleteObjectVersion'],
  CreateMultipartUploadCommand: ['s3:PutObject'],
  UploadPartCommand: ['s3:PutObject'],
  CompleteMultipartUploadCommand: ['s3:PutObject'],
  AbortMultipartUploadCommand: ['s3:AbortMultipartUpload'],
  ListPartsCommand: ['s3:ListMultipartUploadParts'],
  paginateListParts: ['s3:ListMultipartUploadParts'],
  Upload: ['s3:PutObject', 's3:AbortMultipartUpload'],
  paginateListObjectsV2: ['s3:ListBucket'],
  ListObjectsV2Command: ['s3:ListBucket'],
};
const otherCalls: Record<string, string> = {
  GetSecretValueCommand: 'secretsmanager:GetSecretValue',
  GetParameterCommand: 'ssm:GetParameter',
  AdminCreateUserCommand: 'cognito-idp:AdminCreateUser',
  AdminGetUserCommand: 'cognito-idp:AdminGetUser',
  AdminDeleteUserCommand: 'cognito-idp:AdminDeleteUser',
  ListUsersCommand: 'cognito-idp:ListUsers',
  InvokeCommand: 'lambda:InvokeFunction',
  CreateInvalidationCommand: 'cloudfront:CreateInvalidation',
  SendEmailCommand: 'ses:SendEmail',
};

const nameOf = (variable: string) => variable.replace(/_(TABLE|BUCKET|QUEUE_URL)$/, '').toLowerCase();

async function reachableCode(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}

/** The S3 actions in code, as `s3:GetObject landing`. A call names its bucket, unless the function has only one. */
function objectCallsIn(code: string): string[] {
  const bucket = /Bucket: env\("(\w+)"\)/;
  const known = new Set(code.match(new RegExp(bucket, 'g')));
  const names = Object.keys(objectCalls).join('|');
  return [...code.matchAll(new RegExp(`\\b(${names})\\d*\\(`, 'g'))].flatMap(
    ({ 0: { length }, 1: call = '', index }) => {
      const [argument = ''] = code.slice(index + length).split(/\bs3\(\)\.send|;\n/);
      const [, name] = bucket.exec(argument) ?? bucket.exec(known.size === 1 ? [...known][0]! : '') ?? [];
      if (!name) throw new Error(`In which bucket? ${call}(${argument}`);
      return objectCalls[call]!.map((action) => `${action} ${nameOf(name)}`);
    },
  );
}

/** The table actions in code, as `dynamodb:GetItem photos`, and all others, as `s3:GetObject landing`. */
function callsIn(code: string): Set<string> {
  const calls = new Set<string>();
  const tables = new Map<string, string>();
  for (const [, variable = '', name = ''] of code.matchAll(/(?:var|const|let) (\w+) = table\d*\(\s*"(\w+)"/g)) {
    tables.set(variable, nameOf(name));
  }
  // Not a property of the same name: `email.sessions.map(` is no call of the table `sessions`.
  for (const [, variable = '', method = ''] of code.matchAll(/(?<!\w\.)\b(\w+)\.(\w+)\(/g)) {
    const [table, action] = [tables.get(variable), tableMethods[method]];
    if (table && action) calls.add(`dynamodb:${action} ${table}`);
    else if (table && method !== 'keyOf') throw new Error(`What does a table's method '${method}' need? Say it here.`);
  }
  for (const [, direct, command, name = ''] of code.matchAll(
    /(?:(\w+): \{|new (\w+?)Command\d*\(\{)\s*TableName: env\("(\w+)"\)/g,
  )) {
    calls.add(`dynamodb:${rawWrites[direct ?? command ?? ''] ?? `${command}Item`} ${nameOf(name)}`);
  }
  for (const call of objectCallsIn(code)) calls.add(call);
  for (const [, name = ''] of code.matchAll(/CopySource: `\$\{env\("(\w+)"\)/g)) {
    calls.add(`s3:GetObject ${nameOf(name)}`).add(`s3:ListBucket ${nameOf(name)}`);
  }
  for (const [, name = ''] of code.matchAll(/"(\w+_QUEUE_URL)"/g)) calls.add(`sqs:SendMessage ${nameOf(name)}`);
  // A function can do with each dead-letter queue that it names what it does with any.
  const looks = deadLetterActions.filter((action) => code.includes(`new ${action.slice('sqs:'.length)}Command`));
  for (const [, name = ''] of code.matchAll(/"(\w+)_DEAD_LETTERS_URL"/g)) {
    for (const action of looks) calls.add(`${action} ${name.toLowerCase()}-dead-letters`);
  }
  for (const [, command = ''] of code.matchAll(/new (\w+?Command)\d*\(/g)) {
    if (otherCalls[command]) calls.add(otherCalls[command]);
    else if (!knownCommand.test(command)) throw new Error(`What right does ${command} need? Say it here.`);
  }
  return calls;
}

/**
 * Commands covered by the table, bucket or queue that they name. Reading its own queue belongs to every queue trigger.
 */
const knownCommand =
  /^(Get|BatchGet|Query|Put|Update|TransactWrite)Command$|Object|Multipart|UploadPart|ListParts|(Send|Receive|Delete)Message|ChangeMessageVisibility|GetQueueAttributes/;

function rightsOf(name: FunctionName): Set<string> {
  const may = rights[name];
  return new Set([
    ...Object.entries(may.tables).flatMap(([table, actions]) => actions.map((action) => `${action} ${table}`)),
    ...(may.readsRows ?? []).flatMap(({ table }) => [`dynamodb:GetItem ${table}`, `dynamodb:BatchGetItem ${table}`]),
    ...(may.deletesRows ?? []).map(({ table }) => `dynamodb:DeleteItem ${table}`),
    ...(may.updatesAttributes ?? []).map(({ table }) => `dynamodb:UpdateItem ${table}`),
    ...(may.indexes ?? []).map(({ table }) => `dynamodb:Query ${table}`),
    ...(may.objects ?? []).flatMap(({ bucket, actions }) => actions.map((action) => `${action} ${bucket}`)),
    ...(may.listsVersions ?? []).map((bucket) => `s3:ListBucketVersions ${bucket}`),
    ...(may.listsObjects ?? []).map((bucket) => `s3:ListBucket ${bucket}`),
    ...(may.readsPages ? ['s3:GetObject site'] : []),
    ...(may.writesPages ? ['s3:PutObject site', 's3:ListBucket site'] : []),
    ...(may.sendsTo ?? []).map((queue) => `sqs:SendMessage ${queue}`),
    ...(may.readsDeadLetters ?? []).flatMap((name) =>
      deadLetterActions.map((action) => `${action} ${name}-dead-letters`),
    ),
    ...(may.signs ? ['secretsmanager:GetSecretValue'] : []),
    ...(may.readsApiKey ? ['ssm:GetParameter'] : []),
    ...(may.asksForUsers ? ['cognito-idp:AdminGetUser'] : []),
    ...(may.removesLogins ? ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'] : []),
    ...(may.createsLogins ? ['cognito-idp:AdminCreateUser'] : []),
    ...(may.starts ? ['lambda:InvokeFunction'] : []),
    ...(may.clearsEdge ? ['cloudfront:CreateInvalidation'] : []),
    ...(may.sendsEmails ? ['ses:SendEmail'] : []),
  ]);
}

describe('a function’s rights are exactly the calls in its code', () => {
  test.each(Object.entries(functions) as [FunctionName, FunctionBlueprint][])('%s', async (name, { entry }) => {
    const does = callsIn(await reachableCode(entry));
    for (const call of neverRun[name] ?? []) expect(does.delete(call)).toBe(true);
    expect([...rightsOf(name)].toSorted()).toEqual([...does].toSorted());
  });
});

test.each(Object.entries(functions) as [FunctionName, FunctionBlueprint][])(
  'the environment of %s has exactly the variables that its code reads',
  async (_, { entry, environment }) => {
    const code = await reachableCode(entry);
    const read = new Set([...code.matchAll(/\benv\("(\w+)"\)/g)].map(([, variable]) => variable));
    expect([...read].filter((variable) => !environment.some((name) => name === variable))).toEqual([]);
    expect(environment.filter((variable) => !code.includes(`"${variable}"`))).toEqual([]);
  },
);

/** It looks at the site's own pages, to say that they are live only when they are. */
const visitsSite: FunctionName = 'publish-site';

test.each((Object.entries(functions) as [FunctionName, FunctionBlueprint][]).filter(([name]) => name !== visitsSite))(
  '%s makes requests only to AWS, with the SDK',
  async (_, { entry }) => {
    expect(await reachableCode(entry)).not.toMatch(/\bfetch\(|["'](node:)?(https?|http2|tls|dgram)["']/);
  },
);
