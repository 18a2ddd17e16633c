import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer, CustomerContents, DeletedCustomers, Profile } from '#shared/contract/customers.ts';
import type { SentEmailPage } from '#shared/contract/emails.ts';
import type { QuotePage } from '#shared/contract/quotes.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readCustomer } from '../../../lambdas/domain/customers/repository.ts';
import { eraseCustomer } from '../../../lambdas/domain/customers/status.ts';
import { emailOfTag, readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { sweepDeletedCustomer } from '../../../lambdas/domain/flows/customer-deletion.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler as sendEmail } from '../../../lambdas/workers/send-email/handler.ts';
import { Fuse } from '../../support/faults/fuse.ts';
import { interruptedRequests, randomOfTest } from '../../support/faults/sample.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import { newFailedEmail, newPhoto, newQuote, newSession } from '../../support/studio/api-world.ts';

/** Two records of one person, joined by hand: what moves, what never does, and the undo. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

/** A spelling of an address by which Cognito has another user. */
const again = (email: string) => `${email} `;

const newAddress = () => `${newId()}@example.com`;
const ask = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin${path}`, { as: adminClaims(), body });
const read = async (id: string) => (await ask('GET', `/customers/${id}`)).json<Customer>();
const contents = async (id: string) => (await ask('GET', `/customers/${id}/contents`)).json<CustomerContents>();
const me = (as: Claims) => call(client, 'GET', '/api/client/me', { as });
const meOf = async (as: Claims) => (await me(as)).json<Profile>().id;
const quotesOf = async (as: Claims) =>
  (await call(client, 'GET', '/api/client/quotes', { as })).json<QuotePage>().items.map(({ id }) => id);

async function newCustomer(email = newAddress(), name = 'Maya Thompson', phone = ''): Promise<Customer> {
  const answer = await ask('POST', '/customers', { name, email, phone });
  expect(answer.status).toBe(201);
  return answer.json<Customer>();
}

/** A client's own record, made by signing in with an address that the studio does not know. */
async function newClientOf(email = newAddress()): Promise<{ login: Claims; email: string; id: string }> {
  const login = await newLogin(email);
  const answer = await call(client, 'POST', '/api/client/me', {
    as: login,
    body: { name: 'Maya T.', phone: '713', email, address: '1 Elm St' },
  });
  expect(answer.status).toBe(201);
  return { login, email, id: answer.json<Profile>().id };
}

/** The studio's record with a session, and the client's own one with quotes. */
let kept: Customer;
let own: Awaited<ReturnType<typeof newClientOf>>;
let quotes: string[];
beforeEach(async () => {
  kept = await newCustomer();
  await newPhoto(await newSession(kept.id));
  own = await newClientOf();
  quotes = [(await newQuote(own.login)).id, (await newQuote(own.login)).id].toSorted();
});

const join = async (to = kept.id, other = own.id) => {
  const [{ version }, { version: other_version }] = [await read(to), await read(other)];
  return ask('POST', `/customers/${to}/join`, { other, version, other_version });
};
const undo = (id = own.id) => ask('POST', `/customers/${id}/restore`);
const addressRows = async () =>
  ((await everyRow()).customers as { id: string; record_id?: string }[])
    .filter(({ id }) => id.startsWith('email#') || id.startsWith('login#'))
    .map(({ id, record_id }) => `${id} ${record_id}`)
    .toSorted();

/** A record as the studio sees it, without what every write changes. */
const facts = async (id: string) => {
  const { version: _, ...row } = await read(id);
  return row;
};

test('the studio sees how a client signs in, and what a join would move', async () => {
  expect(await contents(own.id)).toEqual({
    logins: [
      {
        email: own.email,
        provider: 'code',
        linked_at: expect.stringMatching(/^20/),
        visited_at: expect.stringMatching(/^20/),
      },
    ],
    unconfirmed_google_at: null,
    sessions_count: 0,
    photos_count: 0,
    quotes_count: 2,
    sums: {
      accepted: { quotes_count: 0, cents: 0, unpriced_count: 0 },
      open: { quotes_count: 2, cents: 0, unpriced_count: 2 },
    },
    damaged_quotes_count: 0,
  });
  expect(await contents(kept.id)).toMatchObject({ logins: [], sessions_count: 1, photos_count: 1, quotes_count: 0 });
});

test('a Google sign-in with an unverified address is seen at the record, links nothing, and is confirmed by a code', async () => {
  const login = await newLogin(kept.email, { verified: false });
  expect((await me(login)).outcome).toBe('403 EMAIL_UNVERIFIED');
  expect(await contents(kept.id)).toMatchObject({ logins: [], unconfirmed_google_at: expect.stringMatching(/^20/) });
  expect(await read(kept.id)).toMatchObject({ has_login: false });
  const code = await newLogin(again(kept.email));
  expect(await meOf(code)).toBe(kept.id);
  expect(await contents(kept.id)).toMatchObject({ logins: [{ email: kept.email, provider: 'code' }] });
});

test('after a join the client’s login opens the studio’s record, with its session and the client’s quotes', async () => {
  expect((await join()).outcome).toBe('200');
  expect(await meOf(own.login)).toBe(kept.id);
  expect((await quotesOf(own.login)).toSorted()).toEqual(quotes);
  const gallery = await call(client, 'GET', '/api/client/sessions', { as: own.login });
  expect(gallery.json<{ items: unknown[] }>().items).toHaveLength(1);
  // What is empty in the studio's record is filled; what is there stays.
  expect(await read(kept.id)).toMatchObject({
    name: 'Maya Thompson',
    phone: '713',
    address: '1 Elm St',
    email: kept.email,
    login_email: own.email,
    has_login: true,
  });
  expect(await read(own.id)).toMatchObject({ status: 'deleted', joined_to: kept.id });
  const trash = (await ask('GET', '/deleted-customers')).json<DeletedCustomers>().items;
  expect(trash.find(({ id }) => id === own.id)).toMatchObject({ joined_to: kept.id });
  // Both addresses are told.
  const told = ((await everyRow()).outbox as { kind: string; to: string }[]).filter(
    ({ kind, to }) => kind === 'records-joined' && (to === own.email || to === kept.email),
  );
  expect(told.map(({ to }) => to).toSorted()).toEqual([own.email, kept.email].toSorted());
  // A repeated request changes nothing.
  const rows = await everyRow();
  expect(
    (await ask('POST', `/customers/${kept.id}/join`, { other: own.id, version: 0, other_version: 0 })).status,
  ).toBe(200);
  expect(await everyRow()).toEqual(rows);
});

test('both addresses open the joined record from then on, also with a new login; no other address does', async () => {
  await join();
  for (const email of [again(own.email), kept.email]) expect(await meOf(await newLogin(email))).toBe(kept.id);
  expect(await contents(kept.id)).toMatchObject({
    logins: [{ email: own.email }, { email: own.email }, { email: kept.email }],
  });
  // Typed by the studio into a claimed record: links nothing, before and after a join.
  const typed = newAddress();
  const { version } = await read(kept.id);
  await ask('PATCH', `/customers/${kept.id}`, { name: 'Maya', email: typed, profile_complete: true, version });
  expect((await me(await newLogin(typed))).outcome).toBe('404 NO_CUSTOMER');
  // The former address is still the record's.
  expect(await meOf(await newLogin(again(kept.email)))).toBe(kept.id);
  expect((await ask('POST', '/customers', { name: 'Other', email: kept.email })).outcome).toBe('409 EMAIL_TAKEN');
});

test('an undo gives both records back as they were, and keeps what was added since', async () => {
  const before = [await facts(kept.id), await facts(own.id), await addressRows()];
  await join();
  expect((await undo()).outcome).toBe('200');
  expect([await facts(kept.id), await facts(own.id), await addressRows()]).toEqual(before);
  expect(await meOf(own.login)).toBe(own.id);
  expect((await quotesOf(own.login)).toSorted()).toEqual(quotes);
  expect((await undo()).outcome).toBe('200');

  await join();
  const added = await newLogin(kept.email);
  expect(await meOf(added)).toBe(kept.id);
  const quote = (await newQuote(added)).id;
  const { version } = await read(kept.id);
  const edit = { name: 'Maya Thompson', email: kept.email, phone: '999', profile_complete: true, version };
  expect((await ask('PATCH', `/customers/${kept.id}`, edit)).status).toBe(200);
  expect((await undo()).outcome).toBe('200');
  expect(await meOf(added)).toBe(kept.id);
  expect(await meOf(own.login)).toBe(own.id);
  expect(await quotesOf(added)).toEqual([quote]);
  expect(await read(kept.id)).toMatchObject({ phone: '999', address: '', login_email: kept.email });
});

test('a join writes the other record’s notes below the kept ones, and an undo takes only these back', async () => {
  const write = async (id: string, notes: string) => {
    const { name, email, profile_complete, version } = await read(id);
    await ask('PATCH', `/customers/${id}`, { name, email, profile_complete, notes, version });
  };
  const notesOf = async (id: string) => (await read(id)).notes;
  await write(own.id, 'Has two dogs');
  await join();
  expect(await notesOf(kept.id)).toBe('Has two dogs');
  await undo();
  expect([await notesOf(kept.id), await notesOf(own.id)]).toEqual(['', 'Has two dogs']);

  await write(kept.id, 'Shy');
  await join();
  expect(await notesOf(kept.id)).toBe('Shy\n\nHas two dogs');
  await write(kept.id, 'Shy at first\n\nHas two dogs');
  await undo();
  expect([await notesOf(kept.id), await notesOf(own.id)]).toEqual(['Shy at first', 'Has two dogs']);

  // What was written around them since stays whole.
  for (const since of ['Shy\n\nHas two dogs, and a cat', 'Perhaps: Has two dogs']) {
    await write(kept.id, 'Shy');
    await join();
    await write(kept.id, since);
    await undo();
    expect(await notesOf(kept.id)).toBe(since);
  }
});

test('sent emails move with a join, and back with its undo', async () => {
  const [ofKept, ofOwn] = [await newFailedEmail(kept.id), await newFailedEmail(own.id)];
  const emailsOf = async (id: string) =>
    (await ask('GET', `/customers/${id}/emails`))
      .json<SentEmailPage>()
      .items.filter(({ state }) => state === 'failed')
      .map((email) => email.id);
  await join();
  expect(await emailsOf(kept.id)).toEqual([ofOwn, ofKept]);
  expect(await emailsOf(own.id)).toEqual([]);
  expect((await undo()).outcome).toBe('200');
  expect(await emailsOf(kept.id)).toEqual([ofKept]);
  expect(await emailsOf(own.id)).toEqual([ofOwn]);
});

test('an email that is sent again after a join stays with the kept record, and goes back with the undo', async () => {
  const tag = await newFailedEmail(own.id);
  const isListedOf = async (id: string) =>
    (await ask('GET', `/customers/${id}/emails`)).json<SentEmailPage>().items.some((email) => email.id === tag);
  await join();
  expect((await ask('POST', `/emails/${tag}/resend`)).outcome).toBe('200');
  const id = emailOfTag(tag);
  const Keys = { id: { S: id } };
  const NewImage = { ...Keys, state: { S: 'queued' } };
  await sendEmail({ Records: [{ dynamodb: { Keys, NewImage } }] }, { getRemainingTimeInMillis: () => 30_000 });
  expect(await readEmail(id)).toMatchObject({ state: 'failed', trouble: 'outdated' });
  expect([await isListedOf(kept.id), await isListedOf(own.id)]).toEqual([true, false]);
  expect((await undo()).outcome).toBe('200');
  expect([await isListedOf(kept.id), await isListedOf(own.id)]).toEqual([false, true]);
});

test('an undo gives back also the logins that came with the joined record’s address', async () => {
  await join();
  const later = await newLogin(again(own.email));
  expect(await meOf(later)).toBe(kept.id);
  expect((await undo()).outcome).toBe('200');
  expect(await meOf(later)).toBe(own.id);
  expect(await read(kept.id)).toMatchObject({ has_login: false, login_email: null });
  const owner = await newLogin(kept.email);
  expect(await meOf(owner)).toBe(kept.id);

  // A record that nobody had opened before.
  const unclaimed = await newCustomer();
  await join(kept.id, unclaimed.id);
  const first = await newLogin(unclaimed.email);
  expect(await meOf(first)).toBe(kept.id);
  expect((await undo(unclaimed.id)).outcome).toBe('200');
  expect(await meOf(first)).toBe(unclaimed.id);
  expect(await read(unclaimed.id)).toMatchObject({ has_login: true, login_email: unclaimed.email });
  expect(await meOf(owner)).toBe(kept.id);
  expect(await read(kept.id)).toMatchObject({ login_email: kept.email });
});

test('a join is refused for other versions, closed and deleted customers, and when photos would have to move', async () => {
  const stale = { other: own.id, version: 7, other_version: 0 };
  expect((await ask('POST', `/customers/${kept.id}/join`, stale)).outcome).toBe('409 CHANGED_MEANWHILE');
  const both = await newClientOf();
  await newSession(both.id);
  const refusal = await join(kept.id, both.id);
  expect(refusal.outcome).toBe('400 INVALID');
  expect(refusal.error.message).toContain('photos can’t move to another customer');
  await newSession(kept.id);
  expect((await join(kept.id, both.id)).error.message).toMatch(/^Both have sessions.* join then\.$/);
  await call(client, 'POST', '/api/client/me/close', { as: own.login });
  expect((await join()).error.message).toContain('is closed. Reopen it first.');
  await ask('DELETE', `/customers/${own.id}`);
  expect((await join()).outcome).toBe('404 NOT_FOUND');
});

test('an undo is refused while the other record is deleted, closed, or has the address that must go back', async () => {
  await join();
  await ask('DELETE', `/customers/${kept.id}`);
  expect((await undo()).error.message).toContain('is deleted or closed');
  expect(await me(own.login).then(({ outcome }) => outcome)).toBe('403 ACCOUNT_CLOSED');
  await ask('POST', `/customers/${kept.id}/restore`);
  const { version } = await read(kept.id);
  const edit = { name: 'Maya', email: own.email, profile_complete: true, version };
  expect((await ask('PATCH', `/customers/${kept.id}`, edit)).status).toBe(200);
  expect((await undo()).error.message).toContain(`${own.email} belongs to this customer`);
  const { version: now } = await read(kept.id);
  await ask('PATCH', `/customers/${kept.id}`, { ...edit, email: kept.email, version: now });
  expect((await undo()).outcome).toBe('200');
  expect(await meOf(own.login)).toBe(own.id);
});

test('of two joins one after the other, the last one is undone first', async () => {
  const third = await newCustomer();
  await join();
  expect((await join(third.id, kept.id)).error.message).toContain('has sessions');
  const another = await newClientOf();
  await join(kept.id, another.id);
  expect((await contents(kept.id)).logins).toHaveLength(2);
  // Both joins are of the same record, so their order does not matter.
  await undo();
  expect(await meOf(another.login)).toBe(kept.id);
  await undo(another.id);
  expect(await read(kept.id)).toMatchObject({ has_login: false, login_email: null, phone: '', address: '' });

  const unclaimed = await newCustomer();
  await join(unclaimed.id, own.id);
  await join(kept.id, unclaimed.id);
  expect(await meOf(own.login)).toBe(kept.id);
  expect((await undo(own.id)).error.message).toContain('was joined with another customer since. Undo that first.');
  await undo(unclaimed.id);
  expect(await meOf(own.login)).toBe(unclaimed.id);
  await undo(own.id);
  expect(await meOf(own.login)).toBe(own.id);
});

test('killed at any step, a join and its undo are completed by a repeated request or the daily sweep', async () => {
  const fuse = new Fuse(dynamodb());
  const never = new Date(0).toISOString();
  const random = randomOfTest();
  for (const moment of ['before', 'after'] as const) {
    for (const [resume, resumeUndo] of [
      [() => ask('POST', `/customers/${kept.id}/join`, { other: own.id, version: 0, other_version: 0 }), undo],
      [() => sweepDeletedCustomer(own.id, never), () => sweepDeletedCustomer(own.id, never)],
    ] as const) {
      for (const step of interruptedRequests(random)) {
        kept = await newCustomer();
        own = await newClientOf();
        quotes = [(await newQuote(own.login)).id];
        const versions = { version: kept.version, other_version: (await read(own.id)).version };
        await fuse.within(step, moment, () =>
          ask('POST', `/customers/${kept.id}/join`, { other: own.id, ...versions }),
        );
        if ((await read(own.id)).joined_to) await resume();
        else expect((await join()).status).toBe(200);
        expect(await meOf(own.login)).toBe(kept.id);
        expect(await quotesOf(own.login)).toEqual(quotes);

        const undone = await fuse.within(step, moment, undo);
        // The login never opens a record without its quotes.
        expect(await quotesOf(own.login)).toEqual((await meOf(own.login)) === own.id ? quotes : expect.anything());
        await resumeUndo();
        if ((await read(own.id)).joined_to) await undo();
        expect(await meOf(own.login)).toBe(own.id);
        expect(await quotesOf(own.login)).toEqual(quotes);
        if (undone?.status === 200) break;
      }
    }
  }
});

test('a session created at any step of a join is refused, or keeps its customer from being joined', async () => {
  const fuse = new Fuse(dynamodb());
  const values = { session_name: 'Late', session_date: '2025-05-04' };
  for (const step of interruptedRequests()) {
    kept = await newCustomer();
    own = await newClientOf();
    let created = 0;
    const late = async () => {
      created = (await ask('POST', '/sessions', { customer_id: own.id, ...values })).status;
    };
    const { hasPaused } = await fuse.pauseAt(step, () => join(), late);
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(5);
    const row = await read(own.id);
    expect(row.joined_to === null).toBe(created === 201);
    expect(await meOf(own.login)).toBe(created === 201 ? own.id : kept.id);
  }
});

test('after 30 days the sweep erases the joined record only; logins, addresses and quotes stay with the other one', async () => {
  await join();
  expect(await sweepDeletedCustomer(own.id, new Date(Date.now() + 60_000).toISOString())).toBe(true);
  expect((await ask('GET', `/customers/${own.id}`)).status).toBe(404);
  expect((await undo()).outcome).toBe('404 NOT_FOUND');
  expect(await meOf(own.login)).toBe(kept.id);
  expect((await quotesOf(own.login)).toSorted()).toEqual(quotes);
  expect(await meOf(await newLogin(again(own.email)))).toBe(kept.id);
  // Erasing the other one frees both addresses.
  await ask('DELETE', `/customers/${kept.id}`);
  expect((await addressRows()).filter((row) => row.endsWith(kept.id))).toHaveLength(4);
  const erased = await readCustomer(kept.id);
  await transact(eraseCustomer(erased!));
  expect((await addressRows()).filter((row) => row.endsWith(kept.id))).toEqual([]);
});
