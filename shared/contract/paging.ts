import * as z from 'zod';

/** An opaque mark of where a page ended; it is bound to the caller and the list it came from. */
const Cursor = z.string().max(2_000);

/** One page of a list; `next_cursor` is null on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: Cursor.nullable() });

/** What every list takes: nothing for the first page, then the cursor of the one before. */
export const PageQuery = z.object({ cursor: Cursor.optional() });
