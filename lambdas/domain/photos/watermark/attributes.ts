import * as z from 'zod';
import { Unmarkable } from '#shared/contract/photos/photos.ts';
import { SizedFile } from '../files/attributes.ts';
import { fileGuards, type Transitions } from '../row/transition.ts';

/** The attributes of a photo's row about its session's watermark, and the transition that changes them. */

/** The attributes of the marked derivatives, which exist beside the clean ones. */
const MarkedDerivatives = z.object({
  /** The unguessable prefix of the marked derivatives; `markedKeyOf` computes it. */
  marked_key: z.string(),
  /** The `watermark_id` of the watermark on the marked derivatives. */
  marked_with: z.string(),
  /** The marked derivative that is downloaded as the web size. */
  marked_file: SizedFile,
  /** The bytes of all marked derivatives. */
  marked_bytes: z.number(),
});
export type MarkedDerivatives = z.infer<typeof MarkedDerivatives>;

/** The attributes of a proof that has no marked derivatives because the watermark can't be on it. */
const Unmarked = z.object({
  /** The `watermark_id` of the watermark that was tried. */
  unmarkable_with: z.string(),
  unmarkable: Unmarkable,
});
export type Unmarked = z.infer<typeof Unmarked>;

/** The result of marking: marked derivatives, the reason why there are none, or neither before it was tried. */
export const Marking = z.object({ ...MarkedDerivatives.partial().shape, ...Unmarked.partial().shape });

export const StaleMarkedFiles = z.object({
  /**
   * The prefixes of marked derivatives that are no longer used, until move-derivatives has deleted them; separated by
   * spaces, because a condition can't compare lists.
   */
  stale_marks: z.string().optional(),
});

export const AwaitedWatermark = z.object({
  /**
   * True while the photo is hidden only because it has no marked derivatives: process-photo has not made them yet, or
   * the session's watermark can't be on it (`unmarkable`). `is_approved` is false until then.
   */
  awaits_mark: z.literal(true).optional(),
});

export const OrderedWatermark = z.object({
  /** The `watermark_id` of the watermark with which process-photo also makes marked derivatives of the upload. */
  marks_for: z.string().optional(),
});

export const watermarkTransitions = {
  /** process-photo has made the marked derivatives, or drops them because the session shows proofs clean again. */
  mark: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', ...fileGuards],
  },
} as const satisfies Transitions;
