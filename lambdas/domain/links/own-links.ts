import type { CreateLink, Link } from '#shared/contract/links.ts';
import type { Client } from '../../platform/auth.ts';
import { limit } from '../../platform/guards.ts';
import { daySeconds } from '../../platform/time.ts';
import { createLink } from './links.ts';

/**
 * The number of links that a client may make in a day, on all sessions together. Revoked links need no seat, but are
 * listed until they are erased.
 */
const linksPerDay = 100;
const tooManyMessage =
  'You have made as many links today as one can in a day. Change one that you have, or make another one tomorrow.';

/**
 * Shares one of the client's sessions by a new link.
 * @throws StudioError TOO_MANY, and the errors of `createLink`
 */
export async function createOwnLink(actor: Client, sessionId: string, values: CreateLink): Promise<Link> {
  await limit(`links ${actor.customer_id}`, linksPerDay, daySeconds, tooManyMessage);
  return createLink(actor, sessionId, values);
}
