import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OwnPicks } from '#shared/contract/links.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Quote, StudioQuote } from '#shared/contract/quotes.ts';
import type { ChoiceAnswer } from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { readRounds } from '../../lambdas/domain/rounds/repository.ts';
import { readChosen, readSelection } from '../../lambdas/domain/selections/repository.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import {
  asClient,
  asStudio,
  expectWhole,
  freshSession,
  login,
  rounds,
  roundsPerSession,
  startRounds,
  statuses,
  stopRounds,
  timeout,
} from '../support/faults/rounds.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type Answer, call } from '../support/studio/api-studio.ts';
import {
  choose,
  guestCookie,
  linkValues,
  newClient,
  newPhoto,
  newQuote,
  newSelection,
} from '../support/studio/api-world.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

beforeAll(startRounds);
afterAll(stopRounds);

describe(`${rounds} rounds each`, () => {
  test('of decisions on one quote: one is saved and sends one email', { timeout }, async () => {
    const person = await newClient();
    let quote: Quote | undefined;
    for (let round = 0; round < rounds; round += 1) {
      // One quote for all rounds, because a client may create only a few per hour.
      quote ??= await newQuote(person.login);
      const version = round * 2;
      const decide = (status: string) => asStudio('PATCH', `quotes/${quote!.id}`, { status, version });
      const answers = await Promise.all([decide('approved'), decide('rejected'), decide('approved')]);
      expect(statuses(answers)).toEqual([200, 409, 409]);
      const decided = answers.find(({ status }) => status === 200)!.json<StudioQuote>();
      const reopened = await Promise.all(
        [1, 2].map(() => asStudio('PATCH', `quotes/${quote!.id}`, { status: 'pending', version: decided.version })),
      );
      expect(statuses(reopened)).toEqual([200, 409]);
    }
    const emails = ((await everyRow()).outbox as { id: string }[]).filter(({ id }) =>
      new RegExp(`^quote-(approved|rejected)#${quote?.id}#`).test(id),
    );
    expect(emails).toHaveLength(rounds);
  });

  test('of choosing at a limit: it is never passed, and the count equals what is chosen', { timeout }, async () => {
    const [included, others] = [2, 4];
    let key = { session_id: '', id: '' };
    let photos: string[] = [];
    let chosen: string[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerSession === 0) {
        const session = await freshSession();
        photos = [];
        for (let made = 0; made < included + others; made += 1) photos.push(await newPhoto(session));
        key = { session_id: session.id, id: await newSelection(session.id, { included, extra_cents: null }) };
        chosen = [];
      }
      const place = { session: key.session_id, selection: key.id };
      const free = photos.filter((photo) => !chosen.includes(photo));
      const answers = await Promise.all([
        choose(login, place, free.slice(0, 1)),
        choose(login, place, free.slice(0, 2)),
        choose(login, place, free.slice(1, 2)),
        choose(login, place, free.slice(2)),
        ...chosen.slice(0, 1 + (round % 2)).map((photo) => choose(login, place, [photo], false)),
      ]);
      for (const { status, text } of answers) expect([200, 409, 503], text).toContain(status);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      refused += answers.filter(({ outcome }) => outcome === '409 SELECTION_FULL').length;
      for (const answer of answers.filter(({ status }) => status === 200)) {
        expect(answer.json<ChoiceAnswer>().selection.chosen_count).toBeLessThanOrEqual(included);
      }
      chosen = (await readChosen(key)).map(({ photo_id }) => photo_id);
      expect(chosen.length).toBeLessThanOrEqual(included);
      expect((await readSelection(key.session_id, key.id))?.chosen_count).toBe(chosen.length);
    }
    expect(refused).toBeGreaterThan(0);
  });

  test('of submitting a round, choosing and changing its price: it has what was reviewed, or is not submitted', {
    timeout,
  }, async () => {
    let session: Session | undefined;
    let photos: string[] = [];
    let note_before = '';
    const quotes = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerSession === 0) {
        session = await freshSession();
        photos = [await newPhoto(session), await newPhoto(session), await newPhoto(session)];
        note_before = '';
      }
      const [first, second, third] = photos as [string, string, string];
      // Another one in each round: the note that is there already changes nothing.
      const note = `Crop ${round}`;
      const id = await newSelection(session!.id, { included: 1, extra_cents: 1_000 });
      const place = { session: session!.id, selection: id };
      const { revision } = (await choose(login, place, [first, second])).json<ChoiceAnswer>().selection;
      const path = `sessions/${session!.id}/selections/${id}`;
      const submit = (body = {}) => asClient('POST', `${path}/submit`, { round: 1, revision, ...body });
      const key = { session_id: session!.id, id };
      // A submit reads more than the others before it writes: in most rounds they begin after some reads of their own.
      const later = async (change: () => Promise<Answer>) => {
        for (let read = 0; read < round % 8; read += 1) await readSelection(session!.id, id);
        return change();
      };
      const [one, other, ...changes] = await Promise.all([
        submit(),
        submit({ words: 'Again' }),
        later(() => choose(login, place, [third])),
        later(() => choose(login, place, [first], false)),
        later(() => asClient('PATCH', `${path}/choices/${second}`, { note, note_before })),
        ...(round % 2 === 0 ? [later(() => asStudio('PATCH', path, { extra_cents: 1, version: 0 }))] : []),
      ]);
      if (changes[2]!.status === 200) note_before = note;
      const row = (await readSelection(session!.id, id))!;
      const stored = await readRounds(key);
      expect((await readChosen(key)).length).toBe(row.chosen_count);
      if (row.status === 'open') {
        for (const { status, text } of [one!, other!]) expect([409, 503], text).toContain(status);
        expect(changes.some(({ status }) => status === 200)).toBe(true);
        expect([stored, row.quote_id]).toEqual([[], null]);
        continue;
      }
      expect(statuses([one!, other!])).toEqual([200, 201]);
      for (const { status, text } of changes) expect([400, 409, 503], text).toContain(status);
      expect(stored).toMatchObject([{ chosen_count: 2, extra_count: 1, extra_cents: 1_000, total_cents: 1_000 }]);
      quotes.add(row.quote_id!);
    }
    // Both happen.
    expect(quotes.size).toBeGreaterThan(0);
    expect(quotes.size).toBeLessThan(rounds);
    const { quotes: all, outbox } = (await everyRow()) as Record<string, { id: string; kind?: string }[]>;
    expect(all!.filter(({ id }) => quotes.has(id))).toHaveLength(quotes.size);
    // One email to the studio, and one to the client.
    expect(outbox!.filter(({ id }) => quotes.has(id.split('#')[1] ?? ''))).toHaveLength(2 * quotes.size);
  });

  test('of claiming a guest’s picks, taking them back and choosing the same: each favorite is counted once', {
    timeout,
  }, async () => {
    let session: Session | undefined;
    let link = '';
    let cookie = '';
    const asGuest = (photo: string, is_favorite: boolean) =>
      call(guest, 'PATCH', `/api/guest/links/${link}/photos/${photo}`, { body: { is_favorite }, headers: { cookie } });
    const claim = () =>
      call(client, 'POST', `/api/client/links/${link}/own-picks/move`, { as: login, headers: { cookie } });
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerSession === 0) {
        session = await freshSession();
        const made = await asStudio('POST', `sessions/${session.id}/links`, linkValues);
        const { id, token } = made.json<{ id: string; token: string }>();
        link = id;
        cookie = guestCookie(await call(guest, 'POST', '/api/guest/open', { body: { token } }));
        const named = { body: { name: 'Anna' }, headers: { cookie } };
        await call(guest, 'PUT', `/api/guest/links/${id}/guest`, named);
      }
      const photos = [await newPhoto(session!), await newPhoto(session!), await newPhoto(session!)];
      const [first, second, third] = photos as [string, string, string];
      for (const photo of photos) expect((await asGuest(photo, true)).status).toBe(200);
      const path = (photo: string) => `sessions/${session!.id}/photos/${photo}`;
      const answers = await Promise.all([
        claim(),
        claim(),
        asClient('PATCH', path(first), { is_favorite: true }),
        asGuest(second, false),
        ...(round % 2 === 0
          ? [asStudio('PATCH', `sessions/${session!.id}/photos`, { photo_ids: [third], is_approved: false })]
          : []),
      ]);
      for (const { status, text } of answers) expect([200, 409, 503], text).toContain(status);
      await expectWhole(session!.id);
      // What is left of the claim is completed by another one, which changes nothing after that.
      for (let time = 0; time < 2; time += 1) {
        expect((await claim()).json()).toEqual({ left_count: 0 });
        const stored = await expectWhole(session!.id);
        expect(stored.find(({ id }) => id === first)?.is_favorite).toBe(true);
      }
      const own = await call(client, 'GET', '/api/client/own-picks', { as: login, headers: { cookie } });
      expect(own.json<{ items: OwnPicks[] }>().items).toEqual([]);
      const left = await call(guest, 'GET', `/api/guest/links/${link}/photos`, { headers: { cookie } });
      expect(left.json<GalleryPage>().items.filter(({ is_favorite }) => is_favorite)).toEqual([]);
    }
  });
});
