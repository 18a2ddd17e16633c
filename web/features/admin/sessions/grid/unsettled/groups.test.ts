import { expect, test } from 'vitest';
import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import { groupsOf } from './groups.ts';

const minute = 60_000;
const unsettled = (id: string, change: Partial<UnsettledPhoto> = {}): UnsettledPhoto => ({
  id,
  file_name: `${id}.jpg`,
  state: 'pending',
  reason: null,
  uploaded_at: new Date().toISOString(),
  replaces: null,
  ...change,
});
const old = { uploaded_at: new Date(Date.now() - 11 * minute).toISOString() };
const idsOf = (photos: UnsettledPhoto[]) => photos.map(({ id }) => id);

test('pending photos may arrive until their ticket is old, or their upload ended here without their file', () => {
  const photos = [
    unsettled('new'),
    unsettled('old', old),
    unsettled('unsent'),
    unsettled('failed', { state: 'failed' }),
  ];
  const { pending, interrupted, failed } = groupsOf(photos, ['unsent']);
  expect(idsOf(pending)).toEqual(['new']);
  expect(idsOf(interrupted)).toEqual(['old', 'unsent']);
  expect(idsOf(failed)).toEqual(['failed']);
});

test('a failed photo stays failed, whether its ticket is old or its file was named as not sent', () => {
  const photos = [unsettled('a', { state: 'failed', ...old }), unsettled('b', { state: 'failed' })];
  expect(groupsOf(photos, ['b'])).toEqual({ pending: [], interrupted: [], failed: photos });
});
