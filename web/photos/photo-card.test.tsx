import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AllowedPicksContext } from './allowed-picks.ts';
import { ImageAccessContext } from './image/image-access.ts';
import { PhotoCard } from './photo-card.tsx';
import { newPhoto, note, type Props, photo, restoreSpies, show, star } from './photo-card-testing.tsx';
import { SaidStageContext } from './said-stage.ts';

beforeEach(newPhoto);
afterEach(restoreSpies);

test('the picture opens the photo, the favorite button toggles; both names contain the file name', async () => {
  const { onOpen, onFavorite, update } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Open DM_4100.jpg' }));
  expect(onOpen).toHaveBeenCalledWith(photo.id);
  expect(star()).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(star());
  expect(onFavorite).toHaveBeenCalledWith(photo.id);
  update({ is_favorite: true });
  expect(star()).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  ['proof', 'Proof'],
  ['finished', 'Finished'],
] as const)('a photo of the stage %s says %s, unless its session has no stages', (stage, word) => {
  const { update } = show();
  expect(screen.queryByText(/^(Proof|Finished)$/)).toBeNull();
  update({ stage });
  expect(screen.getByText(/^(Proof|Finished)$/)).toHaveTextContent(word);
});

test('a photo says its stage only where it is another than the page says', () => {
  const card = (pageStage: 'proof' | 'finished') => (
    <SaidStageContext value={pageStage}>
      <PhotoCard
        photo={{ ...photo, stage: 'proof' }}
        priority={false}
        onFavorite={async () => {}}
        onNote={async () => {}}
        onOpen={() => {}}
        onDownload={() => {}}
      />
    </SaidStageContext>
  );
  const { rerender } = render(card('proof'));
  expect(screen.queryByText('Proof')).toBeNull();
  rerender(card('finished'));
  expect(screen.getByText('Proof')).toBeInTheDocument();
});

test('the studio’s reply is below the note, and opens the photo, where it is whole', async () => {
  const { onOpen, update } = show();
  expect(screen.queryByText('Studio:')).toBeNull();
  update({ reply: 'Done: the left side is gone.' });
  const reply = screen.getByRole('button', { name: 'Studio: Done: the left side is gone.' });
  expect(note().compareDocumentPosition(reply)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(reply);
  expect(onOpen).toHaveBeenCalledWith(photo.id);
});

test('a favorite that was not saved shows an error until a retry succeeds', async () => {
  const onFavorite = vi
    .fn<Props['onFavorite']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onFavorite });
  await userEvent.click(star());
  expect(screen.getByRole('alert')).toHaveTextContent('Your favorite was not saved.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onFavorite).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
  // The pressed button has disappeared.
  expect(star()).toHaveFocus();
});

test('a picture that is tried again leaves the focus on its photo', async () => {
  show();
  fireEvent.error(document.querySelector('img')!);
  await userEvent.click(screen.getByRole('button', { name: 'Try again to load DM_4100.jpg' }));
  await waitFor(() => expect(document.querySelector('img')).not.toBeNull());
  expect(screen.getByRole('button', { name: 'Open DM_4100.jpg' })).toHaveFocus();
});

test('a guest reads of a pick, a client of a favorite', async () => {
  const onFavorite = vi.fn<Props['onFavorite']>().mockRejectedValue(new Error('Network error.'));
  const acts = { onFavorite, onNote: onFavorite, onOpen: () => undefined, onDownload: () => undefined };
  render(
    <AllowedPicksContext value={{ favorite: true, note: true, called: 'pick', star: 'Pick' }}>
      <PhotoCard photo={photo} priority={false} {...acts} />
    </AllowedPicksContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pick DM_4100.jpg' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Your pick was not saved.');
});

test('after two quick clicks only the last result is shown', async () => {
  const onFavorite = vi
    .fn<Props['onFavorite']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onFavorite });
  await userEvent.dblClick(star());
  await waitFor(() => expect(onFavorite).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a picture that failed is tried again by itself three times, and when the connection is back', () => {
  vi.useFakeTimers();
  show();
  const image = () => document.querySelector('img');
  const fail = () => fireEvent.error(image()!);
  for (const wait of [3_000, 12_000, 45_000]) {
    fail();
    expect(image()).toBeNull();
    act(() => void vi.advanceTimersByTime(wait));
    expect(image()).not.toBeNull();
  }
  fail();
  act(() => void vi.advanceTimersByTime(3_600_000));
  expect(image()).toBeNull();
  act(() => void dispatchEvent(new Event('online')));
  expect(image()).not.toBeNull();
  vi.useRealTimers();
});

test('Download is shown only for downloadable photos', async () => {
  const { update, onDownload } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Download DM_4100.jpg' }));
  expect(onDownload).toHaveBeenCalledWith(photo.id);
  update({ downloadable: false });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('favorites and notes of a list stay with their photos', async () => {
  function List() {
    const [favorited, setFavorite] = useState<string[]>([]);
    return ['a', 'b'].map((id) => (
      <PhotoCard
        key={id}
        photo={{ ...photo, id, file_name: `${id}.jpg`, is_favorite: favorited.includes(id) }}
        priority={false}
        onFavorite={async (which) => setFavorite([which])}
        onNote={async () => {}}
        onOpen={() => {}}
        onDownload={async () => {}}
      />
    ));
  }
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'Favorite b.jpg' }));
  expect(screen.getByRole('button', { name: 'Favorite b.jpg', pressed: true })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Favorite a.jpg', pressed: false })).toBeInTheDocument();
});

test('a picture that fails to load shows a text and a retry button', async () => {
  const renew = vi.fn(async () => {});
  const { unmount } = show();
  unmount();
  render(
    <ImageAccessContext value={{ state: 'open', renew }}>
      <PhotoCard
        photo={photo}
        priority={false}
        onFavorite={async () => {}}
        onNote={async () => {}}
        onOpen={() => {}}
        onDownload={() => {}}
      />
    </ImageAccessContext>,
  );
  const image = () => screen.getByRole('button', { name: /^Open/ }).querySelector('img');
  fireEvent.error(image()!);
  expect(screen.getByText('This picture could not be loaded.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again to load DM_4100.jpg' }));
  expect(renew).toHaveBeenCalledOnce();
  await waitFor(() => expect(image()).not.toBeNull());
});
