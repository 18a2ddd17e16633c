import { expect, test } from 'vitest';
import type { PendingPhoto } from '../row/lifecycle.ts';
import { photoFromMetadata, uploadMetadata } from './upload-metadata.ts';

const key = { customer_id: 'c'.repeat(20), session_id: 's'.repeat(20), id: 'p'.repeat(26) };
const photo: PendingPhoto = {
  ...key,
  state: 'pending',
  file_name: 'Zoë & 家族.jpg',
  content_type: 'image/png',
  size: 5,
  sha256: 'abc=',
  is_approved: true,
  downloadable: false,
  uploaded_at: '2026-05-01T10:00:00.007Z',
  asked_at: '2026-05-01T10:00:00.000Z',
  media_key: 'm'.repeat(20),
  kept_key: null,
};
const landed = (metadata: Record<string, string>) => ({ metadata, size: 5, content_type: 'image/png', sha256: 'abc=' });

test('a photo is rebuilt from its object’s metadata', () => {
  const { media_key: _, asked_at: __, ...same } = photo;
  expect(photoFromMetadata(key, landed(uploadMetadata(photo)))).toMatchObject(same);
});

test('metadata fits into S3’s 2 KB of ASCII with a name of any length', () => {
  for (const file_name of [`${'家'.repeat(251)}.jpg`, '👨‍👩‍👧'.repeat(30), `a.${'家'.repeat(250)}`]) {
    const metadata = uploadMetadata({ ...photo, file_name });
    const text = Object.entries(metadata).flat().join('');
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(text.length).toBeLessThan(2_000);
    const { file_name: back } = photoFromMetadata(key, landed(metadata));
    expect(back === 'photo' || file_name.startsWith(back.replace(/\.jpg$/, ''))).toBe(true);
  }
});

test('a missing flag means no', () => {
  expect(photoFromMetadata(key, { ...landed({}), content_type: 'text/html' })).toMatchObject({
    file_name: 'photo',
    content_type: 'image/jpeg',
    is_approved: false,
    downloadable: false,
  });
  expect(photoFromMetadata(key, landed({ 'file-name': '%E0%A4%A', 'uploaded-at': 'soon' })).file_name).toBe('photo');
});
