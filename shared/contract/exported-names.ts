import * as z from 'zod';
import { Instant } from './fields.ts';
import { ChosenVersion } from './selections.ts';

/**
 * A list of a session's photos. `stars_3`: those with at least three of the studio's stars. `chosen {selection}`: the photos chosen now. `picks {link} {guest}`: a guest's picks.
 */
const ExportedList = z
  .string()
  .regex(/^(favorites|noted|stars_[1-5]|chosen [0-9a-z]{20,32}|picks [0-9a-z]{20,32} [0-9a-z]{20,32})$/);

/** GET exported-names. */
export const ExportNamesQuery = z.object({ list: ExportedList });

/**
 * A photo of an exported list. `note` is by the person named in `from`. `words` is their note on a choice as it was
 * submitted, or the present one before the submit. `version` is the file that was submitted, where it was stored.
 */
const ExportedPhoto = z.object({
  file_name: z.string(),
  note: z.string(),
  from: z.string(),
  words: z.string().optional(),
  version: ChosenVersion.optional(),
  captured_at: Instant.nullable().optional(),
  is_approved: z.boolean().optional(),
});

/** GET exported-names: the present photos of a list, in the session's order; empty for a list that is deleted. */
export const ExportedNames = z.object({ items: z.array(ExportedPhoto) });
export type ExportedNames = z.infer<typeof ExportedNames>;
