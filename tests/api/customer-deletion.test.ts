import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer, CustomerMarks, DeletedCustomers, Directory } from '#shared/contract/customers.ts';
import type { Attention, StudioQuotePage } from '#shared/contract/quotes.ts';
import type { SessionPage } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { sweepDeletedCustomer } from '../../lambdas/domain/customer-deletion.ts';
import { type CustomerRow, insertCustomer } from '../../lambdas/domain/customers/repository.ts';
import { eraseSessionForGood } from '../../lambdas/domain/photos/deleted-sessions.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newDisplayId, newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { type ApiStudio, adminClaims, call, isAwsDynamoDb, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newPerson, newPhoto, newQuote, newSession, type Person } from '../support/api-world.ts';
import { Fuse } from '../support/fuse.ts';

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());
beforeEach(async () => {
  person = await newPerson();
});

const ask = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin${path}`, { as: adminClaims(), body });
const asClient = (method: string, path: string, body?: unknown) =>
  call(client, method, `/api/client${path}`, { as: person.login, body });
const remove = () => ask('DELETE', `/customers/${person.customer}`);
const restore = () => ask('POST', `/customers/${person.customer}/restore`);
const read = async () => (await ask('GET', `/customers/${person.customer}`)).json<Customer>();
const deleted = async () => (await ask('GET', '/deleted-customers')).json<DeletedCustomers>().items;

/** What the studio's lists show of this customer. */
async function listed() {
  const isTheirs = (row: { customer_id: string }) => row.customer_id === person.customer;
  const directory = (await ask('GET', '/customers')).json<Directory>().items;
  const sessions = (await ask('GET', '/sessions')).json<SessionPage>().items;
  const quotes = (await ask('GET', '/quotes')).json<StudioQuotePage>().items;
  return {
    directory: directory.filter((row) => row.id === person.customer).length,
    sessions: sessions.filter(isTheirs).length,
    quotes: quotes.filter(isTheirs).length,
  };
}
const pending = async () => (await ask('GET', '/attention')).json<Attention>().pending_quotes;

test('deleted, a customer is gone from every list, and their login opens nothing', async () => {
  const before = await pending();
  expect((await remove()).status).toBe(204);
  expect(await listed()).toEqual({ directory: 0, sessions: 0, quotes: 0 });
  expect(await pending()).toBe(before - 1);
  for (const path of ['/me', '/sessions', `/sessions/${person.session}/photos`, '/quotes']) {
    const answer = await asClient('GET', path);
    expect(answer.outcome).toBe('403 ACCOUNT_CLOSED');
    expect(answer.error.message).toBe('Your account is closed. Please contact the studio.');
  }
  expect((await asClient('POST', '/media-access')).outcome).toBe('403 ACCOUNT_CLOSED');
  expect((await asClient('POST', '/me', {})).outcome).toBe('403 ACCOUNT_CLOSED');
  expect((await ask('GET', `/sessions/${person.session}/photos`)).outcome).toBe('404 NOT_FOUND');
  const session = { customer_id: person.customer, session_name: 'Late', session_date: '2025-05-04' };
  expect((await ask('POST', '/sessions', session)).outcome).toBe('404 NOT_FOUND');
  expect((await ask('PATCH', `/quotes/${person.quote}`, { status: 'approved', version: 0 })).outcome).toBe(
    '404 NOT_FOUND',
  );
});

test('the address stays taken, and who looks at the record sees that it was deleted', async () => {
  const { email } = await read();
  await remove();
  expect(await read()).toMatchObject({ status: 'deleted', deleted_at: expect.any(String) });
  expect((await ask('POST', '/customers', { name: 'Other', email })).outcome).toBe('409 EMAIL_TAKEN');
});

test('twice is once, and two at once is once', async () => {
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204]);
  expect((await remove()).status).toBe(204);
  expect((await deleted()).filter((row) => row.id === person.customer)).toHaveLength(1);
});

test('whoever edits meanwhile learns of it and changes nothing', async () => {
  const { name, email, phone, profile_complete, version } = await read();
  await remove();
  const before = await everyRow();
  const late = await ask('PATCH', `/customers/${person.customer}`, { name, email, phone, profile_complete, version });
  expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
  expect(late.error.details?.current).toMatchObject({ status: 'deleted' });
  expect(await everyRow()).toEqual(before);
});

test('the deleted are listed, the last first, and restored with everything that went with them', async () => {
  const second = await newSession(person.customer, { session_name: 'Second' });
  const binnedBefore = await newSession(person.customer, { session_name: 'Binned before' });
  await ask('DELETE', `/sessions/${binnedBefore.id}?version=0`);
  const before = await listed();
  await remove();
  expect((await deleted())[0]).toMatchObject({ id: person.customer, name: 'Ada', deleted_at: expect.any(String) });
  // Sessions come back with their customer, not by themselves.
  expect((await ask('POST', `/sessions/${second.id}/restore`)).outcome).toBe('404 NOT_FOUND');

  const answer = await restore();
  expect(answer.json<Customer>()).toMatchObject({ status: 'active', deleted_at: null });
  expect(await listed()).toEqual(before);
  expect((await asClient('GET', '/me')).status).toBe(200);
  expect((await asClient('GET', `/sessions/${person.session}/photos`)).status).toBe(200);
  expect((await deleted()).filter((row) => row.id === person.customer)).toEqual([]);
  // What lay in the bin before stays there.
  expect((await ask('GET', `/sessions/${binnedBefore.id}`)).outcome).toBe('404 NOT_FOUND');
  expect((await restore()).status).toBe(200);
});

/** Deletes a customer once for each request to the tables, with something else happening right before that request. */
async function removeWith(meanwhile: () => Promise<unknown>, check: () => Promise<void>) {
  const fuse = new Fuse(dynamodb());
  for (let step = 1; ; step += 1) {
    person = await newPerson();
    const { hasPaused } = await fuse.pauseAt(step, remove, meanwhile);
    if (!hasPaused) return expect(step).toBeGreaterThan(4);
    await check();
  }
}

test('restored while still being deleted, before any of the steps, a customer keeps their sessions', () =>
  removeWith(restore, async () => {
    const { status } = await read();
    expect(await listed()).toMatchObject({ sessions: status === 'deleted' ? 0 : 1 });
    await restore();
    expect(await listed()).toMatchObject({ sessions: 1 });
  }));

test('a session that the studio deletes itself while its customer is being deleted does not come back with them', () => {
  let deletion = 0;
  return removeWith(
    async () => {
      deletion = (await ask('DELETE', `/sessions/${person.session}?version=0`)).status;
    },
    async () => {
      await restore();
      expect(await listed()).toMatchObject({ sessions: deletion === 204 ? 0 : 1 });
    },
  );
});

test('a closed account is restored closed, and reopened when the studio says so', async () => {
  expect((await asClient('POST', '/me/close')).status).toBe(204);
  expect((await ask('GET', '/customers')).json<Directory>().items).toContainEqual(
    expect.objectContaining({ id: person.customer, status: 'closed' }),
  );
  await remove();
  await restore();
  expect(await read()).toMatchObject({ status: 'closed' });
  expect((await asClient('GET', '/me')).outcome).toBe('403 ACCOUNT_CLOSED');
  const reopened = await ask('POST', `/customers/${person.customer}/reopen`);
  expect(reopened.json<Customer>()).toMatchObject({ status: 'active' });
  expect((await asClient('GET', '/me')).status).toBe(200);
  expect((await ask('POST', `/customers/${person.customer}/reopen`)).status).toBe(200);
});

test('a customer without a login is deleted and restored as well', async () => {
  const made = await ask('POST', '/customers', { name: 'Grace', email: `${person.session}@example.com` });
  person = { ...person, customer: made.json<Customer>().id };
  expect((await remove()).status).toBe(204);
  expect((await restore()).json<Customer>()).toMatchObject({ name: 'Grace', status: 'active', has_login: false });
});

const day = 24 * 60 * 60_000;
const sweepAfter = (days: number) =>
  sweepDeletedCustomer(person.customer, new Date(Date.now() + (days - limits.binDays) * day).toISOString());

test('after 30 days nothing of them is left but the id that is never used again', async () => {
  const { customer_id } = await read();
  const older = await newQuote(person.login);
  await remove();
  expect(await sweepAfter(29)).toBe(false);
  // Its sessions have days of their own.
  expect(await sweepAfter(31)).toBe(false);
  await eraseSessionForGood(person.session, () => false);
  expect(await sweepAfter(31)).toBe(true);
  const { outbox: _, ...rows } = await everyRow();
  const left = Object.values(rows)
    .flat()
    .map((row) => JSON.stringify(row))
    .filter((row) => row.includes(person.customer) || row.includes(older.id) || row.includes(String(person.login.sub)));
  expect(left).toEqual([expect.stringContaining(`display#${customer_id}`)]);
  expect((await restore()).outcome).toBe('404 NOT_FOUND');
  expect((await asClient('GET', '/me')).outcome).toBe('404 NO_CUSTOMER');
});

test.skipIf(isAwsDynamoDb)(
  'what a deletion could not finish, the sweep does; a restore brings that back, too',
  async () => {
    // AWS's DynamoDB Local knows no faults on demand.
    await studio.setFaults('dynamodb', [
      { operation: 'Query', resource: 'sessions', error: 'InternalServerError', status: 500 },
    ]);
    expect((await remove()).status).toBeGreaterThanOrEqual(500);
    await studio.setFaults('dynamodb', []);
    expect((await asClient('GET', '/me')).outcome).toBe('403 ACCOUNT_CLOSED');
    expect((await listed()).sessions).toBe(1);
    await sweepAfter(1);
    expect((await listed()).sessions).toBe(0);
    await restore();
    expect(await listed()).toEqual({ directory: 1, sessions: 1, quotes: 1 });
  },
);

test('marks are counted by session, without other people’s', async () => {
  const marks = async () => (await ask('GET', `/customers/${person.customer}/marks`)).json<CustomerMarks>().items;
  expect(await marks()).toEqual([]);
  const path = (photo: string) => `/sessions/${person.session}/photos/${photo}`;
  await asClient('PATCH', path(person.photos.visible), { is_favorite: true });
  await asClient('PATCH', path(person.photos.visible), { note: 'Mine', note_before: '' });
  await asClient('PATCH', path(person.photos.kept), { note: 'Too', note_before: '' });
  const second = await newSession(person.customer);
  await newPhoto(second, { is_favorite: true, favorited_at: new Date().toISOString() });
  expect(new Set(await marks())).toEqual(
    new Set([
      { session_id: person.session, favorites: 1, notes: 2 },
      { session_id: second.id, favorites: 1, notes: 0 },
    ]),
  );
  await asClient('PATCH', path(person.photos.kept), { note: '', note_before: 'Too' });
  expect(await marks()).toContainEqual({ session_id: person.session, favorites: 1, notes: 1 });
});

test('the pages of a long directory are known again one by one', async () => {
  const as = adminClaims();
  const rows = Array.from({ length: 2_003 }, (_, index): CustomerRow => {
    const created_at = new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString();
    const texts = { name: `Nr. ${index}`, email: '', phone: '', address: '' };
    const flags = { status: 'active' as const, profile_complete: true, login_email: null, contact_email: null };
    return { id: newId(), customer_id: newDisplayId(), ...texts, ...flags, created_at, version: 0 };
  });
  const never = () => new Error('taken');
  for (let start = 0; start < rows.length; start += 40) {
    const some = rows.slice(start, start + 40);
    await transact(some.flatMap((row) => insertCustomer(row, { email: never, login: never, displayId: never })));
  }
  const read = async (etags: string[]) => {
    const answers: { status: number; etag: string; items: number }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/admin/customers${cursor && `?cursor=${encodeURIComponent(cursor)}`}`;
      const known = etags[answers.length];
      const answer = await call(admin, 'GET', path, { as, ...(known && { headers: { 'if-none-match': known } }) });
      const etag = answer.response.headers.get('etag') ?? '';
      const page: Directory =
        answer.status === 304 ? (await call(admin, 'GET', path, { as })).json() : answer.json<Directory>();
      answers.push({ status: answer.status, etag, items: page.items.length });
      cursor = page.next_cursor;
    }
    return answers;
  };
  const first = await read([]);
  expect(first.length).toBeGreaterThanOrEqual(3);
  const second = await read(first.map(({ etag }) => etag));
  expect(second).toEqual(first.map((answer) => ({ ...answer, status: 304 })));
});

test('the directory is not sent again to whoever has it', async () => {
  const as = adminClaims();
  const first = await call(admin, 'GET', '/api/admin/customers', { as });
  const etag = first.response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const known = { 'if-none-match': etag };
  const second = await call(admin, 'GET', '/api/admin/customers', { as, headers: known });
  expect(second.status).toBe(304);
  expect(second.text).toBe('');
  await newPerson();
  const third = await call(admin, 'GET', '/api/admin/customers', { as, headers: known });
  expect(third.status).toBe(200);
  expect(third.json<Directory>().items[0]?.id).not.toBe(first.json<Directory>().items[0]?.id);
});
