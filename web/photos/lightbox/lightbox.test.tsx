import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { galleryPhoto as photo } from '../testing.ts';
import Lightbox from './lightbox.tsx';

beforeEach(() => {
  // jsdom has no layout, and the lightbox renders no photo into a container without a size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Gallery({ onFavorite }: { onFavorite: (photo: string) => Promise<unknown> }) {
  const [openId, setOpen] = useState<string>();
  const photos = [photo('a'), photo('b')];
  return (
    <>
      {photos.map(({ id }) => (
        <button key={id} type="button" onClick={() => setOpen(id)}>
          Open {id}
        </button>
      ))}
      {openId && (
        <Lightbox
          photos={photos}
          count={photos.length}
          isMore={false}
          open={openId}
          onFavorite={onFavorite}
          onNote={async () => {}}
          onDownload={() => {}}
          onView={({ id }) => setOpen(id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

async function openLightbox(onFavorite: (photo: string) => Promise<unknown> = async () => {}) {
  render(<Gallery onFavorite={onFavorite} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open b' }));
  return screen.findByRole('dialog', { name: 'Photo viewer' });
}

test('opens at the clicked photo; the favorite button is of that photo', async () => {
  const onFavorite = vi.fn(async () => {});
  await openLightbox(onFavorite);
  await userEvent.click(await screen.findByRole('button', { name: 'Favorite b.jpg' }));
  expect(onFavorite).toHaveBeenCalledExactlyOnceWith('b');
});

test('an arrow key shows the adjacent photo and its favorite button', async () => {
  await openLightbox();
  await screen.findByRole('button', { name: 'Favorite b.jpg' });
  await userEvent.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('button', { name: 'Favorite a.jpg' })).toBeInTheDocument();
});

test('Escape closes it and restores the focus', async () => {
  await openLightbox();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Open b' })).toHaveFocus();
});

test('a favorite that was not saved shows an error until a retry succeeds', async () => {
  const onFavorite = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue();
  await openLightbox(onFavorite);
  await userEvent.click(await screen.findByRole('button', { name: 'Favorite b.jpg' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your favorite was not saved.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(onFavorite).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('button', { name: 'Favorite b.jpg' })).toHaveFocus();
});
