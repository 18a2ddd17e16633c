import { beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../lib/query/api.ts';
import * as api from './api.ts';
import { reactionsOf } from './reactions.ts';

vi.mock('./api.ts', () => ({ isClosed: vi.fn(() => false), sendPicks: vi.fn(), setReaction: vi.fn() }));
const { isClosed, sendPicks, setReaction } = vi.mocked(api);

const photo = { id: 'a', is_favorite: false, note: '' } as GalleryPhoto;
const guest = { name: 'Ana', email: '' };
const show = vi.fn();
const setSent = vi.fn();
const onClosed = vi.fn();
const reactions = (askName: () => Promise<typeof guest | undefined> = async () => guest) =>
  reactionsOf('link', { photoOf: () => photo, show, setSent }, askName as never, onClosed);

beforeEach(() => {
  vi.clearAllMocks();
  isClosed.mockReturnValue(false);
  setReaction.mockResolvedValue(undefined as never);
});

test('a pick that is not signed is not made', async () => {
  await reactions(async () => undefined).onFavorite('a');
  expect(show).not.toHaveBeenCalled();
  expect(setReaction).not.toHaveBeenCalled();
});

test('a pick is shown at once, and taken back when it is not saved', async () => {
  setReaction.mockRejectedValue(new Error('no network'));
  await expect(reactions().onFavorite('a')).rejects.toThrow('no network');
  expect(show.mock.calls).toEqual([
    ['a', { is_favorite: true }],
    ['a', { is_favorite: false }],
  ]);
});

test('the writes of a photo are sent one after the other', async () => {
  const firstAnswer = Promise.withResolvers<never>();
  setReaction.mockReturnValueOnce(firstAnswer.promise);
  const { onFavorite, onNote } = reactions();
  const pick = onFavorite('a');
  const note = onNote('a', 'Print this', '');
  await vi.waitFor(() => expect(setSent).toHaveBeenCalledTimes(2));
  expect(setReaction).toHaveBeenCalledTimes(1);
  firstAnswer.resolve(undefined as never);
  await Promise.all([pick, note]);
  expect(setReaction).toHaveBeenLastCalledWith('link', 'a', { note: 'Print this', note_before: '' });
});

test('a note that was changed meanwhile is replaced by the stored one', async () => {
  const stored = { ...photo, note: 'From my phone' };
  const error = new ApiError('CHANGED_MEANWHILE', 409, 'Changed.', { details: { current: stored } } as never);
  setReaction.mockRejectedValue(error);
  await expect(reactions().onNote('a', 'Print this', '')).rejects.toThrow();
  expect(show.mock.calls).toEqual([['a', { note: 'From my phone' }]]);
});

test('picks are not called sent when something was changed while they were sent', async () => {
  const sending = Promise.withResolvers<{ sent_at: string }>();
  sendPicks.mockReturnValue(sending.promise as never);
  const { onSend, onFavorite } = reactions();
  const sendResult = onSend();
  await vi.waitFor(() => expect(sendPicks).toHaveBeenCalled());
  await onFavorite('a');
  sending.resolve({ sent_at: '2026-11-27T00:00:00.000Z' });
  expect(await sendResult).toBe(true);
  expect(setSent.mock.calls).toEqual([[false], [false]]);
});

test('a link that is closed closes the page', async () => {
  isClosed.mockReturnValue(true);
  sendPicks.mockRejectedValue(new Error('gone'));
  await expect(reactions().onSend()).rejects.toThrow('gone');
  expect(onClosed).toHaveBeenCalledOnce();
});
