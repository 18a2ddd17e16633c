import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestDownload } from '#shared/contract/downloads.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { downloadPhoto, listOptions } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { setFavoriteOrNote } from '../../lambdas/domain/photos/feedback/client-feedback.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { insertSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { makeGallery } from './archives.ts';
import { edit, makeRows } from './download-options.ts';
import { drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, keysIn } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio.close());

describe('an allowance', () => {
  test('counts a photo once, in whatever size and on whatever path, and is said before it is used up', async () => {
    const { session, client, photos } = await makeRows(4, { download_allowance: 2 });
    const [first, second, third] = photos.map((photo) => photo.id) as [string, string, string];
    const allowances = async (photo_ids: string[]) =>
      (await listOptions(client, { kind: 'photos', session_id: session.id, photo_ids })).allowances;
    expect(await allowances([first])).toMatchObject([{ limit: 2, used: 0, takes: 1 }]);
    await downloadPhoto(client, session.id, first, 'original');
    await downloadPhoto(client, session.id, first, 'web');
    await requestDownload(client, { kind: 'photos', session_id: session.id, photo_ids: [first] });
    expect(await allowances([first])).toMatchObject([{ limit: 2, used: 1, takes: 0 }]);

    const both: RequestDownload = { kind: 'photos', session_id: session.id, photo_ids: [second, third] };
    await expect(requestDownload(client, both)).rejects.toMatchObject({
      code: 'ALLOWANCE_USED',
      message: expect.stringContaining('This needs 2 more of the 2 downloads of “Family”, and 1 is left.'),
    });
    // A refused request counts nothing.
    expect(await allowances([second, third])).toMatchObject([{ limit: 2, used: 1, takes: 2 }]);
    await downloadPhoto(client, session.id, second, 'web');
    await expect(downloadPhoto(client, session.id, third, 'web')).rejects.toMatchObject({ code: 'ALLOWANCE_USED' });
    await expect(requestDownload(client, { kind: 'session', session_id: session.id })).rejects.toMatchObject({
      code: 'ALLOWANCE_USED',
      message: 'All 2 downloads of “Family” are used. Please ask the studio for more.',
    });
    await downloadPhoto(client, session.id, first, 'print');
  });

  test.each(['one photo each', 'archives'] as const)(
    'of 50 requests at once for one remaining download, exactly one is admitted: %s',
    async (kind) => {
      const { session, client, photos } = await makeRows(53, { download_allowance: 4 });
      for (const { id } of photos.slice(0, 3)) await downloadPhoto(client, session.id, id, 'web');
      const results = await Promise.allSettled(
        photos
          .slice(3)
          .map(({ id }) =>
            kind === 'archives'
              ? requestDownload(client, { kind: 'photos', session_id: session.id, photo_ids: [id] })
              : downloadPhoto(client, session.id, id, 'original'),
          ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'ALLOWANCE_USED' });
      }
      const { allowances } = await listOptions(client, { kind: 'session', session_id: session.id });
      expect(allowances).toMatchObject([{ limit: 4, used: 4 }]);
    },
  );

  test('of requests for different photos at once, every one that is answered is counted', async () => {
    const { session, client, photos } = await makeRows(12, { download_allowance: 100 });
    const results = await Promise.allSettled(photos.map(({ id }) => downloadPhoto(client, session.id, id, 'web')));
    const granted = results.filter(({ status }) => status === 'fulfilled').length;
    const { allowances } = await listOptions(client, { kind: 'session', session_id: session.id });
    expect(allowances[0]!.used).toBe(granted);
  });

  test('that is set later withholds archives of photos that do not count', async () => {
    const { session, client } = await makeGallery(['1.jpg', '2.jpg']);
    await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    expect((await listDownloads(client)).items).toMatchObject([{ state: 'ready' }]);
    await edit(session, { download_allowance: 1 });
    expect((await listDownloads(client)).items).toMatchObject([{ state: 'outdated', parts: [] }]);
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
  });

  test('of favorites holds for each session on its own, all or nothing', async () => {
    const one = await makeRows(1, { download_allowance: 1 });
    const second: SessionRow = { ...one.session, id: newId(), session_label: 'other', photos_count: 0 };
    await transact(insertSession(second));
    const other = { session: second, photos: [readyPhoto(second), readyPhoto(second)] };
    await storePhotos(second.id, other.photos);
    for (const { session, photos } of [one, other]) {
      for (const { id } of photos) await setFavoriteOrNote(one.client, session.id, id, { is_favorite: true });
    }
    const ask = () => requestDownload(one.client, { kind: 'favorites' });
    await expect(ask()).rejects.toMatchObject({ code: 'ALLOWANCE_USED' });
    const used = async () =>
      (await listOptions(one.client, { kind: 'favorites' })).allowances.map((allowance) => allowance.used);
    expect(await used()).toEqual([0, 0]);
    await setFavoriteOrNote(one.client, other.session.id, other.photos[0]!.id, { is_favorite: false });
    await ask();
    expect(await used()).toEqual([1, 1]);
  });

  test('does not count what a client may not download, and a deleted photo is refused', async () => {
    const { session, client, photos } = await makeRows(1, { download_allowance: 1 });
    await deletePhoto(admin, session.id, photos[0]!.id);
    await expect(downloadPhoto(client, session.id, photos[0]!.id, 'web')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await editPhotos(admin, session.id, { photo_ids: [photos[0]!.id] });
    expect((await listOptions(client, { kind: 'session', session_id: session.id })).allowances).toEqual([]);
  });
});
