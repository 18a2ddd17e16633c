import { answerOf } from '../../lib/query/api.ts';

interface Page {
  next_cursor: string | null;
  damaged?: string[] | undefined;
}

interface PageResponse<P extends Page> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<P>;
}

/** Loaded pages of whole lists by list and cursor, with their ETags and the items that were made of them. */
const knownPages = new Map<string, { etag: string; page: Page; items: unknown[] }>();

/**
 * Returns all items of a list that is searched in the browser, and the ids of its damaged rows. A conditional request
 * transfers no unchanged page again, and its items are the same objects.
 * @param list the list's name among those that are read so
 * @param ask requests one page; without a cursor, the first
 * @param itemsOf returns the items of a page
 */
export async function readWholeList<P extends Page, Item>(
  list: string,
  ask: (query: { cursor?: string }, headers: Record<string, string>) => Promise<PageResponse<P>>,
  itemsOf: (page: P) => Item[],
): Promise<{ entries: Item[]; damaged: string[] }> {
  const entries: Item[] = [];
  const damaged: string[] = [];
  let cursor: string | null = null;
  do {
    const name: string = `${list} ${cursor ?? ''}`;
    const known = knownPages.get(name) as { etag: string; page: P; items: Item[] } | undefined;
    const response = await ask(cursor === null ? {} : { cursor }, known ? { 'if-none-match': known.etag } : {});
    const isUnchanged: boolean = known !== undefined && response.status === 304;
    const page: P = isUnchanged ? known!.page : await answerOf(Promise.resolve(response));
    const items = isUnchanged ? known!.items : itemsOf(page);
    const etag = response.headers.get('etag');
    if (etag && !isUnchanged) knownPages.set(name, { etag, page, items });
    entries.push(...items);
    damaged.push(...(page.damaged ?? []));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { entries, damaged };
}
