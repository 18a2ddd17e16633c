import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { retryOnConflict, WriteConflictError } from '../../../platform/conflicts.ts';
import { log } from '../../../platform/log.ts';
import { type Key, write } from '../../../platform/table.ts';
import { enqueueSoon } from '../../jobs/photo-jobs.ts';
import { noteRekeyed } from '../../sessions/end-writes.ts';
import { beginMarking } from '../../sessions/marking.ts';
import { readSession, type SessionRow } from '../../sessions/repository.ts';
import { askToWithdraw, photosPerTransaction, withNewFormerKeys, withNewKey, writeTogether } from '../editing.ts';
import { isMoving } from '../files/moving.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readEveryIntact } from '../row/repository.ts';
import { isMeantForClients } from '../watermark/marking.ts';
import { isMarkedProof } from './access.ts';

/**
 * Gives the photos of ended galleries new media keys, once for each end: a client with several open galleries has media
 * cookies for all of their pictures, so that kept addresses of an ended gallery would open.
 */

/** Whether photos of a session still have the media keys that they had before its gallery ended. */
export const mustRekey = (session: SessionRow, now: Date): boolean => {
  const record = recordOf(session);
  return hasEnded(session, now.getTime()) && !(record && record.after === undefined && record.damaged === undefined);
};

/** The result of a run on one session. */
interface Rekeying {
  /** The number of photos that got new media keys. */
  rekeyed: number;
  /** The number of photos that keep theirs until their damaged rows are repaired. */
  damaged: number;
  /** Whether every photo was looked at; false when time ran out. */
  isDone: boolean;
}

/**
 * Gives the photos of a session whose gallery has ended new media keys, and queues the move of their files; marked proofs
 * get theirs when process-photo has marked them anew. Continues where an earlier run stopped, and stops when the studio
 * opens the gallery again or deletes the session.
 * @param isTimeOver returns whether the function's time is running out; the next run continues
 */
export async function rekeyEnded(id: string, now: Date, isTimeOver: () => boolean): Promise<Rekeying> {
  const result: Rekeying = { rekeyed: 0, damaged: 0, isDone: true };
  try {
    const session = await begin(id, now);
    if (session) await rekeyPages(session, now, isTimeOver, result);
  } catch (error) {
    // The studio has opened the gallery again, changed its watermark or deleted the session. The next run decides anew.
    if (!(error instanceof WriteConflictError)) throw error;
  }
  return result;
}

/** Returns the session if photos need new keys; has its proofs marked anew before the first photo gets one. */
async function begin(id: string, now: Date): Promise<SessionRow | undefined> {
  const session = await readSession(id);
  if (!session || !mustRekey(session, now)) return undefined;
  if (recordOf(session) || session.marks_shown === undefined) return session;
  // A new watermark id is part of the keys of marked derivatives. Clients see those that exist until the new ones do.
  await write(beginMarking(session));
  await enqueueSoon('mark-session', id);
  return readSession(id);
}

/** Gives the session's photos new keys, page by page, and adds them to the result. */
async function rekeyPages(session: SessionRow, now: Date, isTimeOver: () => boolean, result: Rekeying): Promise<void> {
  const { after, damaged: damagedBefore } = recordOf(session) ?? {};
  // Once all pages are done, only photos whose rows were damaged then are left.
  const remainingIds = after === undefined && damagedBefore ? new Set(damagedBefore) : undefined;
  const isRemaining = (id: string) => remainingIds?.has(id) ?? true;
  const damaged = remainingIds ? [] : [...(damagedBefore ?? [])];
  let from: Key | undefined = after === undefined ? undefined : { session_id: session.id, id: after };
  do {
    if (isTimeOver()) {
      result.isDone = false;
      return;
    }
    const page = await rekeyPage(session, from, isRemaining, now);
    result.rekeyed += page.rekeyed;
    damaged.push(...page.damaged);
    from = page.last;
    if (from && !remainingIds) await write(noteRekeyed(session, { after: from.id, damaged }));
  } while (from);
  await write(noteRekeyed(session, { damaged }));
  result.damaged = damaged.length;
  if (damaged.length === 0) return;
  log.error('Damaged photos of an ended gallery keep their addresses. See docs/runbook.md, "Damaged rows".', {
    session_id: session.id,
    damaged,
  });
}

/**
 * Gives the photos of one page new keys.
 * @param isIncluded returns whether the photo with this id may get one
 * @returns `rekeyed`: the number of those that did; `damaged`: the ids of those whose rows could not be read
 */
const rekeyPage = (session: SessionRow, from: Key | undefined, isIncluded: (id: string) => boolean, now: Date) =>
  retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? session : await readSession(session.id);
    // The gallery is open again, or deleted: the write that records the progress fails.
    if (!current || !hasEnded(current, now.getTime())) return { rekeyed: 0, damaged: [], last: undefined };
    const { rows, last, damaged = [] } = await readEveryIntact(session.id, photosPerTransaction, from);
    const changes = rows
      .filter((photo) => photo.state === 'ready')
      .filter((photo) => isIncluded(photo.id))
      .map((photo) => ({ photo, edited: withKeysAfterEnd(photo, current) }))
      .filter(({ photo, edited }) => photo !== edited);
    await writeTogether('edit', current, changes, []);
    await askToWithdraw(changes.map(({ edited }) => edited).filter(isMoving));
    return { rekeyed: changes.length, damaged: damaged.filter(isIncluded), last };
  });

/**
 * Returns the photo with new media keys for what clients could see of it. A marked proof keeps its own: marking it anew
 * replaces the marked derivatives, and nobody has the address of the clean ones.
 */
function withKeysAfterEnd(photo: ReadyPhoto, session: SessionRow): ReadyPhoto {
  if (!isMeantForClients(photo)) return photo;
  return isMarkedProof(photo, session) ? withNewFormerKeys(photo) : withNewKey(photo);
}

/** Returns what is recorded of the present end of the session's gallery. */
const recordOf = ({ ends_on, rekeyed_end }: SessionRow) => (rekeyed_end?.ends_on === ends_on ? rekeyed_end : undefined);
