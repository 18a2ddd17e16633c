import * as z from 'zod';
import { Capture } from '#shared/contract/photos/photos.ts';
import { NaturalOrder } from '#shared/contract/sessions/sessions.ts';
import type { Transitions } from '../row/transition.ts';

/** The attributes of a photo's row that determine its position in the session, and the transitions that change them. */

export const Captured = z.object({
  /** The capture time, computed from `capture` and the session's clocks (`inClocks`). */
  captured_at: z.string().nullable(),
  /**
   * The clock and camera in the photo's first file. Older photos have none and keep their `captured_at` until
   * `studio:repair -- capture-times` has read their files again. It also reads photos whose `captured_at` differs from
   * the computed one, for example after a row was repaired.
   */
  capture: Capture.optional(),
});

export const Arranged = z.object({
  /** The id of the photo's chapter; missing while the photo is in no chapter. */
  chapter_id: z.string().optional(),
  /** The position set by hand: a sort key in the order `place_order`, in place of the natural one. */
  place: z.string().optional(),
  place_order: NaturalOrder.optional(),
});

export const orderTransitions = {
  /** The studio moves the photo into a chapter, or to a position in its session's order. */
  arrange: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'chapter_id', 'place', 'captured_at'] },
  /** process-photo has computed the capture time by the session's present clocks. */
  clock: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['captured_at', 'chapter_id', 'place'] },
} as const satisfies Transitions;
