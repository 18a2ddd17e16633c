import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { type FunctionBlueprint, type FunctionName, functions } from '../../infra/blueprint.ts';
import { rights } from '../../infra/constructs/rights.ts';

/**
 * This machine knows no IAM, so a right that is missing would show in AWS only. Hence this test reads the code instead:
 * esbuild leaves out what a function can't reach (and numbers names that occur twice), and what is left calls AWS in few,
 * plain forms.
 */

/** What reachable code asks for but never does. */
const neverDone: Partial<Record<FunctionName, string[]>> = {
  // An edit may free an old address for others; a client's own edits never change the address that must be unique.
  client: ['dynamodb:DeleteItem customers'],
};

const tableMethods: Record<string, string> = {
  get: 'GetItem',
  getMany: 'BatchGetItem',
  page: 'Query',
  all: 'Query',
  insert: 'PutItem',
  change: 'UpdateItem',
  check: 'ConditionCheckItem',
  delete: 'DeleteItem',
};
const rawWrites: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};
/** What a call to S3 needs in the bucket that it names. Whoever reads must be able to learn that something is missing. */
const objectCalls: Record<string, string[]> = {
  HeadObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  GetObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  PutObjectCommand: ['s3:PutObject'],
  CopyObjectCommand: ['s3:PutObject'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  DeleteObjectsCommand: ['s3:DeleteObject'],
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
  AdminGetUserCommand: 'cognito-idp:AdminGetUser',
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

/** What code does in buckets, `s3:GetObject landing`. A call names its bucket, unless its function knows only one. */
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

/** What code may do with tables, `dynamodb:GetItem photos`, and the rest, `s3:GetObject landing`. */
function callsIn(code: string): Set<string> {
  const calls = new Set<string>();
  const tables = new Map<string, string>();
  for (const [, variable = '', name = ''] of code.matchAll(/(?:var|const|let) (\w+) = table\d*\(\s*"(\w+)"/g)) {
    tables.set(variable, nameOf(name));
  }
  for (const [, variable = '', method = ''] of code.matchAll(/\b(\w+)\.(\w+)\(/g)) {
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
  for (const [, command = ''] of code.matchAll(/new (\w+?Command)\d*\(/g)) {
    if (otherCalls[command]) calls.add(otherCalls[command]);
    else if (!knownCommand.test(command)) throw new Error(`What right does ${command} need? Say it here.`);
  }
  return calls;
}

/** Commands that are looked at by what they name: table, bucket, queue. Whom a queue feeds may put off its messages anyway. */
const knownCommand =
  /^(Get|BatchGet|Query|Put|Update|TransactWrite)Command$|Object|Multipart|UploadPart|ListParts|SendMessage|ChangeMessageVisibility/;

function rightsOf(name: FunctionName): Set<string> {
  const may = rights[name];
  return new Set([
    ...Object.entries(may.tables).flatMap(([table, actions]) => actions.map((action) => `${action} ${table}`)),
    ...(may.deletesRows ?? []).map(({ table }) => `dynamodb:DeleteItem ${table}`),
    ...(may.indexes ?? []).map(({ table }) => `dynamodb:Query ${table}`),
    ...(may.objects ?? []).flatMap(({ bucket, actions }) => actions.map((action) => `${action} ${bucket}`)),
    ...(may.looksInto ?? []).map((bucket) => `s3:ListBucket ${bucket}`),
    ...(may.sendsTo ?? []).map((queue) => `sqs:SendMessage ${queue}`),
    ...(may.signs ? ['secretsmanager:GetSecretValue'] : []),
    ...(may.asksForUsers ? ['cognito-idp:AdminGetUser'] : []),
    ...(may.clearsEdge ? ['cloudfront:CreateInvalidation'] : []),
    ...(may.sendsLetters ? ['ses:SendEmail'] : []),
  ]);
}

describe('a function may do what its code can do, no less and no more', () => {
  test.each(Object.entries(functions) as [FunctionName, FunctionBlueprint][])('%s', async (name, { entry }) => {
    const does = callsIn(await reachableCode(entry));
    for (const call of neverDone[name] ?? []) expect(does.delete(call)).toBe(true);
    expect([...rightsOf(name)].toSorted()).toEqual([...does].toSorted());
  });
});

test.each(Object.entries(functions) as [FunctionName, FunctionBlueprint][])(
  'the environment of %s has what its code reads, and nothing else',
  async (_, { entry, environment }) => {
    const code = await reachableCode(entry);
    const read = new Set([...code.matchAll(/\benv\("(\w+)"\)/g)].map(([, variable]) => variable));
    expect([...read].filter((variable) => !environment.some((name) => name === variable))).toEqual([]);
    expect(environment.filter((variable) => !code.includes(`"${variable}"`))).toEqual([]);
  },
);

test.each(Object.entries(functions) as [FunctionName, FunctionBlueprint][])(
  '%s speaks to AWS alone, by the SDK',
  async (_, { entry }) => {
    expect(await reachableCode(entry)).not.toMatch(/\bfetch\(|["'](node:)?(https?|http2|tls|dgram)["']/);
  },
);
