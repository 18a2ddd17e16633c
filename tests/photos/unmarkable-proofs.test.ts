import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { changeWatermark } from '../../lambdas/domain/sessions/marking.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { mediaOf, readyOf, settle, turn, watermark } from './proofs.ts';
import { makePhoto } from './samples.ts';
import { context, openStudio, type PhotoStudio } from './studio.ts';
import { admin, clientOf, complete, inventory, makeSession, upload } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio?.close());

describe('a proof that its session’s watermark can’t be on', () => {
  const thin = () => makePhoto({ width: 900, height: 4 });
  const counts = (session: SessionRow) => countPhotosByFilter(admin, session.id);
  const rowOf = async (session: SessionRow, id: string) => (await readyOf(session)).find((photo) => photo.id === id)!;
  const seen = async (session: SessionRow) =>
    (await listGalleryPhotos(clientOf(session), session.id)).items.map(({ id }) => id);
  const listed = async (session: SessionRow, id: string) =>
    (await listStudioPhotos(admin, session.id)).items.find((photo) => photo.id === id)!;

  /** A session of a usual proof and one of a few pixels' height. */
  async function makeThin() {
    const session = await makeSession();
    const { id: usual } = await upload(session, await makePhoto());
    const { id: low } = await upload(session, await thin());
    await settle();
    expect(await seen(session)).toHaveLength(2);
    return { session, usual, low };
  }

  test('is hidden from the client with a reason for the studio, and the others are shown', async () => {
    const { session, usual, low } = await makeThin();
    const [{ media_key: told }] = (await readyOf(session)).filter(({ id }) => id === low) as [ReadyPhoto];
    await turn(session, watermark);
    await settle();
    expect(await readSession(session.id)).toMatchObject({ marks_shown: expect.any(String), visible_count: 1 });
    expect((await readSession(session.id))!.marks_pending).toBeUndefined();
    expect(await seen(session)).toEqual([usual]);
    expect(await counts(session)).toMatchObject({ markable: 1, marked: 1, unmarkable: 1, hidden: 1 });
    expect(await listed(session, low)).toMatchObject({ is_approved: false, unmarkable: 'small' });
    expect(await listed(session, usual)).not.toHaveProperty('unmarkable');
    // The client knew its address.
    expect((await mediaOf(session)).filter((key) => key.includes(told))).toEqual([]);
    expect((await rowOf(session, low)).marked_key).toBeUndefined();
    expect(await inventory(session)).toEqual(complete(2, 1));

    // Shown by hand it stays hidden, and nothing waits.
    await editPhotos(admin, session.id, { photo_ids: [low], is_approved: false });
    expect(await listed(session, low)).not.toHaveProperty('unmarkable');
    await editPhotos(admin, session.id, { photo_ids: [low], is_approved: true });
    await settle();
    expect(await seen(session)).toEqual([usual]);
    expect(await listed(session, low)).toMatchObject({ is_approved: false, unmarkable: 'small' });
    expect((await readSession(session.id))!.marks_pending).toBeUndefined();
  });

  test('is shown when it is finished, or the watermark is off', async () => {
    const { session, low } = await makeThin();
    await turn(session, watermark);
    await settle();
    await editPhotos(admin, session.id, { photo_ids: [low], stage: 'finished' });
    await settle();
    expect(await seen(session)).toHaveLength(2);
    expect(await listed(session, low)).not.toHaveProperty('unmarkable');
    await editPhotos(admin, session.id, { photo_ids: [low], stage: 'proof' });
    expect(await seen(session)).toHaveLength(1);
    await turn(session, null);
    await settle();
    expect(await seen(session)).toHaveLength(2);
    expect(await rowOf(session, low)).not.toHaveProperty('unmarkable_with');
    expect(await counts(session)).toMatchObject({ unmarkable: 0, hidden: 0 });
    expect(await inventory(session)).toEqual(complete(2));
  });

  test('is held from its upload on, until another watermark fits', async () => {
    const session = await makeSession();
    await turn(session, { ...watermark, text: 'W'.repeat(40) });
    await settle();
    const { id } = await upload(session, await makePhoto({ width: 120, height: 80 }));
    await settle();
    expect(await seen(session)).toEqual([]);
    expect(await listed(session, id)).toMatchObject({ is_approved: false, awaits_mark: true, unmarkable: 'small' });
    await turn(session, watermark);
    await settle();
    expect(await seen(session)).toEqual([id]);
    expect(await rowOf(session, id)).not.toHaveProperty('unmarkable_with');
    await turn(session, { ...watermark, text: 'W'.repeat(40) });
    await settle();
    expect(await seen(session)).toEqual([]);
    expect(await inventory(session)).toEqual(complete(1, 0));
  });

  test('shown under another watermark waits for that one, without what was said of the former one', async () => {
    const session = await makeSession();
    await turn(session, { ...watermark, text: 'W'.repeat(40) });
    await settle();
    const { id } = await upload(session, await makePhoto({ width: 120, height: 80 }));
    await settle();
    expect(await counts(session)).toMatchObject({ waiting: 0, unmarkable: 1 });
    await editPhotos(admin, session.id, { photo_ids: [id], is_approved: false });
    await turn(session, watermark);
    await settle();
    const [shown] = await editPhotos(admin, session.id, { photo_ids: [id], is_approved: true });
    expect(shown).toMatchObject({ is_approved: false, awaits_mark: true });
    expect(shown).not.toHaveProperty('unmarkable');
    expect(await listed(session, id)).not.toHaveProperty('unmarkable');
    expect(await counts(session)).toMatchObject({ waiting: 1, unmarkable: 0 });
    await settle();
    expect(await seen(session)).toEqual([id]);
    expect(await counts(session)).toMatchObject({ waiting: 0, marked: 1 });
  });

  test('of signs that nobody would see is refused; one from before hides the photos', async () => {
    const { session, usual } = await makeThin();
    await expect(turn(session, { ...watermark, text: '.' })).rejects.toMatchObject({ code: 'INVALID' });
    await turn(session, watermark);
    await settle();
    // As it was stored before such a watermark was refused.
    const row = (await readSession(session.id))!;
    const stored = { ...watermark, text: '.' };
    await write(changeWatermark(row, { set: { watermark: stored, watermark_drawing: 1 } }));
    await sweep({}, context());
    await settle();
    expect(await seen(session)).toEqual([]);
    expect(await listed(session, usual)).toMatchObject({ is_approved: false, unmarkable: 'faint' });
  });
});
