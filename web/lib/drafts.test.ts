import { afterEach, expect, test, vi } from 'vitest';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a draft is kept until dropped, separate from other drafts', () => {
  keepDraft('quote', { notes: 'Half-written' });
  keepDraft('other', { notes: 'x' });
  expect(draftOf('quote')).toEqual({ notes: 'Half-written' });
  dropDraft('quote');
  expect(draftOf('quote')).toBeNull();
  expect(draftOf('other')).toEqual({ notes: 'x' });
});

test('a corrupted draft is null; full storage does not throw', () => {
  sessionStorage.setItem('draft quote', '{"notes');
  expect(draftOf('quote')).toBeNull();
  sessionStorage.setItem('draft quote', '7');
  expect(draftOf('quote')).toBeNull();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => keepDraft('quote', { notes: 'x' })).not.toThrow();
});
