import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf, keepDraft } from '../browser/drafts.ts';
import { clearAccountChooserRequest, isAccountChooserRequested } from './account-chooser.ts';
import { accessToken, dropSession, endSession, signedIn } from './auth.ts';
import { loadPendingProfile, savePendingProfile } from './pending-profile.ts';
import { signOut, signOutInPlace } from './sign-out.ts';

vi.mock('./auth.ts', () => ({
  accessToken: vi.fn(async () => 'token'),
  signedIn: vi.fn(),
  endSession: vi.fn(),
  dropSession: vi.fn(),
}));
const network = vi.fn<typeof fetch>();
const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    network.mockImplementation(async () => new Response(null, { status: 204 })),
  );
  vi.mocked(signedIn).mockResolvedValue(client);
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  keepDraft('quote', { notes: 'Twelve prints' });
  sessionStorage.setItem('position gallery rosa', '800');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  localStorage.clear();
});

const requests = () => network.mock.calls.map(([path, init]) => `${init?.method} ${path}`);

test.each([
  [signOut, endSession],
  [signOutInPlace, dropSession],
])('%o clears cookies and pending profile while the token is still valid, then ends the session', async (act, end) => {
  vi.mocked(end).mockImplementationOnce(async () => {
    expect(requests()).toEqual(['DELETE /api/client/media-access']);
    return undefined as never;
  });
  await act();
  expect(end).toHaveBeenCalledOnce();
  expect(loadPendingProfile()).toBeNull();
  expect(draftOf('quote')).toBeNull();
  expect(sessionStorage.getItem('position gallery rosa')).toBeNull();
});

test('after a sign-out Google’s account chooser is requested until a sign-in succeeds', async () => {
  expect(isAccountChooserRequested()).toBe(false);
  await signOut();
  expect(isAccountChooserRequested()).toBe(true);
  clearAccountChooserRequest();
  expect(isAccountChooserRequested()).toBe(false);
});

test('an admin’s cookies are cleared by the admin API', async () => {
  vi.mocked(signedIn).mockResolvedValue({ ...client, isAdmin: true });
  await signOut();
  expect(requests()).toEqual(['DELETE /api/admin/media-access']);
});

test.each([
  ['the network fails', () => network.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['the API fails', () => network.mockImplementation(async () => Response.json({}, { status: 500 }))],
  ['the user can’t be determined', () => vi.mocked(signedIn).mockRejectedValueOnce(new Error('no network'))],
  ['the token has expired', () => vi.mocked(accessToken).mockResolvedValueOnce(null)],
])('signing out continues when %s', async (_why, fail) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  fail();
  await signOut();
  expect(endSession).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
});

test('when signed out, no API request is sent', async () => {
  vi.mocked(signedIn).mockResolvedValue(null);
  await signOutInPlace();
  expect(network).not.toHaveBeenCalled();
  expect(dropSession).toHaveBeenCalledOnce();
});
