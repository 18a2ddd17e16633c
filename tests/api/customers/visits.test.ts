import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomerContents, Profile } from '#shared/contract/customers.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readLogin } from '../../../lambdas/domain/customers/repository.ts';
import { recordVisit } from '../../../lambdas/domain/customers/visits.ts';
import { adminClaims, type Claims, call, isAwsDynamoDb, newLogin } from '../../support/studio/api-studio.ts';
import {
  closeStudio,
  email,
  form,
  nextEmail,
  openStudio,
  register,
  rows,
  studio,
} from '../../support/studio/registering.ts';

beforeAll(openStudio);
afterAll(closeStudio);

let login: Claims;
let customer: string;
/** When a test began. */
let start: string;
beforeEach(async () => {
  start = now();
  nextEmail();
  login = await newLogin(email);
  customer = (await register(login, form())).json<Profile>().id;
});

const lastYear = '2025-11-20T12:00:00.000Z';
const setVisit = (visited_at: string | null) =>
  rows.send(
    new UpdateCommand({
      TableName: 'customers',
      Key: { id: `login#${login.sub}` },
      UpdateExpression: visited_at === null ? 'REMOVE visited_at' : 'SET visited_at = :at',
      ...(visited_at !== null && { ExpressionAttributeValues: { ':at': visited_at } }),
    }),
  );
const visit = () => call(client, 'POST', '/api/client/open', { as: login });
const asStudio = (path: string) =>
  call(admin, 'GET', `/api/admin/customers/${customer}/${path}`, { as: adminClaims() });
const lastVisit = async () => (await asStudio('contents')).json<CustomerContents>().logins[0]?.visited_at;
const now = () => new Date().toISOString();

test('signing up is a visit, which the studio sees', async () => {
  const visitedAt = (await lastVisit()) ?? '';
  expect(visitedAt >= start && visitedAt <= now()).toBe(true);
});

test.each([[lastYear], [null]])(
  'the first request of a day is recorded, the next ones are not (before: %s)',
  async (earlier) => {
    await setVisit(earlier);
    expect(await lastVisit()).toBe(earlier);
    const before = now();
    expect((await visit()).outcome).toBe('200');
    const first = (await lastVisit()) ?? '';
    expect(first >= before && first <= now()).toBe(true);
    await visit();
    await call(client, 'GET', '/api/client/sessions', { as: login });
    expect(await lastVisit()).toBe(first);
  },
);

test('a day ends at midnight in Houston', async () => {
  const at = async (time: string) => {
    await recordVisit((await readLogin(String(login.sub)))!, new Date(time));
    return lastVisit();
  };
  await setVisit(lastYear);
  const evening = await at('2026-11-27T23:00:00.000Z');
  expect(await at('2026-11-28T05:59:59.000Z')).toBe(evening);
  expect(await at('2026-11-28T06:00:00.000Z')).toBe('2026-11-28T06:00:00.000Z');
});

test('five first requests at once are all answered', async () => {
  await setVisit(lastYear);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(visit));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await lastVisit()).not.toBe(lastYear);
});

test('a refused request is no visit, and the studio’s view of the client’s gallery is none', async () => {
  await setVisit(lastYear);
  expect((await asStudio('view/sessions')).outcome).toBe('200');
  await call(client, 'POST', '/api/client/me/close', { as: login });
  await setVisit(lastYear);
  expect((await visit()).outcome).toBe('403 ACCOUNT_CLOSED');
  expect(await lastVisit()).toBe(lastYear);
});

test('clients get their own last visit with their data', async () => {
  const data = (await call(client, 'GET', '/api/client/me/data', { as: login })).json<OwnData>();
  expect(data.logins[0]?.visited_at).toBe(await lastVisit());
});

test.skipIf(isAwsDynamoDb)('a visit that can’t be recorded keeps nobody from their photos', async () => {
  await setVisit(lastYear);
  await studio.setFaults('dynamodb', [{ operation: 'UpdateItem', error: 'AccessDeniedException' }]);
  expect((await visit()).outcome).toBe('200');
  await studio.setFaults('dynamodb', []);
  expect(await lastVisit()).toBe(lastYear);
});
