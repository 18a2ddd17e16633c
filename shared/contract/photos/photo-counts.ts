import * as z from 'zod';
import { PhotoFilter } from './photos.ts';

/**
 * The distance from UTC, in minutes (`ahead`), that the files of most photos of a session state; how many state it; the
 * clock of one of them; and how many photos have a clock without a zone.
 */
const StatedZone = z.object({
  ahead: z.number().int(),
  photos_count: z.number().int(),
  clock: z.string(),
  without_zone: z.number().int(),
});
export type StatedZone = z.infer<typeof StatedZone>;

/**
 * GET photos/counts: the present numbers of photos of each filter and of the trash. `finished_new`: finished photos
 * that the client can see and that no email has announced. `markable`: proofs that the client is meant to see and that
 * can have the session's watermark; `marked`: those that have it; `waiting`: those that are hidden until they have it;
 * `unmarkable`: proofs that stay hidden because they can't have it. `told_zone` counts the same photos, which are read
 * once for all of these; null when no file states a zone.
 */
export const PhotoCounts = z
  .record(
    z.enum([...PhotoFilter.options, 'trash', 'finished_new', 'markable', 'marked', 'waiting', 'unmarkable']),
    z.number().int(),
  )
  .and(z.object({ told_zone: StatedZone.nullable() }));
export type PhotoCounts = z.infer<typeof PhotoCounts>;
