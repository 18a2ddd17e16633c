import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { registerVersions } from '../../lambdas/domain/photos/versions/versions.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import {
  asClient,
  asStudio,
  expectWhole,
  freshSession,
  rounds,
  roundsPerSession,
  startRounds,
  statuses,
  stopRounds,
  timeout,
} from '../support/faults/rounds.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { newPhoto } from '../support/studio/api-world.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

beforeAll(startRounds);
afterAll(stopRounds);

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
