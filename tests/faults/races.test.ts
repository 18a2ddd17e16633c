import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { GalleryPhoto, Tickets } from '#shared/contract/photos.ts';
import type { Quote, StudioQuote } from '#shared/contract/quotes.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newClient, newPhoto, newQuote, newSession } from '../support/api-world.ts';
import { sized } from '../support/long.ts';

/** Rounds of requests that meet each other: one wins, the others hear of it, and nothing is lost, doubled or half there. */

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const rounds = sized(50, 2_000);
const timeout = rounds * 2_000;

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

/** A session under a label of its own: suggestions end with the fiftieth of one name and day. */
const freshSession = () => newSession(customer, { session_label: `label-${newId()}` });

/** Statuses of answers, sorted. */
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

interface Row {
  id: string;
  state: string;
  is_approved: boolean;
  is_favorite?: boolean;
  favorite_of?: string;
}

/** Counts equal rows, and indexes hold exactly what belongs there. */
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
  expect({ photos: session?.photos_count, visible: session?.visible_count }).toEqual({
    photos: ready.length,
    visible: ready.filter(({ is_approved }) => is_approved).length,
  });
  for (const photo of photos) {
    const isListed = photo.state === 'ready' && photo.is_approved && photo.is_favorite === true;
    expect(photo.favorite_of, photo.id).toBe(isListed ? customer : undefined);
  }
  return photos;
}

describe(`${rounds} rounds each`, () => {
  test('of notes on one photo: one is saved, the other hears what it was', { timeout }, async () => {
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

  test('of stars, hiding, deleting and restoring: counts equal rows, and nothing that is gone shows', {
    timeout,
  }, async () => {
    let session = await freshSession();
    for (let round = 0; round < rounds; round += 1) {
      // A session that stays small keeps each round alike.
      if (round % 10 === 0) session = await freshSession();
      const ids = [await newPhoto(session), await newPhoto(session)];
      const path = (id = '') => `sessions/${session.id}/photos/${id}`;
      const answers = await Promise.all([
        asClient('PATCH', path(ids[0]), { is_favorite: true }),
        asClient('PATCH', path(ids[1]), { is_favorite: true }),
        asStudio('PATCH', `sessions/${session.id}/photos`, { photo_ids: ids, is_approved: false }),
        asStudio('DELETE', path(ids[0])),
        asClient('PATCH', path(ids[0]), { note: 'Lovely', note_before: '' }),
        asStudio('POST', `sessions/${session.id}/photos/restore`, { photo_ids: [ids[1]] }),
      ]);
      for (const { status, text } of answers) expect([200, 204, 404, 409, 503], text).toContain(status);
      const photos = await expectWhole(session.id);
      if (answers[3]?.status === 204) expect(photos.find(({ id }) => id === ids[0])?.state).toBe('deleted');
    }
  });

  test('of decisions on one quote: one is taken, and one letter tells of it', { timeout }, async () => {
    const person = await newClient();
    let quote: Quote | undefined;
    for (let round = 0; round < rounds; round += 1) {
      // A client may ask for so many in an hour.
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
    const letters = ((await everyRow()).outbox as { id: string }[]).filter(({ id }) =>
      new RegExp(`^quote-(approved|rejected)#${quote?.id}#`).test(id),
    );
    expect(letters).toHaveLength(rounds);
  });

  test('of edits of one session: one is saved, and the others get what it is now', { timeout }, async () => {
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

  test('of deleting a session while files are sent to it: it is gone, and nothing of it is there', {
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
      // One of the two that know a version wins; the other is told.
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
});
