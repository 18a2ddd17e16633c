import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { keepDraft } from '../lib/drafts.ts';
import { PhotoCard } from './photo-card.tsx';
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
    onStar: vi.fn<Props['onStar']>(async () => {}),
    onNote: vi.fn<Props['onNote']>(async () => {}),
    onOpen: vi.fn<Props['onOpen']>(),
    onDownload: vi.fn<Props['onDownload']>(),
  };
  const card = (change: Partial<GalleryPhoto> = {}) => (
    <PhotoCard customer="c" photo={{ ...photo, ...change }} priority={false} {...spies} {...props} />
  );
  const { rerender, unmount } = render(card());
  return {
    ...spies,
    ...props,
    /** The photo as another answer of the API tells it. */
    told: (change: Partial<GalleryPhoto>) => rerender(card(change)),
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

test('the picture opens, the star is a toggle, and both say of what', async () => {
  const { onOpen, onStar, told } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Open DM_4100.jpg' }));
  expect(onOpen).toHaveBeenCalledWith(photo.id);
  expect(star()).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(star());
  expect(onStar).toHaveBeenCalledWith(photo.id);
  told({ is_favorite: true });
  expect(star()).toHaveAttribute('aria-pressed', 'true');
});

test('a star that was not saved says so, beside itself, until another try succeeds', async () => {
  const onStar = vi
    .fn<Props['onStar']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onStar });
  await userEvent.click(star());
  expect(screen.getByRole('alert')).toHaveTextContent('Your star was not saved.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onStar).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('of two quick clicks, only the last one’s failure counts', async () => {
  const onStar = vi
    .fn<Props['onStar']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onStar });
  await userEvent.dblClick(star());
  await waitFor(() => expect(onStar).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Download stands only where the studio allows it', async () => {
  const { told, onDownload } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Download DM_4100.jpg' }));
  expect(onDownload).toHaveBeenCalledWith(photo.id);
  told({ downloadable: false });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('the note has its placeholder, and shows what is stored', () => {
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(note()).toHaveAttribute('placeholder', 'Add a note (optional)...');
});

test('a note is saved, trimmed, when its field is left; then it says so until somebody writes on', async () => {
  const { onNote } = show();
  await write('  Crop both sides ');
  expect(onNote).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await userEvent.type(note(), '!');
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a note whose trimmed words are those that are stored is not saved', async () => {
  const { onNote } = show();
  await write(' Crop the left side  ');
  await userEvent.tab();
  await userEvent.click(note());
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('an emptied note is saved as none', async () => {
  const { onNote } = show();
  await userEvent.clear(note());
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, '', 'Crop the left side');
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
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onNote).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  const leavingNow = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leavingNow);
  expect(leavingNow.defaultPrevented).toBe(false);
});

test('a note that another one came before shows that one, and is saved in its place only when its writer says so', async () => {
  const overtaken = Object.assign(new Error('Changed.'), { code: 'CHANGED_MEANWHILE' });
  const onNote = vi.fn<Props['onNote']>().mockRejectedValueOnce(overtaken).mockResolvedValue(undefined);
  const { told } = show({ onNote });
  await write('Mine');
  await userEvent.tab();
  told({ note: 'From the phone' });
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

test('words that come while others are on their way are saved after them, and nothing is claimed for them before', async () => {
  const first = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => first.promise)
    .mockResolvedValue(undefined);
  const { told } = show({ onNote });
  await write('One');
  await userEvent.tab();
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await userEvent.type(note(), ' two');
  await act(async () => first.resolve());
  told({ note: 'One' });
  expect(screen.queryByText('Saved')).toBeNull();
  expect(note()).toHaveValue('One two');
  await userEvent.tab();
  expect(onNote).toHaveBeenLastCalledWith(photo.id, 'One two', 'One');
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('taking a change back while it is on its way is a change, too', async () => {
  const first = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => first.promise)
    .mockResolvedValue(undefined);
  show({ onNote });
  await write('Oops');
  await userEvent.tab();
  await write('Crop the left side');
  await userEvent.tab();
  await act(async () => first.resolve());
  expect(onNote.mock.calls.map(([, text]) => text)).toEqual(['Oops', 'Crop the left side']);
  expect(note()).toHaveValue('Crop the left side');
});

test('what another device wrote is shown where nobody has written here', async () => {
  const { told, onNote } = show();
  await userEvent.click(note());
  told({ note: 'From the phone' });
  expect(note()).toHaveValue('From the phone');
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('what another device wrote does not take away what is being written here', async () => {
  const { told, onNote } = show();
  await write('From here');
  told({ note: 'From the phone' });
  expect(note()).toHaveValue('From here');
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'From here', 'Crop the left side');
});

test('the saved words never give way to the old ones, whenever the list learns of them', async () => {
  const { told } = show();
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  told({});
  expect(note()).toHaveValue('Crop both sides');
  told({ note: 'Crop both sides' });
  expect(note()).toHaveValue('Crop both sides');
});

test('a page that is closed or put away saves what was written', async () => {
  const { onNote } = show();
  await write('Crop both sides');
  hide();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
});

test('a card that is scrolled out of sight saves what was written', async () => {
  const { onNote, unmount, again } = show();
  await write('Crop both sides');
  await act(async () => unmount());
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  again();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('words that could not be saved are still there when their card comes back', async () => {
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

test('words that were saved after all, though nobody was there to hear it, are not called unsaved', () => {
  keepDraft(`note ${photo.id}`, { text: 'Crop the left side ', seen: '' });
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('stars and notes of a list stay with their photos', async () => {
  function List() {
    const [starred, setStarred] = useState<string[]>([]);
    return ['a', 'b'].map((id) => (
      <PhotoCard
        key={id}
        customer="c"
        photo={{ ...photo, id, file_name: `${id}.jpg`, is_favorite: starred.includes(id) }}
        priority={false}
        onStar={async (which) => setStarred([which])}
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
