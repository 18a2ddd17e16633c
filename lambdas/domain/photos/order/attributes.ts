import * as z from 'zod';
import { Capture } from '#shared/contract/photos/photos.ts';
import { NaturalOrder } from '#shared/contract/sessions.ts';
import type { Transitions } from '../row/transition.ts';

/** The attributes of a photo's row about its place among the others, and the transitions that change them. */

export const Captured = z.object({
  /** By `capture` and the session's clocks (`inClocks`). */
  captured_at: z.string().nullable(),
  /**
   * What the first file says. Photos from before this was noted have none, and their `captured_at` stays as it is, until
   * `studio:repair -- capture-times` has read them again. It also reads those whose `captured_at` differs, such as from a
   * row that was mended.
   */
  capture: Capture.optional(),
});

export const Arranged = z.object({
  /** A chapter of its session; missing while it is in none. */
  chapter_id: z.string().optional(),
  /** Where the studio has placed it by hand: its key in this order, instead of the natural one. */
  place: z.string().optional(),
  place_order: NaturalOrder.optional(),
});

export const orderTransitions = {
  /** The studio moves it into a chapter, or to a place in its session's order. */
  arrange: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'chapter_id', 'place', 'captured_at'] },
  /** process-photo has read its camera's clock as its session says now. */
  clock: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['captured_at', 'chapter_id', 'place'] },
} as const satisfies Transitions;
