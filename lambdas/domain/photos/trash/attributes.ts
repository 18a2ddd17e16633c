import * as z from 'zod';
import { positionGuards, type Transitions } from '../row/transition.ts';

/** The attribute of a photo's row in the trash, and the transitions into and out of it. */

export const Trashed = z.object({ deleted_at: z.string() });

export const trashTransitions = {
  trash: { from: ['pending', 'failed', 'ready'], to: ['deleted'], guards: positionGuards },
  restore: { from: ['deleted'], to: ['ready'], guards: [...positionGuards, 'captured_at'] },
  /** The photo's 30 days in the trash are over. */
  erase: { from: ['deleted'], to: [], guards: ['deleted_at'] },
} as const satisfies Transitions;
