import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { StudioPage } from '#shared/contract/photos/photos.ts';
import type { Quote, QuotePhotos, StudioQuote } from '#shared/contract/quotes.ts';
import type {
  ChoiceAnswer,
  NotedChoice,
  RoundDetails,
  SelectionDetails,
  Selections,
  StudioSelectionDetails,
  StudioSelections,
} from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { eraseSelectionsOf } from '../../../lambdas/domain/selections/erasure.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { call } from '../../support/studio/api-studio.ts';
import { newClient } from '../../support/studio/api-world.ts';
import {
  accept,
  as,
  byClient,
  byStudio,
  choose,
  day,
  decide,
  details,
  edit,
  hide,
  lastDay,
  login,
  note,
  ofStudio,
  open,
  photos,
  session,
  signInAs,
  startSelections,
  stored,
  submit,
  submitAs,
} from '../../support/studio/selections.ts';

startSelections();

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
    signInAs((await newClient()).login);
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
