import type { AnnounceFinished, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { Admin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { isNewlyFinished } from '../photos/access/finished-round.ts';
import { readInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import { recordDelivered } from '../quotes/repository.ts';
import { nextRound, recordFinishedEmail } from '../sessions/announcement-writes.ts';
import { requireFieldsOf, requireRecipient } from '../sessions/announcing.ts';
import { withDetails } from '../sessions/details.ts';
import { changedMeanwhile } from '../sessions/find.ts';
import { recordActivity } from '../timeline/record.ts';
import { readSessionChoices, type SessionChoice, sessionStanding } from './session-states.ts';

/**
 * Announces finished photos to the client by email: exactly the photos that they can see and that no such email has
 * announced. `finished_announced_at` is the time of the last such email that the studio has seen, so that pressing the
 * button twice sends one email.
 * @throws StudioError NOT_FOUND; INVALID for an unknown field in the message, without such photos or without an address;
 * CHANGED_MEANWHILE with the current session in `details.current` when another request sent such an email first
 */
export async function announceFinished(actor: Admin, id: string, announce: AnnounceFinished): Promise<SessionDetails> {
  requireFieldsOf('finished-ready', announce.message);
  const announced = await retryOnConflict(() => announceOnce(actor, id, announce));
  if (!announced) throw await changedMeanwhile(id);
  return announced;
}

/**
 * Queues the email and records it.
 * @returns undefined when another email was queued first
 * @throws WriteConflictError also when photos of the session changed meanwhile, because they may be finished now; and
 * when one of the quotes did whose photos are delivered with it
 */
async function announceOnce(
  actor: Admin,
  id: string,
  { finished_announced_at, message }: AnnounceFinished,
): Promise<SessionDetails | undefined> {
  const session = await requireSession(actor, id);
  if ((session.finished_announced_at ?? null) !== finished_announced_at) return undefined;
  const photos = (await readInOrder(session)).filter((photo) => isNewlyFinished(photo, session));
  if (photos.length === 0) {
    const message = 'Every finished photo that the client can see was told of already.';
    throw new StudioError('INVALID', message, { fields: { finished_announced_at: message } });
  }
  const { to, greeting: name } = await requireRecipient(session);
  // Read before the write, so that nothing can fail after it.
  const details = await withDetails(session);
  const choices = (await readSessionChoices([session])).get(id) ?? [];
  const round = nextRound(session);
  const announced = {
    finished_announced_at: new Date().toISOString(),
    finished_announced_by: `finished-ready#${id}#${round}`,
  };
  await transact([
    recordFinishedEmail(session, announced),
    ...recordDeliveries(choices, announced.finished_announced_at),
    ...recordActivity(
      actor,
      {
        kind: 'finished-announced',
        session,
        count: photos.length,
        photo_ids: photos.slice(0, 6).map((photo) => photo.id),
        ...(message && { words: message }),
      },
      { [announced.finished_announced_by]: { kind: 'finished-ready', to, name, session_id: id, round, message } },
    ),
  ]);
  const changed = { ...details, ...announced, finished_new_count: 0 };
  return { ...changed, ...sessionStanding(changed, choices), finished_announcement: { to, state: 'queued' } };
}

/**
 * Returns the writes that record that the client was told of all chosen photos of accepted quotes, for those quotes whose
 * photos are all finished.
 */
const recordDeliveries = (choices: SessionChoice[], deliveredAt: string): Write[] =>
  choices.flatMap(({ quote, is_retouched }) =>
    quote?.accepted && is_retouched && quote.delivered_at === null ? [recordDelivered(quote, deliveredAt)] : [],
  );
