import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../infra/bundle.ts';
import { rowsFile } from '../../infra/commands/exported/rows.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { userPools } from '../../local/addresses.ts';
import { commandEnvironment, deadLettersUrl } from '../../local/environment.ts';
import { startHttpApi } from '../../local/lambda/http-api.ts';
import { type Functions, startFunctions } from '../../local/lambda/runtime.ts';
import type { RunningService } from '../../local/services/service.ts';
import { type ApiStudio, startApiStudio } from '../support/studio/api-studio.ts';

/** Runs every command of docs/runbook.md as written, against the local services. */

const text = readFileSync('docs/runbook.md', 'utf8');
const written = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?npm run [^`]+)`/g)].map(([, command]) => command!);
const email = 'client@magnolia.studio';
const admin = 'owner@magnolia.studio';

/** The commands in an order that works here, each with the expected output. */
const expected: [command: string, prints: RegExp][] = [
  ['npm run studio:redrive', /^photo: 0\n(.*\n)*bounces: 1\n/],
  ['npm run studio:redrive -- photo', /^0 messages are on their way again/],
  ['npm run studio:redrive -- download', /^0 messages are on their way again/],
  ['npm run studio:redrive -- media', /^0 messages are on their way again/],
  ['npm run studio:redrive -- outbox', /^0 emails are on their way again/],
  ['npm run studio:redrive -- website', /^The website is published again/],
  ['npm run studio:redrive -- bounces', /^What became of 1 email is recorded/],
  ['npm run studio:sweep', /^The sweep is done: \{"requeued":0/],
  ['npm run studio:allow-email -- <email>', /is not on the list/],
  ['npm run studio:forget-login -- <email>', /^Deleted 1 login of/],
  // What reads or writes every row or file says first what that costs.
  ['npm run studio:export -- <folder>', /^(To fetch: .*\$|There is nothing new to fetch\.)/m],
  ['npm run studio:restore-drill -- <folder>', /^The tables are built anew .* cost at most \$\d+\.\d\d\.$/m],
  [
    'npm run studio:restore -- <folder of the export>',
    /^Requests cost at most \$.* stored for at most \$\d+\.\d\d a month/,
  ],
  ['npm run studio:restore -- <an older export>', /^Requests cost at most/],
  ['npm run studio:restore -- <the same export>', /^Requests cost at most/],
  ['PHOTOS_TABLE=restored-photos npm run studio:export -- restored --rows', /./],
  ['npm run studio:restore -- restored', /^Requests cost at most \$\d+\.\d\d\.$/m],
  ['npm run studio:repair -- photos SESSION-ID PHOTO-ID', /^width: .*\nNothing was changed/],
  ['npm run studio:repair -- photos SESSION-ID PHOTO-ID --export FOLDER', /Repaired: width/],
  ['npm run studio:repair -- photos SESSION-ID PHOTO-ID --table restored-photos', /Repaired: width/],
  ['npm run studio:repair -- photos SESSION-ID PHOTO-ID --object LANDING-BUCKET', /is being processed again/],
  ['npm run studio:repair -- capture-times', /^Read the capture times of \d+ photos again, and corrected 0\.$/m],
  ['npm run studio:repair -- search-keys', /^The search finds \d+ files that it did not find before\.$/m],
  ['npm run admin:add -- <email> <user pool id>', /is an admin/],
  ['npm run admin:add -- <email> <user pool id> --reset-authenticator', /is an admin/],
  ['npm run admin:remove -- <email> <user pool id>', /is the last admin/],
];
/** Refused on purpose: no other admin would be left. */
const refused = ['npm run admin:remove -- <email> <user pool id>'];

const stored = JSON.parse(readFileSync('tests/api/tables/stored-rows.json', 'utf8')) as Record<
  'sessions' | 'photos',
  { id: string }[]
>;
const session = stored.sessions.find(({ id }) => id === 'session')!;
const photo = stored.photos.find(({ id }) => id === 'ready') as { session_id: string; id: string; customer_id: string };

/** Stores a photo whose row is damaged, its session, and everything that it can be repaired from. */
async function damagePhoto(): Promise<void> {
  const rows = DynamoDBDocumentClient.from(new DynamoDBClient());
  const put = (TableName: string, Item: object) => rows.send(new PutCommand({ TableName, Item }));
  await put('sessions', session);
  await put('photos', { ...photo, width: 'wide' });
  await put('restored-photos', photo);
  const exported = rowsFile(join(folder, 'rows'), 'photos');
  await mkdir(dirname(exported), { recursive: true });
  await writeFile(exported, `${JSON.stringify(photo)}\n`);
  const Key = `originals/${photo.customer_id}/${photo.session_id}/20250504120000000-${photo.id}-IMG_3.jpg`;
  await s3().send(new PutObjectCommand({ Bucket: 'photos', Key, Body: 'x' }));
}

let studio: ApiStudio;
let functions: Functions;
let api: RunningService;
let folder: string;

beforeAll(async () => {
  studio = await startApiStudio();
  folder = await mkdtemp(join(tmpdir(), 'runbook-'));
  studio.addresses.data = folder;
  await bundle('daily-sweep', 'record-bounce');
  functions = startFunctions(studio.addresses);
  const nobody = { issuer: 'http://localhost:9', clientId: 'none' };
  api = await startHttpApi({ port: 0, functions, authorizers: { clients: nobody, studio: nobody } });
  studio.addresses.ports.httpapi = api.port;

  const dynamodb = new DynamoDBClient();
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'photos' }));
  const { AttributeDefinitions, KeySchema } = Table!;
  const keys = KeySchema!.map(({ AttributeName }) => AttributeName);
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'restored-photos',
      KeySchema,
      AttributeDefinitions: AttributeDefinitions!.filter(({ AttributeName }) => keys.includes(AttributeName)),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await new CognitoIdentityProviderClient().send(
    new AdminCreateUserCommand({
      UserPoolId: userPools.clients.id,
      Username: email,
      UserAttributes: [{ Name: 'email', Value: email }],
      MessageAction: 'SUPPRESS',
    }),
  );
  const bounce = {
    detail: {
      eventType: 'Bounce',
      mail: { messageId: 'm' },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [] },
    },
  };
  await new SQSClient().send(
    new SendMessageCommand({
      QueueUrl: deadLettersUrl(studio.addresses, 'bounces'),
      MessageBody: JSON.stringify(bounce),
    }),
  );
}, 120_000);

afterAll(async () => {
  await api?.close();
  await functions?.close();
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command of package.json without npm; it may begin with an environment variable. */
function run(command: string): Promise<{ code: number | null; output: string }> {
  const isAdmin = command.includes('admin:');
  const filled = command
    .replaceAll('<email>', isAdmin ? admin : email)
    .replaceAll('<user pool id>', userPools.studio.id)
    .replaceAll(/<(folder|folder of the export|an older export|the same export)>/g, join(folder, 'export'))
    .replace('SESSION-ID', photo.session_id)
    .replace('PHOTO-ID', photo.id)
    .replace('FOLDER', join(folder, 'rows'))
    .replace('LANDING-BUCKET', 'landing')
    .replaceAll(/(?<= )restored(?= |$)/g, join(folder, 'restored'));
  const [, variable, value, script = '', args = ''] =
    /^(?:([A-Z_]+)=(\S+) )?npm run ([\w:-]+)(?: -- (.+))?$/.exec(filled) ?? [];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, file = ''] = /^node (\S+)$/.exec(scripts[script] ?? '') ?? [];
  const child = spawn(process.execPath, [resolve(file), ...args.split(' ').filter(Boolean)], {
    cwd: folder,
    env: { ...process.env, ...commandEnvironment(studio.addresses), ...(variable && { [variable]: value }) },
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

describe('docs/runbook.md', () => {
  test('names only commands of this repository, and the tests below run all of them', () => {
    expect(text).not.toMatch(/`aws (?!login`)/);
    expect([...new Set(written)].toSorted()).toEqual(expected.map(([command]) => command).toSorted());
  });

  test.each(expected)('%s', async (command, prints) => {
    if (command.includes('studio:repair')) await damagePhoto();
    const { code, output } = await run(command);
    expect(output).toMatch(prints);
    expect({ command, code, output }).toMatchObject({ code: refused.includes(command) ? 1 : 0 });
  });

  test('the recorded event is deleted from the queue', async () => {
    const { Attributes } = await new SQSClient().send(
      new GetQueueAttributesCommand({
        QueueUrl: deadLettersUrl(studio.addresses, 'bounces'),
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
  });
});
