import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Quote, QuotePage, StudioQuote } from '#shared/contract/quotes.ts';
import type { SelectionDetails, Selections, StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import type { Standing } from '#shared/contract/standing.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readChoiceFacts } from '../../../lambdas/domain/selections/reading.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { choose, newClient, newPhoto, newSelection, newSession } from '../../support/studio/api-world.ts';

/** Where a client's choices stand: the same in the list of a session, at the selection, and at its quote. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
let login: Claims;
let customer: string;
let session: Session;
let photos: string[];
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
  session = await newSession(customer);
  photos = [];
  for (let count = 0; count < 5; count += 1) photos.push(await newPhoto(session));
});

const ofClient = (method: 'GET' | 'POST', path: string, body?: object) =>
  call(client, method, `/api/client/${path}`, { as: login, ...(body && { body }) });
const pathOf = (id: string, of = session) => `sessions/${of.id}/selections/${id}`;
const details = async (id: string, of = session) => (await ofClient('GET', pathOf(id, of))).json<SelectionDetails>();
const quotes = async () => (await ofClient('GET', 'quotes')).json<QuotePage>().items;

/** Opens a selection, chooses these photos and submits them; returns its id. */
async function submitted(photo_ids: string[], of = session): Promise<string> {
  const id = await newSelection(of.id);
  await choose(login, { session: of.id, selection: id }, photo_ids);
  await submit(id, of);
  return id;
}
async function submit(id: string, of = session): Promise<void> {
  const { round, revision } = await details(id, of);
  const answer = await ofClient('POST', `${pathOf(id, of)}/submit`, { round: round + 1, revision });
  expect(answer.json<SelectionDetails>().standing.line).toBe('Your choice is with the studio.');
}
async function decide(id: string, body: object, of = session): Promise<void> {
  const { quote } = await details(id, of);
  const path = `/api/admin/quotes/${quote?.id}`;
  const answer = await call(admin, 'PATCH', path, { as, body: { version: quote?.version, ...body } });
  expect(answer.json<StudioQuote>()).not.toHaveProperty('standing');
}
const approve = (id: string, of = session) => decide(id, { status: 'approved', price_cents: 1_500 }, of);
async function accept(id: string, of = session): Promise<Standing> {
  const { quote } = await details(id, of);
  const { version, price_cents } = quote!;
  return (await ofClient('POST', `quotes/${quote?.id}/accept`, { version, price_cents })).json<Quote>().standing;
}
const edit = (photo_ids: string[], values: object, of = session) =>
  call(admin, 'PATCH', `/api/admin/sessions/${of.id}/photos`, { as, body: { photo_ids, ...values } });
const finish = (...photo_ids: string[]) => edit(photo_ids, { stage: 'finished' });

/** The line of a selection, which is the same wherever it stands. */
async function lineOf(id: string, of = session): Promise<string> {
  const { items } = (await ofClient('GET', `sessions/${of.id}/selections`)).json<Selections>();
  const { standing } = items.find((selection) => selection.id === id)!;
  const { quote, ...selection } = await details(id, of);
  expect(selection.standing).toEqual(standing);
  if (selection.state === 'submitted') {
    expect(quote?.standing).toEqual(standing);
    expect((await quotes()).find((one) => one.id === quote?.id)?.standing).toEqual(standing);
  }
  return sayStanding(standing, 'USD');
}

describe('a choice', () => {
  test('stands from choosing to finished', async () => {
    const id = await newSelection(session.id);
    expect(await lineOf(id)).toBe('0 of 2 chosen · 2 left');
    await choose(login, { session: session.id, selection: id }, photos.slice(0, 3));
    expect(await lineOf(id)).toBe('3 chosen · 1 extra × $15 = $15');
    await submit(id);
    expect(await lineOf(id)).toBe('Your choice is with the studio.');
    await approve(id);
    expect(await lineOf(id)).toBe('The studio’s price is ready: $15');
    expect((await accept(id)).line).toBe('You have accepted.');
    expect(await lineOf(id)).toBe('You have accepted.');
    expect(await readChoiceFacts(session.id)).toEqual({ choices: [] });
    // A finished photo that was not chosen counts nothing.
    await finish(photos[4]!);
    expect(await lineOf(id)).toBe('You have accepted.');
    await finish(photos[1]!);
    expect(await lineOf(id)).toBe('1 of 3 finished');
    expect(await readChoiceFacts(session.id)).toMatchObject({
      choices: [{ name: 'Album', standing: { line: '1 of 3 finished' } }],
    });
    await finish(photos[0]!, photos[2]!);
    expect(await lineOf(id)).toBe('All 3 finished');
    await edit([photos[0]!], { stage: 'proof' });
    expect(await lineOf(id)).toBe('2 of 3 finished');
  });

  test('counts finished photos as its client sees them: not while hidden, and nothing that is deleted', async () => {
    const id = await submitted(photos.slice(0, 3));
    await approve(id);
    await accept(id);
    await finish(...photos.slice(0, 2));
    await edit([photos[0]!], { is_approved: false });
    expect(await lineOf(id)).toBe('1 of 3 finished');
    await call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${photos[2]}`, { as });
    expect(await lineOf(id)).toBe('1 of 2 finished');
    await edit([photos[0]!], { is_approved: true });
    expect(await lineOf(id)).toBe('All 2 finished');
  });

  test('is rejected, reopened, submitted again, and closed', async () => {
    const id = await submitted([photos[0]!]);
    await decide(id, { status: 'rejected' });
    expect(await lineOf(id)).toBe('The studio can’t take this choice.');
    await decide(id, { status: 'pending' });
    expect(await lineOf(id)).toBe('Your choice is with the studio.');
    await approve(id);
    await accept(id);
    const edited = async (status: 'open' | 'closed') => {
      const path = `/api/admin/${pathOf(id)}`;
      const { version } = (await call(admin, 'GET', path, { as })).json<StudioSelectionDetails>();
      return (await call(admin, 'PATCH', path, { as, body: { version, status } })).json<StudioSelectionDetails>();
    };
    expect(await edited('open')).not.toHaveProperty('standing');
    expect(await lineOf(id)).toBe('1 of 2 chosen · 1 left');
    expect((await quotes()).map(({ standing }) => standing.state)).toEqual(['withdrawn']);
    await submit(id);
    expect((await quotes()).map(({ standing }) => standing.state).toSorted()).toEqual(['submitted', 'withdrawn']);
    await edited('open');
    await edited('closed');
    expect(await lineOf(id)).toBe('The studio has closed this selection.');
  });

  test('stands apart from the others of its session and of other sessions', async () => {
    const other = await newSession(customer, { session_name: 'Garden' });
    const flower = await newPhoto(other, { stage: 'finished' });
    const [first, second] = [await submitted(photos.slice(0, 2)), await submitted(photos.slice(1, 3))];
    const third = await submitted([flower], other);
    for (const [id, of] of [
      [first, session],
      [second, session],
      [third, other],
    ] as const) {
      await approve(id, of);
      await accept(id, of);
    }
    // In both choices.
    await finish(photos[1]!, photos[2]!);
    expect(await lineOf(first)).toBe('1 of 2 finished');
    expect(await lineOf(second)).toBe('All 2 finished');
    expect(await lineOf(third, other)).toBe('Finished');
    // A session in the trash shows its client nothing finished; its quote stays.
    const { version } = (await call(admin, 'GET', `/api/admin/sessions/${other.id}`, { as })).json<Session>();
    await call(admin, 'DELETE', `/api/admin/sessions/${other.id}?version=${version}`, { as });
    expect((await quotes()).map(({ standing }) => standing.line).toSorted()).toEqual([
      '1 of 2 finished',
      'All 2 finished',
      'You have accepted.',
    ]);
  });

  test('refuses a late change with where it stands now', async () => {
    const id = await submitted([photos[0]!]);
    await approve(id);
    const late = await choose(login, { session: session.id, selection: id }, [photos[1]!]);
    expect(late.error.details).toMatchObject({
      selection: { standing: { line: 'The studio’s price is ready', price_cents: 1_500 } },
    });
  });
});

test('emails about a quote know which quote it is', async () => {
  const id = await submitted([photos[0]!]);
  await approve(id);
  await accept(id);
  const { quote } = await details(id);
  const rows = ((await everyRow()).outbox as { kind: string; quote_id?: string }[]).filter(
    ({ quote_id }) => quote_id === quote?.id,
  );
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
    ...['quote-accepted', 'quote-approved', 'quote-received', 'quote-submitted'],
  ]);
});
