import type { GuestPage, GuestPicksPage } from '#shared/contract/links.ts';

/** A list of the API by the query of its pages. */
type Read<Page> = (query: { cursor?: string }) => Promise<Page>;

async function everyPage<Page extends { next_cursor: string | null }>(read: Read<Page>): Promise<Page[]> {
  const pages = [await read({})];
  for (let next = pages[0]!.next_cursor; next !== null; next = pages.at(-1)!.next_cursor) {
    pages.push(await read({ cursor: next }));
  }
  return pages;
}

/** Returns what each guest has picked and noted, in the order of the lists, from all of their pages. */
export async function saidByGuests(guests: Read<GuestPage>, picks: Read<GuestPicksPage>) {
  const pages = await everyPage(picks);
  const items = pages.flatMap((page) => page.items);
  const people = (await everyPage(guests)).flatMap((page) => page.items);
  return {
    pages,
    photos: new Set(pages.flatMap((page) => page.photos.map(({ id }) => id))),
    guests: people.map(({ id, link_id, name, picks_count, notes_count }) => {
      const said = items.filter((pick) => pick.guest_id === id && pick.link_id === link_id);
      return {
        name,
        picks: said.filter(({ is_picked }) => is_picked).map(({ photo_id }) => photo_id),
        notes: said.filter(({ note }) => note !== '').map(({ photo_id, note }) => ({ photo_id, note })),
        counts: [picks_count, notes_count],
      };
    }),
  };
}
