import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  ListUserPoolsCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import { credentials, region, userPools } from '../addresses.ts';
import { Faults } from '../services/faults.ts';
import type { Email } from '../services/inbox.ts';
import type { RunningService } from '../services/service.ts';
import { startSes } from '../services/ses.ts';
import { startCognito } from './server.ts';
import { Users } from './users.ts';

/** Runs AWS's SDK against the local pool, as the studio's functions and its owner's commands do. */

const password = 'Golden-Hour-77';
const faults = new Faults();
let dir: string;
let ses: RunningService;
let cognito: RunningService;
let sdk: CognitoIdentityProviderClient;
const pool = { UserPoolId: userPools.studio.id };

async function start(port = 0, sesEndpoint = `http://127.0.0.1:${ses.port}`): Promise<RunningService> {
  const urls = { callbackUrls: ['http://localhost/in'], logoutUrls: ['http://localhost/out'] };
  return startCognito({ port, dir: join(dir, 'cognito'), google: 'http://localhost:9', ...urls, sesEndpoint, faults });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  ses = await startSes({ port: 0, dir: join(dir, 'ses') });
  cognito = await start();
  const endpoint = `http://127.0.0.1:${cognito.port}`;
  sdk = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
});
afterAll(async () => {
  sdk.destroy();
  await cognito.close();
  await ses.close();
  await rm(dir, { recursive: true });
});

const create = (Username: string, options: Partial<AdminCreateUserCommandInput> = {}) =>
  sdk.send(new AdminCreateUserCommand({ ...pool, Username, MessageAction: 'SUPPRESS', ...options }));

async function emails(to: string): Promise<Email[]> {
  const response = await fetch(`http://127.0.0.1:${ses.port}/emails.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as Email[];
}

describe('AdminCreateUser', () => {
  test('creates a user by email address and sends the temporary password', async () => {
    const { User } = await create('Invited@example.com', {
      MessageAction: undefined,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    });
    expect(User).toEqual({
      Username: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Attributes: [
        { Name: 'sub', Value: User?.Username },
        { Name: 'email', Value: 'Invited@example.com' },
        { Name: 'email_verified', Value: 'true' },
      ],
      UserCreateDate: expect.any(Date),
      UserLastModifiedDate: expect.any(Date),
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
    });
    const [email] = await emails('Invited@example.com');
    expect(email?.subject).toBe(`Your sign-in for ${studio.name}`);
    expect(email?.text).toMatch(
      /Your user name is Invited@example.com and your first password, good for three days, is \S{16}$/,
    );
    expect(email?.text).toContain('http://localhost/admin-login');
    const { Attributes: _, ...summary } = User ?? {};
    const got = await sdk.send(new AdminGetUserCommand({ ...pool, Username: 'invited@EXAMPLE.com' }));
    expect(got).toMatchObject({ ...summary, UserAttributes: User?.Attributes });
  });

  test('rejects invalid requests with Cognito’s errors', async () => {
    await create('taken@example.com');
    await expect(create('TAKEN@example.com')).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User account already exists',
      $metadata: { httpStatusCode: 400 },
    });
    await expect(create('no-address')).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Username should be an email.',
    });
    await expect(create('odd@example.com', { UserAttributes: [{ Name: 'is_admin', Value: '1' }] })).rejects.toThrow(
      'Attributes did not conform to the schema: is_admin: Attribute does not exist in the schema.',
    );
  });

  test.each([
    ['Short-1', 'Password not long enough'],
    ['all-lower-case-1', 'Password must have uppercase characters'],
    ['ALL-UPPER-CASE-1', 'Password must have lowercase characters'],
    ['No-Digit-In-Here', 'Password must have numeric characters'],
    ['NoSymbolInHere11', 'Password must have symbol characters'],
  ])('checks the password policy: %s', async (TemporaryPassword, broken) => {
    await expect(create('weak@example.com', { TemporaryPassword })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${broken}`,
    });
  });

  test('resends the invitation only to a user who has not signed in yet', async () => {
    await create('again@example.com');
    await create('again@example.com', { MessageAction: 'RESEND' });
    expect(await emails('again@example.com')).toHaveLength(1);
    await sdk.send(
      new AdminSetUserPasswordCommand({ ...pool, Username: 'again@example.com', Password: password, Permanent: true }),
    );
    await expect(create('again@example.com', { MessageAction: 'RESEND' })).rejects.toMatchObject({
      name: 'UnsupportedUserStateException',
      message: expect.stringMatching(/^Resend not possible\. \S+ status is not FORCE_CHANGE_PASSWORD$/),
    });
    await expect(create('never@example.com', { MessageAction: 'RESEND' })).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
  });

  test('fails when the email can’t be sent', async () => {
    const lonely = await startCognito({
      port: 0,
      dir: join(dir, 'lonely'),
      google: 'http://localhost:9',
      callbackUrls: [],
      logoutUrls: [],
    });
    const endpoint = `http://127.0.0.1:${lonely.port}`;
    const client = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
    const command = new AdminCreateUserCommand({ ...pool, Username: 'unheard@example.com' });
    await expect(client.send(command)).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
    client.destroy();
    await lonely.close();
  });
});

describe('groups', () => {
  test('add, remove and list members', async () => {
    await create('member@example.com');
    const member = { ...pool, Username: 'member@example.com', GroupName: 'admins' };
    await sdk.send(new AdminAddUserToGroupCommand(member));
    await sdk.send(new AdminAddUserToGroupCommand(member));
    const { Groups } = await sdk.send(new AdminListGroupsForUserCommand(member));
    expect(Groups).toMatchObject([{ GroupName: 'admins', UserPoolId: userPools.studio.id }]);
    const { Users } = await sdk.send(new ListUsersInGroupCommand({ ...pool, GroupName: 'admins' }));
    expect(Users).toHaveLength(1);
    await sdk.send(new AdminRemoveUserFromGroupCommand(member));
    expect((await sdk.send(new ListUsersInGroupCommand({ ...pool, GroupName: 'admins' }))).Users).toEqual([]);
    await expect(sdk.send(new AdminAddUserToGroupCommand({ ...member, GroupName: 'owners' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Group not found.',
    });
  });
});

describe('users', () => {
  test('change their address once the new one is verified, and never to a taken one', async () => {
    await create('before@example.com');
    const update = (Username: string, email: string, email_verified: string) =>
      sdk.send(
        new AdminUpdateUserAttributesCommand({
          ...pool,
          Username,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: email_verified },
          ],
        }),
      );
    await expect(update('before@example.com', 'after@example.com', 'false')).rejects.toThrow('only together with');
    await update('before@example.com', 'after@example.com', 'true');
    const { UserAttributes } = await sdk.send(new AdminGetUserCommand({ ...pool, Username: 'after@example.com' }));
    expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    await expect(sdk.send(new AdminGetUserCommand({ ...pool, Username: 'before@example.com' }))).rejects.toThrow(
      'User does not exist.',
    );
    await create('other@example.com');
    await expect(update('other@example.com', 'AFTER@example.com', 'true')).rejects.toMatchObject({
      name: 'AliasExistsException',
    });
  });

  test('are found by address, sub and prefix, page by page', async () => {
    const { User } = await create('searched@example.com');
    const list = async (Filter?: string, Limit?: number, PaginationToken?: string) =>
      sdk.send(new ListUsersCommand({ ...pool, Filter, Limit, PaginationToken }));
    const names = async (filter: string) => ((await list(filter)).Users ?? []).map((user) => user.Username);
    expect(await names('email = "searched@example.com"')).toEqual([User?.Username]);
    expect(await names(`sub = "${User?.Username}"`)).toEqual([User?.Username]);
    expect(await names('email ^= "SEARCH"')).toEqual([User?.Username]);
    expect(await names('email = "nobody@example.com"')).toEqual([]);
    await expect(list('is_admin = "1"')).rejects.toThrow('Invalid search attribute: is_admin');
    await expect(list('email')).rejects.toThrow('Error while parsing filter.');

    const all = (await list()).Users?.map((user) => user.Username);
    const listedUsers: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await list(undefined, 2, token);
      expect(page.Users?.length).toBeLessThanOrEqual(2);
      listedUsers.push(...(page.Users ?? []).map((user) => user.Username));
      token = page.PaginationToken;
    } while (token);
    expect(listedUsers).toEqual(all);
  });

  test('must set a new password after a reset, with the code sent to them', async () => {
    await create('reset@example.com', { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] });
    const user = { ...pool, Username: 'reset@example.com' };
    await sdk.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
    await sdk.send(new AdminResetUserPasswordCommand(user));
    expect((await sdk.send(new AdminGetUserCommand(user))).UserStatus).toBe('RESET_REQUIRED');
    expect((await emails('reset@example.com'))[0]?.text).toMatch(/is \d{6}\./);
  });

  test('are not found after deletion', async () => {
    await create('leaving@example.com');
    const user = { ...pool, Username: 'leaving@example.com' };
    await sdk.send(new AdminDeleteUserCommand(user));
    await expect(sdk.send(new AdminDeleteUserCommand(user))).rejects.toMatchObject({ name: 'UserNotFoundException' });
    await create('leaving@example.com');
  });
});

describe('the pool', () => {
  test('rejects unknown operations', async () => {
    const unknown = { name: 'UnknownOperationException' };
    await expect(sdk.send(new ListUserPoolsCommand({ MaxResults: 1 }))).rejects.toMatchObject(unknown);
    const signUp = new ConfirmSignUpCommand({
      ClientId: userPools.studio.clientId,
      Username: 'a',
      ConfirmationCode: '1',
    });
    await expect(sdk.send(signUp)).rejects.toMatchObject(unknown);
  });

  test('requires the access key for administration', async () => {
    const call = async (authorization?: string) => {
      const response = await fetch(`http://127.0.0.1:${cognito.port}/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
          ...(authorization && { authorization }),
        },
        body: JSON.stringify(pool),
      });
      return { status: response.status, type: ((await response.json()) as { __type?: string }).__type };
    };
    expect(await call()).toEqual({ status: 400, type: 'MissingAuthenticationTokenException' });
    const otherUser = 'AWS4-HMAC-SHA256 Credential=somebody/20250101/us-east-1/cognito-idp/aws4_request, Signature=0';
    expect(await call(otherUser)).toEqual({ status: 400, type: 'UnrecognizedClientException' });
  });

  test('fails with injected faults', async () => {
    faults.set([{ operation: 'AdminGetUser', error: 'TooManyRequestsException', times: 1 }]);
    const get = new AdminGetUserCommand({ ...pool, Username: 'taken@example.com' });
    await expect(sdk.send(get)).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    await expect(sdk.send(get)).resolves.toBeDefined();
  });

  test('stores users and the signing key on disk, and no plain-text password', async () => {
    await create('kept@example.com', { TemporaryPassword: password });
    const address = `http://127.0.0.1:${cognito.port}/${userPools.studio.id}/.well-known/jwks.json`;
    const keys = async () => (await fetch(address)).json();
    const before = await keys();
    await cognito.close();
    cognito = await start(cognito.port);
    // A kept-alive connection may end only now, with the next request on it.
    await vi.waitFor(async () => expect(await keys()).toEqual(before), 30_000);
    expect(JSON.stringify(before)).not.toContain('"d"');
    await expect(create('kept@example.com')).rejects.toThrow('User account already exists');
    const folder = join(dir, 'cognito', 'studio', 'users');
    const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(written.join()).toContain('kept@example.com');
    expect(written.join()).not.toContain(password);
    expect(existsSync(join(dir, 'cognito', 'studio', 'signing-key.json'))).toBe(true);
  });

  test('keeps acknowledged changes when its process is killed', async () => {
    const options = {
      port: 0,
      dir: join(dir, 'killed'),
      google: 'http://localhost:9',
      callbackUrls: [],
      logoutUrls: [],
    };
    const script = `
      import { startCognito } from ${JSON.stringify(new URL('./server.ts', import.meta.url).href)};
      console.log((await startCognito(${JSON.stringify(options)})).port);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const endpoint = `http://127.0.0.1:${port.toString().trim()}`;
    const client = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
    const command = { ...pool, MessageAction: 'SUPPRESS' } as const;
    await client.send(new AdminCreateUserCommand({ ...command, Username: 'survivor@example.com' }));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    client.destroy();
    expect(new Users(join(options.dir, 'studio', 'users')).find('survivor@example.com')?.status).toBe(
      'FORCE_CHANGE_PASSWORD',
    );
  });

  test('reports a port that is in use', async () => {
    await expect(start(cognito.port)).rejects.toThrow(`Cognito can't listen on port ${cognito.port}`);
  });
});
