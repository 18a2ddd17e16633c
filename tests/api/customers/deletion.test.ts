import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer, DeletedCustomers, Directory, FavoriteAndNoteCounts } from '#shared/contract/customers.ts';
import type { Attention, StudioQuotePage } from '#shared/contract/quotes.ts';
import type { SessionPage } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { eraseAttachmentsOf } from '../../../lambdas/domain/attachments/erasure.ts';
import { type CustomerRow, insertCustomer } from '../../../lambdas/domain/customers/repository.ts';
import { sweepDeletedCustomer } from '../../../lambdas/domain/flows/customer-deletion.ts';
import { eraseSessionForGood } from '../../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newDisplayId, newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { Fuse } from '../../support/faults/fuse.ts';
import { interruptedRequests } from '../../support/faults/sample.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, isAwsDynamoDb, startApiStudio } from '../../support/studio/api-studio.ts';
import {
  newClient,
  newFailedEmail,
  newPerson,
  newPhoto,
  newQuote,
  newSession,
  type Person,
} from '../../support/studio/api-world.ts';

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

/** How often this customer appears in each list of the studio. */
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

test('a deleted customer is in no list, and their login can access nothing', async () => {
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

test('the email address stays taken, and the record is shown as deleted', async () => {
  const { email } = await read();
  await remove();
  expect(await read()).toMatchObject({ status: 'deleted', deleted_at: expect.any(String) });
  expect((await ask('POST', '/customers', { name: 'Other', email })).outcome).toBe('409 EMAIL_TAKEN');
});

test('deleting again, also concurrently, changes nothing', async () => {
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204]);
  expect((await remove()).status).toBe(204);
  expect((await deleted()).filter((row) => row.id === person.customer)).toHaveLength(1);
});

test('an edit after the deletion gets a conflict and changes nothing', async () => {
  const { name, email, phone, profile_complete, version } = await read();
  await remove();
  const before = await everyRow();
  const late = await ask('PATCH', `/customers/${person.customer}`, { name, email, phone, profile_complete, version });
  expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
  expect(late.error.details?.current).toMatchObject({ status: 'deleted' });
  expect(await everyRow()).toEqual(before);
});

test('deleted customers are listed, last deleted first, and restored with everything deleted with them', async () => {
  const second = await newSession(person.customer, { session_name: 'Second' });
  const trashedBefore = await newSession(person.customer, { session_name: 'Trashed before' });
  await ask('DELETE', `/sessions/${trashedBefore.id}?version=0`);
  const before = await listed();
  await remove();
  expect((await deleted())[0]).toMatchObject({ id: person.customer, name: 'Ada', deleted_at: expect.any(String) });
  // A session deleted with its customer can only be restored with the customer.
  expect((await ask('POST', `/sessions/${second.id}/restore`)).outcome).toBe('404 NOT_FOUND');

  const answer = await restore();
  expect(answer.json<Customer>()).toMatchObject({ status: 'active', deleted_at: null });
  expect(await listed()).toEqual(before);
  expect((await asClient('GET', '/me')).status).toBe(200);
  expect((await asClient('GET', `/sessions/${person.session}/photos`)).status).toBe(200);
  expect((await deleted()).filter((row) => row.id === person.customer)).toEqual([]);
  // A session that was in the trash before stays there.
  expect((await ask('GET', `/sessions/${trashedBefore.id}`)).outcome).toBe('404 NOT_FOUND');
  expect((await restore()).status).toBe(200);
});

/**
 * Deletes a customer once per DynamoDB request of the deletion, and runs another operation right before that request.
 */
async function removeWith(meanwhile: () => Promise<unknown>, check: () => Promise<void>) {
  const fuse = new Fuse(dynamodb());
  for (const step of interruptedRequests()) {
    person = await newPerson();
    const { hasPaused } = await fuse.pauseAt(step, remove, meanwhile);
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(4);
    await check();
  }
}

test('restored before any step of the deletion, a customer keeps their sessions', () =>
  removeWith(restore, async () => {
    const { status } = await read();
    expect(await listed()).toMatchObject({ sessions: status === 'deleted' ? 0 : 1 });
    await restore();
    expect(await listed()).toMatchObject({ sessions: 1 });
  }));

test('a session that the studio deletes during the deletion of its customer is not restored with the customer', () => {
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

/** Runs a request once per DynamoDB request that it makes, and deletes the customer right before that one. */
async function deletedDuring(request: () => Promise<unknown>, check: () => Promise<void>) {
  const fuse = new Fuse(dynamodb());
  for (const step of interruptedRequests()) {
    person = await newPerson();
    const { hasPaused } = await fuse.pauseAt(step, request, remove);
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(2);
    await check();
  }
}
/** As the sweep does: one run trashes what is pending, and a later one erases it. */
async function eraseSession() {
  const run = async () => {
    const of = [person.session, () => false, new Date().toISOString()] as const;
    return (await eraseAttachmentsOf(...of)) && eraseSessionForGood(...of);
  };
  expect(await run()).toBe(false);
  await expect.poll(run).toBe(true);
}

const isDeletedWhole = async () => expect(await listed()).toEqual({ directory: 0, sessions: 0, quotes: 0 });

test.each(['/sessions', '/sessions/open'])(
  'a session created with POST %s while its customer is deleted does not exist, or is deleted with the customer',
  (path) => {
    const dated = { session_name: 'Late', session_date: '2025-05-04' };
    const late = () => ask('POST', path, { customer_id: person.customer, session_label: 'late', ...dated });
    return deletedDuring(late, isDeletedWhole);
  },
);

test('a session restored while its customer is deleted stays in the trash, or is deleted with the customer', async () => {
  const fuse = new Fuse(dynamodb());
  for (const step of interruptedRequests()) {
    person = await newPerson();
    await ask('DELETE', `/sessions/${person.session}?version=0`);
    const { hasPaused } = await fuse.pauseAt(step, () => ask('POST', `/sessions/${person.session}/restore`), remove);
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(4);
    await isDeletedWhole();
  }
});

test('a quote requested while its customer is deleted is in no list, and is erased with the customer', () =>
  deletedDuring(
    () => newQuote(person.login),
    async () => {
      await isDeletedWhole();
      await eraseSession();
      expect(await sweepAfter(31)).toBe(true);
      const quotes = (await everyRow()).quotes as { customer_id: string }[];
      expect(quotes.filter((quote) => quote.customer_id === person.customer)).toEqual([]);
    },
  ));

test('of two restores at once, none restores a session again that the studio deletes meanwhile', async () => {
  const fuse = new Fuse(dynamodb());
  for (const step of interruptedRequests()) {
    person = await newPerson();
    await remove();
    let deletion = 0;
    const { hasPaused } = await fuse.pauseAt(step, restore, async () => {
      expect((await restore()).status).toBe(200);
      const { version } = (await ask('GET', `/sessions/${person.session}`)).json<{ version: number }>();
      deletion = (await ask('DELETE', `/sessions/${person.session}?version=${version}`)).status;
    });
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(6);
    expect(deletion).toBe(204);
    expect((await ask('GET', `/sessions/${person.session}`)).outcome, `step ${step}`).toBe('404 NOT_FOUND');
    expect(await read()).toMatchObject({ status: 'active' });
  }
});

test('a session restored by hand and deleted again before its customer is restored whole stays deleted', async () => {
  const fuse = new Fuse(dynamodb());
  await remove();
  const byHand = async () => {
    await restoreByHand();
    await deleteByHand();
  };
  const restoreByHand = () => ask('POST', `/sessions/${person.session}/restore`);
  const deleteByHand = async () => {
    const { version } = (await ask('GET', `/sessions/${person.session}`)).json<{ version: number }>();
    return ask('DELETE', `/sessions/${person.session}?version=${version}`);
  };
  // Right after the write that restores the record.
  await fuse.pauseAt(4, restore, byHand);
  expect((await ask('GET', `/sessions/${person.session}`)).outcome).toBe('404 NOT_FOUND');
  await remove();
  await restore();
  expect((await ask('GET', `/sessions/${person.session}`)).outcome).toBe('404 NOT_FOUND');
});

test('a closed account is restored as closed, and opened again by the reopen route', async () => {
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
  sweepDeletedCustomer(person.customer, new Date(Date.now() + (days - limits.trashDays) * day).toISOString());

test('after 30 days all data of the customer is deleted except the ID, which is never reused', async () => {
  const { customer_id } = await read();
  const older = await newQuote(person.login);
  await remove();
  expect(await sweepAfter(29)).toBe(false);
  // The customer's sessions are deleted by their own expiry.
  expect(await sweepAfter(31)).toBe(false);
  await eraseSession();
  expect(await sweepAfter(31)).toBe(true);
  // Downloads expire after a week, three weeks before.
  const { outbox: _, downloads: __, ...rows } = await everyRow();
  const left = Object.values(rows)
    .flat()
    .map((row) => JSON.stringify(row))
    .filter((row) => row.includes(person.customer) || row.includes(older.id) || row.includes(String(person.login.sub)));
  expect(left).toEqual([expect.stringContaining(`display#${customer_id}`)]);
  expect((await restore()).outcome).toBe('404 NOT_FOUND');
  expect((await asClient('GET', '/me')).outcome).toBe('404 NO_CUSTOMER');
});

test('the emails of an erased customer can’t be sent again, and are not stored anew', async () => {
  const [tag, other] = [await newFailedEmail(person.customer), await newFailedEmail()];
  const isStored = async (email: string) => (await ask('GET', `/sent-emails/${email}`)).status === 200;
  await remove();
  expect(await isStored(tag)).toBe(true);
  await sweepAfter(31);
  await eraseSession();
  expect(await sweepAfter(31)).toBe(true);
  expect(await isStored(tag)).toBe(false);
  expect((await ask('POST', `/emails/${tag}/resend`)).outcome).toBe('404 NOT_FOUND');
  expect(await isStored(tag)).toBe(false);
  expect((await ask('POST', `/emails/${other}/resend`)).status).toBe(200);
});

test.skipIf(isAwsDynamoDb)(
  'the sweep completes an interrupted deletion; a restore restores those sessions as well',
  async () => {
    // DynamoDB Local can't inject faults.
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

test('favorites and notes are counted per session, without those of other customers', async () => {
  const counts = async () =>
    (await ask('GET', `/customers/${person.customer}/favorites-and-notes`)).json<FavoriteAndNoteCounts>().items;
  expect(await counts()).toEqual([]);
  const path = (photo: string) => `/sessions/${person.session}/photos/${photo}`;
  await asClient('PATCH', path(person.photos.visible), { is_favorite: true });
  await asClient('PATCH', path(person.photos.visible), { note: 'Mine', note_before: '' });
  await asClient('PATCH', path(person.photos.kept), { note: 'Too', note_before: '' });
  const second = await newSession(person.customer);
  await newPhoto(second, { is_favorite: true, favorited_at: new Date().toISOString() });
  expect(new Set(await counts())).toEqual(
    new Set([
      { session_id: person.session, favorites: 1, notes: 2 },
      { session_id: second.id, favorites: 1, notes: 0 },
    ]),
  );
  await asClient('PATCH', path(person.photos.kept), { note: '', note_before: 'Too' });
  expect(await counts()).toContainEqual({ session_id: person.session, favorites: 1, notes: 1 });
});

test('each page of a long directory has its own ETag and is revalidated alone', async () => {
  const as = adminClaims();
  const rows = Array.from({ length: 2_003 }, (_, index): CustomerRow => {
    const created_at = new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString();
    const texts = { name: `Nr. ${index}`, email: '', phone: '', address: '', notes: '' };
    const addresses = { login_email: null, contact_email: null, contact_confirmed: false };
    const flags = { status: 'active' as const, profile_complete: true };
    return { id: newId(), customer_id: newDisplayId(), ...texts, ...addresses, ...flags, created_at, version: 0 };
  });
  for (let start = 0; start < rows.length; start += 40) {
    const some = rows.slice(start, start + 40);
    await transact(some.flatMap((row) => insertCustomer(row)));
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

test('the directory is answered with 304 while it is unchanged', async () => {
  const as = adminClaims();
  const first = await call(admin, 'GET', '/api/admin/customers', { as });
  const etag = first.response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const known = { 'if-none-match': etag };
  const second = await call(admin, 'GET', '/api/admin/customers', { as, headers: known });
  expect(second.status).toBe(304);
  expect(second.text).toBe('');
  await newClient();
  const third = await call(admin, 'GET', '/api/admin/customers', { as, headers: known });
  expect(third.status).toBe(200);
  expect(third.json<Directory>().items[0]?.id).not.toBe(first.json<Directory>().items[0]?.id);
});
