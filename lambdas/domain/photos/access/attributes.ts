import * as z from 'zod';
import { Stage } from '#shared/contract/photos/photos.ts';
import { placementGuards, type Transitions } from '../row/transition.ts';

/** The attributes of a photo's row that say who sees and downloads it, and the transition that changes them. */

export const Staged = z.object({
  /** Missing means 'proof'. */
  stage: Stage.optional(),
});

export const Visibility = Staged.extend({ is_approved: z.boolean(), downloadable: z.boolean() });

/** The photo in the public gallery. */
export const Featured = z.object({
  /** Public category chosen by the studio. */
  featured_in: z.string().optional(),
  /** When the public copies were made. */
  featured_at: z.string().optional(),
  /** Prefix of the public copies: set while featured, and until move-derivatives has deleted them. */
  portfolio_key: z.string().optional(),
});

export const Announced = z.object({
  /**
   * The number of the email that tells, or told, the client that this photo is finished. A finished photo that the
   * client can see has one; one that they can't see, only if the email was sent.
   */
  finished_round: z.number().optional(),
});

export const accessTransitions = {
  /** The studio shows, hides or features; or a deleted session hides its photos. */
  edit: { from: ['ready'], to: ['ready'], guards: placementGuards },
} as const satisfies Transitions;

/** Returns the stage of a photo, or of one of its versions. */
export const stageOf = ({ stage = 'proof' }: z.infer<typeof Staged>): Stage => stage;
