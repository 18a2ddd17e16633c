import * as z from 'zod';
import { PhotoFilter } from './photos.ts';

/**
 * The distance from UTC that most photos of a session tell, in minutes: how many tell it, and the clock of one of them;
 * and how many have a clock without a zone.
 */
const ToldZone = z.object({
  ahead: z.number().int(),
  photos_count: z.number().int(),
  clock: z.string(),
  without_zone: z.number().int(),
});
export type ToldZone = z.infer<typeof ToldZone>;

/**
 * GET photos/counts: how many photos each filter and the trash list now. `finished_new`: finished photos that the
 * client can see and that no email has told of. `markable`: proofs that the client is meant to see and that the
 * session's watermark can be on; `marked`: those of them that have it; `waiting`: those of them that are hidden until
 * they have it; `unmarkable`: proofs that stay hidden because it can't be on them. `told_zone` is of the same photos, which are read once for all of these; null when none tells one.
 */
export const PhotoCounts = z
  .record(
    z.enum([...PhotoFilter.options, 'trash', 'finished_new', 'markable', 'marked', 'waiting', 'unmarkable']),
    z.number().int(),
  )
  .and(z.object({ told_zone: ToldZone.nullable() }));
export type PhotoCounts = z.infer<typeof PhotoCounts>;
