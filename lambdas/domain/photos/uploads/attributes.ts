import * as z from 'zod';
import type { Transitions } from '../row/transition.ts';

/** The attributes of a photo's row while it is uploaded, and the transitions that change them. */

/** The person who requested an upload, for the timeline. */
export const Asker = z.object({ sub: z.string(), name: z.string() });

const RefusedFile = z.object({
  /** The key of the last refused file in the photos bucket; null when no file was refused, or none arrived. */
  kept_key: z.string().nullable(),
});

export const Ticket = RefusedFile.extend({
  /** The time at which its latest ticket was issued. */
  asked_at: z.string(),
  /** Missing in rows from before there was a timeline. */
  asked_by: Asker.optional(),
});

export const Failure = RefusedFile.extend({
  /** Shown to the studio: what is wrong, and what to do. */
  reason: z.string(),
  failed_at: z.string(),
});

export const uploadTransitions = {
  /** A new ticket is issued. The guard fails when the photo became ready before it was deleted. */
  ask: { from: ['pending', 'failed', 'deleted'], to: ['pending'], guards: ['original_key'] },
  /** The file is a photo. The guard on media_key fails when a ticket after a deletion expects another file. */
  register: { from: ['pending', 'failed'], to: ['ready'], guards: ['is_approved', 'media_key'] },
  /** The file is no photo. */
  refuse: { from: ['pending', 'failed'], to: ['failed'], guards: [] },
  /** No file arrived for the latest ticket. */
  expire: { from: ['pending'], to: ['failed'], guards: ['asked_at'] },
  /** An upload that never arrived is removed from the list. */
  forget: { from: ['failed'], to: [], guards: ['failed_at'] },
} as const satisfies Transitions;
