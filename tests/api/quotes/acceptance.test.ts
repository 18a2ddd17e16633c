import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostOf, type Quote, type QuotePage, type QuotePhotos, type StudioQuote } from '#shared/contract/quotes.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
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
let customer: string;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
});

const decide = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });
const approve = (id: string, values: object = {}) =>
  decide(id, { status: 'approved', price_cents: 12_550, version: 0, ...values });
const accept = (id: string, body: object = { version: 1, price_cents: 12_550 }) =>
  call(client, 'POST', `/api/client/quotes/${id}/accept`, { as: login, body });
const own = async () =>
  (await call(client, 'GET', '/api/client/quotes', { as: login })).json<QuotePage>().items[0] as Quote;
const entries = async (kind: string) =>
  ((await everyRow()).timeline as { kind: string; customer_id: string }[]).filter(
    (row) => row.kind === kind && row.customer_id === customer,
  );

describe('accepting', () => {
  test('records when, by whom, which price in which version, for both sides', async () => {
    const { id } = await newQuote(login);
    const approved = (await approve(id)).json<StudioQuote>();
    const accepted = (await accept(id)).json<Quote>();
    const expected = {
      accepted_at: expect.any(String),
      by: expect.stringMatching(/@example\.com$/),
      price_cents: 12_550,
      version: approved.version,
    };
    expect(accepted).toMatchObject({ status: 'approved', accepted: expected });
    expect((await own()).accepted).toEqual(accepted.accepted);
    const { items } = (await call(admin, 'GET', '/api/admin/quotes', { as })).json<{ items: StudioQuote[] }>();
    expect(items.find((quote) => quote.id === id)?.accepted).toEqual(accepted.accepted);
    expect(await entries('quote-accepted')).toEqual([expect.objectContaining({ price_cents: 12_550, by: 'client' })]);
  });

  test('is possible without a price', async () => {
    const { id } = await newQuote(login);
    await approve(id, { price_cents: null });
    expect((await accept(id, { version: 1, price_cents: null })).json<Quote>().accepted).toMatchObject({
      price_cents: null,
    });
  });

  test('that is repeated, also at once, is one acceptance', async () => {
    const { id } = await newQuote(login);
    await approve(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const times = new Set(answers.map((answer) => answer.json<Quote>().accepted?.accepted_at));
    expect(times.size).toBe(1);
    expect(await entries('quote-accepted')).toHaveLength(1);
    expect((await accept(id)).status).toBe(200);
  });

  test('of a pending, rejected or foreign quote, or another price, accepts nothing', async () => {
    const { id } = await newQuote(login);
    expect((await accept(id, { version: 0, price_cents: null })).outcome).toBe('409 CHANGED_MEANWHILE');
    await approve(id);
    for (const body of [
      { version: 1, price_cents: 1 },
      { version: 1, price_cents: null },
      { version: 2, price_cents: 12_550 },
      { version: 0, price_cents: 12_550 },
    ]) {
      const answer = await accept(id, body);
      expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
      expect(answer.error.details).toMatchObject({ current: { id, price_cents: 12_550, accepted: null } });
    }
    const owner = login;
    ({ login } = await newClient());
    expect((await accept(id)).outcome).toBe('404 NOT_FOUND');
    login = owner;
    const other = await newQuote(login);
    await decide(other.id, { status: 'rejected', version: 0 });
    expect((await accept(other.id, { version: 1, price_cents: null })).outcome).toBe('409 CHANGED_MEANWHILE');
    expect(await entries('quote-accepted')).toEqual([]);
  });

  test('while the studio takes the price back: either it is accepted and the studio hears it, or nothing is', async () => {
    for (let time = 0; time < 10; time += 1) {
      const { id } = await newQuote(login);
      await approve(id);
      const [accepted, reopened] = await Promise.all([accept(id), decide(id, { status: 'pending', version: 1 })]);
      expect([accepted.outcome, reopened.outcome].toSorted()).toEqual(['200', '409 CHANGED_MEANWHILE']);
      const stored = await own();
      if (accepted.status === 200) {
        expect(reopened.error.message).toBe('The client has accepted this quote in the meantime.');
        expect(stored.accepted).not.toBeNull();
      } else {
        expect(accepted.error.message).toBe('The studio has withdrawn this quote in the meantime.');
        expect(stored).toMatchObject({ status: 'pending', accepted: null });
      }
    }
  });

  test('is taken back by reopening, which keeps it for the studio, and the next price is accepted anew', async () => {
    const { id } = await newQuote(login);
    await approve(id);
    await accept(id);
    const reopened = (await decide(id, { status: 'pending', version: 2 })).json<StudioQuote>();
    expect(reopened).toMatchObject({
      status: 'pending',
      accepted: null,
      reopened: { price_cents: 12_550, accepted: { price_cents: 12_550, version: 1 } },
    });
    expect((await own()).accepted).toBeNull();
    expect(Object.keys(await own())).not.toContain('reopened');
    await decide(id, { status: 'approved', price_cents: 20_000, version: 3 });
    expect((await accept(id)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await accept(id, { version: 4, price_cents: 20_000 })).json<Quote>().accepted).toMatchObject({
      price_cents: 20_000,
      version: 4,
    });
  });
});

describe('a payment link', () => {
  test.each([
    'http://pay.example.com',
    'ftp://pay.example.com',
    'javascript:alert(1)',
    'https://user:secret@pay.example.com',
    'https://user@pay.example.com/',
    'https://localhost/',
    'https://2130706433/',
    'https://localhost./',
    'https://nas.local/',
    'https://pay.example.com/a b',
    'studio@example.com',
    '',
    `https://pay.example.com/${'x'.repeat(2_000)}`,
  ])('%s is refused', async (payment_link) => {
    const { id } = await newQuote(login);
    const answer = await approve(id, { payment_link });
    expect(answer.outcome).toBe('400 INVALID');
    expect((await own()).status).toBe('pending');
  });

  test('is with the approved quote and its email, and its host is shown', async () => {
    const { id } = await newQuote(login);
    await approve(id, { payment_link: ' https://Pay.Example.com:8443/bill?id=7 ' });
    const { payment_link } = await own();
    expect(payment_link).toBe('https://pay.example.com:8443/bill?id=7');
    expect(hostOf(payment_link!)).toBe('pay.example.com:8443');
    const emails = ((await everyRow()).outbox as Record<string, unknown>[]).filter(
      (row) => row.kind === 'quote-approved' && String(row.id).includes(id),
    );
    expect(emails).toEqual([expect.objectContaining({ payment_link })]);
  });

  test('can be set, changed and removed later, also when the quote is accepted', async () => {
    const { id } = await newQuote(login);
    expect((await decide(id, { payment_link: 'https://a.example.com/', version: 0 })).outcome).toBe(
      '409 CHANGED_MEANWHILE',
    );
    await approve(id);
    await accept(id);
    const set = await decide(id, { payment_link: 'https://a.example.com/', version: 2 });
    expect(set.json<StudioQuote>()).toMatchObject({ payment_link: 'https://a.example.com/', version: 3 });
    expect((await own()).accepted).toMatchObject({ version: 1, price_cents: 12_550 });
    // The acceptance is of the version that the client saw, so a repeated request still finds it.
    expect((await accept(id)).status).toBe(200);
    await decide(id, { payment_link: null, version: 3 });
    expect((await own()).payment_link).toBeNull();
  });

  test('is not given to a rejected or reopened quote', async () => {
    const { id } = await newQuote(login);
    await decide(id, { status: 'rejected', payment_link: 'https://a.example.com/', version: 0 });
    expect((await own()).payment_link).toBeNull();
    const other = await newQuote(login);
    await approve(other.id, { payment_link: 'https://a.example.com/' });
    const reopened = (await decide(other.id, { status: 'pending', version: 1 })).json<StudioQuote>();
    expect(reopened).toMatchObject({ payment_link: null, reopened: { payment_link: 'https://a.example.com/' } });
    expect((await own()).payment_link).toBeNull();
  });
});

describe('attached photos', () => {
  const request = (photos: object[]) =>
    call(client, 'POST', '/api/client/quotes', {
      as: login,
      body: { request_id: randomUUID(), type: 'print', photos },
    });
  const keyOf = (session: Session, photo_id: string) => ({ session_id: session.id, photo_id });

  test('are any that the client can see, in their order, and shown as photos to both sides', async () => {
    const one = await newSession(customer);
    const two = await newSession(customer, { session_label: 'two' });
    const [first, second, third] = [await newPhoto(one), await newPhoto(two), await newPhoto(one)];
    const quote = (await request([keyOf(two, second), keyOf(one, third), keyOf(one, third)])).json<Quote>();
    expect(quote.favorites.map(({ photo_id }) => photo_id)).toEqual([second, third]);
    expect(quote.favorites.map(({ photo_id }) => photo_id)).not.toContain(first);
    const shown = async (app: typeof client | typeof admin, audience: string, who: Claims) =>
      (await call(app as typeof client, 'GET', `/api/${audience}/quotes/${quote.id}/photos`, { as: who }))
        .json<QuotePhotos>()
        .items.map(({ id, session_id }) => [session_id, id]);
    const both = [
      [two.id, second],
      [one.id, third],
    ];
    expect(await shown(client, 'client', login)).toEqual(both);
    expect(await shown(admin, 'admin', as)).toEqual(both);
    const hide = { photo_ids: [third], is_approved: false };
    await call(admin, 'PATCH', `/api/admin/sessions/${one.id}/photos`, { as, body: hide });
    expect(await shown(client, 'client', login)).toEqual([[two.id, second]]);
    expect(await shown(admin, 'admin', as)).toEqual(both);
  });

  test('that the client can’t see are refused, and nothing is stored', async () => {
    const session = await newSession(customer);
    const visible = await newPhoto(session);
    const hidden = await newPhoto(session, { is_approved: false });
    const stranger = await newClient();
    const foreign = await newSession(stranger.profile.id);
    const theirs = await newPhoto(foreign);
    for (const key of [
      keyOf(session, hidden),
      keyOf(foreign, theirs),
      keyOf(session, theirs),
      keyOf(foreign, visible),
    ]) {
      const answer = await request([keyOf(session, visible), key]);
      expect(answer.outcome).toBe('400 INVALID');
      expect(answer.error.fields).toEqual({ photos: 'One of these photos is no longer there.' });
    }
    const many = Array.from({ length: 301 }, () => keyOf(session, visible));
    expect((await request(many)).error.fields).toEqual({ photos: 'At most 300 photos can be attached.' });
    expect(await own()).toBeUndefined();
  });
});
