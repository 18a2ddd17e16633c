import { expect, test } from 'vitest';
import { withdrawn, withNewCleanKeys } from './editing.ts';
import { Photo, type ReadyPhoto } from './row/lifecycle.ts';

const former = {
  id: 'v1',
  media_key: 'former',
  original_key: 'former-original',
  file_name: 'a.jpg',
  content_type: 'image/jpeg',
  size: 1,
  sha256: 'y',
  crc32: 'y',
  width: 1,
  height: 1,
  thumbhash: 'y',
  captured_at: null,
  uploaded_at: '2026-04-01T10:00:00.000Z',
  replaced_at: '2026-05-01T10:00:00.000Z',
  was_shown: true,
};
/** A photo that becomes visible once its marked derivatives exist; clients have seen its earlier version. */
const waiting = Photo.parse({
  session_id: 's1',
  id: 'p1',
  customer_id: 'c1',
  state: 'ready',
  file_name: 'a.jpg',
  content_type: 'image/jpeg',
  size: 1,
  sha256: 'x',
  is_approved: false,
  awaits_mark: true,
  downloadable: true,
  uploaded_at: '2026-05-01T10:00:00.000Z',
  media_key: 'current',
  width: 1,
  height: 1,
  thumbhash: 'x',
  captured_at: null,
  original_key: 'o',
  crc32: 'x',
  is_favorite: false,
  note: '',
  former: [former],
}) as ReadyPhoto;

test('a photo that waits for its mark is withdrawn with the earlier version that clients know', () => {
  const after = withdrawn(waiting);
  expect(after.media_key).not.toBe('current');
  expect(after.former![0]).toMatchObject({ stale_media_key: 'former' });
  expect(after.former![0]!.media_key).not.toBe('former');
});

test('its clean derivatives get a new key, which an earlier address of the photo does not open', () => {
  expect(withNewCleanKeys(waiting).media_key).not.toBe('current');
  expect(withNewCleanKeys({ ...waiting, awaits_mark: undefined }).media_key).toBe('current');
});
