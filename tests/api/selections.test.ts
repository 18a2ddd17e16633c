import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { GalleryPage, StudioPage } from '#shared/contract/photos/photos.ts';
import type { Attention, Quote, QuotePhotos, StudioQuote } from '#shared/contract/quotes.ts';
import {
  type ChoiceAnswer,
  type NotedChoice,
  type RoundDetails,
  type SelectionDetails,
  type Selections,
  type StudioSelectionDetails,
  type StudioSelections,
  sayChosen,
} from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { forLightroom } from '#shared/photos/lightroom.ts';
import { hashNotes } from '#shared/selections/hash-notes.ts';
import { defaultStudio } from '#shared/studio.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import type { EmailOf, OutboxRow } from '../../lambdas/domain/outbox.ts';
import { readChangeFacts } from '../../lambdas/domain/selections/change-emails.ts';
import { eraseSelectionsOf } from '../../lambdas/domain/selections/erasure.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { writeEmail } from '../../lambdas/workers/send-email/emails.ts';
import { sized } from '../support/faults/long.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import {
  type Answer,
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  startApiStudio,
} from '../support/studio/api-studio.ts';
import { choose as chooseIn, newClient, newPhoto, newSelection, newSession } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
let login: Claims;
/** Where the client's emails go. */
let address: string;
let session: Session;
let photos: [string, string, string, string];
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  address = made.profile.emails_to;
  session = await newSession(made.profile.id);
  photos = [await newPhoto(session), await newPhoto(session), await newPhoto(session), await newPhoto(session)];
});

const day = 24 * 60 * 60_000;
const lastDay = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
const path = (rest = '') => `sessions/${session.id}/selections${rest}`;
const byStudio = (method: string, rest = '', body?: unknown) =>
  call(admin, method, `/api/admin/${path(rest)}`, { as, body });
const byClient = (method: string, rest = '', body?: unknown) =>
  call(client, method, `/api/client/${path(rest)}`, { as: login, body });
const open = (values: object = {}) => newSelection(session.id, { ...values });
const details = async (id: string) => (await byClient('GET', `/${id}`)).json<SelectionDetails>();
const ofStudio = async (id: string) => (await byStudio('GET', `/${id}`)).json<StudioSelectionDetails>();
const choose = (selection: string, photo_ids: string[], is_chosen = true): Promise<Answer> =>
  chooseIn(login, { session: session.id, selection }, photo_ids, is_chosen);
/** Asks again while others keep the rows busy: nothing was changed then. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.outcome === '503 BUSY' ? untilAnswered(ask) : answer;
}
const note = (id: string, photo: string, words: string, note_before = '') =>
  byClient('PATCH', `/${id}/choices/${photo}`, { note: words, note_before });
const notePhoto = (photo: string, words: string, note_before = '') =>
  call(client, 'PATCH', `/api/client/sessions/${session.id}/photos/${photo}`, {
    as: login,
    body: { note: words, note_before },
  });
const idsOf = ({ choices }: SelectionDetails) => choices.map(({ photo_id }) => photo_id);
const submitAs = (id: string, { round, revision }: { round: number; revision: number }, values: object = {}) =>
  byClient('POST', `/${id}/submit`, { round: round + 1, revision, ...values });
const submit = async (id: string, values: object = {}) => submitAs(id, await details(id), values);
const edit = async (id: string, values: object) =>
  byStudio('PATCH', `/${id}`, { version: (await ofStudio(id)).version, ...values });
const approve = (photo_ids: string[], is_approved: boolean) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: { photo_ids, is_approved } });
const hide = (...photo_ids: string[]) => approve(photo_ids, false);
const show = (...photo_ids: string[]) => approve(photo_ids, true);
const trash = (photo: string) => call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${photo}`, { as });
const decide = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });
const accept = (id: string, body: object) =>
  call(client, 'POST', `/api/client/quotes/${id}/accept`, { as: login, body });

/** The stored rows about a selection or its quotes. */
async function stored(table: string, part: string): Promise<Record<string, unknown>[]> {
  const rows = ((await everyRow())[table] ?? []) as Record<string, unknown>[];
  return rows.filter((row) => JSON.stringify(row).includes(part));
}

describe('a selection', () => {
  test('is opened, chosen, submitted, approved, accepted', async () => {
    const id = await open({ ends_on: lastDay, client_words: 'For your album' });
    const [first, second, third] = photos;
    expect((await byClient('GET')).json<Selections>().items).toEqual([
      expect.objectContaining({ id, name: 'Album', state: 'open', most: 2_000, chosen_count: 0, total_cents: 0 }),
    ]);
    const chosen = await choose(id, [third, first, second]);
    expect(chosen.json<ChoiceAnswer>()).toMatchObject({
      selection: { chosen_count: 3, extra_count: 1, total_cents: 1_500 },
      full_ids: [],
      gone_ids: [],
      left_count: 0,
    });
    expect((await note(id, second, ' Crop the fence ')).json<NotedChoice>().choice).toEqual({
      photo_id: second,
      note: 'Crop the fence',
    });
    const before = await details(id);
    expect(before.choices).toEqual([
      { photo_id: first, note: '' },
      { photo_id: second, note: 'Crop the fence' },
      { photo_id: third, note: '' },
    ]);
    expect(before.photos.map((photo) => photo.id)).toEqual([first, second, third]);

    const answer = await submit(id, { words: 'The hallway first' });
    expect(answer.status).toBe(201);
    const submitted = answer.json<SelectionDetails>();
    expect(submitted).toMatchObject({ state: 'submitted', round: 1, chosen_count: 3, total_cents: 1_500 });
    expect(submitted.quote).toMatchObject({
      type: 'selection',
      quantity: 3,
      notes: 'The hallway first',
      status: 'pending',
      price_cents: 1_500,
      selection: { selection_id: id, round: 1, name: 'Album', extra_count: 1, extra_cents: 1_500, total_cents: 1_500 },
    });
    const round = (await byClient('GET', `/${id}/rounds/1`)).json<RoundDetails>();
    expect(round.photos.map(({ photo_id, note: words }) => [photo_id, words])).toEqual([
      [first, ''],
      [second, 'Crop the fence'],
      [third, ''],
    ]);

    const quote = submitted.quote!;
    const shown = await call(client, 'GET', `/api/client/quotes/${quote.id}/photos`, { as: login });
    expect(shown.json<QuotePhotos>().items.map((photo) => photo.id)).toEqual([first, second, third]);
    const payment_link = 'https://pay.example.com/45';
    const approved = await decide(quote.id, { status: 'approved', price_cents: 1_500, payment_link, version: 0 });
    expect(approved.json<StudioQuote>()).toMatchObject({ status: 'approved', payment_link });
    const accepted = await accept(quote.id, { version: 1, price_cents: 1_500 });
    expect(accepted.json<Quote>()).toMatchObject({
      status: 'approved',
      accepted: {
        by: expect.stringMatching(/@example\.com$/),
        price_cents: 1_500,
        version: 1,
        accepted_at: expect.any(String),
      },
    });
    expect((await details(id)).quote?.accepted).toEqual(accepted.json<Quote>().accepted);
    const timeline = await stored('timeline', session.id);
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['selection-opened', 'chosen', 'selection-submitted', 'quote-accepted']),
    );
  });

  test('is for its client alone, and several are apart', async () => {
    const [album, prints] = [await open(), await open({ name: 'Prints', included: 1, extra_cents: null })];
    await choose(album, photos.slice(0, 2));
    await choose(prints, [photos[0]]);
    expect(
      (await byClient('GET')).json<Selections>().items.map(({ name, chosen_count }) => [name, chosen_count]),
    ).toEqual([
      ['Album', 2],
      ['Prints', 1],
    ]);
    await submit(prints);
    expect((await details(album)).state).toBe('open');
    ({ login } = await newClient());
    expect((await byClient('GET')).outcome).toBe('404 NOT_FOUND');
    expect((await byClient('GET', `/${album}`)).outcome).toBe('404 NOT_FOUND');
    expect((await choose(album, [photos[0]])).outcome).toBe('404 NOT_FOUND');
  });

  test('refuses terms that nobody could fulfil, and a day in the past', async () => {
    const wrong = async (values: object) => (await byStudio('POST', '', { name: 'A', included: 5, ...values })).error;
    expect((await wrong({ extra_cents: null, minimum: 6 })).fields).toEqual({
      minimum: 'At most 5 photos can be chosen.',
    });
    expect((await wrong({ extra_cents: null, included: 0 })).fields).toHaveProperty('included');
    expect((await wrong({ extra_cents: 10.5 })).fields).toHaveProperty('extra_cents');
    expect((await wrong({ extra_cents: 1_500, ends_on: '2020-01-01' })).fields).toEqual({
      ends_on: 'Choose today or a later day.',
    });
    expect((await byStudio('GET')).json<StudioSelections>().items).toEqual([]);
  });

  test('ends with the last day in the studio’s time zone, and goes on with a later one', async () => {
    const id = await open({ ends_on: lastDay });
    await choose(id, [photos[0]]);
    const { revision, round } = await details(id);
    await dynamodb().send(
      new UpdateCommand({
        TableName: 'selections',
        Key: { session_id: session.id, part: `selection#${id}` },
        UpdateExpression: 'SET ends_at = :past',
        ExpressionAttributeValues: { ':past': new Date(Date.now() - 1_000).toISOString() },
      }),
    );
    expect(await details(id)).toMatchObject({ state: 'ended', chosen_count: 1 });
    for (const answer of [
      await choose(id, [photos[1]]),
      await choose(id, [photos[0]], false),
      await note(id, photos[0], 'Late'),
      await submitAs(id, { round, revision }),
    ]) {
      expect(answer.outcome).toBe('409 SELECTION_CLOSED');
      expect(answer.error.message).toMatch(/^The last day to choose was .+\. Ask the studio for more time\.$/);
    }
    const later = new Date(Date.now() + 31 * day).toISOString().slice(0, 10);
    expect((await edit(id, { ends_on: later })).status).toBe(200);
    expect((await choose(id, [photos[1]])).status).toBe(200);
  });

  test('closed takes no changes, opened again it does; deleted it is gone for the client, and comes back closed', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    expect((await edit(id, { status: 'closed' })).json<StudioSelectionDetails>()).toMatchObject({ state: 'closed' });
    expect((await choose(id, [photos[1]])).outcome).toBe('409 SELECTION_CLOSED');
    expect((await edit(id, { status: 'open' })).status).toBe(200);
    expect((await choose(id, [photos[1]])).status).toBe(200);

    const { version } = await ofStudio(id);
    expect((await byStudio('DELETE', `/${id}?version=0`)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await byStudio('DELETE', `/${id}?version=${version}`)).status).toBe(204);
    expect((await byClient('GET')).json<Selections>().items).toEqual([]);
    expect((await choose(id, [photos[2]])).outcome).toBe('404 NOT_FOUND');
    expect((await byStudio('GET')).json<StudioSelections>().deleted).toMatchObject([{ id }]);
    expect((await byStudio('POST', `/${id}/restore`)).status).toBe(200);
    expect(await details(id)).toMatchObject({ state: 'closed', chosen_count: 2 });
  });
});

test('a submitted selection that was deleted comes back closed, and opens for another round', async () => {
  const id = await open();
  await choose(id, photos);
  const quote = (await submit(id)).json<SelectionDetails>().quote!;
  const { version } = await ofStudio(id);
  expect((await byStudio('DELETE', `/${id}?version=${version}`)).status).toBe(204);
  expect((await decide(quote.id, { status: 'approved', version: 0 })).outcome).toBe('409 CHANGED_MEANWHILE');
  await byStudio('POST', `/${id}/restore`);
  expect((await ofStudio(id)).state).toBe('closed');
  expect((await edit(id, { status: 'open' })).json<StudioSelectionDetails>()).toMatchObject({
    state: 'open',
    round: 1,
  });
  expect((await submit(id)).json<SelectionDetails>()).toMatchObject({ round: 2, state: 'submitted' });
});

describe('choosing', () => {
  test('twice counts once, and giving up keeps the words for another choice', async () => {
    const id = await open();
    await choose(id, [photos[0], photos[0]]);
    await choose(id, [photos[0]]);
    expect(await details(id)).toMatchObject({ chosen_count: 1 });
    await note(id, photos[0], 'In color');
    expect((await choose(id, [photos[0]], false)).json<ChoiceAnswer>().selection.chosen_count).toBe(0);
    expect((await note(id, photos[0], 'Gone', 'In color')).error.message).toContain('Choose this photo');
    await choose(id, [photos[0]]);
    expect((await details(id)).choices).toEqual([{ photo_id: photos[0], note: 'In color' }]);
  });

  test('many takes those that fit, in their order, and refuses when none does', async () => {
    const id = await open({ included: 2, extra_cents: null });
    const [first, second, third, fourth] = photos;
    const answer = await choose(id, [fourth, second, first, third]);
    expect(answer.json<ChoiceAnswer>()).toMatchObject({
      selection: { chosen_count: 2, most: 2, total_cents: 0 },
      full_ids: [first, third],
    });
    const refused = await choose(id, [first]);
    expect(refused.outcome).toBe('409 SELECTION_FULL');
    expect(refused.error.message).toBe('At most 2 photos can be chosen. Give up one to choose another.');
    expect(refused.error.details).toMatchObject({ selection: { chosen_count: 2 } });
    // What is chosen already needs no room.
    expect((await choose(id, [fourth])).status).toBe(200);
  });

  test('takes only photos of the session that the client can see', async () => {
    const id = await open();
    const other = await newPhoto(await newSession(session.customer_id, { session_label: 'other' }));
    const hidden = await newPhoto(session, { is_approved: false });
    expect((await choose(id, [hidden])).outcome).toBe('404 NOT_FOUND');
    expect((await choose(id, [other])).outcome).toBe('404 NOT_FOUND');
    expect((await choose(id, [hidden, photos[0]])).json<ChoiceAnswer>()).toMatchObject({
      gone_ids: [hidden],
      selection: { chosen_count: 1 },
    });
  });

  test('by fifty at once never passes a hard limit', async () => {
    const many = Array.from({ length: 52 }, (_, number) => readyPhoto(session, { file_name: `P_${number}.jpg` }));
    await storePhotos(session.id, many);
    const [first, second, ...others] = many.map((photo) => photo.id) as [string, string, ...string[]];
    const id = await open({ included: 3, extra_cents: null });
    await choose(id, [first, second]);
    const answers = await Promise.all(others.map((photo) => untilAnswered(() => choose(id, [photo]))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['200', '409 SELECTION_FULL']));
    expect((await details(id)).choices).toHaveLength(3);
    expect(await details(id)).toMatchObject({ chosen_count: 3 });
  });

  test('a lowered limit keeps what was chosen until the submit, and choosing less is always possible', async () => {
    const id = await open({ included: 4, extra_cents: null });
    await choose(id, photos);
    await edit(id, { included: 2 });
    expect(await details(id)).toMatchObject({ chosen_count: 4, most: 2 });
    const more = await choose(id, [await newPhoto(session)]);
    expect(more.error.message).toBe('At most 2 photos can be chosen now, and 4 are. Give up 3 to choose another.');
    const early = await submit(id);
    expect(early.outcome).toBe('400 INVALID');
    expect(early.error.message).toBe('At most 2 photos can be chosen, and 4 are. Give up 2.');
    expect((await choose(id, [photos[3]], false)).json<ChoiceAnswer>().selection.chosen_count).toBe(3);
    expect((await choose(id, [photos[2]], false)).status).toBe(200);
    expect((await submit(id)).status).toBe(201);
  });

  test('a hidden or deleted photo leaves the choice, which is said, and makes room', async () => {
    const id = await open({ included: 2, extra_cents: null });
    const [first, second, third, fourth] = photos;
    await choose(id, [first, second]);
    await hide(first);
    expect(await details(id)).toMatchObject({ chosen_count: 1, left_count: 1, choices: [{ photo_id: second }] });
    expect(await ofStudio(id)).toMatchObject({ chosen_count: 1, left_count: 1 });
    expect((await choose(id, [third])).json<ChoiceAnswer>()).toMatchObject({
      left_count: 1,
      selection: { chosen_count: 2 },
    });
    await trash(second);
    expect((await choose(id, [fourth])).json<ChoiceAnswer>()).toMatchObject({ left_count: 1, full_ids: [] });
    // Said once it has left, the rest is as if it had never been chosen.
    expect(await details(id)).toMatchObject({ chosen_count: 2, left_count: 0 });
    const [row] = await stored('selections', `selection#${id}`);
    expect(row).toMatchObject({ chosen_count: 2 });
  });

  test('gives up many hidden photos at once', async () => {
    const many = Array.from({ length: 50 }, (_, number) => readyPhoto(session, { file_name: `P_${number}.jpg` }));
    await storePhotos(session.id, many);
    const ids = many.map((photo) => photo.id);
    const id = await open({ included: 50, extra_cents: null });
    await choose(id, ids);
    await hide(...ids.slice(0, 40));
    expect((await choose(id, [photos[0]])).json<ChoiceAnswer>()).toMatchObject({
      left_count: 40,
      selection: { chosen_count: 11 },
    });
    await hide(...ids.slice(40, 45));
    expect((await note(id, photos[0], 'Large')).json<NotedChoice>()).toMatchObject({
      left_count: 5,
      selection: { chosen_count: 6 },
    });
    await hide(ids[45]!);
    expect((await submit(id)).json<SelectionDetails>()).toMatchObject({ left_count: 1, chosen_count: 5 });
    const [row] = await stored('selections', `selection#${id}`);
    const chosen = (await stored('selections', `choice#${id}`)).filter(({ is_chosen }) => is_chosen);
    expect(row?.chosen_count).toBe(chosen.length);
  });

  test('a note that was changed on another device is not overwritten', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await note(id, photos[0], 'Mine');
    const late = await note(id, photos[0], 'Theirs');
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toEqual({ current: { photo_id: photos[0], note: 'Mine' } });
    // The same note again, after a lost response.
    expect((await note(id, photos[0], 'Mine')).status).toBe(200);
    expect((await note(id, photos[0], 'x'.repeat(1_001))).error.fields).toHaveProperty('note');
  });
});

describe('a submit', () => {
  test('needs the minimum, and at least one photo', async () => {
    const id = await open({ minimum: 2 });
    expect((await submit(id)).error.message).toBe('Choose at least 2 photos. 0 are chosen.');
    await choose(id, [photos[0]]);
    expect((await submit(id)).error.message).toBe('Choose at least 2 photos. 1 is chosen.');
    await choose(id, [photos[1]]);
    expect((await submit(id)).status).toBe(201);
  });

  test('of a total that the browser names computes it anyway', async () => {
    const id = await open();
    await choose(id, photos);
    const answer = await submit(id, { total_cents: 1, price_cents: 1, chosen_count: 1, extra_cents: 0 });
    expect(answer.json<SelectionDetails>()).toMatchObject({ chosen_count: 4, extra_count: 2, total_cents: 3_000 });
    expect(answer.json<SelectionDetails>().quote).toMatchObject({ price_cents: 3_000, quantity: 4 });
  });

  test('has the same sum in cents on both sides and in both emails', async () => {
    const id = await open({ included: 1, extra_cents: 1_299 });
    await choose(id, photos);
    const quote = (await submit(id)).json<SelectionDetails>().quote!;
    expect(quote.selection?.total_cents).toBe(3 * 1_299);
    expect((await ofStudio(id)).quote).toMatchObject({ price_cents: 3_897, selection: { total_cents: 3_897 } });
    const words = sayChosen({ included: 1, extra_cents: 1_299 }, 4);
    expect(words).toBe('4 chosen · 3 extra × $12.99 = $38.97');
    const emails = await stored('outbox', quote.id);
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['quote-received', 'quote-submitted']);
    for (const email of emails) {
      const { text } = writeEmail(email as EmailOf<'quote-received'>, {
        site: 'https://studio.example',
        studio: defaultStudio,
      });
      expect(text).toContain(`Photos: ${words.replace(':', ',')}`);
      expect(text).toContain('Total: $38.97');
    }
  });

  test('that is repeated, one after the other or at once, is one submit', async () => {
    const id = await open();
    await choose(id, photos);
    const reviewed = await details(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => submitAs(id, reviewed)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect((await submitAs(id, reviewed)).status).toBe(200);
    expect((await details(id)).rounds).toHaveLength(1);
    expect(await stored('quotes', id)).toHaveLength(1);
    expect(await stored('outbox', (await details(id)).quote!.id)).toHaveLength(2);
  });

  test('of what somebody has changed since the review is refused with what is chosen now', async () => {
    const id = await open();
    await choose(id, photos.slice(0, 2));
    const reviewed = await details(id);
    await choose(id, [photos[2]]);
    const answer = await submitAs(id, reviewed);
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(answer.error.details).toMatchObject({ current: { chosen_count: 3 } });
    // A price that the studio has changed since is as much of a change.
    const again = await details(id);
    await edit(id, { extra_cents: 2_000 });
    expect((await submitAs(id, again)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await submit(id)).json<SelectionDetails>().total_cents).toBe(2_000);
  });

  test('has exactly the photos that were reviewed when the studio shows or hides some meanwhile', async () => {
    const id = await open({ included: 1, extra_cents: 1_500 });
    await choose(id, photos.slice(0, 2));
    await hide(photos[1]);
    const reviewed = await details(id);
    expect(reviewed).toMatchObject({ chosen_count: 1, left_count: 1, total_cents: 0 });
    await show(photos[1]);
    const answer = await submitAs(id, reviewed, { reviewed_ids: idsOf(reviewed) });
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
    const { current } = answer.error.details as { current: SelectionDetails };
    expect(current).toMatchObject({ chosen_count: 2, left_count: 0, total_cents: 1_500 });
    // As many as were reviewed, but another one.
    await hide(photos[0]);
    expect((await submitAs(id, reviewed, { reviewed_ids: idsOf(reviewed) })).outcome).toBe('409 CHANGED_MEANWHILE');
    // One less than was reviewed, for another price.
    const fewer = await submitAs(id, current, { reviewed_ids: idsOf(current) });
    expect(fewer.outcome).toBe('409 CHANGED_MEANWHILE');
    const { current: left } = fewer.error.details as { current: SelectionDetails };
    expect(left).toMatchObject({ chosen_count: 1, total_cents: 0 });
    const again = await submitAs(id, left, { reviewed_ids: idsOf(left) });
    expect(again.json<SelectionDetails>()).toMatchObject({ chosen_count: 1, total_cents: 0 });
  });

  test('while others choose has exactly what was reviewed, or nothing', async () => {
    for (let time = 0; time < 10; time += 1) {
      const id = await open({ name: `Race ${time}` });
      await choose(id, photos.slice(0, 2));
      const reviewed = await details(id);
      const [answer, ...choices] = await Promise.all([
        submitAs(id, reviewed),
        choose(id, [photos[2]]),
        choose(id, [photos[0]], false),
        note(id, photos[1], 'Late'),
      ]);
      expect(['201', '409 CHANGED_MEANWHILE']).toContain(answer.outcome);
      if (answer.status !== 201) continue;
      for (const choice of choices) expect(choice.outcome).toBe('409 SELECTION_CLOSED');
      const { photos: submitted, chosen_count } = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(submitted.map(({ photo_id, note: words }) => [photo_id, words])).toEqual([
        [photos[0], ''],
        [photos[1], ''],
      ]);
      expect(chosen_count).toBe(2);
    }
  });

  test('while the studio hides a photo counts what it stores, and shows the client no hidden one', async () => {
    for (let time = 0; time < 6; time += 1) {
      const photo = await newPhoto(session);
      const id = await open({ included: 1, extra_cents: 100 });
      await choose(id, [photos[0], photos[1], photo]);
      const reviewed = await details(id);
      const [answer] = await Promise.all([submitAs(id, reviewed), hide(photo)]);
      expect(answer.status).toBe(201);
      const all = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(all.photos).toHaveLength(all.chosen_count);
      expect(all.total_cents).toBe((all.chosen_count - 1) * 100);
      const left = answer.json<SelectionDetails>().left_count;
      expect(all.chosen_count + left).toBe(3);
      const own = (await byClient('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(own.photos.map(({ photo_id }) => photo_id)).toEqual([photos[0], photos[1]]);
    }
  });

  test('says how many photos left the choice before it', async () => {
    const id = await open();
    await choose(id, photos);
    const reviewed = await details(id);
    await hide(photos[0]);
    await trash(photos[1]);
    const answer = await submitAs(id, reviewed);
    expect(answer.json<SelectionDetails>()).toMatchObject({ left_count: 2, chosen_count: 2, total_cents: 0 });
  });
});

describe('another round', () => {
  test('supersedes the last one, whose quote can’t be decided or accepted, and the history stays', async () => {
    const id = await open();
    await choose(id, photos.slice(0, 3));
    const first = (await submit(id, { words: 'First' })).json<SelectionDetails>().quote!;
    expect((await edit(id, { name: 'Other' })).error.message).toContain('Open it again to change it');
    const opened = (await edit(id, { status: 'open', included: 1 })).json<StudioSelectionDetails>();
    expect(opened).toMatchObject({ state: 'open', quote: null, round: 1, chosen_count: 3 });
    expect((await decide(first.id, { status: 'approved', version: first.version })).outcome).toBe(
      '409 CHANGED_MEANWHILE',
    );
    const waiting = (await call(admin, 'GET', '/api/admin/attention', { as })).json<Attention>().pending_quotes;

    await choose(id, [photos[2]], false);
    const second = (await submit(id, { words: 'Second' })).json<SelectionDetails>();
    expect(second.quote?.id).not.toBe(first.id);
    expect(second.quote).toMatchObject({ price_cents: 1_500, superseded_at: null });
    expect((await call(admin, 'GET', '/api/admin/attention', { as })).json<Attention>().pending_quotes).toBe(
      Math.min(99, waiting + 1),
    );
    expect(
      second.rounds.map(({ round, words, included, chosen_count }) => [round, words, included, chosen_count]),
    ).toEqual([
      [1, 'First', 2, 3],
      [2, 'Second', 1, 2],
    ]);
    expect((await byClient('GET', `/${id}/rounds/1`)).json<RoundDetails>().photos).toHaveLength(3);
    expect((await byStudio('GET', `/${id}/rounds/2`)).json<RoundDetails>().photos).toHaveLength(2);
    expect((await byClient('GET', `/${id}/rounds/3`)).outcome).toBe('404 NOT_FOUND');
    const quotes = await call(client, 'GET', '/api/client/quotes', { as: login });
    expect(quotes.json<{ items: Quote[] }>().items.map(({ superseded_at }) => superseded_at === null)).toEqual([
      true,
      false,
    ]);
  });

  test('of an accepted quote leaves what was accepted readable', async () => {
    const id = await open();
    await choose(id, photos);
    const quote = (await submit(id)).json<SelectionDetails>().quote!;
    await decide(quote.id, { status: 'approved', price_cents: 3_000, version: 0 });
    await accept(quote.id, { version: 1, price_cents: 3_000 });
    await edit(id, { status: 'open' });
    const { items } = (await call(client, 'GET', '/api/client/quotes', { as: login })).json<{ items: Quote[] }>();
    expect(items).toMatchObject([
      { id: quote.id, accepted: { price_cents: 3_000 }, superseded_at: expect.any(String) },
    ]);
  });

  test('opened by two admins at once is opened by one', async () => {
    const id = await open();
    await choose(id, photos);
    await submit(id);
    const { version } = await ofStudio(id);
    const answers = await Promise.all(
      [1_000, 2_000].map((extra_cents) => byStudio('PATCH', `/${id}`, { status: 'open', extra_cents, version })),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 CHANGED_MEANWHILE']);
    const late = answers.find(({ status }) => status === 409)!;
    expect(late.error.details).toMatchObject({ current: { state: 'open' } });
  });

  test('and an approval at once: one refuses the other, or the approval came first and is superseded', async () => {
    for (let time = 0; time < 6; time += 1) {
      const id = await open();
      await choose(id, photos);
      const quote = (await submit(id)).json<SelectionDetails>().quote!;
      const { version } = await ofStudio(id);
      const [opened, approved] = await Promise.all([
        byStudio('PATCH', `/${id}`, { status: 'open', version }),
        decide(quote.id, { status: 'approved', price_cents: 3_000, version: 0 }),
      ]);
      const { items } = (await call(client, 'GET', '/api/client/quotes', { as: login })).json<{ items: Quote[] }>();
      const { status, superseded_at } = items.find((one) => one.id === quote.id)!;
      expect(status).toBe(approved.status === 200 ? 'approved' : 'pending');
      expect(superseded_at === null).toBe(opened.status !== 200);
      expect((await ofStudio(id)).state).toBe(opened.status === 200 ? 'open' : 'submitted');
      for (const answer of [opened, approved]) expect(['200', '409 CHANGED_MEANWHILE']).toContain(answer.outcome);
      expect([opened.status, approved.status]).toContain(200);
    }
  });
});

describe('a round says which file of a photo was chosen', () => {
  const replaceFile = (photo: string) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: process.env.PHOTOS_TABLE,
        Key: { session_id: session.id, id: photo },
        UpdateExpression: 'SET original_key = :key, #stage = :stage, version_name = :name',
        ExpressionAttributeNames: { '#stage': 'stage' },
        ExpressionAttributeValues: {
          ':key': `originals/other-${photo}`,
          ':stage': 'finished',
          ':name': 'retouched.jpg',
        },
      }),
    );
  const versionsIn = async (ask: typeof byStudio, id: string, round = 1) =>
    (await ask('GET', `/${id}/rounds/${round}`)).json<RoundDetails>().photos.map(({ version }) => version);

  test('to the studio by its name, and to the client', async () => {
    const [first, second, third] = photos;
    await replaceFile(second);
    const id = await open();
    await choose(id, [first, second, third]);
    await submit(id);
    const file_name = expect.stringMatching(/^IMG_\d+\.jpg$/);
    const chosen = [
      { stage: 'proof', file_name, is_current: true },
      { stage: 'finished', file_name: 'retouched.jpg', is_current: true },
      { stage: 'proof', file_name, is_current: true },
    ];
    expect(await versionsIn(byStudio, id)).toEqual(chosen);

    await replaceFile(first);
    await trash(third);
    expect(await versionsIn(byStudio, id)).toEqual([
      { stage: 'proof', file_name, is_current: false },
      chosen[1],
      { stage: 'proof', file_name, is_current: false },
    ]);
    // Clients know a photo by one name, and only of photos that they can see.
    expect(await versionsIn(byClient, id)).toEqual([
      { stage: 'proof', file_name, is_current: false },
      { stage: 'finished', file_name, is_current: true },
    ]);
    const { sessions } = (await call(client, 'GET', '/api/client/me/data', { as: login })).json<OwnData>();
    expect(sessions[0]!.selections[0]!.chosen.map(({ stage }) => stage)).toEqual(['proof', 'finished']);

    await edit(id, { status: 'open' });
    await submit(id);
    expect((await versionsIn(byStudio, id, 2)).map((version) => version?.stage)).toEqual(['finished', 'finished']);
    expect((await versionsIn(byStudio, id)).map((version) => version?.stage)).toEqual(['proof', 'finished', 'proof']);
  });

  test('unless it is from before this was stored', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await submit(id);
    const [{ part, photos: chosen } = {}] = await stored('selections', `chosen#${id}`);
    await dynamodb().send(
      new UpdateCommand({
        TableName: process.env.SELECTIONS_TABLE,
        Key: { session_id: session.id, part },
        UpdateExpression: 'SET photos = :photos',
        ExpressionAttributeValues: {
          ':photos': (chosen as { version?: object }[]).map(({ version: _, ...photo }) => photo),
        },
      }),
    );
    expect(await versionsIn(byStudio, id)).toEqual([null]);
    expect(await versionsIn(byClient, id)).toEqual([null]);
  });
});

test('a thousand chosen photos are submitted, read and exported whole', async () => {
  const many = Array.from({ length: sized(400, 1_200) }, (_, number) =>
    readyPhoto(session, { file_name: `WED_${String(number).padStart(4, '0')}.jpg` }),
  );
  await storePhotos(session.id, many);
  const id = await open({ included: 100, extra_cents: 250 });
  const ids = many.map((photo) => photo.id);
  for (let start = 0; start < ids.length; start += 60) await choose(id, ids.slice(start, start + 60));
  const longest = 'ä'.repeat(1_000);
  // More than one row can store.
  const noted = sized(220, 450);
  for (const photo of ids.slice(0, noted)) await note(id, photo, longest);
  const answer = await submit(id);
  expect(answer.json<SelectionDetails>()).toMatchObject({
    chosen_count: ids.length,
    total_cents: (ids.length - 100) * 250,
  });
  const round = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
  expect(round.photos.map(({ photo_id }) => photo_id).toSorted()).toEqual(ids.toSorted());
  expect(round.photos.filter((photo) => photo.note === longest)).toHaveLength(noted);
  const parts = await stored('selections', `chosen#${id}`);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(400 * 1_024);

  const album = await open({ name: 'Album', included: 100, extra_cents: null });
  const wanted = ids.filter((_, number) => number % 12 === 5);
  for (let start = 0; start < wanted.length; start += 60) await choose(album, wanted.slice(start, start + 60));
  await submit(album);
  const { items } = (await byStudio('GET', `/${album}/photos`)).json<StudioPage>();
  const { line, unsafe } = forLightroom(items);
  expect(unsafe).toEqual([]);
  // Lightroom's filter 'Filename' 'Contains' finds each word anywhere in a name; the raw files have other endings.
  const words = line.split(/[\s,]+/);
  const raws = many.map(({ id: photo, file_name }) => ({ photo, name: file_name.replace('.jpg', '.CR3') }));
  const found = raws.filter(({ name }) => words.some((word) => name.includes(word)));
  expect(found.map(({ photo }) => photo)).toEqual(wanted);
});

test('all notes of a selection together have a limit that a submit can store', async () => {
  const longest = 'n'.repeat(1_000);
  const many = Array.from({ length: 501 }, (_, number) =>
    readyPhoto(session, { file_name: `N_${number}.jpg`, note: longest }),
  );
  await storePhotos(session.id, many);
  const id = await open({ included: 600 });
  const ids = many.map((photo) => photo.id);
  for (let start = 0; start < ids.length; start += 60) await choose(id, ids.slice(start, start + 60));
  const refused = await submit(id);
  expect(refused.outcome).toBe('400 INVALID');
  expect(refused.error.message).toBe(
    'The notes on the chosen photos together can have at most 500,000 characters, and these have 501,000. Shorten some.',
  );
  expect((await notePhoto(ids[0]!, '', longest)).status).toBe(200);
  expect((await submit(id)).status).toBe(201);
});

describe('a photo has one note', () => {
  const inGallery = async (photo: string) =>
    (await call(client, 'GET', `/api/client/sessions/${session.id}/photos`, { as: login }))
      .json<GalleryPage>()
      .items.find((one) => one.id === photo)?.note;
  const roundOf = async (id: string, ask = byStudio) =>
    (await ask('GET', `/${id}/rounds/1`)).json<RoundDetails>().photos.map((one) => [one.note, one.note_now]);
  const exported = async (id: string) =>
    (await call(admin, 'GET', `/api/admin/sessions/${session.id}/exported-names?list=chosen%20${id}`, { as }))
      .json<ExportedNames>()
      .items.map((one) => [one.note, one.words]);

  test('written in the gallery: in the review, for the studio, in the round and in exported lists', async () => {
    const [first, second] = photos;
    await notePhoto(first, 'Crop the fence');
    const id = await open();
    await choose(id, [first, second]);
    await notePhoto(second, 'Warmer');
    const choices = [
      { photo_id: first, note: 'Crop the fence' },
      { photo_id: second, note: 'Warmer' },
    ];
    const seen = await details(id);
    expect(seen.choices).toEqual(choices);
    expect(seen.photos.map((photo) => photo.note)).toEqual(['Crop the fence', 'Warmer']);
    expect((await ofStudio(id)).choices).toEqual(choices);
    expect(await exported(id)).toEqual([
      ['Crop the fence', 'Crop the fence'],
      ['Warmer', 'Warmer'],
    ]);
    expect((await submit(id)).json<SelectionDetails>().choices).toEqual(choices);
    expect(await roundOf(id)).toEqual([
      ['Crop the fence', null],
      ['Warmer', null],
    ]);
  });

  test('written in the review: under the photo in the gallery, and in the timeline', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await note(id, photos[0], 'Crop the fence');
    expect(await inGallery(photos[0])).toBe('Crop the fence');
    const timeline = (
      await call(admin, 'GET', `/api/admin/sessions/${session.id}/timeline`, { as })
    ).json<TimelinePage>();
    expect(timeline.items.find(({ kind }) => kind === 'noted')).toMatchObject({
      by: 'client',
      photos: [{ id: photos[0], note: 'Crop the fence' }],
    });
    expect((await note(id, photos[0], '', 'Crop the fence')).status).toBe(200);
    expect(await inGallery(photos[0])).toBe('');
  });

  test('of two that write it at once, in gallery and review, the second is told of the first', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await notePhoto(photos[0], 'In color');
    const late = await note(id, photos[0], 'Black and white');
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toEqual({ current: { photo_id: photos[0], note: 'In color' } });
    await note(id, photos[0], 'Black and white', 'In color');
    expect((await notePhoto(photos[0], 'Sepia', 'In color')).error.details).toMatchObject({
      current: { note: 'Black and white' },
    });
  });

  test('as it was reviewed it is submitted, and later changes are shown beside it', async () => {
    const [first, second, third] = photos;
    for (const photo of [first, second]) await notePhoto(photo, 'Warmer');
    const id = await open();
    await choose(id, [first, second, third]);
    const reviewed = await details(id);
    const notes_hash = await hashNotes(reviewed.choices);
    await notePhoto(first, 'Colder', 'Warmer');
    const early = await submitAs(id, reviewed, { notes_hash });
    expect(early.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(early.error.details).toMatchObject({ current: { choices: [{ note: 'Colder' }, {}, {}] } });
    const again = await hashNotes((await details(id)).choices);
    expect((await submitAs(id, reviewed, { notes_hash: again })).status).toBe(201);

    await notePhoto(first, 'Much colder', 'Colder');
    await notePhoto(second, '', 'Warmer');
    await notePhoto(third, 'This one, too');
    const now = [
      ['Colder', 'Much colder'],
      ['Warmer', ''],
      ['', 'This one, too'],
    ];
    expect(await roundOf(id)).toEqual(now);
    expect(await roundOf(id, byClient)).toEqual(now);
    expect(await exported(id)).toEqual([
      ['Much colder', 'Colder'],
      ['', 'Warmer'],
      ['This one, too', ''],
    ]);
  });

  test('with what was written on the choice before, which is not lost', async () => {
    const [first, second, third] = photos;
    const id = await open();
    await choose(id, photos.slice(0, 3));
    const stores = (photo: string, words: string) =>
      dynamodb().send(
        new UpdateCommand({
          TableName: 'selections',
          Key: { session_id: session.id, part: `choice#${id}#${photo}` },
          UpdateExpression: 'SET note = :note',
          ExpressionAttributeValues: { ':note': words },
        }),
      );
    // As former versions stored them.
    await stores(first, 'For the hallway');
    await stores(second, 'Black and white');
    await stores(third, 'Brighter');
    await notePhoto(second, 'Crop the fence');
    await notePhoto(third, 'Brighter');
    const notes = async () => (await details(id)).choices.map((one) => one.note);
    expect(await notes()).toEqual(['For the hallway', 'Crop the fence\nBlack and white', 'Brighter']);

    // Written anew, both are one.
    const joined = 'Crop the fence\nBlack and white';
    expect((await note(id, second, 'Crop, in sepia', 'Crop the fence')).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await note(id, second, 'Crop, in sepia', joined)).status).toBe(200);
    expect(await notes()).toEqual(['For the hallway', 'Crop, in sepia', 'Brighter']);
    expect(await inGallery(second)).toBe('Crop, in sepia');

    await submit(id);
    expect(await roundOf(id)).toEqual([
      ['For the hallway', null],
      ['Crop, in sepia', null],
      ['Brighter', null],
    ]);
    await notePhoto(first, 'Matte');
    expect((await roundOf(id))[0]).toEqual(['For the hallway', 'Matte\nFor the hallway']);
  });
});

describe('a request to change what was submitted', () => {
  const askFor = (id: string, body: object = {}) => byClient('POST', `/${id}/change-request`, { round: 1, ...body });
  const changes = async () =>
    (await call(admin, 'GET', '/api/admin/waiting', { as }))
      .json<Waiting>()
      .changes?.items.filter(({ session_id }) => session_id === session.id) ?? [];
  const submitted = async () => {
    const id = await open();
    await choose(id, photos);
    return { id, quote: (await submit(id)).json<SelectionDetails>().quote! };
  };
  const emailsAbout = (quote: string) => stored('outbox', `change-requested#${quote}`);

  test('is with the studio once: in what waits, by email, in the timeline, and on the selection', async () => {
    const { id, quote } = await submitted();
    const answers = await Promise.all([askFor(id, { words: ' One more ' }), askFor(id, { words: 'One more' })]);
    for (const answer of answers) expect(['200', '503 BUSY']).toContain(answer.outcome);
    const again = await askFor(id, { words: 'Another word' });
    expect(again.json<SelectionDetails>().quote).toMatchObject({
      status: 'pending',
      change_request: { asked_at: expect.any(String), words: 'One more', declined_at: null, answer: '' },
    });
    expect(await changes()).toEqual([
      {
        session_id: session.id,
        session_name: session.session_name,
        selection_id: id,
        customer_name: expect.any(String),
      },
    ]);
    const { selections } = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(selections?.items.filter(({ selection_id }) => selection_id === id) ?? []).toEqual([]);
    const [email, ...others] = await emailsAbout(quote.id);
    expect(others).toEqual([]);
    const facts = { name: 'Ada', studio: defaultStudio, site: 'https://studio.example' };
    const mail = writeEmail(email as EmailOf<'change-requested'>, facts);
    expect(mail.subject).toContain('asks to change their choice: Album');
    expect(mail.text).toContain('One more');
    expect(mail.text).toContain(`https://studio.example/admin/session/${session.id}/selection/${id}`);
    const told = (await stored('timeline', session.id)).filter(({ kind }) => kind === 'change-requested');
    expect(told).toMatchObject([{ by: 'client', what: 'Album', words: 'One more' }]);
    expect((await ofStudio(id)).quote?.change_request?.words).toBe('One more');

    // The studio opens it again: nothing waits, and the next round can be asked for.
    expect((await edit(id, { status: 'open' })).status).toBe(200);
    expect(await changes()).toEqual([]);
    const late = await askFor(id);
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { state: 'open' } });
    await submit(id);
    expect((await askFor(id)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await askFor(id, { round: 2 })).status).toBe(200);
    expect(await changes()).toHaveLength(1);
  });

  test('is possible whatever the studio has answered, and waits until it is opened or kept', async () => {
    const { id, quote } = await submitted();
    await decide(quote.id, { status: 'approved', price_cents: 3_000, version: 0 });
    await accept(quote.id, { version: 1, price_cents: 3_000 });
    expect((await askFor(id)).status).toBe(200);
    expect(await details(id)).toMatchObject({ state: 'submitted', quote: { accepted: { price_cents: 3_000 } } });
    // An answer is no answer to the request.
    await decide(quote.id, { status: 'pending', version: (await ofStudio(id)).quote!.version });
    expect(await changes()).toHaveLength(1);
    const kept = await edit(id, { declines_change: true });
    expect(kept.json<StudioSelectionDetails>().quote?.change_request?.declined_at).toEqual(expect.any(String));
    expect(await changes()).toEqual([]);
    expect((await details(id)).quote?.change_request?.declined_at).toEqual(expect.any(String));
    const { selections } = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(selections?.items.map(({ selection_id }) => selection_id)).toContain(id);
    expect((await edit(id, { declines_change: true })).outcome).toBe('400 INVALID');
    expect(await emailsAbout(quote.id)).toHaveLength(1);
  });

  /** The emails to the client about what they submitted, as they are sent now. */
  const answersAbout = async (quote: string) => {
    const rows = [
      ...(await stored('outbox', `change-declined#${quote}`)),
      ...(await stored('outbox', `selection-reopened#${quote}`)),
    ];
    return Promise.all(
      (rows as unknown as (OutboxRow & EmailOf<'selection-reopened' | 'change-declined'>)[]).map(async (row) => ({
        row,
        mail: writeEmail(
          { ...row, ...(await readChangeFacts(row)) },
          { studio: defaultStudio, site: 'https://studio.example' },
        ),
      })),
    );
  };
  const toldInTimeline = async (kind: string) => {
    const { items } = (
      await call(admin, 'GET', `/api/admin/sessions/${session.id}/timeline`, { as })
    ).json<TimelinePage>();
    return items.filter((entry) => entry.kind === kind);
  };

  test('that is declined is answered by an email with the studio’s words and a way to the choice, once', async () => {
    const { id, quote } = await submitted();
    await askFor(id);
    const declined = await edit(id, { declines_change: true, message: ' The book is bound. ' });
    expect(declined.json<StudioSelectionDetails>().quote?.change_request?.answer).toBe('The book is bound.');
    expect((await details(id)).quote?.change_request?.answer).toBe('The book is bound.');
    await edit(id, { declines_change: true, message: 'Again' });
    const [answer, ...others] = await answersAbout(quote.id);
    const { row, mail } = answer!;
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'change-declined', to: address, message: 'The book is bound.' });
    expect(mail.text).toContain('We keep it as you submitted it.');
    expect(mail.text).toContain('Where it stands: Your choice is with the studio.');
    expect(mail.text).toContain(`https://studio.example/dashboard/gallery/${session.session_label}/selection/${id}`);
    expect(await toldInTimeline('change-declined')).toMatchObject([
      { what: 'Album', words: 'The book is bound.', email: { state: 'queued' } },
    ]);
    // Opened after all: what was said is not true anymore.
    await edit(id, { status: 'open' });
    await expect(readChangeFacts(row)).rejects.toThrow('opened, closed or submitted since');
  });

  test('that is granted is answered by an email to the session; so is what is opened without a request', async () => {
    const { id, quote } = await submitted();
    await askFor(id);
    await decide(quote.id, { status: 'approved', price_cents: 3_000, version: 1 });
    await edit(id, { status: 'open', ends_on: lastDay, message: 'Take your time.' });
    const [answer] = await answersAbout(quote.id);
    const { row, mail } = answer!;
    expect(row).toMatchObject({ to: address, was_asked: true, was_decided: true });
    expect(mail.text).toContain('As you asked, we have opened');
    expect(mail.text).toContain('Take your time.');
    expect(mail.text).toContain('Our answer to your last choice is withdrawn');
    expect(mail.text).toContain(`https://studio.example/dashboard/gallery/${session.session_label}#for=`);
    expect(await toldInTimeline('selection-reopened')).toMatchObject([
      { words: 'Take your time.', email: { state: 'queued' } },
    ]);
    const second = (await submit(id)).json<SelectionDetails>().quote!;
    await expect(readChangeFacts(row)).rejects.toThrow('opened, closed or submitted since');
    await edit(id, { status: 'open' });
    expect(await answersAbout(second.id)).toMatchObject([
      { row: { was_asked: false, was_decided: false, message: '' } },
    ]);
  });

  test('has no words that no email would bring to the client', async () => {
    const id = await open();
    for (const change of [{ status: 'closed' }, { status: 'open' }, { name: 'Other' }]) {
      const refused = await edit(id, { ...change, message: 'Lost' });
      expect(refused.outcome).toBe('400 INVALID');
      expect(refused.error.fields).toEqual({ message: expect.stringContaining('only when') });
    }
    // What the studio had closed itself is opened without an email.
    await edit(id, { status: 'closed' });
    expect((await edit(id, { status: 'open' })).status).toBe(200);
    expect(await stored('outbox', id)).toEqual([]);
  });

  test('waits no more when the selection is deleted, and nobody else can make it', async () => {
    const { id, quote } = await submitted();
    await decide(quote.id, { status: 'approved', version: 0 });
    const own = login;
    ({ login } = await newClient());
    expect((await askFor(id)).outcome).toBe('404 NOT_FOUND');
    login = own;
    await askFor(id);
    const { version } = await ofStudio(id);
    expect((await byStudio('DELETE', `/${id}?version=${version}`)).status).toBe(204);
    expect(await changes()).toEqual([]);
    expect((await askFor(id)).outcome).toBe('404 NOT_FOUND');
    const unsubmitted = await open();
    expect((await askFor(unsubmitted)).outcome).toBe('409 CHANGED_MEANWHILE');
  });
});

describe('the data of a selection', () => {
  test('is in what the client downloads about themselves, without hidden photos', async () => {
    const id = await open();
    await choose(id, photos.slice(0, 3));
    await note(id, photos[0], 'For the hallway');
    await submit(id, { words: 'Thank you' });
    await hide(photos[2]);
    const data = (await call(client, 'GET', '/api/client/me/data', { as: login })).json<OwnData>();
    expect(data.sessions[0]?.selections).toEqual([
      expect.objectContaining({
        name: 'Album',
        state: 'submitted',
        chosen: [
          { file_name: expect.stringMatching(/^IMG_/), note: 'For the hallway', stage: 'proof' },
          { file_name: expect.stringMatching(/^IMG_/), note: '', stage: 'proof' },
        ],
        rounds: [expect.objectContaining({ words: 'Thank you', chosen_count: 3, total_cents: 1_500 })],
      }),
    ]);
    expect(data.quotes).toHaveLength(1);
  });

  test('is out of reach with its session, and erased with it', async () => {
    const id = await open();
    await choose(id, photos);
    await submit(id);
    const { version } = (await call(admin, 'GET', `/api/admin/sessions/${session.id}`, { as })).json<Session>();
    await call(admin, 'DELETE', `/api/admin/sessions/${session.id}?version=${version}`, { as });
    expect((await byClient('GET', `/${id}`)).outcome).toBe('404 NOT_FOUND');
    expect((await byStudio('GET', `/${id}`)).outcome).toBe('404 NOT_FOUND');
    expect(await stored('selections', id)).not.toEqual([]);
    await eraseSelectionsOf(session.id);
    expect(await stored('selections', session.id)).toEqual([]);
  });
});

test('the studio lists chosen photos, hidden ones too, and the client sees them no more', async () => {
  const id = await open({ included: 4 });
  const [first, second, third] = photos;
  await choose(id, [third, first, second]);
  const photosOf = `/api/admin/sessions/${session.id}/photos`;
  await call(admin, 'PATCH', photosOf, { as, body: { photo_ids: [first], is_approved: false } });
  await call(admin, 'POST', `${photosOf}/trash`, { as, body: { photo_ids: [second] } });
  const listed = (await byStudio('GET', `/${id}/photos`)).json<StudioPage>();
  expect(listed.items.map((photo) => [photo.id, photo.is_approved])).toEqual([
    [first, false],
    [third, true],
  ]);
  expect(listed.next_cursor).toBeNull();
  const seen = (await byStudio('GET', `/${id}`)).json<StudioSelectionDetails>();
  expect(seen).toMatchObject({ chosen_count: 1, left_count: 2, choices: [{ photo_id: third, note: '' }] });
});
