import type { CreateLink, Link } from '#shared/contract/links.ts';
import type { Client } from '../../platform/auth.ts';
import { limit } from '../../platform/guards.ts';
import { daySeconds } from '../../platform/time.ts';
import { createLink } from './links.ts';

/**
 * Links that a client makes in a day, on all sessions together: revoked ones take no place, but are listed until they
 * are erased.
 */
const linksPerDay = 100;
const wayRound =
  'You have made as many links today as one can in a day. Change one that you have, or make another one tomorrow.';

/**
 * Shares one of the client's sessions by a new link.
 * @throws StudioError as `createLink`; TOO_MANY
 */
export async function createOwnLink(actor: Client, sessionId: string, values: CreateLink): Promise<Link> {
  await limit(`links ${actor.customer_id}`, linksPerDay, daySeconds, wayRound);
  return createLink(actor, sessionId, values);
}
