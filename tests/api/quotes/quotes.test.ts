import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { Attention, Quote, QuotePage, StudioQuote, StudioQuotePage } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { insertQuote, pendingQuote, type QuoteRow } from '../../../lambdas/domain/quotes/repository.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { without } from '../../../lambdas/platform/without.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newQuote, newSession } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
let login: Claims;
let customer: Customer;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = (await call(admin, 'GET', `/api/admin/customers/${made.profile.id}`, { as })).json<Customer>();
});

const submit = (values: Record<string, unknown> = {}) =>
  call(client, 'POST', '/api/client/quotes', {
    as: login,
    body: { request_id: randomUUID(), type: 'photo-book', quantity: 2, notes: ' Linen ', ...values },
  });
const own = async (cursor = '') =>
  (
    await call(client, 'GET', `/api/client/quotes${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, { as: login })
  ).json<QuotePage>();
const all = async () => (await call(admin, 'GET', '/api/admin/quotes', { as })).json<StudioQuotePage>().items;
const decide = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });
const attention = async () => (await call(admin, 'GET', '/api/admin/attention', { as })).json<Attention>();

/** The queued emails about a quote, by kind. */
async function emails(id: string): Promise<Record<string, unknown>[]> {
  const { outbox = [] } = await everyRow();
  return (outbox as Record<string, unknown>[]).filter((row) => String(row.id).includes(id));
}
const kinds = async (id: string) => (await emails(id)).map((row) => row.kind).toSorted();

describe('a quote request', () => {
  test('is stored as pending, with an email to the client and one to the studio', async () => {
    const answer = await submit();
    expect(answer.status).toBe(201);
    const quote = answer.json<Quote>();
    expect(quote).toMatchObject({
      type: 'photo-book',
      quantity: 2,
      notes: 'Linen',
      favorites: [],
      status: 'pending',
      price_cents: null,
      message: '',
      decided_at: null,
    });
    expect((await own()).items).toEqual([quote]);
    expect(await emails(quote.id)).toEqual([
      expect.objectContaining({
        kind: 'quote-received',
        to: customer.login_email,
        type: 'photo-book',
        state: 'queued',
      }),
      expect.objectContaining({
        kind: 'quote-submitted',
        email: customer.login_email,
        notes: 'Linen',
        state: 'queued',
      }),
    ]);
  });

  test('sent twice, one after the other or concurrently, is stored once', async () => {
    const request_id = randomUUID();
    const answers = [
      await submit({ request_id }),
      ...(await Promise.all(Array.from({ length: 5 }, () => submit({ request_id })))),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json<Quote>().id)).size).toBe(1);
    const other = randomUUID();
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => submit({ request_id: other })));
    expect(atOnce.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect((await own()).items).toHaveLength(2);
    expect(await emails(atOnce[0]!.json<Quote>().id)).toHaveLength(2);
  });

  test('of another client with the same request id is a separate quote', async () => {
    const request_id = randomUUID();
    const mine = (await submit({ request_id })).json<Quote>();
    ({ login } = await newClient());
    const theirs = await submit({ request_id });
    expect(theirs.status).toBe(201);
    expect(theirs.json<Quote>().id).not.toBe(mine.id);
    expect((await own()).items).toHaveLength(1);
  });

  test('has a default quantity of one, and no quantity for type other', async () => {
    expect((await submit({ quantity: undefined })).json<Quote>().quantity).toBe(1);
    expect((await submit({ type: 'other', quantity: undefined })).json<Quote>().quantity).toBeNull();
    expect((await submit({ type: 'other', quantity: 1 })).error.fields).toHaveProperty('quantity');
    for (const quantity of [0, -1, 1.5, 1_000, '2']) {
      expect((await submit({ quantity })).error.fields).toEqual({
        quantity: 'Please enter a whole number from 1 to 999.',
      });
    }
    expect((await submit({ quantity: 999 })).status).toBe(201);
    expect((await submit({ notes: 'x'.repeat(4_000) })).status).toBe(201);
    expect((await submit({ notes: 'x'.repeat(4_001) })).error.fields).toEqual({
      notes: 'Notes / Details can have at most 4,000 characters.',
    });
    expect((await submit({ type: 'photoBook' })).error.fields).toEqual({ type: 'Please choose a request type.' });
  });

  test('tells in both emails how many photos are attached', async () => {
    const session = await newSession(customer.id);
    const photos = [
      { session_id: session.id, photo_id: await newPhoto(session) },
      { session_id: session.id, photo_id: await newPhoto(session) },
    ];
    const quote = (await submit({ photos })).json<Quote>();
    expect(await emails(quote.id)).toEqual([
      expect.objectContaining({ favorites: 2 }),
      expect.objectContaining({ favorites: 2 }),
    ]);
  });

  test('does not show its client a photo hidden since then; the studio sees all requested photos', async () => {
    const session = await newSession(customer.id);
    const photos = [];
    for (const file_name of ['kept.jpg', 'hidden.jpg']) {
      photos.push({ session_id: session.id, photo_id: await newPhoto(session, { file_name }) });
    }
    const request = { request_id: randomUUID(), photos };
    const quote = (await submit(request)).json<Quote>();
    const hidden = quote.favorites.find(({ file_name }) => file_name === 'hidden.jpg')!;
    const hide = { photo_ids: [hidden.photo_id], is_approved: false };
    expect((await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: hide })).status).toBe(
      200,
    );
    const read = async (path: string) => (await call(client, 'GET', path, { as: login })).text;
    for (const text of [
      (await submit(request)).text,
      await read('/api/client/quotes'),
      await read('/api/client/me/data'),
    ]) {
      expect(text).toContain('kept.jpg');
      expect(text).not.toContain('hidden.jpg');
    }
    expect((await all()).find(({ id }) => id === quote.id)?.favorites).toHaveLength(2);
  });

  test('is limited per hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect((await submit()).status).toBe(201);
    expect((await submit()).outcome).toBe('429 TOO_MANY');
    expect((await own()).items).toHaveLength(20);
  });
});

describe('the quote lists', () => {
  test('are sorted newest first; the studio’s list names the customers', async () => {
    const first = (await submit()).json<Quote>();
    const second = (await submit()).json<Quote>();
    expect((await own()).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    const whose = {
      customer_id: customer.id,
      customer_name: 'Ada',
      customer_email: customer.login_email,
      answers_to: customer.login_email,
      reopened: null,
      version: 0,
    };
    expect((await all()).slice(0, 2)).toEqual([
      { ...without(second, 'standing'), ...whose },
      { ...without(first, 'standing'), ...whose },
    ]);
    // Fields for the studio only are not returned to the client.
    expect(Object.keys((await own()).items[0]!)).not.toContain('reopened');
  });

  test('are paged without gaps or repeats', async () => {
    const rows = Array.from({ length: limits.quotesPerPage + 3 }, (_, index): QuoteRow => {
      const created_at = new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString();
      const asked = { type: 'other' as const, quantity: null, notes: '', favorites: [] };
      return { ...pendingQuote, id: newId(), customer_id: customer.id, ...asked, created_at };
    });
    await transact(rows.map((row) => insertQuote(row)));
    const page = await own();
    expect(page.items).toHaveLength(limits.quotesPerPage);
    const rest = await own(page.next_cursor!);
    expect(rest.next_cursor).toBeNull();
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
  });
});

describe('a decision', () => {
  test('sends price and message to the client in one email', async () => {
    const { id } = await newQuote(login);
    const answer = await decide(id, { status: 'approved', price_cents: 12_550, message: ' Ready Friday ', version: 0 });
    expect(answer.json<StudioQuote>()).toMatchObject({ id, status: 'approved', price_cents: 12_550, version: 1 });
    expect((await own()).items[0]).toMatchObject({
      status: 'approved',
      price_cents: 12_550,
      message: 'Ready Friday',
      decided_at: expect.any(String),
    });
    expect(await kinds(id)).toEqual(['quote-approved', 'quote-received', 'quote-submitted']);
    expect(await emails(id)).toContainEqual(
      expect.objectContaining({ to: customer.login_email, price_cents: 12_550, message: 'Ready Friday' }),
    );
  });

  test('requires neither price nor message', async () => {
    const { id } = await newQuote(login);
    expect((await decide(id, { status: 'rejected', version: 0 })).json()).toMatchObject({
      status: 'rejected',
      price_cents: null,
      message: '',
    });
    for (const price_cents of [-1, 1.5, 10_000_001, '5']) {
      const refused = await decide(id, { status: 'approved', price_cents, version: 1 });
      expect(refused.error.fields).toEqual({ price_cents: 'A price is a whole number of cents from 0 to 10,000,000.' });
    }
  });

  test('by several admins at once: one is saved, the others get a conflict, and one email is sent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newQuote(login);
      const answers = await Promise.all([
        decide(id, { status: 'approved', price_cents: 100, version: 0 }),
        decide(id, { status: 'rejected', message: 'Sorry', version: 0 }),
        decide(id, { status: 'approved', version: 0 }),
      ]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
      const winner = answers.find((answer) => answer.status === 200)!.json<StudioQuote>();
      for (const loser of answers.filter((answer) => answer.status === 409)) {
        expect(loser.error).toMatchObject({
          code: 'CHANGED_MEANWHILE',
          message: `This request was ${winner.status} in the meantime. Reopen it to decide anew.`,
          details: { current: winner },
        });
      }
      expect(await kinds(id)).toEqual([`quote-${winner.status}`, 'quote-received', 'quote-submitted'].toSorted());
    }
  });

  test('is possible when the customer no longer exists; no email is sent', async () => {
    const { id } = await newQuote(login);
    await dynamodb().send(new DeleteCommand({ TableName: env('CUSTOMERS_TABLE'), Key: { id: customer.id } }));
    expect((await all()).find((quote) => quote.id === id)).toMatchObject({ customer_name: null, customer_email: null });
    expect((await decide(id, { status: 'rejected', version: 0 })).status).toBe(200);
    expect(await kinds(id)).toEqual(['quote-received', 'quote-submitted']);
  });

  test('is undone by reopening, which hides price and message from the client alone and sends no email', async () => {
    const { id } = await newQuote(login);
    await decide(id, { status: 'approved', price_cents: 100, message: 'Yes', version: 0 });
    const before = await emails(id);
    const reopened = await decide(id, { status: 'pending', version: 1 });
    expect(reopened.json()).toMatchObject({
      status: 'pending',
      price_cents: null,
      message: '',
      decided_at: null,
      reopened: { status: 'approved', price_cents: 100, message: 'Yes', decided_at: expect.any(String) },
      version: 2,
    });
    expect(await emails(id)).toEqual(before);
    expect((await decide(id, { status: 'rejected', version: 2 })).json()).toMatchObject({ reopened: null });
    expect(await kinds(id)).toEqual(['quote-approved', 'quote-received', 'quote-rejected', 'quote-submitted']);
  });

  test('on a decided quote, or reopening a pending one, is 409 and changes nothing', async () => {
    const { id } = await newQuote(login);
    const open = await decide(id, { status: 'pending', version: 0 });
    expect(open.error).toMatchObject({ code: 'CHANGED_MEANWHILE', message: expect.stringContaining('reopened') });
    await decide(id, { status: 'rejected', version: 0 });
    const before = await everyRow();
    for (const [status, version] of [
      ['approved', 1],
      ['rejected', 1],
      ['approved', 0],
      ['pending', 0],
    ] as const) {
      expect((await decide(id, { status, version })).outcome).toBe('409 CHANGED_MEANWHILE');
    }
    expect(await everyRow()).toEqual(before);
  });
});

test('attention counts the pending quotes and unread messages', async () => {
  const before = await attention();
  const { id } = await newQuote(login);
  expect(await attention()).toEqual({ ...before, pending_quotes: before.pending_quotes + 1 });
  await decide(id, { status: 'approved', version: 0 });
  expect(await attention()).toEqual(before);
  await decide(id, { status: 'pending', version: 1 });
  expect((await attention()).pending_quotes).toBe(before.pending_quotes + 1);
});
