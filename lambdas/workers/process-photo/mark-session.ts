import pLimit from 'p-limit';
import { askToWithdrawDownloads } from '../../domain/jobs/media-jobs.ts';
import { enqueue, type PhotoJobOf } from '../../domain/jobs/photo-jobs.ts';
import { cleanFiles } from '../../domain/photos/access/access.ts';
import { askToWithdraw, withNewCleanKeys, writeTogether } from '../../domain/photos/editing.ts';
import { derivativeKey, markedKeyOf } from '../../domain/photos/files/file-keys.ts';
import { deleteDerivatives, readDerivative } from '../../domain/photos/files/files.ts';
import { isMoving } from '../../domain/photos/files/moving.ts';
import { storedKeys } from '../../domain/photos/files/object-keys.ts';
import {
  type After,
  type Before,
  isVersioned,
  type Photo,
  type ReadyPhoto,
  type VersionedPhoto,
} from '../../domain/photos/row/lifecycle.ts';
import { readAllReadable, readEvery, readPhoto } from '../../domain/photos/row/repository.ts';
import type { Version } from '../../domain/photos/versions/attributes.ts';
import { withEarlierVersion } from '../../domain/photos/versions/swap.ts';
import type { MarkedDerivatives, Unmarked } from '../../domain/photos/watermark/attributes.ts';
import { inWatermark, isAwaiting, needsWatermark } from '../../domain/photos/watermark/marking.ts';
import { staleMarkedKeys, withoutMarkedFiles } from '../../domain/photos/watermark/stale-marked-files.ts';
import { sendWaitingAnnouncement } from '../../domain/sessions/announcing.ts';
import { changeWatermark } from '../../domain/sessions/marking.ts';
import { readSession, type SessionRow } from '../../domain/sessions/repository.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { markDerivatives } from './make-derivatives.ts';
import { storeMarkedFiles } from './store-marked-files.ts';

/**
 * The work of a session's watermark, a page of photos at a time; each page queues the next. Every step may be repeated,
 * and the session's row says which steps remain:
 * 1. Make marked derivatives of all proofs that the client may see. Nobody gets their addresses yet.
 * 2. One write shows proofs marked: from then on, only the studio gets the address of a clean proof.
 * 3. Give new keys to clean derivatives, because clients and guests may know the old addresses. Without a watermark,
 * marked derivatives are deleted.
 */

/** Photos of one message: its work is short, so that uploads don't wait for it. */
const photosPerStep = 20;
/** Limits how many of these photos are decoded at once. */
const photosAtOnce = pLimit(2);

/**
 * Works on one page of a session's photos, then queues the next page or ends the step.
 * @throws WriteConflictError when other requests keep changing the same photos
 */
export async function markSession({ session_id, after, rekeys, since }: PhotoJobOf<'mark-session'>): Promise<void> {
  const session = await readSession(session_id);
  if (!session?.marks_pending || (rekeys !== undefined && rekeys !== session.marks_shown)) return;
  // Begin step 3 from the first page: this message was sent before step 3 began, and may name a later page.
  if (session.rekeying && rekeys === undefined)
    return enqueue({ kind: 'mark-session', session_id, rekeys: session.marks_shown });
  const step = { kind: 'mark-session', session_id, rekeys, since } as const;
  const from = after === undefined ? undefined : { session_id, id: after };
  const { rows, last } = await readEvery(session_id, photosPerStep, from);
  if (rekeys !== undefined) await replaceCleanKeys(session, rows);
  else if (session.watermark) await makeMarkedFiles(session, rows);
  else await removeMarks(session, rows);
  if (last) return enqueue({ ...step, after: last.id });
  await (rekeys !== undefined ? endRekeying(session_id, rekeys) : endMarking(session_id, since));
}

/** Step 1: makes the marked derivatives of a page of photos. */
async function makeMarkedFiles(session: SessionRow, photos: Photo[]): Promise<void> {
  const results = await Promise.all(
    photos
      .filter((photo) => needsWatermark(photo, session))
      .map(async (photo) => ({ photo, marks: await photosAtOnce(() => markPhoto(photo, session)) })),
  );
  const changes = results.flatMap(({ photo, marks }) =>
    marks
      ? [{ photo, marks, edited: inWatermark({ ...withoutReason(withoutMarkedFiles(photo)), ...marks }, session) }]
      : [],
  );
  try {
    await writeAll('mark', session, changes);
  } catch (error) {
    // A photo was hidden, replaced or finished after it was read; or the session has another watermark.
    if (!(error instanceof WriteConflictError)) throw error;
    await clearUp(changes);
  }
}

/** Stores marked derivatives of a photo; returns undefined while the photo's derivatives are moving. */
async function markPhoto(
  photo: ReadyPhoto,
  { watermark, watermark_id }: SessionRow,
): Promise<MarkedDerivatives | Unmarked | undefined> {
  // The photo had the same watermark before it was hidden and shown again: the old marked files, which have the same
  // key, are deleted first.
  if (staleMarkedKeys(photo).includes(markedKeyOf(photo, watermark_id!))) return undefined;
  const clean = { ...photo, media_key: cleanFiles(photo).media_key };
  const [large, small] = await Promise.all([
    readDerivative(derivativeKey(clean, 'large')),
    readDerivative(derivativeKey(clean, 'small')),
  ]);
  if (!large || !small) return undefined;
  const files = await markDerivatives({ large: Buffer.from(large), small: Buffer.from(small) }, watermark!);
  return storeMarkedFiles(photo, watermark_id!, files);
}

/** Deletes marked derivatives that no row references. */
async function clearUp(changes: { photo: ReadyPhoto; marks: MarkedDerivatives | Unmarked }[]): Promise<void> {
  for (const { photo, marks } of changes) {
    if (!('marked_key' in marks)) continue;
    const currentPhoto = await readPhoto(photo);
    const isReferenced =
      currentPhoto !== undefined && storedKeys(currentPhoto).some((key) => key.includes(`/${marks.marked_key}/`));
    if (!isReferenced) await deleteDerivatives({ ...photo, media_key: marks.marked_key });
  }
}

/** Step 3: gives new keys to clean derivatives, and removes proofs from the public gallery. */
async function replaceCleanKeys(session: SessionRow, photos: Photo[]): Promise<void> {
  const changes = photos
    .filter((photo) => photo.state === 'ready')
    .map((photo) => ({ photo, edited: withNewCleanKeys(photo) }))
    .filter(({ photo, edited }) => photo !== edited);
  await writeAll('edit', session, changes);
}

/** Removes the marked derivatives of a page of photos. */
async function removeMarks(session: SessionRow, photos: Photo[]): Promise<void> {
  const changes = photos
    .filter(isVersioned)
    .map((photo) => ({ photo, edited: inWatermark(withoutAnyMarks(photo), session) }))
    .filter(({ photo, edited }) => photo !== edited);
  await writeAll('mark', session, changes);
}

/** Returns the photo without the reason why a watermark can't be on it. */
const withoutReason = <P extends VersionedPhoto>(photo: P): P =>
  photo.unmarkable_with === undefined ? photo : (without(photo, 'unmarkable_with', 'unmarkable') as P);

function withoutAnyMarks(photo: VersionedPhoto): VersionedPhoto {
  const unmarked = withoutReason(withoutMarkedFiles(photo));
  const isMarked = (version: Version) => version.marked_key !== undefined;
  return unmarked.former?.some(isMarked)
    ? withEarlierVersion(unmarked, unmarked.former.map(withoutMarkedFiles))
    : unmarked;
}

async function writeAll<Name extends 'mark' | 'edit'>(
  name: Name,
  session: SessionRow,
  changes: { photo: Before<Name>; edited: After<Name> }[],
): Promise<void> {
  await writeTogether(name, session, changes, []);
  await askToWithdraw(changes.map(({ edited }) => edited).filter(isMoving));
}

/**
 * Step 2: shows proofs marked, or ends the work and sends the announcement that has waited for it; begins again when
 * photos that need a watermark were added meanwhile.
 */
const endMarking = (sessionId: string, since = new Date().toISOString()): Promise<void> =>
  retryOnConflict(async () => {
    const session = await readSession(sessionId);
    if (!session?.marks_pending || session.rekeying) return;
    // Read the photos after the session: a photo that is written meanwhile changes the session, and this write fails.
    const photos = await readAllReadable(sessionId);
    if (isAwaiting(photos, session)) return enqueue({ kind: 'mark-session', session_id: sessionId, since });
    if (!session.watermark || session.marks_shown) {
      // Before the write, so that a run that stops here is repeated.
      const current = await sendWaitingAnnouncement(session);
      return write(changeWatermark(current, { remove: ['marks_pending'] }));
    }
    const now = new Date().toISOString();
    await write(changeWatermark(session, { set: { marks_shown: now, marks_changed_at: now, rekeying: true } }));
    await enqueue({ kind: 'mark-session', session_id: sessionId, rekeys: now });
    await askToWithdrawDownloads(sessionId);
  });

const endRekeying = (sessionId: string, rekeys: string): Promise<void> =>
  retryOnConflict(async () => {
    const session = await readSession(sessionId);
    if (session?.marks_shown !== rekeys || !session.rekeying) return;
    await write(changeWatermark(session, { remove: ['rekeying'] }));
    // Photos that need a watermark may have been added after step 1.
    await enqueue({ kind: 'mark-session', session_id: sessionId });
  });
