import type { Write } from '../../platform/table.ts';
import { type SessionRow, sessions } from './repository.ts';

/**
 * Returns the write that records how far the photos of an ended gallery have new media keys. It fails when the gallery
 * has another end, or the session was deleted, after it was read.
 * @param progress `after`: the id of the last photo that has one, missing once all pages are done; `damaged`: the ids of
 * photos whose rows could not be read
 */
export const noteRekeyed = (
  { id, ends_on }: SessionRow,
  { after, damaged }: { after?: string | undefined; damaged: string[] },
): Write =>
  sessions.change(
    { id },
    {
      set: {
        rekeyed_end: {
          ends_on,
          ...(after !== undefined && { after }),
          ...(damaged.length > 0 && { damaged }),
        },
      },
    },
    { where: { ends_on, deleted_at: undefined } },
  );
