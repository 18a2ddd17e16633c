import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { Attention, Quote, QuotePage, StudioQuote, StudioQuotePage } from '#shared/contract/quotes.ts';
import type { Session } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { insertQuote, type QuoteRow } from '../../lambdas/domain/quotes/repository.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newClient, newPhoto, newQuote, newSession } from '../support/api-world.ts';

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

/** Letters about a quote that are written down to be sent, by kind. */
async function letters(id: string): Promise<Record<string, unknown>[]> {
  const { outbox = [] } = await everyRow();
  return (outbox as Record<string, unknown>[]).filter((row) => String(row.id).includes(id));
}
const kinds = async (id: string) => (await letters(id)).map((row) => row.kind).toSorted();

describe('a request', () => {
  test('is stored pending, with a letter to the client and one to the studio', async () => {
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
    expect(await letters(quote.id)).toEqual([
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

  test('sent twice, one after the other and at once, is one', async () => {
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
    expect(await letters(atOnce[0]!.json<Quote>().id)).toHaveLength(2);
  });

  test('of another client with the same request id is another', async () => {
    const request_id = randomUUID();
    const mine = (await submit({ request_id })).json<Quote>();
    ({ login } = await newClient());
    const theirs = await submit({ request_id });
    expect(theirs.status).toBe(201);
    expect(theirs.json<Quote>().id).not.toBe(mine.id);
    expect((await own()).items).toHaveLength(1);
  });

  test('has a quantity of one unless it says otherwise, and none for other', async () => {
    expect((await submit({ quantity: undefined })).json<Quote>().quantity).toBe(1);
    expect((await submit({ type: 'other', quantity: undefined })).json<Quote>().quantity).toBeNull();
    expect((await submit({ type: 'other', quantity: 1 })).error.fields).toHaveProperty('quantity');
    for (const quantity of [0, -1, 1.5, 1_000, '2']) {
      expect((await submit({ quantity })).error.fields).toEqual({
        quantity: 'Quantity is a whole number from 1 to 999.',
      });
    }
    expect((await submit({ quantity: 999 })).status).toBe(201);
    expect((await submit({ notes: 'x'.repeat(4_000) })).status).toBe(201);
    expect((await submit({ notes: 'x'.repeat(4_001) })).error.fields).toEqual({
      notes: 'Notes / Details can have at most 4,000 characters.',
    });
    expect((await submit({ type: 'photoBook' })).error.fields).toEqual({ type: 'Please choose a request type.' });
  });

  test('takes along the favorites that the client can see, newest first, and keeps them', async () => {
    const session = await newSession(customer.id);
    const star = (values: object = {}) =>
      newPhoto(session, { is_favorite: true, favorited_at: new Date().toISOString(), ...values });
    const older = await star({ favorited_at: '2025-01-01T00:00:00.000Z', file_name: 'old.jpg' });
    const newer = await star({ favorited_at: '2025-02-01T00:00:00.000Z', file_name: 'new.jpg' });
    await star({ is_approved: false });
    await newPhoto(session);
    const quote = (await submit({ with_favorites: true })).json<Quote>();
    expect(quote.favorites).toEqual([
      { session_id: session.id, photo_id: newer, file_name: 'new.jpg' },
      { session_id: session.id, photo_id: older, file_name: 'old.jpg' },
    ]);
    expect((await submit({ with_favorites: false })).json<Quote>().favorites).toEqual([]);
    expect(await letters(quote.id)).toEqual([
      expect.objectContaining({ favorites: 2 }),
      expect.objectContaining({ favorites: 2 }),
    ]);
  });

  test('is refused with more favorites than one quote can hold, by the number', async () => {
    const session: Session = await newSession(customer.id);
    const favorited_at = new Date().toISOString();
    for (let made = 0; made <= limits.quoteFavorites; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => newPhoto(session, { is_favorite: true, favorited_at })));
    }
    const answer = await submit({ with_favorites: true });
    expect(answer.outcome).toBe('400 INVALID');
    expect(answer.error.fields?.with_favorites).toBe('At most 300 favorites can be attached; you have 310.');
    expect((await own()).items).toEqual([]);
  });

  test('can be repeated only so often in an hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect((await submit()).status).toBe(201);
    expect((await submit()).outcome).toBe('429 TOO_MANY');
    expect((await own()).items).toHaveLength(20);
  });
});

describe('the lists', () => {
  test('have the newest first; the studio sees whose they are', async () => {
    const first = (await submit()).json<Quote>();
    const second = (await submit()).json<Quote>();
    expect((await own()).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    const whose = {
      customer_id: customer.id,
      customer_name: 'Ada',
      customer_email: customer.login_email,
      answers_to: customer.login_email,
      version: 0,
    };
    expect((await all()).slice(0, 2)).toEqual([
      { ...second, ...whose },
      { ...first, ...whose },
    ]);
    // What only the studio works with is not told to the client.
    expect(Object.keys((await own()).items[0]!)).not.toContain('version');
  });

  test('come in pages that miss nothing and repeat nothing', async () => {
    const rows = Array.from({ length: limits.quotesPerPage + 3 }, (_, index): QuoteRow => {
      const created_at = new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString();
      const asked = { type: 'other' as const, quantity: null, notes: '', favorites: [] };
      const open = { status: 'pending' as const, price_cents: null, message: '', decided_at: null, version: 0 };
      return { id: newId(), customer_id: customer.id, ...asked, ...open, created_at };
    });
    await transact(rows.map((row) => insertQuote(row, () => new Error('taken'))));
    const page = await own();
    expect(page.items).toHaveLength(limits.quotesPerPage);
    const rest = await own(page.next_cursor!);
    expect(rest.next_cursor).toBeNull();
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
  });
});

describe('a decision', () => {
  test('brings price and message to the client, and one letter', async () => {
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
    expect(await letters(id)).toContainEqual(
      expect.objectContaining({ to: customer.login_email, price_cents: 12_550, message: 'Ready Friday' }),
    );
  });

  test('needs neither price nor message', async () => {
    const { id } = await newQuote(login);
    expect((await decide(id, { status: 'rejected', version: 0 })).json()).toMatchObject({
      status: 'rejected',
      price_cents: null,
      message: '',
    });
    for (const price_cents of [-1, 1.5, 10_000_001, '5']) {
      const refused = await decide(id, { status: 'approved', price_cents, version: 1 });
      expect(refused.error.fields).toEqual({ price_cents: 'Price is an amount from $0 to $100,000.' });
    }
  });

  test('of several admins at once: one wins, the others learn what happened, and there is one letter', async () => {
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

  test('is possible where nobody is left to be told', async () => {
    const { id } = await newQuote(login);
    await dynamodb().send(new DeleteCommand({ TableName: env('CUSTOMERS_TABLE'), Key: { id: customer.id } }));
    expect((await all()).find((quote) => quote.id === id)).toMatchObject({ customer_name: null, customer_email: null });
    expect((await decide(id, { status: 'rejected', version: 0 })).status).toBe(200);
    expect(await kinds(id)).toEqual(['quote-received', 'quote-submitted']);
  });

  test('is taken back by reopening, which clears price and message and writes nobody', async () => {
    const { id } = await newQuote(login);
    await decide(id, { status: 'approved', price_cents: 100, message: 'Yes', version: 0 });
    const before = await letters(id);
    const reopened = await decide(id, { status: 'pending', version: 1 });
    expect(reopened.json()).toMatchObject({
      status: 'pending',
      price_cents: null,
      message: '',
      decided_at: null,
      version: 2,
    });
    expect(await letters(id)).toEqual(before);
    expect((await decide(id, { status: 'rejected', version: 2 })).status).toBe(200);
    expect(await kinds(id)).toEqual(['quote-approved', 'quote-received', 'quote-rejected', 'quote-submitted']);
  });

  test('on what is decided already, or reopening what is open, is 409 and changes nothing', async () => {
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

test('attention counts what is pending and unread, as it is now', async () => {
  const before = await attention();
  const { id } = await newQuote(login);
  expect(await attention()).toEqual({ ...before, pending_quotes: before.pending_quotes + 1 });
  await decide(id, { status: 'approved', version: 0 });
  expect(await attention()).toEqual(before);
  await decide(id, { status: 'pending', version: 1 });
  expect((await attention()).pending_quotes).toBe(before.pending_quotes + 1);
});
