import * as z from 'zod';
import { type FoundKind, searchedBeginnings } from '#shared/photos/search-keys.ts';
import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { table } from '../../../platform/table.ts';

/** Finds photos and attachments of all sessions by the index `names` of the photos table. */

/** The attributes of the index. */
const FoundFile = z.object({ session_id: z.string(), id: z.string(), file_name: z.string() });
export type FoundFile = z.infer<typeof FoundFile>;

const names = table(
  'PHOTOS_TABLE',
  { key: ['session_id', 'id'], indexes: { names: ['found_as', 'found_by'] } },
  FoundFile,
);

/** The most rows of the index that a search reads of one range, so that its cost does not grow with the photos. */
const rowsPerRange = 200;

/**
 * Returns the files of a kind whose name contains every word of a text, and which have its number or, without digits,
 * begin with it; the newest of one number first.
 * @returns `isCut`: whether only some rows with this number were read
 */
export async function findByName(kind: FoundKind, text: string): Promise<{ files: FoundFile[]; isCut: boolean }> {
  const pages = await Promise.all(
    searchedBeginnings(text).map((begins) =>
      names.page({ index: 'names', partition: kind, begins, descending: true, leaveOutDamaged: true }, rowsPerRange),
    ),
  );
  const isFound = searchWords(text);
  const files = pages.flatMap(({ rows }) => rows).filter(({ file_name }) => isFound(searchableText([file_name])));
  return { files, isCut: pages.some(({ last }) => last !== undefined) };
}
