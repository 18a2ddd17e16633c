import { expect, test } from 'vitest';
import { openPhotoOf, searchWith } from './photo-address.ts';

test('the URL names the open photo and its session and keeps its other parameters', () => {
  const search = searchWith('?show=favorites', { session: 's1', photo: 'p1' });
  expect(search).toBe('?show=favorites&session=s1&photo=p1');
  expect(openPhotoOf(search)).toEqual({ session: 's1', photo: 'p1' });
  expect(searchWith(search, { session: 's2', photo: 'p2' })).toBe('?show=favorites&session=s2&photo=p2');
});

test('without a photo the URL is the list’s', () => {
  expect(searchWith('?show=favorites&session=s1&photo=p1')).toBe('?show=favorites');
  expect(searchWith('?photo=p1')).toBe('');
  expect(openPhotoOf('?show=favorites')).toBeUndefined();
  expect(openPhotoOf('?photo=p1')).toEqual({ session: '', photo: 'p1' });
});
