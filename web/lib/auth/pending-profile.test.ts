import { afterEach, expect, test, vi } from 'vitest';
import { clearPendingProfile, loadPendingProfile, savePendingProfile } from './pending-profile.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const profile = { name: 'Rosa Delgado', phone: '713-555-0119', address: '12 Elm St' };

test('a pending profile is kept until cleared', () => {
  savePendingProfile(profile);
  expect(loadPendingProfile()).toEqual(profile);
  clearPendingProfile();
  expect(loadPendingProfile()).toBeNull();
});

test.each(['{', '"text"', 'null', '[]', '{"name":1,"phone":"","address":""}', '{"name":"Rosa"}'])(
  'a corrupted pending profile (%s) is ignored with a warning',
  (stored) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    localStorage.setItem('pending-profile', stored);
    expect(loadPendingProfile()).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  },
);
