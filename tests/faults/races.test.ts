import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OwnPicks } from '#shared/contract/links.ts';
import type { GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Tickets } from '#shared/contract/photos/uploads.ts';
import type { Quote, StudioQuote } from '#shared/contract/quotes.ts';
import type { ChoiceAnswer } from '#shared/contract/selections.ts';
import type { Session, SessionDetails } from '#shared/contract/sessions.ts';
import type { WebsiteDraft, WebsiteState, WebsiteVersion } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { registerVersions } from '../../lambdas/domain/photos/versions/versions.ts';
import { readRounds } from '../../lambdas/domain/rounds/repository.ts';
import { readChosen, readSelection } from '../../lambdas/domain/selections/repository.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
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
import {
  choose,
  guestCookie,
  linkValues,
  newClient,
  newPhoto,
  newQuote,
  newSelection,
  newSession,
} from '../support/studio/api-world.ts';

/**
 * Rounds of concurrent requests: one succeeds, the others get a conflict, and no data is lost, duplicated or partial.
 */

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const rounds = sized(24, 2_000);
const timeout = rounds * 6_000;

let studio: ApiStudio;
let login: Claims;
let customer: string;
beforeAll(async () => {
  studio = await startApiStudio();
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
});
afterAll(() => studio?.close());

const asStudio = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin/${path}`, { as: adminClaims(), body });
const asClient = (method: string, path: string, body?: unknown) =>
  call(client, method, `/api/client/${path}`, { as: login, body });

/** A session with a random label: suggested labels end after fifty of one name and month. */
const freshSession = () => newSession(customer, { session_label: `label-${newId()}` });

/** The responses' status codes, sorted. */
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** A new session every ten rounds keeps the rounds equally fast. */
const roundsPerSession = 10;

interface Row {
  id: string;
  state: string;
  is_approved: boolean;
  stage?: string;
  is_favorite?: boolean;
  favorite_of?: string;
}

/** Expects counters equal to rows, and exactly the right rows in the favorites index. */
async function expectWhole(session_id: string): Promise<Row[]> {
  const { Item: session } = await dynamodb().send(
    new GetCommand({ TableName: 'sessions', Key: { id: session_id }, ConsistentRead: true }),
  );
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: 'photos',
      KeyConditionExpression: 'session_id = :session',
      ExpressionAttributeValues: { ':session': session_id },
      ConsistentRead: true,
    }),
  );
  const photos = Items as Row[];
  const ready = photos.filter(({ state }) => state === 'ready');
  const visible = ready.filter(({ is_approved }) => is_approved);
  expect({
    photos: session?.photos_count,
    visible: session?.visible_count,
    favorites: session?.favorites_count,
    finished: session?.finished_count,
  }).toEqual({
    photos: ready.length,
    visible: visible.length,
    favorites: visible.filter(({ is_favorite }) => is_favorite).length,
    finished: ready.filter(({ stage }) => stage === 'finished').length,
  });
  for (const photo of photos) {
    const isListed = photo.state === 'ready' && photo.is_approved && photo.is_favorite === true;
    expect(photo.favorite_of, photo.id).toBe(isListed ? customer : undefined);
  }
  return photos;
}

describe(`${rounds} rounds each`, () => {
  test('of notes on one photo: one is saved, the others get the saved one', { timeout }, async () => {
    const session = await freshSession();
    const path = `sessions/${session.id}/photos/${await newPhoto(session)}`;
    let note = '';
    for (let round = 0; round < rounds; round += 1) {
      const notes = ['A', 'B', 'C'].map((who) => `${who} ${round}`);
      const answers = await Promise.all(
        notes.map((text) => asClient('PATCH', path, { note: text, note_before: note })),
      );
      expect(statuses(answers)).toEqual([200, 409, 409]);
      const winner = answers.find(({ status }) => status === 200)!.json<GalleryPhoto>().note;
      expect(notes).toContain(winner);
      for (const loser of answers.filter(({ status }) => status === 409)) {
        expect(loser.error.details?.current).toMatchObject({ note: winner });
      }
      note = winner;
    }
  });

  test('of favorites, hiding, deleting and restoring: counters equal rows, and no deleted photo is listed', {
    timeout,
  }, async () => {
    let session = await freshSession();
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerSession === 0) session = await freshSession();
      const ids = [await newPhoto(session), await newPhoto(session)];
      const path = (id = '') => `sessions/${session.id}/photos/${id}`;
      const answers = await Promise.all([
        asClient('PATCH', path(ids[0]), { is_favorite: true }),
        asClient('PATCH', path(ids[1]), { is_favorite: true }),
        asClient('PATCH', path(ids[1]), { is_favorite: true }),
        asClient('PATCH', path(ids[1]), { is_favorite: false }),
        asStudio('PATCH', `sessions/${session.id}/photos`, { photo_ids: ids, is_approved: false }),
        asStudio('DELETE', path(ids[0])),
        asClient('PATCH', path(ids[0]), { note: 'Lovely', note_before: '' }),
        asStudio('POST', `sessions/${session.id}/photos/restore`, { photo_ids: [ids[1]] }),
      ]);
      for (const { status, text } of answers) expect([200, 204, 404, 409, 503], text).toContain(status);
      const photos = await expectWhole(session.id);
      if (answers[5]?.status === 204) expect(photos.find(({ id }) => id === ids[0])?.state).toBe('deleted');
    }
  });

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

  test('of edits of one session: one is saved, and the others get a conflict', { timeout }, async () => {
    const session = await freshSession();
    for (let version = 0; version < rounds; version += 1) {
      const edits = [
        { session_name: `Name ${version}` },
        { notes: `Notes ${version}` },
        { session_label: `label-${newId()}` },
      ];
      const answers = await Promise.all(
        edits.map((edit) => asStudio('PATCH', `sessions/${session.id}`, { ...edit, version })),
      );
      expect(statuses(answers)).toEqual([200, 409, 409]);
      const saved = answers.find(({ status }) => status === 200)!.json<SessionDetails>();
      expect(saved.version).toBe(version + 1);
      const now = (await asStudio('GET', `sessions/${session.id}`)).json<SessionDetails>();
      expect(now).toEqual(saved);
    }
    const labels = ((await everyRow()).sessions as { id: string; session_id?: string }[]).filter(
      (row) => row.session_id === session.id,
    );
    expect(labels).toHaveLength(1);
  });

  test('of deleting a session during uploads to it: after the deletion nothing of it is accessible', {
    timeout,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const session = await freshSession();
      const photo = await newPhoto(session);
      const file = (name: string) => ({
        file_name: name,
        content_type: 'image/jpeg',
        size: 10,
        sha256: Buffer.from(`${newId()}${newId()}`.slice(0, 32)).toString('base64'),
      });
      const upload = () =>
        asStudio('POST', `sessions/${session.id}/uploads`, {
          is_approved: true,
          downloadable: true,
          files: [file('a.jpg'), file('b.jpg')],
        });
      const [deleted, ...others] = await Promise.all([
        asStudio('DELETE', `sessions/${session.id}?version=0`),
        upload(),
        upload(),
        asClient('PATCH', `sessions/${session.id}/photos/${photo}`, { is_favorite: true }),
        asStudio('PATCH', `sessions/${session.id}`, { notes: 'x', version: 0 }),
      ]);
      for (const { status, text } of others) expect([200, 404, 409], text).toContain(status);
      // Of delete and edit, which both send the version, one succeeds and the other gets a conflict.
      const edited = others.at(-1)!;
      if (deleted!.status !== 204) {
        expect([deleted!.status, edited.status]).toEqual([409, 200]);
        continue;
      }
      expect([404, 409]).toContain(edited.status);
      expect((await asStudio('GET', `sessions/${session.id}`)).status).toBe(404);
      expect((await asClient('GET', `sessions/${session.id}/photos`)).status).toBe(404);
      expect((await upload()).status).toBe(404);
      for (const answer of others.slice(0, 2)) {
        if (answer.status === 200) expect(answer.json<Tickets>().tickets).toHaveLength(2);
      }
    }
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

  test('of swapping versions, favorites, notes, hiding and deleting: no version, favorite or note is lost', {
    timeout,
  }, async () => {
    let session: Session | undefined;
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerSession === 0) session = await freshSession();
      const photo = awaitingVersion(session!);
      await storePhotos(session!.id, [photo]);
      const path = `sessions/${session!.id}/photos/${photo.id}`;
      const { captured_at: _, ...facts } = readyPhoto(session!, { stage: 'finished' });
      const arriving = () =>
        registerVersions(session!.id, [
          { key: `landing/${photo.id}`, photo, version: photo.incoming_key!, facts: { ...facts, captured_at: null } },
        ]).then(
          () => 200,
          () => 503,
        );
      const [arrived, again, ...answers] = await Promise.all([
        arriving(),
        arriving(),
        asClient('PATCH', path, { is_favorite: true }),
        asClient('PATCH', path, { note: 'Lovely', note_before: '' }),
        asStudio('POST', `${path}/put-back`, { version: versionIdOf(photo.former![0]!) }),
        ...(round % 2 === 0
          ? [asStudio('PATCH', `sessions/${session!.id}/photos`, { photo_ids: [photo.id], is_approved: false })]
          : []),
        ...(round % 3 === 0 ? [asStudio('DELETE', path)] : []),
      ]);
      for (const { status, text } of answers) expect([200, 204, 404, 409, 503], text).toContain(status);
      await expectWhole(session!.id);
      const after = (await readPhoto({ session_id: session!.id, id: photo.id })) as ReadyPhoto;
      const originals = [photo.original_key, photo.former![0]!.original_key];
      if (arrived === 200 || again === 200) originals.push(facts.original_key);
      expect(new Set(versionsOf(after).map(({ original_key }) => original_key))).toEqual(new Set(originals));
      expect(versionsOf(after)).toHaveLength(originals.length);
      const [favorite, note] = answers;
      if (favorite?.status === 200) expect(after.is_favorite).toBe(true);
      if (note?.status === 200) expect(after.note).toBe('Lovely');
    }
  });

  test('of publishing the website and saving its draft: each published version is a draft that was looked at', {
    timeout,
  }, async () => {
    const published = async () => (await asStudio('GET', 'website')).json<WebsiteState>();
    const withHeadline = (headline: string) => ({ ...defaultWebsite, home: { ...defaultWebsite.home, headline } });
    let { version } = (await published()).draft;
    let number = 0;
    let conflicts = 0;
    for (let round = 0; round < rounds; round += 1) {
      const save = (headline: string) => asStudio('PUT', 'website/draft', { version, content: withHeadline(headline) });
      ({ version } = (await save(`Looked at ${round}`)).json<WebsiteDraft>());
      const publish = () => asStudio('POST', 'website/publish', { version });
      const [saved, ...answers] = await Promise.all([
        round % 2 === 0 ? save(`Saved meanwhile ${round}`) : undefined,
        publish(),
        publish(),
      ]);
      const wins = answers.filter(({ status }) => status === 200);
      for (const answer of answers) {
        if (answer.status !== 200) expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
      }
      if (saved === undefined) expect(wins.length).toBeGreaterThan(0);
      else expect([saved.status === 200, wins.length > 0]).toContain(true);
      conflicts += answers.length - wins.length;
      const numbers = wins.map((answer) => answer.json<WebsiteState>().published!.number).toSorted((a, b) => a - b);
      expect(numbers).toEqual(wins.map((_, index) => number + 1 + index));
      number += wins.length;
      const now = await published();
      expect(now.published?.number ?? 0).toBe(number);
      for (const each of numbers) {
        const { content } = (await asStudio('GET', `website/versions/${each}`)).json<WebsiteVersion>();
        expect(content.home.headline).toBe(`Looked at ${round}`);
      }
      ({ version } = now.draft);
    }
    expect(conflicts).toBeGreaterThan(0);
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

/** A finished photo with a proof before it, and a replacement that is about to arrive. */
function awaitingVersion(session: Session): ReadyPhoto {
  const { original_key, thumbhash, crc32, width, height, media_key, content_type, size, sha256 } = readyPhoto(session);
  const incoming_key = newId();
  const now = new Date().toISOString();
  return readyPhoto(session, {
    stage: 'finished',
    former: [
      {
        ...{ original_key, thumbhash, crc32, width, height, media_key, content_type, size, sha256 },
        ...{ stage: 'proof', replaced_at: now, was_shown: true },
      },
    ],
    former_revision: newId(),
    incoming_key,
    incoming: {
      ...{ media_key: incoming_key, file_name: 'IMG_1.jpg', content_type, size: 900, sha256, asked_at: now },
      asked_by: { sub: newId(), name: 'Sam' },
    },
  });
}
