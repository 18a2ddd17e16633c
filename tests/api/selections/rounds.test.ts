import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { Attention, Quote } from '#shared/contract/quotes.ts';
import type { RoundDetails, SelectionDetails, StudioSelectionDetails } from '#shared/contract/selections.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { call } from '../../support/studio/api-studio.ts';
import {
  accept,
  as,
  byClient,
  byStudio,
  choose,
  decide,
  edit,
  login,
  ofStudio,
  open,
  photos,
  session,
  startSelections,
  stored,
  submit,
  trash,
} from '../../support/studio/selections.ts';

startSelections();

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
