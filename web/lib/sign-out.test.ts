import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessToken, dropSession, endSession, signedIn } from './auth.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { loadPendingProfile, savePendingProfile } from './pending-profile.ts';
import { makeRoomForSignIn, signOut } from './sign-out.ts';

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
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

const asked = () => network.mock.calls.map(([path, init]) => `${init?.method} ${path}`);

test.each([
  [signOut, endSession],
  [makeRoomForSignIn, dropSession],
])('%o clears cookies and pending profile while the token is still there, then ends the session', async (act, end) => {
  vi.mocked(end).mockImplementationOnce(async () => {
    expect(asked()).toEqual(['DELETE /api/client/media-access']);
    return undefined as never;
  });
  await act();
  expect(end).toHaveBeenCalledOnce();
  expect(loadPendingProfile()).toBeNull();
  expect(draftOf('quote')).toBeNull();
});

test('an admin’s cookies are cleared by the admin’s route', async () => {
  vi.mocked(signedIn).mockResolvedValue({ ...client, isAdmin: true });
  await signOut();
  expect(asked()).toEqual(['DELETE /api/admin/media-access']);
});

test.each([
  ['the network is gone', () => network.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['the API fails', () => network.mockImplementation(async () => Response.json({}, { status: 500 }))],
  ['nobody knows who is here', () => vi.mocked(signedIn).mockRejectedValueOnce(new Error('no network'))],
  ['the token ran out', () => vi.mocked(accessToken).mockResolvedValueOnce(null)],
])('it goes on when %s', async (_why, fail) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  fail();
  await signOut();
  expect(endSession).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
});

test('where nobody is signed in, nothing is asked of the API', async () => {
  vi.mocked(signedIn).mockResolvedValue(null);
  await makeRoomForSignIn();
  expect(network).not.toHaveBeenCalled();
  expect(dropSession).toHaveBeenCalledOnce();
});
