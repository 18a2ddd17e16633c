import { render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { PhotoCard } from './photo-card.tsx';
import { galleryPhoto } from './testing.ts';

/** A photo's card for its tests: `beforeEach(newPhoto)` and `afterEach(restoreSpies)`. */

let count = 0;
export let photo: GalleryPhoto;

export function newPhoto() {
  count += 1;
  photo = { ...galleryPhoto(`photo-${count}`), file_name: 'DM_4100.jpg', note: 'Crop the left side' };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
}
export function restoreSpies() {
  vi.restoreAllMocks();
}

export type Props = ComponentProps<typeof PhotoCard>;

export function show(props: Partial<Props> = {}) {
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

export const star = () => screen.getByRole('button', { name: 'Favorite DM_4100.jpg' });
export const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note for DM_4100.jpg');
