import * as z from 'zod';

/** An opaque page cursor, bound to the caller and to the list that returned it. */
const Cursor = z.string().max(2_000);

/** One page of a list; `next_cursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: Cursor.nullable() });

/**
 * One page of a list for the studio; `damaged` has the ids of rows on this page that can't be parsed, if there are any.
 */
export const studioPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ damaged: z.array(z.string()).optional() });

/** The query of every list: no cursor for the first page, then the previous page's `next_cursor`. */
export const PageQuery = z.object({ cursor: Cursor.optional() });
