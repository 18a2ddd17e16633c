import { afterEach, expect, test, vi } from 'vitest';
import { areDraftsOf, claimDrafts, draftOf, dropAllDrafts, dropDraft, keepDraft } from './drafts.ts';

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

test('drafts stay with who has typed them: gone as soon as somebody else is signed in, or at sign-out', () => {
  claimDrafts('dana@studio.example');
  keepDraft('session', { notes: 'Half-written' });
  claimDrafts('Dana@studio.example');
  expect(draftOf('session')).toEqual({ notes: 'Half-written' });
  expect(areDraftsOf('dana@studio.example')).toBe(true);
  expect(areDraftsOf('ben@studio.example')).toBe(false);
  claimDrafts('ben@studio.example');
  expect(draftOf('session')).toBeNull();
  expect(areDraftsOf('ben@studio.example')).toBe(true);
  keepDraft('session', { notes: 'Ben’s' });
  dropAllDrafts();
  expect(sessionStorage).toHaveLength(0);
  expect(areDraftsOf('ben@studio.example')).toBe(false);
});

test('what somebody typed before they signed in is theirs', () => {
  keepDraft('register', { name: 'Rosa' });
  claimDrafts('rosa@example.com');
  expect(draftOf('register')).toEqual({ name: 'Rosa' });
});
