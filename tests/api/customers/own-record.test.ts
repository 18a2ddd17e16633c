import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { call, isAwsDynamoDb, newLogin } from '../../support/studio/api-studio.ts';
import {
  all,
  asStudioSees,
  closeStudio,
  customersOf,
  edit,
  email,
  form,
  me,
  nextEmail,
  openStudio,
  register,
  rows,
  studio,
  studioMakes,
} from '../../support/studio/registering.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(nextEmail);

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

describe('closed accounts', () => {
  test.each(['closed', 'deleted'])('a %s record gives its login no access and creates nothing', async (status) => {
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

  test('a deleted record without a login is not linked, and no new one is created', async () => {
    const made = await studioMakes();
    await setStatus(made.id, undefined, 'deleted');
    const login = await newLogin(email);
    expect((await me(login)).outcome).toBe('403 ACCOUNT_CLOSED');
    expect((await register(login)).outcome).toBe('403 ACCOUNT_CLOSED');
    expect(await customersOf(login.sub)).toEqual([]);
  });
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

  test('an old version gets a conflict with the stored values', async () => {
    const login = await newLogin(email);
    await register(login);
    await edit(login, { ...form(), version: 0 });
    const late = await edit(login, { ...form(), name: 'Late', version: 0 });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details?.current).toEqual((await me(login)).json());
  });

  test('five concurrent edits of one version: one is saved', async () => {
    const login = await newLogin(email);
    await register(login);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => edit(login, { ...form(), name: `Ada ${n}`, version: 0 })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await me(login)).json()).toMatchObject({ version: 1 });
  });

  test('a different address is stored as contact address; the login’s own address removes it', async () => {
    const login = await newLogin(email);
    const { id } = (await register(login)).json<Profile>();
    await edit(login, { ...form('else@example.com'), version: 0 });
    expect(await asStudioSees(id)).toMatchObject({ email, contact_email: 'else@example.com' });
    await edit(login, { ...form(email), version: 1 });
    expect(await asStudioSees(id)).toMatchObject({ email, contact_email: null });
  });

  test('fields that the client may not change keep their values', async () => {
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

test.skipIf(isAwsDynamoDb)('a throttled table is 503 BUSY; other DynamoDB errors are 500 without details', async () => {
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

test.skipIf(isAwsDynamoDb)('transactions with conflicts are retried until they succeed', async () => {
  const login = await newLogin(email);
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', error: 'TransactionConflict', times: 3 }]);
  expect((await register(login)).outcome).toBe('201');
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', error: 'TransactionConflict' }]);
  expect((await edit(login, { ...form(), version: 0 })).outcome).toBe('503 BUSY');
  await studio.setFaults('dynamodb', []);
  expect((await edit(login, { ...form(), version: 0 })).outcome).toBe('200');
});

test.skipIf(isAwsDynamoDb)('a write whose response was lost is not applied twice', async () => {
  const login = await newLogin(email);
  await register(login);
  await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', kind: 'cut', times: 1 }]);
  const answer = await edit(login, { ...form(), version: 0 });
  expect(answer.outcome).toBe('200');
  expect((await me(login)).json()).toEqual(answer.json());
});
