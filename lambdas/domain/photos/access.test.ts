import { describe, expect, test } from 'vitest';
import { canDownload, canSee, type Viewer } from './access.ts';
import { Photo } from './repository.ts';

const session = { id: 's1', customer_id: 'c1' };
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
const admin: Viewer = { kind: 'admin', sub: 's', username: 'u' };
const login: Viewer = { kind: 'login', sub: 's', username: 'u' };
const visitor: Viewer = { kind: 'visitor' };

describe('who sees and downloads what', () => {
  test.each([
    ['open', ready, session, [owner, admin], [owner, admin]],
    ['closed to downloads', { ...ready, downloadable: false }, session, [owner, admin], [admin]],
    ['hidden', { ...ready, is_approved: false }, session, [admin], [admin]],
    ['in the bin', deleted, session, [], []],
    ['on its way', pending, session, [], []],
    ['asked for in another session', ready, { ...session, id: 's2' }, [], []],
    ['of a customer who is not the session’s', ready, { ...session, customer_id: 'c2' }, [], []],
  ] as const)('a photo that is %s', (_, photo, inSession, seers, downloaders) => {
    for (const viewer of [owner, stranger, admin, login, visitor]) {
      expect(canSee(viewer, photo as Photo, inSession), viewer.kind).toBe(
        (seers as readonly Viewer[]).includes(viewer),
      );
      expect(canDownload(viewer, photo as Photo, inSession)).toBe((downloaders as readonly Viewer[]).includes(viewer));
    }
  });
});
