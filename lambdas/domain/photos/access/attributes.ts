import * as z from 'zod';
import { Stage } from '#shared/contract/photos/photos.ts';
import { positionGuards, type Transitions } from '../row/transition.ts';

/** The attributes of a photo's row that decide who sees and downloads it, and the transition that changes them. */

export const Staged = z.object({
  /** Missing means 'proof'. */
  stage: Stage.optional(),
});

export const Visibility = Staged.extend({ is_approved: z.boolean(), downloadable: z.boolean() });

/** The attributes of a photo in the public gallery. */
export const Featured = z.object({
  /** The public category, chosen by the studio. */
  featured_in: z.string().optional(),
  /** The time at which the public copies were made. */
  featured_at: z.string().optional(),
  /**
   * The prefix of the public copies: set while the photo is featured, and until move-derivatives has deleted the
   * copies.
   */
  portfolio_key: z.string().optional(),
});

export const Announced = z.object({
  /**
   * The number of the email that announces this finished photo to the client. Every finished photo that the client can
   * see has one; a hidden one only if that email was sent.
   */
  finished_round: z.number().optional(),
});

export const accessTransitions = {
  /**
   * The studio edits the photo: shows or hides it, features it, or sets downloads, stage or focal point. A deleted
   * session hides its photos, too.
   */
  edit: { from: ['ready'], to: ['ready'], guards: positionGuards },
} as const satisfies Transitions;

/** Returns the stage of a photo or version. */
export const stageOf = ({ stage = 'proof' }: z.infer<typeof Staged>): Stage => stage;
