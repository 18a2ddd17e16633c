import { describe, expect, test } from 'vitest';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { Photo } from '../row/lifecycle.ts';
import { canDownload, canSee, type Viewer } from './access.ts';

const session = {
  id: 's1',
  customer_id: 'c1',
  download_sizes: ['web', 'original'] as DownloadSize[],
  download_allowance: null,
  ends_on: null,
};
const ready = Photo.parse({
  session_id: 's1',
  id: 'p1',
  customer_id: 'c1',
  state: 'ready',
  file_name: 'a.jpg',
  content_type: 'image/jpeg',
  size: 1,
  sha256: 'x',
  is_approved: true,
  downloadable: true,
  uploaded_at: '2026-05-01T10:00:00.000Z',
  media_key: 'm',
  width: 1,
  height: 1,
  thumbhash: 'x',
  captured_at: null,
  original_key: 'o',
  crc32: 'x',
  is_favorite: false,
  note: '',
});
const deleted = Photo.parse({ ...ready, state: 'deleted', deleted_at: '2026-05-01T10:00:00.000Z' });
const pending = Photo.parse({ ...ready, state: 'pending', asked_at: '2026-05-01T10:00:00.000Z', kept_key: null });

const owner: Viewer = { kind: 'client', customer_id: 'c1' };
const stranger: Viewer = { kind: 'client', customer_id: 'c2' };
const admin: Viewer = { kind: 'admin', role: 'admin', sub: 's', username: 'u', name: 'Elena' };
const login: Viewer = { kind: 'login', sub: 's', username: 'u' };
const visitor: Viewer = { kind: 'visitor' };
const guest: Viewer = {
  kind: 'guest',
  id: 'g',
  link_id: 'l1',
  session_id: 's1',
  made_by: 'studio',
  download_sizes: ['web', 'original'],
};
const looker: Viewer = { ...guest, download_sizes: [] };
/** A guest of a link that the client made. */
const friend: Viewer = { ...guest, made_by: 'client' };
const otherGuest: Viewer = { ...guest, session_id: 's2' };
const guests = [guest, looker, friend];

describe('who may see and download a photo', () => {
  test.each([
    ['open', ready, session, [owner, admin, ...guests], [owner, admin, guest, friend]],
    [
      'in a session with an allowance',
      ready,
      { ...session, download_allowance: 5 },
      [owner, admin, ...guests],
      [owner, admin, guest],
    ],
    ['closed to downloads', { ...ready, downloadable: false }, session, [owner, admin, ...guests], [admin]],
    [
      'in a session without downloads',
      ready,
      { ...session, download_sizes: [] },
      [owner, admin, ...guests],
      [admin, guest],
    ],
    [
      'in a session that allows another size',
      ready,
      { ...session, download_sizes: ['print'] },
      [owner, admin, ...guests],
      [admin, guest],
    ],
    ['of an ended gallery', ready, { ...session, ends_on: '2020-01-31' }, [admin], [admin]],
    [
      'of a gallery that ends later',
      ready,
      { ...session, ends_on: '2999-01-31' },
      [owner, admin, ...guests],
      [owner, admin, guest, friend],
    ],
    ['hidden', { ...ready, is_approved: false }, session, [admin], [admin]],
    ['in the trash', deleted, session, [], []],
    ['on its way', pending, session, [], []],
    ['asked for in another session', ready, { ...session, id: 's2' }, [], []],
    ['of a customer who is not the session’s', ready, { ...session, customer_id: 'c2' }, [], []],
  ] as const)('a photo that is %s', (_, photo, inSession, seers, downloaders) => {
    for (const viewer of [owner, stranger, admin, login, visitor, ...guests, otherGuest]) {
      expect(canSee(viewer, photo as Photo, inSession), JSON.stringify(viewer)).toBe(
        (seers as readonly Viewer[]).includes(viewer),
      );
      expect(canDownload(viewer, photo as Photo, inSession as typeof session, ['original'])).toBe(
        (downloaders as readonly Viewer[]).includes(viewer),
      );
    }
  });
});
