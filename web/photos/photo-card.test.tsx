import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { keepDraft } from '../lib/browser/drafts.ts';
import { AllowedPicksContext } from './allowed-picks.ts';
import { ImageAccessContext } from './image/image-access.ts';
import { PhotoCard } from './photo-card.tsx';
import { SaidStageContext } from './said-stage.ts';
import { galleryPhoto } from './testing.ts';

let count = 0;
let photo: GalleryPhoto;

beforeEach(() => {
  count += 1;
  photo = { ...galleryPhoto(`photo-${count}`), file_name: 'DM_4100.jpg', note: 'Crop the left side' };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Props = ComponentProps<typeof PhotoCard>;

function show(props: Partial<Props> = {}) {
  const spies = {
    onFavorite: vi.fn<Props['onFavorite']>(async () => {}),
    onNote: vi.fn<Props['onNote']>(async () => {}),
    onOpen: vi.fn<Props['onOpen']>(),
    onDownload: vi.fn<Props['onDownload']>(),
  };
  const card = (change: Partial<GalleryPhoto> = {}) => (
    <PhotoCard photo={{ ...photo, ...change }} priority={false} {...spies} {...props} />
  );
  const { rerender, unmount } = render(card());
  return {
    ...spies,
    ...props,
    /** Renders with a changed photo, as after a response. */
    update: (change: Partial<GalleryPhoto>) => rerender(card(change)),
    unmount,
    again: () => render(card()),
  };
}

const star = () => screen.getByRole('button', { name: 'Favorite DM_4100.jpg' });
const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note for DM_4100.jpg');
const write = async (text: string) => {
  await userEvent.clear(note());
  await userEvent.type(note(), text);
};
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

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

test('the note field has a placeholder and shows the stored note', () => {
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(note()).toHaveAttribute('placeholder', 'Add a note (optional)...');
});

test('a note is trimmed and saved on blur; Saved is shown until the next edit', async () => {
  const { onNote } = show();
  await write('  Crop both sides ');
  expect(onNote).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await userEvent.type(note(), '!');
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a note that equals the stored one after trimming is not saved', async () => {
  const { onNote } = show();
  await write(' Crop the left side  ');
  await userEvent.tab();
  await userEvent.click(note());
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('a cleared note is saved as empty', async () => {
  const { onNote } = show();
  await userEvent.clear(note());
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, '', 'Crop the left side');
});

test('a note that the API refuses says why', async () => {
  const refusal = Object.assign(new Error('Invalid'), { fields: { note: 'All notes together are too long.' } });
  show({ onNote: vi.fn<Props['onNote']>().mockRejectedValue(refusal) });
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'All notes together are too long. Your note was not saved; it is still here.',
  );
});

test('a note that was not saved stays in the field, and Try again saves it', async () => {
  const onNote = vi
    .fn<Props['onNote']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onNote });
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Your note was not saved; it is still here.');
  expect(note()).toHaveValue('Crop both sides');
  // React listens in an effect, which may run after the alert is in the document.
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onNote).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
  // Neither in the field, because a phone would open its keyboard, nor at the page's beginning.
  expect(note().parentElement).toHaveFocus();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

/** Returns whether the page asks before it is left. */
function asksBeforeLeaving(): boolean {
  const leaveEvent = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaveEvent);
  return leaveEvent.defaultPrevented;
}

test('a conflicting note is shown; Save mine replaces it', async () => {
  const overtaken = Object.assign(new Error('Changed.'), { code: 'CHANGED_MEANWHILE' });
  const onNote = vi.fn<Props['onNote']>().mockRejectedValueOnce(overtaken).mockResolvedValue(undefined);
  const { update } = show({ onNote });
  await write('Mine');
  await userEvent.tab();
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('Mine');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Meanwhile another note was saved: “From the phone” Your note was not saved; it is still here.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(onNote.mock.calls.map(([, ...note]) => note)).toEqual([
    ['Mine', 'Crop the left side'],
    ['Mine', 'From the phone'],
  ]);
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('text typed during a save is saved afterwards and not shown as saved before', async () => {
  const firstAnswer = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => firstAnswer.promise)
    .mockResolvedValue(undefined);
  const { update } = show({ onNote });
  await write('One');
  await userEvent.tab();
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await userEvent.type(note(), ' two');
  await act(async () => firstAnswer.resolve());
  update({ note: 'One' });
  expect(screen.queryByText('Saved')).toBeNull();
  expect(note()).toHaveValue('One two');
  await userEvent.tab();
  expect(onNote).toHaveBeenLastCalledWith(photo.id, 'One two', 'One');
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('undoing an edit during its save is saved as well', async () => {
  const firstAnswer = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => firstAnswer.promise)
    .mockResolvedValue(undefined);
  show({ onNote });
  await write('Oops');
  await userEvent.tab();
  await write('Crop the left side');
  await userEvent.tab();
  await act(async () => firstAnswer.resolve());
  expect(onNote.mock.calls.map(([, text]) => text)).toEqual(['Oops', 'Crop the left side']);
  expect(note()).toHaveValue('Crop the left side');
});

test('a note from another device is shown in an unedited field', async () => {
  const { update, onNote } = show();
  await userEvent.click(note());
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('From the phone');
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('a note from another device does not replace an edit in progress', async () => {
  const { update, onNote } = show();
  await write('From here');
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('From here');
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'From here', 'Crop the left side');
});

test('a saved note stays shown before and after the list is updated', async () => {
  const { update } = show();
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  update({});
  expect(note()).toHaveValue('Crop both sides');
  update({ note: 'Crop both sides' });
  expect(note()).toHaveValue('Crop both sides');
});

test('closing or hiding the page saves the note', async () => {
  const { onNote } = show();
  await write('Crop both sides');
  hide();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
});

test('unmounting the card saves the note', async () => {
  const { onNote, unmount, again } = show();
  await write('Crop both sides');
  await act(async () => unmount());
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  again();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an unsaved note is restored when the card is mounted again', async () => {
  const onNote = vi.fn<Props['onNote']>().mockRejectedValue(new Error('Network error.'));
  const { unmount, again } = show({ onNote });
  await write('Crop both sides');
  await act(async () => unmount());
  again();
  expect(note()).toHaveValue('Crop both sides');
  expect(screen.getByRole('alert')).toHaveTextContent('it is still here');
  await userEvent.clear(note());
  await userEvent.type(note(), 'Crop the left side');
  await userEvent.tab();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a draft that equals the stored note is not shown as unsaved', () => {
  keepDraft(`note ${photo.id}`, { text: 'Crop the left side ', seen: '' });
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
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

test('a note near its limit shows a count; over the limit it is kept but not sent, and saved once shortened', async () => {
  const { onNote } = show();
  const paste = async (length: number) => {
    await userEvent.clear(note());
    await userEvent.click(note());
    await userEvent.paste('x'.repeat(length));
  };
  await paste(899);
  expect(screen.queryByText(/characters? (left|too many)/)).toBeNull();
  await paste(1_005);
  expect(screen.getByText('5 characters too many of 1,000')).toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Please shorten your note to save it.');
  expect(note()).toHaveValue('x'.repeat(1_005));
  expect(onNote).not.toHaveBeenCalled();
  await userEvent.click(note());
  await userEvent.keyboard('{Backspace>6/}');
  expect(screen.getByText('1 character left of 1,000')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'x'.repeat(999), 'Crop the left side');
});

test('a note of spaces clears the field and is not saved', async () => {
  photo = { ...photo, note: '' };
  const { onNote } = show();
  await userEvent.type(note(), '   ');
  await userEvent.tab();
  expect(note()).toHaveValue('');
  expect(onNote).not.toHaveBeenCalled();
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
