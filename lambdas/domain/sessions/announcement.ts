import type { AnnounceSession } from '#shared/contract/sessions/sessions.ts';
import type { Admin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { removeWaiting, setWaiting } from './announcement-writes.ts';
import { isBeingMarked, isShownUnmarked, requireFieldsOf, requireRecipient, sendAnnouncement } from './announcing.ts';
import { countUsed, type DetailedSession, emailStateOf, withDetails } from './details.ts';
import { changedMeanwhile, requireLive } from './find.ts';

/**
 * Announces the gallery: queues the email to the client and the preparation of the whole session's download, now or when
 * the watermark is on all photos. `announced_at` is the time of the last announcement that the studio has seen, so that
 * pressing the button twice sends one email.
 * @throws StudioError NOT_FOUND; INVALID for an unknown field in the message, without visible photos, without an address,
 * and while the client would see photos without the watermark; CHANGED_MEANWHILE with the current session in
 * `details.current` when another request announced it first
 */
export async function announceSession(actor: Admin, id: string, announce: AnnounceSession): Promise<DetailedSession> {
  requireFieldsOf('gallery-ready', announce.message);
  const waiting = announce.when === 'marked' && (await retryOnConflict(() => waitForMarks(actor, id, announce)));
  return waiting || announceNow(actor, id, announce);
}

async function announceNow(
  actor: Admin,
  id: string,
  { announced_at, message }: AnnounceSession,
): Promise<DetailedSession> {
  const row = await requireLive(id);
  if ((row.announced_at ?? null) !== announced_at) throw await changedMeanwhile(id);
  if (isShownUnmarked(row)) {
    throw new StudioError(
      'INVALID',
      'The client would see photos without the watermark. Let the email wait until it is on all of them.',
    );
  }
  // Read before the write, so that nothing can fail after it.
  const [downloads_used, finished_announcement] = await Promise.all([
    countUsed(row),
    emailStateOf(row.finished_announced_by),
  ]);
  const { recipient, set } = await sendAnnouncement(actor, row, message, () => changedMeanwhile(id));
  return {
    ...without(row, 'waiting_announcement'),
    ...set,
    customer_name: recipient.name,
    client_email: recipient.to,
    announcement: { to: recipient.to, state: 'queued' },
    finished_announcement,
    downloads_used,
  };
}

/**
 * Keeps the announcement for process-photo, which sends it when the watermark is on all photos.
 * @returns undefined when it is on all of them, or when another request announced the session first
 */
async function waitForMarks(
  actor: Admin,
  id: string,
  { announced_at, message }: AnnounceSession,
): Promise<DetailedSession | undefined> {
  const row = await requireLive(id);
  if ((row.announced_at ?? null) !== announced_at || !isBeingMarked(row)) return undefined;
  await requireRecipient(row);
  const { sub, name } = actor;
  const waiting_announcement = { at: new Date().toISOString(), sub, name, message };
  const details = await withDetails({ ...row, waiting_announcement });
  await write(setWaiting(row, waiting_announcement));
  return details;
}

/**
 * Takes back an announcement that waits for the watermark; succeeds when none waits.
 * @throws StudioError NOT_FOUND
 */
export const takeBackAnnouncement = (_actor: Admin, id: string): Promise<DetailedSession> =>
  retryOnConflict(async () => {
    const row = await requireLive(id);
    const details = await withDetails(without(row, 'waiting_announcement'));
    if (row.waiting_announcement) await write(removeWaiting(row));
    return details;
  });
