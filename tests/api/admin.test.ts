import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Directory } from '#shared/contract/customers.ts';
import type { Session, SessionEntry, SessionPage } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { newSessionRow } from '../../lambdas/domain/sessions/new-session.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { insertSession } from '../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, type Call, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const ask = (method: string, path: string, body?: Call['body']) =>
  call(admin, method, `/api/admin${path}`, { as, body });
const make = (values: object = {}) =>
  ask('POST', '/customers', { name: 'Grace', email: `${newId()}@example.com`, ...values });
const made = async (values: object = {}) => (await make(values)).json<Customer>();

describe('customers', () => {
  test('created by the studio have no login yet and a complete profile', async () => {
    const email = `${newId()}@example.com`;
    const answer = await make({ email: ` ${email.toUpperCase()} `, phone: '713' });
    expect(answer.status).toBe(201);
    const customer = answer.json<Customer>();
    expect(customer).toMatchObject({
      name: 'Grace',
      email,
      phone: '713',
      address: '',
      notes: '',
      status: 'active',
      has_login: false,
      profile_complete: true,
      login_email: null,
      contact_email: null,
    });
    expect((await ask('GET', `/customers/${customer.id}`)).json()).toEqual(customer);
  });

  test('have unique email addresses, also when created concurrently', async () => {
    const { email } = await made();
    const again = await make({ email });
    expect(again.status).toBe(409);
    expect(again.error).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'A customer with this email already exists.',
    });
    const fresh = `${newId()}@example.com`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => make({ email: fresh })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('require a name and an email address', async () => {
    const answer = await ask('POST', '/customers', { name: ' ', email: '' });
    expect(answer.error.fields).toMatchObject({
      name: 'Please enter a name.',
      email: 'Please enter an email address.',
    });
  });

  const edits = (customer: Customer, values: object = {}) => ({
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    profile_complete: customer.profile_complete,
    version: customer.version,
    ...values,
  });

  test('are edited; of two concurrent edits the second gets the stored customer', async () => {
    const customer = await made();
    const saved = await ask(
      'PATCH',
      `/customers/${customer.id}`,
      edits(customer, { name: 'G', profile_complete: false }),
    );
    expect(saved.json()).toEqual({ ...customer, name: 'G', profile_complete: false, version: 1 });
    const late = await ask('PATCH', `/customers/${customer.id}`, edits(customer, { name: 'Late' }));
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toEqual({ current: saved.json() });
  });

  test('change their address, which frees the old one', async () => {
    const customer = await made();
    const email = `${newId()}@example.com`;
    expect((await ask('PATCH', `/customers/${customer.id}`, edits(customer, { email }))).status).toBe(200);
    expect((await make({ email })).outcome).toBe('409 EMAIL_TAKEN');
    expect((await make({ email: customer.email })).status).toBe(201);
    expect((await ask('GET', `/customers/${customer.id}`)).json()).toMatchObject({ email });
  });

  test('can’t take another customer’s address, and a refused edit changes nothing', async () => {
    const [one, two] = [await made(), await made()];
    const before = await everyRow();
    const refused = await ask('PATCH', `/customers/${one.id}`, edits(one, { email: two.email, name: 'X' }));
    expect(refused.outcome).toBe('409 EMAIL_TAKEN');
    expect(await everyRow()).toEqual(before);
  });

  test('that request the same new address concurrently: one gets it', async () => {
    const [one, two] = [await made(), await made()];
    const email = `${newId()}@example.com`;
    const answers = await Promise.all([
      ask('PATCH', `/customers/${one.id}`, edits(one, { email })),
      ask('PATCH', `/customers/${two.id}`, edits(two, { email })),
    ]);
    expect(answers.map((answer) => answer.outcome).toSorted()).toEqual(['200', '409 EMAIL_TAKEN']);
  });
});

describe('the directory', () => {
  test('lists every customer once, newest first, and no other rows', async () => {
    const some = [await made(), await made(), await made()];
    const { items, next_cursor } = (await ask('GET', '/customers')).json<Directory>();
    expect(next_cursor).toBeNull();
    const own = items.filter((item) => some.some(({ id }) => id === item.id));
    expect(own.map((item) => item.id)).toEqual(some.map(({ id }) => id).toReversed());
    expect(items.every((item) => /^[0-9a-z]{20}$/.test(item.id))).toBe(true);
    const shown = ['created_at', 'customer_id', 'email', 'id', 'name', 'phone', 'status'];
    expect(Object.keys(items[0]!).toSorted()).toEqual(shown);
  });
});

describe('sessions', () => {
  let customer: string;
  beforeEach(async () => {
    customer = (await made()).id;
  });

  const create = (values: object = {}) =>
    ask('POST', '/sessions', {
      customer_id: customer,
      session_name: 'Family Session',
      session_date: '2025-05-04',
      ...values,
    });

  test('get a label from month and name, or the next free one', async () => {
    const answer = await create({ notes: ' By the river ' });
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({
      customer_id: customer,
      session_label: 'may2025-family-session',
      session_name: 'Family Session',
      session_date: '2025-05-04',
      notes: 'By the river',
      photo_order: 'captured',
      photos_count: 0,
      visible_count: 0,
    });
    expect((await create()).json()).toMatchObject({ session_label: 'may2025-family-session-2' });
    expect((await create()).json()).toMatchObject({ session_label: 'may2025-family-session-3' });
  });

  test('with a taken label are refused with a free one', async () => {
    await create({ session_label: 'river' });
    await create({ session_label: 'river-2' });
    const answer = await create({ session_label: 'river' });
    expect(answer.outcome).toBe('409 LABEL_TAKEN');
    expect(answer.error.details).toEqual({ suggestion: 'river-3' });
    expect((await create({ session_label: 'river-3' })).status).toBe(201);
  });

  test('created concurrently all get different labels', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()));
    const labels = answers
      .filter((answer) => answer.status === 201)
      .map((answer) => answer.json<Session>().session_label);
    expect(labels).toHaveLength(4);
    expect(new Set(labels).size).toBe(4);
  });

  test('of two customers may have the same label', async () => {
    const other = (await made()).id;
    expect((await create({ session_label: 'same' })).status).toBe(201);
    expect((await create({ session_label: 'same', customer_id: other })).status).toBe(201);
  });

  test.each([
    ['session_name', { session_name: '' }],
    ['session_date', { session_date: '2025-02-30' }],
    ['session_date', { session_date: 'tomorrow' }],
    ['session_label', { session_label: 'Not A Label' }],
    ['customer_id', { customer_id: 'x' }],
  ])('with an invalid %s are refused', async (field, values) => {
    const answer = await create(values);
    expect(answer.outcome).toBe('400 INVALID');
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });

  test('are not created for a missing customer', async () => {
    expect((await create({ customer_id: newId() })).outcome).toBe('404 NOT_FOUND');
    const open = { customer_id: newId(), session_label: 'x' };
    expect((await ask('POST', '/sessions/open', open)).outcome).toBe('404 NOT_FOUND');
  });

  test('are opened by label, and created once with today’s date when the label is new', async () => {
    const open = () => ask('POST', '/sessions/open', { customer_id: customer, session_label: 'may2025-river' });
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 201]);
    const [first] = answers.map((answer) => answer.json<Session>());
    expect(new Set(answers.map((answer) => answer.json<Session>().id)).size).toBe(1);
    expect(first).toMatchObject({
      session_label: 'may2025-river',
      session_name: 'may2025-river',
      session_date: today(new Date()),
    });
    expect((await open()).status).toBe(200);
  });

  test('of a customer are sorted by date, newest first, then by creation time', async () => {
    const dates = ['2025-01-10', '2025-03-01', '2024-12-31', '2025-03-01'];
    const sessions: Session[] = [];
    for (const session_date of dates) sessions.push(await newSession(customer, { session_date }));
    const [a, b, c, d] = sessions;
    const { items } = (await ask('GET', `/customers/${customer}/sessions`)).json<{ items: Session[] }>();
    expect(items.map(({ id }) => id)).toEqual([d!.id, b!.id, a!.id, c!.id]);
  });

  test('include the customer’s name, or null when the customer is gone', async () => {
    const session = (await create()).json<Session>();
    expect((await ask('GET', `/sessions/${session.id}`)).json<SessionEntry>().customer_name).toBe('Grace');
    const orphan = await orphans(1);
    const page = (await ask('GET', '/sessions')).json<SessionPage>();
    expect(page.items.find(({ id }) => id === orphan[0])).toMatchObject({ customer_name: null });
    expect(page.items.find(({ id }) => id === session.id)).toMatchObject({ customer_name: 'Grace' });
  });

  /** Inserts sessions whose customers do not exist, one second apart and older than all other sessions. */
  async function orphans(count: number): Promise<string[]> {
    const rows: SessionRow[] = Array.from({ length: count }, (_, i) => ({
      ...newSessionRow({
        customer_id: newId(),
        session_label: 'orphan',
        session_name: 'Orphan',
        session_date: '2020-01-01',
        notes: '',
      }),
      created_at: new Date(Date.UTC(2020, 0, 1, 0, 0, count - i)).toISOString(),
    }));
    for (let start = 0; start < count; start += 40) {
      const writes = rows.slice(start, start + 40).flatMap((row) => insertSession(row));
      await transact(writes);
    }
    return rows.map(({ id }) => id);
  }

  test('are listed in pages, each session once; the last page has no cursor', async () => {
    const ids = await orphans(limits.rowsPerPage + 40);
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const path: string = cursor === null ? '/sessions' : `/sessions?cursor=${encodeURIComponent(cursor)}`;
      const page: SessionPage = (await ask('GET', path)).json();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== null);
    expect(pages).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
  });

  test('a cursor is valid only unchanged, for the same user and the same list', async () => {
    const { next_cursor: cursor = '' } = (await ask('GET', '/sessions')).json<SessionPage>();
    const from = (path: string, given: string | null, reader = as) =>
      call(admin, 'GET', `/api/admin${path}?cursor=${encodeURIComponent(given ?? '')}`, { as: reader });
    expect((await from('/sessions', cursor)).status).toBe(200);
    expect(Buffer.from(cursor ?? '', 'base64url').toString('latin1')).not.toMatch(/session|created_at|2020/);
    const changed = `${cursor?.slice(0, -2)}${cursor?.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const answer of [
      await from('/sessions', cursor, adminClaims()),
      await from('/customers', cursor),
      await from('/sessions', changed),
      await from('/sessions', ''),
      await from('/sessions', 'x'.repeat(1_999)),
      await from('/sessions', 'x'.repeat(2_001)),
      await from('/sessions', Buffer.from('{"id":"x"}').toString('base64url')),
    ]) {
      expect(answer.outcome).toBe('400 INVALID');
      expect(Object.keys(answer.error.fields ?? {})).toEqual(['cursor']);
    }
  });
});

describe('the gallery', () => {
  test('lists the client’s sessions with visible photos, newest first, with the count of visible photos', async () => {
    const { login, profile } = await newClient();
    const other = await newClient();
    const early = await newSession(profile.id, { session_date: '2025-01-01', session_name: 'Early' });
    const late = await newSession(profile.id, { session_date: '2025-06-01', session_name: 'Late' });
    const hidden = await newSession(profile.id, { session_name: 'Hidden' });
    await newSession(profile.id, { session_name: 'Empty' });
    const foreign = await newSession(other.profile.id);
    const earlyPhoto = await newPhoto(early);
    const latePhoto = await newPhoto(late);
    await newPhoto(late, { is_approved: false });
    await newPhoto(hidden, { is_approved: false });
    await newPhoto(foreign);
    const answer = await call(client, 'GET', '/api/client/sessions', { as: login });
    const plain = {
      client_words: '',
      photos_count: 1,
      favorites_count: 0,
      chapters: [],
      stage: null,
      download_sizes: ['web', 'print', 'original'],
      client_may_share: false,
      has_selections: false,
      attachments_count: 0,
      link_sizes: ['web', 'print', 'original'],
    };
    expect(answer.json()).toEqual({
      items: [
        {
          id: late.id,
          session_label: late.session_label,
          session_name: 'Late',
          session_date: '2025-06-01',
          ...plain,
          cover: expect.objectContaining({ id: latePhoto }),
        },
        {
          id: early.id,
          session_label: early.session_label,
          session_name: 'Early',
          session_date: '2025-01-01',
          ...plain,
          cover: expect.objectContaining({ id: earlyPhoto }),
        },
      ],
      favorites_count: 0,
    });
  });
});

test('every error response has the request id and only the agreed fields', async () => {
  const answer = await ask('GET', `/customers/${newId()}`);
  expect(answer.json()).toEqual({
    error: { code: 'NOT_FOUND', message: 'Not found.', request_id: expect.stringMatching(/^[\w-]+$/) },
  });
  const forged = await admin.fetch(
    new Request('https://api.example/api/admin/x', {
      headers: { 'x-request-id': '"}\n{"forged":true'.replace('\n', ' ') },
    }),
    {},
  );
  expect((await forged.json()) as object).toMatchObject({
    error: { code: 'FORBIDDEN', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
});
