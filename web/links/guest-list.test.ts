import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { GuestPicksQuery, SessionGuest } from '#shared/contract/links.ts';
import { showScreen } from '../lib/testing.ts';
import { galleryPhoto } from '../photos/testing.ts';
import { formatPicks, GuestList } from './guest-list.tsx';
import { type LinksApi, useEveryPick } from './links-api.ts';

const guests: SessionGuest[] = Array.from({ length: 8 }, (_, n) => ({
  ...{ id: `guest${n}`, link_id: 'link', link_label: 'Family', name: `Guest ${n}`, email: '' },
  ...{ picks_count: 5, notes_count: n === 0 ? 1 : 0, sent_at: null },
}));
const picks = guests.flatMap(({ id, link_id }) =>
  Array.from({ length: 5 }, (_, n) => ({
    ...{ guest_id: id, link_id, photo_id: `p${n}`, is_picked: true },
    note: id === 'guest0' && n === 4 ? 'Lovely' : '',
  })),
);

/** A fake API: a page has two picks, or three guests. */
function twoAPage() {
  const queries: GuestPicksQuery[] = [];
  const slice = <Item>(items: Item[], size: number, cursor = '0') => {
    const end = Number(cursor) + size;
    return { items: items.slice(Number(cursor), end), next_cursor: end < items.length ? String(end) : null };
  };
  const api = {
    guests: async (_: string, { cursor }: { cursor?: string }) => slice(guests, 3, cursor),
    guestPicks: async (_: string, query: GuestPicksQuery) => {
      queries.push(query);
      const page = slice(
        picks.filter(({ guest_id }) => query.guest === undefined || guest_id === query.guest),
        2,
        query.cursor,
      );
      return {
        ...page,
        photos: [...new Set(page.items.map(({ photo_id }) => photo_id))].map((id) => galleryPhoto(id)),
      };
    },
  } as unknown as LinksApi;
  return { api, asked: queries };
}

test('what a guest picked is loaded when it is shown, page by page, in order and with the same count', async () => {
  const { api, asked } = twoAPage();
  const list = createElement(GuestList, { api, session: 'session', guests });
  showScreen([{ path: '/', element: list }], '/');
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByText('Guest 0'));
  const shownPhotos = () =>
    within(screen.getByRole('list', { name: 'Picks of Guest 0' }))
      .getAllByRole('img')
      .map((image) => image.getAttribute('alt'));
  await waitFor(() => expect(shownPhotos()).toEqual(['p0.jpg', 'p1.jpg']));
  expect(screen.getByText('5 picks · 1 note')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: /^Show more ?of Guest 0$/ }));
  await waitFor(() => expect(shownPhotos()).toEqual(['p0.jpg', 'p1.jpg', 'p2.jpg', 'p3.jpg']));
  await userEvent.click(await screen.findByRole('button', { name: /^Show more ?of Guest 0$/ }));
  expect(await screen.findByText('Lovely')).toBeInTheDocument();
  expect(shownPhotos()).toEqual(['p0.jpg', 'p1.jpg', 'p2.jpg', 'p3.jpg', 'p4.jpg']);
  expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  expect(screen.getByText('5 picks · 1 note')).toBeInTheDocument();
});

test('of many guests that are shown at once, only the first ones are requested', async () => {
  const { api, asked } = twoAPage();
  const list = createElement(GuestList, { api, session: 'session', guests, isOpen: true });
  showScreen([{ path: '/', element: list }], '/');
  await waitFor(() => expect(asked).toHaveLength(5));
  expect(asked.map(({ guest }) => guest)).toEqual(['guest0', 'guest1', 'guest2', 'guest3', 'guest4']);
  expect(formatPicks(guests)).toBe('40 picks · 1 note');
});

test('everything that guests said is loaded to the last page', async () => {
  const { api } = twoAPage();
  const Everything = () => {
    const { guests: guestsQuery, items, photos, isComplete } = useEveryPick(api, 'session');
    return createElement('p', null, `${guestsQuery.data?.length} ${items.length} ${photos.size} ${isComplete}`);
  };
  showScreen([{ path: '/', element: createElement(Everything) }], '/');
  expect(await screen.findByText('8 40 5 true')).toBeInTheDocument();
});
