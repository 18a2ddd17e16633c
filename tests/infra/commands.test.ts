import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, PutCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deadLetterNames } from '../../infra/blueprint/queues.ts';
import { createAdmin } from '../../infra/commands/people/create-admin.ts';
import { removeAdmin } from '../../infra/commands/people/remove-admin.ts';
import { countDeadLetters, emailsInTrouble, redriveQueue, resendEmails } from '../../infra/commands/redrive.ts';
import type { StackResources } from '../../infra/commands/stack/deployed.ts';
import { addresses, credentials, region, userPools } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { commandEnvironment } from '../../local/environment.ts';
import type { Email } from '../../local/services/inbox.ts';
import type { RunningService } from '../../local/services/service.ts';
import { startSes } from '../../local/services/ses.ts';
import { startSqs } from '../../local/sqs/server.ts';

let dir: string;
const running: RunningService[] = [];
const startedAt = async (service: Promise<RunningService>): Promise<string> => {
  const { port } = running[running.push(await service) - 1]!;
  return `http://127.0.0.1:${port}`;
};
const common = { region, credentials, maxAttempts: 1 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'commands-'));
});
afterAll(async () => {
  for (const service of running.toReversed()) await service.close();
  await rm(dir, { recursive: true });
});

describe('admin:add and admin:remove', () => {
  const email = 'owner@magnolia.studio';
  const user = { UserPoolId: userPools.studio.id, Username: email };
  let cognito: CognitoIdentityProviderClient;
  let inbox: string;

  beforeAll(async () => {
    inbox = await startedAt(startSes({ port: 0, dir: join(dir, 'ses') }));
    const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [] };
    const endpoint = await startedAt(
      startCognito({ port: 0, dir: join(dir, 'cognito'), sesEndpoint: inbox, ...nowhere }),
    );
    cognito = new CognitoIdentityProviderClient({ ...common, endpoint });
  });

  const emails = async () =>
    (await (await fetch(`${inbox}/emails.json?to=${encodeURIComponent(email)}`)).json()) as Email[];
  const invited = (count: number) => vi.waitFor(async () => expect(await emails()).toHaveLength(count), 30_000);

  test('invites an admin with a verified address', async () => {
    const said = await createAdmin(cognito, userPools.studio.id, email);
    expect(said).toEqual([
      `An invitation with a password for three days is on its way to ${email}.`,
      `${email} is an admin.`,
    ]);
    await invited(1);
    const { UserAttributes, UserStatus } = await cognito.send(new AdminGetUserCommand(user));
    expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    expect(UserStatus).toBe('FORCE_CHANGE_PASSWORD');
    const { Groups } = await cognito.send(new AdminListGroupsForUserCommand(user));
    expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['admins']);
  });

  test('invites again an admin who has not signed in yet', async () => {
    const [sentence] = await createAdmin(cognito, userPools.studio.id, email);
    expect(sentence).toContain('invited before; a new password');
    await invited(2);
  });

  test('keeps an existing password, and turns off a lost authenticator', async () => {
    await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: 'Golden-Hour-7777', Permanent: true }));
    const asked = new Map<string, object>();
    cognito.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          asked.set(commandName, args.input);
          return next(args);
        },
      { step: 'initialize', name: 'asked' },
    );
    const said = await createAdmin(cognito, userPools.studio.id, email, { resetAuthenticator: true });
    cognito.middlewareStack.remove('asked');
    expect(said).toEqual([
      `${email} has a password already.`,
      `${email} is an admin.`,
      'The authenticator is off; a new one can be set up in the admin area under Security.',
    ]);
    expect(await emails()).toHaveLength(2);
    expect(asked.get('AdminSetUserMFAPreferenceCommand')).toMatchObject({
      ...user,
      SoftwareTokenMfaSettings: { Enabled: false },
    });
    expect(asked.get('AdminUserGlobalSignOutCommand')).toMatchObject(user);
  });

  test.each([
    ['the clients’ pool', userPools.clients.id],
    ['a pool that does not exist', 'us-east-1_Nowhere'],
  ])('refuse %s before anybody is invited or removed', async (_, pool) => {
    const somebody = 'client@example.com';
    const refusal = new RegExp(`^${pool} is not the studio's user pool, and nothing was changed: .*StudioPoolId`);
    for (const options of [{}, { staff: true }, { resetAuthenticator: true }]) {
      await expect(createAdmin(cognito, pool, somebody, options)).rejects.toThrow(refusal);
    }
    await expect(removeAdmin(cognito, pool, somebody)).rejects.toThrow(refusal);
    await expect(removeAdmin(cognito, pool, somebody, { evenTheLast: true })).rejects.toThrow(refusal);
    const { Users } = await cognito.send(new ListUsersCommand({ UserPoolId: userPools.clients.id }));
    expect(Users).toEqual([]);
    const sent = await (await fetch(`${inbox}/emails.json?to=${somebody}`)).json();
    expect(sent).toEqual([]);
  });

  test('refuses to remove the last admin', async () => {
    await expect(removeAdmin(cognito, userPools.studio.id, email)).rejects.toThrow(/is the last admin/);
    await expect(removeAdmin(cognito, userPools.studio.id, 'nobody@magnolia.studio')).rejects.toThrow(
      /^Nobody signs in as/,
    );
  });

  test('--staff invites staff, and makes an admin staff unless it is the last one; adding again reverses it', async () => {
    const pool = userPools.studio.id;
    const sam = { UserPoolId: pool, Username: 'sam@magnolia.studio' };
    const groupsOf = async (user: typeof sam) =>
      (await cognito.send(new AdminListGroupsForUserCommand(user))).Groups?.map(({ GroupName }) => GroupName);
    const said = await createAdmin(cognito, pool, sam.Username, { staff: true, name: 'Sam Rivera' });
    expect(said.at(-1)).toBe('sam@magnolia.studio is staff.');
    expect(await groupsOf(sam)).toEqual(['staff']);
    const { UserAttributes = [] } = await cognito.send(new AdminGetUserCommand(sam));
    expect(UserAttributes).toContainEqual({ Name: 'name', Value: 'Sam Rivera' });

    await createAdmin(cognito, pool, sam.Username);
    expect(await groupsOf(sam)).toEqual(['admins']);
    await createAdmin(cognito, pool, sam.Username, { staff: true });
    expect(await groupsOf(sam)).toEqual(['staff']);
    await expect(createAdmin(cognito, pool, email, { staff: true })).rejects.toThrow(/is the last admin/);
    expect(await groupsOf({ ...sam, Username: email })).toEqual(['admins']);
    await removeAdmin(cognito, pool, sam.Username);
    expect(await groupsOf(sam)).toEqual([]);
  });

  test('removes an admin from the group, signs them out and disables them; adding reverses it', async () => {
    const leaving = { UserPoolId: userPools.studio.id, Username: 'leaving@magnolia.studio' };
    await createAdmin(cognito, userPools.studio.id, leaving.Username);
    const [sentence] = await removeAdmin(cognito, userPools.studio.id, leaving.Username);
    expect(sentence).toBe(
      `${leaving.Username} is neither admin nor staff any more, signed out everywhere, and can't sign in.`,
    );
    expect((await cognito.send(new AdminGetUserCommand(leaving))).Enabled).toBe(false);
    expect((await cognito.send(new AdminListGroupsForUserCommand(leaving))).Groups).toEqual([]);
    await removeAdmin(cognito, userPools.studio.id, leaving.Username);

    await createAdmin(cognito, userPools.studio.id, leaving.Username);
    expect((await cognito.send(new AdminGetUserCommand(leaving))).Enabled).toBe(true);
    const { Groups } = await cognito.send(new AdminListGroupsForUserCommand(leaving));
    expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['admins']);
  });
});

describe('a command on this machine', () => {
  /** Ports on which nothing answers, as when `npm start` does not run. */
  const silent = () => ({ ...addresses(1), data: join(dir, 'no-data') });

  function run(args: string[], env: Record<string, string> = commandEnvironment(silent())) {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    return new Promise<{ code: number | null; output: string }>((done) =>
      child.once('close', (code) => done({ code, output })),
    );
  }

  test.each([
    ['destroy', 'npm run reset deletes the studio on this machine.'],
    ['deploy', 'npm start runs the studio on this machine.'],
  ])('%s is refused, because it needs CloudFormation', async (command, instead) => {
    const folder = join(dir, 'last-export');
    const args = command === 'destroy' ? [folder] : ['--yes'];
    expect(await run([`infra/commands/${command}.ts`, ...args])).toEqual({
      code: 1,
      output: `This command is for a studio on AWS, and nothing was changed. ${instead}\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('`npm run local` takes the name of a script, too', async () => {
    const { code, output } = await run(['local/command.ts', 'studio:destroy', join(dir, 'last-export')]);
    expect(output).toContain('npm run reset deletes the studio on this machine.');
    expect(code).toBe(1);
  });

  test.each([
    ['redrive'],
    ['sweep'],
    ['export', 'somewhere'],
    ['restore-drill', 'nowhere'],
    ['people/forget-login', 'ada@example.com'],
    ['people/allow-email', 'ada@example.com'],
    ['people/create-admin', 'ada@example.com', userPools.studio.id],
    ['people/remove-admin', 'ada@example.com', userPools.studio.id],
    ['repair', 'customers', 'ada'],
  ])('%s says in words that nothing answers, here and on AWS', { timeout: 60_000 }, async (command, ...args) => {
    const paths = args.map((one) => (/where$/.test(one) ? join(dir, one) : one));
    const environment: Record<string, string> = { ...commandEnvironment(silent()), AWS_MAX_ATTEMPTS: '1' };
    const here = await run([`infra/commands/${command}.ts`, ...paths], environment);
    expect(here.code).toBe(1);
    expect(here.output).not.toMatch(/ECONNREFUSED|ENOTFOUND|^\s+at /m);
    if (command === 'restore-drill') return;
    expect(here.output).toContain('The studio on this machine does not answer: npm start must be running');
    const { STUDIO_ON_THIS_MACHINE: _, ...atAws } = environment;
    const there = await run([`infra/commands/${command}.ts`, ...paths], atAws);
    expect(there.output).toContain("AWS can't be reached (ECONNREFUSED): is this computer connected to the internet?");
  });
});

describe('studio:redrive', () => {
  let sqs: SQSClient;
  let dynamodb: DynamoDBDocumentClient;

  beforeAll(async () => {
    sqs = new SQSClient({ ...common, endpoint: await startedAt(startSqs({ port: 0, dir: join(dir, 'sqs') })) });
    const endpoint = await startedAt(startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') }));
    dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ ...common, endpoint }));
  });

  async function makeQueue(name: string): Promise<string> {
    const make = async (QueueName: string, Attributes: Record<string, string>) =>
      (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl!;
    const deadLetters = await make(`twin-${name}-dead-letters`, {});
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLetters, AttributeNames: ['QueueArn'] }),
    );
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: 1 });
    return make(`twin-${name}`, { VisibilityTimeout: '0', RedrivePolicy });
  }
  /** The stack's resources as CloudFormation lists them. */
  const resources: StackResources = async () =>
    deadLetterNames.map((name) => ({
      logicalId: `Queues${name}DeadLetters0123ABCD`,
      physicalId: `https://sqs.us-east-1.amazonaws.com/123456789012/twin-${name}-dead-letters`,
      type: 'AWS::SQS::Queue',
    }));
  const receive = async (QueueUrl: string) =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages?.map(({ Body }) => Body) ?? [];
  const waitingPhotos = async () =>
    (await countDeadLetters(sqs, resources)).find(({ name }) => name === 'photo')?.waiting;

  test('moves dead letters back to their queue', async () => {
    const [photo] = await Promise.all(['photo', 'download', 'media', 'outbox', 'bounces'].map(makeQueue));
    await sqs.send(new SendMessageCommand({ QueueUrl: photo, MessageBody: 'an upload' }));
    expect(await receive(photo!)).toEqual(['an upload']);
    // The second receive exceeds maxReceiveCount.
    await vi.waitFor(async () => {
      expect(await receive(photo!)).toEqual([]);
      expect(await waitingPhotos()).toBe(1);
    }, 30_000);
    expect(await redriveQueue(sqs, resources, 'photo')).toBe(1);
    await vi.waitFor(async () => expect(await receive(photo!)).toEqual(['an upload']), 30_000);
    expect(await redriveQueue(sqs, resources, 'download')).toBe(0);
  });

  test('queues failed and stuck emails again, and no others', async () => {
    const TableName = 'outbox';
    await dynamodb.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
    const rows = [
      {
        id: 'refused',
        state: 'failed',
        kind: 'message-received',
        reason: 'MessageRejected',
        created_at: '2026-05-01T11:59:00.000Z',
      },
      { id: 'stuck', state: 'queued', created_at: '2026-05-01T09:00:00.000Z' },
      { id: 'on-its-way', state: 'queued', created_at: '2026-05-01T11:59:00.000Z' },
      { id: 'sent', state: 'sent', created_at: '2026-05-01T09:00:00.000Z' },
      {
        id: 'returned',
        state: 'returned',
        kind: 'gallery-ready',
        to: 'ada@example.com',
        reason: 'Permanent bounce: 550 5.1.1 user unknown',
        created_at: '2026-05-01T08:00:00.000Z',
      },
    ];
    for (const Item of rows) await dynamodb.send(new PutCommand({ TableName, Item }));
    expect(await emailsInTrouble(dynamodb, TableName)).toEqual([
      '2026-05-01T08:00:00.000Z  returned  gallery-ready to ada@example.com: Permanent bounce: 550 5.1.1 user unknown',
      '2026-05-01T11:59:00.000Z  failed  message-received to the studio: MessageRejected',
    ]);
    expect(await resendEmails(dynamodb, TableName, new Date('2026-05-01T12:00:00.000Z'))).toEqual({
      resent: 2,
      young: 1,
    });
    const stateOf = async (id: string) => (await dynamodb.send(new GetCommand({ TableName, Key: { id } }))).Item;
    expect(await stateOf('refused')).toEqual({
      id: 'refused',
      state: 'queued',
      undelivered: 'queued',
      kind: 'message-received',
      created_at: rows[0]!.created_at,
    });
    expect(await stateOf('stuck')).toMatchObject({ state: 'queued' });
    expect(await stateOf('sent')).toEqual(rows[3]);
    expect(await stateOf('returned')).toEqual(rows[4]);
  });

  test('continues when an email was sent after it was listed', async () => {
    const TableName = 'outbox';
    const now = new Date('2026-05-01T12:30:00.000Z');
    for (const id of ['refused', 'stuck']) {
      await dynamodb.send(new PutCommand({ TableName, Item: { id, state: 'failed', created_at: now.toISOString() } }));
    }
    const send = dynamodb.send.bind(dynamodb);
    vi.spyOn(dynamodb, 'send').mockImplementation((async (command: UpdateCommand) => {
      if (command.input.Key?.id === 'refused')
        await send(new PutCommand({ TableName, Item: { id: 'refused', state: 'sent' } }));
      return send(command);
    }) as never);
    expect(await resendEmails(dynamodb, TableName, now)).toEqual({ resent: 1, young: 1 });
    vi.restoreAllMocks();
    const { Item } = await dynamodb.send(new GetCommand({ TableName, Key: { id: 'refused' } }));
    expect(Item).toEqual({ id: 'refused', state: 'sent' });
  });
});
