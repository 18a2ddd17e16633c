import * as z from 'zod';
import type { Transitions } from '../row/transition.ts';

/** The attributes of a photo's row that its client writes, and the studio's reply, with their transitions. */

export const Feedback = z.object({
  is_favorite: z.boolean(),
  favorited_at: z.string().optional(),
  note: z.string(),
  /** The studio's reply to the note; missing while there is none. */
  reply: z.string().optional(),
});

export const feedbackTransitions = {
  /**
   * The client sets or removes the favorite or the note. The guard on is_approved fails when the photo was hidden
   * meanwhile.
   */
  favorite: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'is_favorite'] },
  note: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'note'] },
  /** The studio replies to the client's note. */
  reply: { from: ['ready'], to: ['ready'], guards: ['reply'] },
  /** The client takes over the picks and notes that they made as a guest. */
  adopt: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'is_favorite', 'note'] },
} as const satisfies Transitions;

/** Whether a photo is in the lists and counts of favorites. A hidden photo stays a favorite, but is in none. */
export const isShownFavorite = (photo: { is_favorite: boolean; is_approved: boolean }): boolean =>
  photo.is_favorite && photo.is_approved;
