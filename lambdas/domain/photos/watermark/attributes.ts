import * as z from 'zod';
import { Unmarkable } from '#shared/contract/photos/photos.ts';
import { SizedFile } from '../files/attributes.ts';
import { fileGuards, type Transitions } from '../row/transition.ts';

/** The attributes of a photo's row about its session's watermark, and the transition that changes them. */

/** The derivatives with a watermark, beside the clean ones. */
const Marks = z.object({
  /** Their unguessable prefix; `markedKeyOf` says which. */
  marked_key: z.string(),
  /** The `watermark_id` of the watermark on them. */
  marked_with: z.string(),
  /** The one that is downloaded as the web size. */
  marked_file: SizedFile,
  /** Bytes of all of them. */
  marked_bytes: z.number(),
});
export type Marks = z.infer<typeof Marks>;

/** Instead of marked derivatives: the picture can't be shown with its session's watermark. */
const Unmarked = z.object({
  /** The `watermark_id` of that watermark. */
  unmarkable_with: z.string(),
  unmarkable: Unmarkable,
});
export type Unmarked = z.infer<typeof Unmarked>;

/** One of these two, or neither. */
export const Marking = z.object({ ...Marks.partial().shape, ...Unmarked.partial().shape });

export const StaleMarks = z.object({
  /**
   * Prefixes of marked derivatives that are given up, until move-derivatives has deleted them; separated by spaces,
   * because a condition can't compare lists.
   */
  stale_marks: z.string().optional(),
});

export const AwaitedMark = z.object({
  /**
   * Hidden only until process-photo has made its marked derivatives, because its session shows proofs marked, or because
   * its watermark can't be on it (`unmarkable`); `is_approved` is false until then.
   */
  awaits_mark: z.literal(true).optional(),
});

export const OrderedMarks = z.object({
  /** The `watermark_id` of the watermark with which process-photo makes marked derivatives of the upload, too. */
  marks_for: z.string().optional(),
});

export const markTransitions = {
  /** process-photo has made the marked derivatives, or gives them up when its session shows proofs clean again. */
  mark: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', ...fileGuards],
  },
} as const satisfies Transitions;
