import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { CustomerContext } from '../../../lib/auth/customer.ts';
import { showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { PhotoList } from './photo-list.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../../photos/lightbox/lightbox.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module.');
});

const photo: GalleryPhoto = { ...galleryPhoto('a'), file_name: 'DM_4100.jpg' };

beforeEach(() => {
  // jsdom has no layout; without a width the grid renders no photos.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('if the lightbox’s code can’t be loaded, a dialog says so and the list stays', async () => {
  const list = createElement(PhotoList, {
    label: 'Photos',
    photos: [photo],
    count: 1,
    sessionOf: () => 's',
    onNeedMore: undefined,
  });
  const Component = () => createElement(CustomerContext, { value: { id: 'c' } as Profile }, list);
  showScreen([{ path: '/', Component }], '/');
  const opener = await screen.findByRole('button', { name: 'Open DM_4100.jpg' });
  for (let time = 0; time < 2; time += 1) {
    await userEvent.click(opener);
    expect(await screen.findByRole('dialog', { name: 'This photo could not be opened' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toHaveFocus();
  }
});
