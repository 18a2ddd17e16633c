import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FavoritePhoto } from '#shared/contract/photos.ts';
import { saveLink } from '../../lib/save-file.ts';
import { type Answers, answerFetch } from '../../lib/testing.ts';
import { galleryPhoto } from '../../photos/testing.ts';
import { SavePhoto } from './save-photo.tsx';
import { SharePhotos } from './share-photos.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../lib/save-file.ts', () => ({ saveLink: vi.fn() }));

const photo: FavoritePhoto = { ...galleryPhoto('p1'), session_id: 's1', file_name: 'DM_4100.jpg', is_favorite: true };
const link = { url: '/originals/p1', file_name: 'DM_4100.jpg' };
const linkOf = (size: 'web' | 'original') => `GET /api/client/sessions/s1/photos/p1/download?size=${size}`;

let answers: Answers;
beforeEach(() => {
  answers = { [linkOf('original')]: link, [linkOf('web')]: link };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  vi.mocked(saveLink).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('a photo is saved under its name, and the dialog is done', async () => {
  const onClose = vi.fn();
  render(<SavePhoto session="s1" photo={photo} onClose={onClose} />);
  await press(/^Original/);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(saveLink).toHaveBeenCalledExactlyOnceWith(link.url, link.file_name);
});

test('a download that was given up before its link was there does not begin, and closes no later dialog', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof link>();
  answers[linkOf('original')] = () => promise;
  const onClose = vi.fn();
  const { unmount } = render(<SavePhoto session="s1" photo={photo} onClose={onClose} />);
  await press(/^Original/);
  unmount();
  await act(async () => resolve(link));
  // The answer is read in several steps, each of which may take a turn.
  for (let turn = 0; turn < 10; turn += 1) await act(async () => new Promise((go) => setTimeout(go)));
  expect(saveLink).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('photos that the share sheet refused are handed to it again by Try again', async () => {
  const share = vi.fn<Navigator['share']>().mockRejectedValueOnce(new Error('Refused.')).mockResolvedValue();
  vi.stubGlobal('navigator', { share });
  answers[`GET ${link.url}`] = () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } });
  render(<SharePhotos photos={[photo]} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save 1 photo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'These photos were not saved. The share sheet did not open.',
  );
  await press('Try again');
  expect(await screen.findByText('The photo was handed to your phone.')).toBeInTheDocument();
  expect(share).toHaveBeenCalledTimes(2);
});
