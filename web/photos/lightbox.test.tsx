import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Lightbox from './lightbox.tsx';
import { galleryPhoto as photo } from './testing.ts';

beforeEach(() => {
  // Nothing has a size in here, and without one there is nothing to draw a photo into.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Gallery({ onStar }: { onStar: (photo: string) => Promise<unknown> }) {
  const [open, setOpen] = useState<string>();
  const photos = [photo('a'), photo('b')];
  return (
    <>
      {photos.map(({ id }) => (
        <button key={id} type="button" onClick={() => setOpen(id)}>
          Open {id}
        </button>
      ))}
      {open && (
        <Lightbox
          customer="c"
          photos={photos}
          open={open}
          onStar={onStar}
          onNote={async () => {}}
          onDownload={() => {}}
          onView={({ id }) => setOpen(id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

async function open(onStar: (photo: string) => Promise<unknown> = async () => {}) {
  render(<Gallery onStar={onStar} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open b' }));
  return screen.findByRole('dialog', { name: 'Photo viewer' });
}

test('it opens at its photo, and the star is that photo’s', async () => {
  const onStar = vi.fn(async () => {});
  await open(onStar);
  await userEvent.click(await screen.findByRole('button', { name: 'Favorite b.jpg' }));
  expect(onStar).toHaveBeenCalledExactlyOnceWith('b');
});

test('the arrow keys go on to the next photo, and the star goes with them', async () => {
  await open();
  await screen.findByRole('button', { name: 'Favorite b.jpg' });
  await userEvent.keyboard('{ArrowLeft}');
  expect(await screen.findByRole('button', { name: 'Favorite a.jpg' })).toBeInTheDocument();
});

test('Escape closes it and gives the focus back to what opened it', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Open b' })).toHaveFocus();
});

test('a star that was not saved says so, until another try succeeds', async () => {
  const onStar = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('Network error.')).mockResolvedValue();
  await open(onStar);
  await userEvent.click(await screen.findByRole('button', { name: 'Favorite b.jpg' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your star was not saved.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(onStar).toHaveBeenCalledTimes(2);
});
