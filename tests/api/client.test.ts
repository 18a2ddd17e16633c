import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  isAwsDynamoDb,
  newLogin,
  startApiStudio,
} from '../support/api-studio.ts';
import { Fuse } from '../support/fuse.ts';

let studio: ApiStudio;
let rows: DynamoDBDocumentClient;
beforeAll(async () => {
  studio = await startApiStudio();
  rows = DynamoDBDocumentClient.from(new DynamoDBClient());
});
afterAll(async () => {
  rows?.destroy();
  await studio?.close();
});

let number = 0;
let email: string;
beforeEach(() => {
  number += 1;
  email = `client${number}@example.com`;
});

/** A user pool lets two logins have one address only when they sign in differently; spaces around make these differ. */
const sameAddress = (n: number) => `${email}${' '.repeat(n)}`;

const me = (as: Claims) => call(client, 'GET', '/api/client/me', { as });
const register = (as: Claims, body: unknown = {}) => call(client, 'POST', '/api/client/me', { as, body });
const edit = (as: Claims, body: unknown) => call(client, 'PATCH', '/api/client/me', { as, body });
const form = (contact = email) => ({ name: 'Ada', phone: '713', email: contact, address: 'Houston' });

async function studioMakes(address = email): Promise<Customer> {
  const body = { name: 'Made by the studio', email: address };
  const answer = await call(admin, 'POST', '/api/admin/customers', { as: adminClaims(), body });
  expect(answer.outcome).toBe('201');
  return answer.json();
}

async function asStudioSees(id: string): Promise<Customer> {
  return (await call(admin, 'GET', `/api/admin/customers/${id}`, { as: adminClaims() })).json();
}

async function setStatus(id: string, sub: string | undefined, status: string): Promise<void> {
  for (const key of [id, ...(sub ? [`login#${sub}`] : [])]) {
    await rows.send(
      new UpdateCommand({
        TableName: 'customers',
        Key: { id: key },
        UpdateExpression: 'SET #status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status },
      }),
    );
  }
}

async function all(TableName: string): Promise<Record<string, unknown>[]> {
  return (await rows.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
}

const customersOf = async (sub: unknown) => (await all('customers')).filter((row) => row.login_sub === sub);

describe('reading never creates', () => {
  test('a login without a record has none, however often it asks', async () => {
    const login = await newLogin(email);
    const before = await all('customers');
    expect((await me(login)).outcome).toBe('404 NO_CUSTOMER');
    expect((await me(login)).outcome).toBe('404 NO_CUSTOMER');
    expect(await all('customers')).toEqual(before);
  });

  test('every other route of theirs says the same', async () => {
    const login = await newLogin(email);
    const body = { ...form(), version: 0 };
    expect((await edit(login, body)).outcome).toBe('404 NO_CUSTOMER');
    expect((await call(client, 'GET', '/api/client/sessions', { as: login })).outcome).toBe('404 NO_CUSTOMER');
    expect((await call(client, 'POST', '/api/client/media-access', { as: login })).outcome).toBe('404 NO_CUSTOMER');
  });
});

describe('registering', () => {
  test('an empty body makes the bare record with the verified address of the login', async () => {
    const login = await newLogin(email);
    const answer = await register(login);
    expect(answer.outcome).toBe('201');
    const profile = answer.json<Profile>();
    expect(profile).toMatchObject({ name: '', phone: '', address: '', email, profile_complete: false, version: 0 });
    expect(profile.customer_id).toMatch(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect((await me(login)).json()).toEqual(profile);
    expect(await asStudioSees(profile.id)).toMatchObject({
      email,
      login_email: email,
      contact_email: null,
      has_login: true,
      status: 'active',
    });
  });

  test('the form makes a complete one; another address is for contact only', async () => {
    const login = await newLogin(email);
    const answer = await register(login, form('Other@Example.com'));
    expect(answer.outcome).toBe('201');
    expect(answer.json()).toMatchObject({ ...form('other@example.com'), profile_complete: true });
    expect(await asStudioSees(answer.json<Profile>().id)).toMatchObject({
      email,
      login_email: email,
      contact_email: 'other@example.com',
    });
  });

  test('again, it answers the record that is there', async () => {
    const login = await newLogin(email);
    const first = (await register(login, form())).json();
    const again = await register(login, { ...form(), name: 'Somebody else' });
    expect(again.outcome).toBe('200');
    expect(again.json()).toEqual(first);
  });

  test('ten times at once, it makes one record and one letter', async () => {
    const login = await newLogin(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(login, form())));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json<Profile>().id)).size).toBe(1);
    const [record] = await customersOf(login.sub);
    expect(await customersOf(login.sub)).toHaveLength(1);
    const letters = (await all('outbox')).filter((row) => row.record_id === record?.id);
    expect(letters).toMatchObject([{ kind: 'new-client', name: 'Ada', email, state: 'queued' }]);
  });

  test('what is missing or too long is said field by field, and nothing is made', async () => {
    const login = await newLogin(email);
    const answer = await register(login, { name: ' ', phone: 'x'.repeat(41), email: 'nowhere', address: 'A' });
    expect(answer.outcome).toBe('400 INVALID');
    expect(answer.error.fields).toEqual({
      name: 'Full Name is required.',
      phone: 'Phone Number can have at most 40 characters.',
      email: 'Please enter a valid email address.',
    });
    expect(await customersOf(login.sub)).toEqual([]);
  });
});

describe('linking a record that the studio made', () => {
  test('a login whose verified address is the very same gets it by asking', async () => {
    const made = await studioMakes();
    const login = await newLogin(email);
    const answer = await me(login);
    expect(answer.outcome).toBe('200');
    expect(answer.json()).toMatchObject({ id: made.id, name: 'Made by the studio' });
    expect(await asStudioSees(made.id)).toMatchObject({ has_login: true, login_email: email, version: 1 });
  });

  test('case of ASCII letters and space around do not matter', async () => {
    const made = await studioMakes(` ${email.toUpperCase()} `);
    expect(made.email).toBe(email);
    const login = await newLogin(email.replace('c', 'C'));
    expect((await me(login)).json()).toMatchObject({ id: made.id });
  });

  test('no other likeness counts', async () => {
    await studioMakes();
    for (const like of [email.replace('@', '+x@'), email.replace('client', 'c.lient'), email.replace('i', 'ı')]) {
      expect((await me(await newLogin(like))).outcome).toBe('404 NO_CUSTOMER');
    }
  });

  test('an address that Cognito does not call verified links nothing, whatever the browser says', async () => {
    const made = await studioMakes();
    const login = await newLogin(email, { verified: false });
    const claiming = { ...login, email, email_verified: true };
    expect((await me(claiming)).outcome).toBe('404 NO_CUSTOMER');
    const answer = await register(claiming, form());
    expect(answer.outcome).toBe('201');
    const profile = answer.json<Profile>();
    expect(profile.id).not.toBe(made.id);
    expect(profile.email).toBe(email);
    expect(await asStudioSees(profile.id)).toMatchObject({ email: '', login_email: null, contact_email: email });
    expect(await asStudioSees(made.id)).toMatchObject({ has_login: false, email });
  });

  test('a record that has a login already stays with it; the newcomer gets one of their own', async () => {
    const made = await studioMakes();
    const first = await newLogin(email);
    await me(first);
    const second = await newLogin(sameAddress(1));
    expect((await me(second)).outcome).toBe('404 NO_CUSTOMER');
    const own = (await register(second)).json<Profile>();
    expect(own.id).not.toBe(made.id);
    expect(await asStudioSees(own.id)).toMatchObject({ email: '', login_email: email });
    expect((await me(first)).json()).toMatchObject({ id: made.id });
  });

  test('a contact address that somebody typed links nothing', async () => {
    const typed = `typed${number}@example.com`;
    await register(await newLogin(email), form(typed));
    expect((await me(await newLogin(typed))).outcome).toBe('404 NO_CUSTOMER');
  });

  test('registering with the form links, fills in the values, and makes no second record', async () => {
    const made = await studioMakes();
    const login = await newLogin(email);
    const answer = await register(login, form());
    expect(answer.outcome).toBe('200');
    expect(answer.json()).toMatchObject({ id: made.id, ...form(), profile_complete: true });
    expect(await customersOf(login.sub)).toHaveLength(1);
  });

  test('three logins with one address race: one gets the record, the others none of it', async () => {
    const made = await studioMakes();
    const logins = await Promise.all([0, 1, 2].map((n) => newLogin(sameAddress(n))));
    const answers = await Promise.all(logins.flatMap((login) => [me(login), me(login)]));
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners).toHaveLength(2);
    expect(winners.map((answer) => answer.json<Profile>().id)).toEqual([made.id, made.id]);
    expect(answers.filter((answer) => answer.outcome === '404 NO_CUSTOMER')).toHaveLength(4);
    const linked = (await all('customers')).filter((row) => row.record_id === made.id && /^login#/.test(`${row.id}`));
    expect(linked).toHaveLength(1);
  });

  /** Registers once for each request to the tables, with something of the studio's happening right before that request. */
  async function registerWith<Studio>(
    before: (address: string) => Promise<Studio>,
    meanwhile: (address: string, before: Studio) => Promise<Customer>,
    check: (registered: Profile, asStudioSaw: Customer) => void,
  ) {
    const fuse = new Fuse(dynamodb());
    for (let step = 1; ; step += 1) {
      const address = `step${step}.${email}`;
      const login = await newLogin(address);
      const prepared = await before(address);
      let registered: Profile | undefined;
      let seen: Customer | undefined;
      const { hasPaused } = await fuse.pauseAt(
        step,
        async () => {
          registered = (await register(login, form(address))).json();
        },
        async () => {
          seen = await meanwhile(address, prepared);
        },
      );
      if (!hasPaused) return expect(step).toBeGreaterThan(3);
      check(registered as Profile, seen as Customer);
      expect(await customersOf(login.sub)).toHaveLength(1);
    }
  }

  test('the studio makes the record while its client registers, before any of the steps: it is the client’s', () =>
    registerWith(
      async () => {},
      (address) => studioMakes(address),
      (registered, made) => expect(registered.id).toBe(made.id),
    ));

  test('the studio gives the record another address while the first one’s owner registers: either the link or the address came first', () =>
    registerWith(
      (address) => studioMakes(address),
      async (address, { id }) => {
        const { name, phone, profile_complete, version } = await asStudioSees(id);
        const body = { name, phone, profile_complete, version, email: `right.${address}` };
        return (await call(admin, 'PATCH', `/api/admin/customers/${id}`, { as: adminClaims(), body })).json();
      },
      (registered, { id, has_login }) => expect(registered.id === id).toBe(has_login),
    ));
});

describe('closed accounts', () => {
  test.each(['closed', 'deleted'])('a %s record lets its login do nothing and makes nothing new', async (status) => {
    const login = await newLogin(email);
    const { id } = (await register(login)).json<Profile>();
    await setStatus(id, String(login.sub), status);
    const before = (await all('customers')).length;
    const closed = { code: 'ACCOUNT_CLOSED', message: 'Your account is closed. Please contact the studio.' };
    for (const answer of [
      await me(login),
      await register(login, form()),
      await edit(login, { ...form(), version: 0 }),
      await call(client, 'GET', '/api/client/sessions', { as: login }),
      await call(client, 'POST', '/api/client/media-access', { as: login }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.error).toMatchObject(closed);
    }
    expect((await all('customers')).length).toBe(before);
  });

  test('an unclaimed record that is deleted is not claimed, and no other is made', async () => {
    const made = await studioMakes();
    await setStatus(made.id, undefined, 'deleted');
    const login = await newLogin(email);
    expect((await me(login)).outcome).toBe('403 ACCOUNT_CLOSED');
    expect((await register(login)).outcome).toBe('403 ACCOUNT_CLOSED');
    expect(await customersOf(login.sub)).toEqual([]);
  });
});

test('a token that has outlived its user links and makes nothing', async () => {
  await studioMakes();
  const gone = await newLogin(email);
  const pool = new CognitoIdentityProviderClient();
  const user = { UserPoolId: process.env.USER_POOL_ID, Username: String(gone.username) };
  await pool.send(new AdminDisableUserCommand(user));
  expect((await me(gone)).outcome).toBe('401 SIGNED_OUT');
  await pool.send(new AdminDeleteUserCommand(user));
  pool.destroy();
  expect((await me(gone)).outcome).toBe('401 SIGNED_OUT');
  expect((await register(gone, form())).outcome).toBe('401 SIGNED_OUT');
  expect(await customersOf(gone.sub)).toEqual([]);
});

describe('settings', () => {
  test('all four values make the profile complete; a missing one makes it incomplete', async () => {
    const login = await newLogin(email);
    await register(login);
    const full = (await edit(login, { ...form(), version: 0 })).json<Profile>();
    expect(full).toMatchObject({ ...form(), profile_complete: true, version: 1 });
    const partial = (await edit(login, { ...form(), phone: '', version: 1 })).json<Profile>();
    expect(partial).toMatchObject({ phone: '', profile_complete: false, version: 2 });
    expect((await me(login)).json()).toEqual(partial);
  });

  test('an older version loses and learns what is stored', async () => {
    const login = await newLogin(email);
    await register(login);
    await edit(login, { ...form(), version: 0 });
    const late = await edit(login, { ...form(), name: 'Late', version: 0 });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details?.current).toEqual((await me(login)).json());
  });

  test('five edits of one version at once: one is saved', async () => {
    const login = await newLogin(email);
    await register(login);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => edit(login, { ...form(), name: `Ada ${n}`, version: 0 })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await me(login)).json()).toMatchObject({ version: 1 });
  });

  test('another address is for contact, and the login’s own takes that back', async () => {
    const login = await newLogin(email);
    const { id } = (await register(login)).json<Profile>();
    await edit(login, { ...form('else@example.com'), version: 0 });
    expect(await asStudioSees(id)).toMatchObject({ email, contact_email: 'else@example.com' });
    await edit(login, { ...form(email), version: 1 });
    expect(await asStudioSees(id)).toMatchObject({ email, contact_email: null });
  });

  test('what is not the client’s to change stays as it is', async () => {
    const login = await newLogin(email);
    const before = (await register(login)).json<Profile>();
    const smuggled = {
      status: 'closed',
      login_sub: 'x',
      is_admin: true,
      id: 'x'.repeat(20),
      customer_id: 'C-0000-0000',
    };
    expect((await edit(login, { ...form(), ...smuggled, version: 0 })).outcome).toBe('200');
    expect((await me(login)).json()).toMatchObject({ id: before.id, customer_id: before.customer_id });
    const [row] = await customersOf(login.sub);
    expect(row).toMatchObject({ status: 'active' });
    expect(row).not.toHaveProperty('is_admin');
  });
});

test.skipIf(isAwsDynamoDb)('a busy database is said to be busy, and a broken one is not described', async () => {
  const login = await newLogin(email);
  await register(login);
  await studio.setFaults('dynamodb', [{ operation: 'GetItem', error: 'ProvisionedThroughputExceededException' }]);
  expect((await me(login)).outcome).toBe('503 BUSY');
  await studio.setFaults('dynamodb', [{ operation: 'GetItem', error: 'AccessDeniedException' }]);
  const broken = await me(login);
  expect(broken.outcome).toBe('500 UNEXPECTED');
  expect(broken.error).toEqual({
    code: 'UNEXPECTED',
    message: 'Something went wrong. Please try again later.',
    request_id: expect.any(String),
  });
  await studio.setFaults('dynamodb', []);
});

test.skipIf(isAwsDynamoDb)('transactions that meet others are tried again until they pass', async () => {
  const login = await newLogin(email);
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', error: 'TransactionConflict', times: 3 }]);
  expect((await register(login)).outcome).toBe('201');
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', error: 'TransactionConflict' }]);
  expect((await edit(login, { ...form(), version: 0 })).outcome).toBe('503 BUSY');
  await studio.setFaults('dynamodb', []);
  expect((await edit(login, { ...form(), version: 0 })).outcome).toBe('200');
});

test.skipIf(isAwsDynamoDb)('an answer that got lost on the way is not taken for a second edit', async () => {
  const login = await newLogin(email);
  await register(login);
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', kind: 'cut', times: 1 }]);
  const answer = await edit(login, { ...form(), version: 0 });
  expect(answer.outcome).toBe('200');
  expect((await me(login)).json()).toEqual(answer.json());
});
