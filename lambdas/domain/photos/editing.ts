import type { EditPhotos, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { TimelineKind } from '#shared/contract/timeline.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { transact, type Write } from '../../platform/table.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToMove } from '../jobs/media-jobs.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { nextRound } from '../sessions/announcement-writes.ts';
import { countArranged, countInRound } from '../sessions/photo-counts.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { canSee, isMarkedProof } from './access/access.ts';
import { stageOf } from './access/attributes.ts';
import { inRound } from './access/finished-round.ts';
import { isMoving } from './files/moving.ts';
import { sessionCountsBetween } from './row/counts.ts';
import { requireSession } from './row/find.ts';
import type { After, Before, Photo, ReadyPhoto, VersionedPhoto } from './row/lifecycle.ts';
import { changePhoto, type PhotoKey, readPhotos } from './row/repository.ts';
import { withStars } from './row/stars.ts';
import { toStudioPhoto } from './row/views.ts';
import type { FormerVersion } from './versions/attributes.ts';
import { withEarlierVersion } from './versions/swap.ts';
import { inWatermark, isAwaiting, isMeantForClients, unfeatured } from './watermark/marking.ts';
import { withoutMarkedFiles } from './watermark/stale-marked-files.ts';

/**
 * The number of photos in a transaction, which also writes their session and the timeline; DynamoDB allows 100 writes.
 */
export const photosPerTransaction = 50;

/**
 * Shows, hides or features photos of a session, allows their downloads, or sets their stage, focal point or stars; the
 * session's counters change in the same transaction. A hidden photo gets a new media key: the API refuses the photo at
 * once, and its old addresses stop working within minutes.
 * @returns the photos after the change, without missing ones
 * @throws StudioError NOT_FOUND for the session; INVALID for a category of proofs that clients get only with a
 * watermark; FORBIDDEN for staff with a category
 */
export async function editPhotos(actor: Admin, sessionId: string, edit: EditPhotos): Promise<StudioPhoto[]> {
  if (edit.category) requireAdmin(actor, 'put photos into the public gallery');
  let session = await requireSession(actor, sessionId);
  const ids = [...new Set(edit.photo_ids)];
  const edited: ReadyPhoto[] = [];
  for (let start = 0; start < ids.length; start += photosPerTransaction) {
    const batchIds = ids.slice(start, start + photosPerTransaction);
    const changes = await retryOnConflict(async (attempt) => {
      if (attempt > 1) session = await requireSession(actor, sessionId);
      const rows = await readPhotos(sessionId, batchIds);
      const photos = rows.filter((row) => canSee(actor, row, session));
      const changes = photos.map((photo) => ({ photo, edited: withEdit(photo, edit, session) }));
      if (edit.category) requireFeaturable(changes, session);
      await writeTogether(
        'edit',
        session,
        changes.filter(({ photo, edited }) => photo !== edited),
        entriesOf(actor, session, changes),
      );
      return changes;
    });
    await askToWithdraw(changes.filter(mustWithdraw).map((change) => change.edited));
    edited.push(...changes.map((change) => change.edited));
  }
  if (isAwaiting(edited, session)) await enqueueSoon('mark-session', sessionId);
  if (!isOnlyStars(edit)) await askToKeepReady(session, { photosChanged: true });
  return edited.map((photo) => toStudioPhoto(photo, session));
}

/** Whether an edit changes only the studio's stars, which are in no download. */
const isOnlyStars = ({ photo_ids: _, stars: __, ...others }: EditPhotos): boolean =>
  Object.values(others).every((value) => value === undefined);

type Change = { photo: ReadyPhoto; edited: ReadyPhoto };

/** The kinds of timeline entries of an edit, each with the changes that it records. */
const entryKinds: [TimelineKind, (change: Change) => boolean][] = [
  ['photos-shown', ({ photo, edited }) => !isMeantForClients(photo) && isMeantForClients(edited)],
  ['photos-hidden', ({ photo, edited }) => isMeantForClients(photo) && !isMeantForClients(edited)],
  ['downloads-allowed', ({ photo, edited }) => !photo.downloadable && edited.downloadable],
  ['downloads-withheld', ({ photo, edited }) => photo.downloadable && !edited.downloadable],
  ['photos-featured', ({ photo, edited }) => !!edited.featured_in && edited.featured_in !== photo.featured_in],
  ['photos-finished', ({ photo, edited }) => stageOf(photo) === 'proof' && stageOf(edited) === 'finished'],
  ['photos-unfinished', ({ photo, edited }) => stageOf(photo) === 'finished' && stageOf(edited) === 'proof'],
  ['photos-unfeatured', ({ photo, edited }) => !!photo.featured_in && !edited.featured_in],
];

const entriesOf = (actor: Admin, session: SessionRow, changes: Change[]): Write[] =>
  entryKinds.flatMap(([kind, hasChanged]) => {
    const ids = changes.filter(hasChanged).map(({ photo }) => photo.id);
    return ids.length === 0 ? [] : recordActivity(actor, { kind, session, count: ids.length, photo_ids: ids });
  });

/**
 * Returns the photo after an edit; the same object when nothing changes.
 * @param session as it is now
 */
function withEdit(photo: ReadyPhoto, { stars, ...edit }: EditPhotos, session: SessionRow): ReadyPhoto {
  const edited = withVisibleEdit(photo, edit, session);
  return stars === undefined ? edited : withStars(edited, stars);
}

/** Returns the photo after an edit of what clients can see; the same object when nothing changes. */
function withVisibleEdit(
  photo: ReadyPhoto,
  {
    is_approved = isMeantForClients(photo),
    downloadable = photo.downloadable,
    category,
    focus,
    stage,
  }: Omit<EditPhotos, 'stars'>,
  session: SessionRow,
): ReadyPhoto {
  const featured = category === undefined ? photo : category === null ? unfeatured(photo) : inCategory(photo, category);
  const hasSameFocus = !focus || (photo.focus?.x === focus.x && photo.focus.y === focus.y);
  const hasSameStage = stage === undefined || stage === stageOf(photo);
  const hasSameVisibility = is_approved === isMeantForClients(photo);
  if (hasSameVisibility && downloadable === photo.downloadable && hasSameFocus && hasSameStage && featured === photo)
    return photo;
  const { awaits_mark: _, ...photoWithoutWait } = featured;
  const edited = inWatermark(
    {
      ...photoWithoutWait,
      is_approved,
      downloadable,
      ...(focus && !hasSameFocus && { focus }),
      ...(!hasSameStage && { stage }),
    },
    session,
  );
  return inRound(withNewFiles(photo, edited, session), nextRound(session));
}

/**
 * Rotates the media keys that clients have seen and may no longer use, and outdates downloads when the files change.
 */
function withNewFiles(photo: ReadyPhoto, edited: ReadyPhoto, session: SessionRow): ReadyPhoto {
  const [wasMarkedProof, isNowMarkedProof] = [isMarkedProof(photo, session), isMarkedProof(edited, session)];
  // Clients get the other derivatives from now on, and downloads that were prepared before contain the old ones.
  const swapped =
    wasMarkedProof === isNowMarkedProof
      ? edited
      : { ...edited, swapped_at: new Date().toISOString(), outdates_downloads: true as const };
  // Clients may have seen the photo's earlier versions, even while it waits for its watermark.
  if (!isMeantForClients(photo)) return swapped;
  if (!isMeantForClients(edited)) return withNewKey(swapped);
  return isNowMarkedProof && !wasMarkedProof ? rekeyed(swapped) : swapped;
}

/**
 * Checks that photos may be in the public gallery.
 * @throws StudioError INVALID when one is a proof that clients get only with a watermark
 */
function requireFeaturable(changes: Change[], session: SessionRow): void {
  const markedProof = changes.find(({ edited }) => isMarkedProof(edited, session));
  if (!markedProof) return;
  throw new StudioError(
    'INVALID',
    `“${markedProof.photo.file_name}” is a proof with a watermark, and the public gallery shows photos clean. Mark it as finished first.`,
  );
}

/** Returns the photo featured in this category; it becomes public when move-derivatives has copied its derivatives. */
const inCategory = (photo: ReadyPhoto, category: string): ReadyPhoto =>
  photo.featured_in === category
    ? photo
    : { ...photo, featured_in: category, portfolio_key: photo.portfolio_key ?? newId() };

/**
 * Returns the photo with new media keys, for itself and for the earlier versions that the client could see. Its marked
 * derivatives are deleted, and made again when they are needed.
 */
export const withNewKey = <P extends VersionedPhoto>(photo: P): P =>
  withNewFormerKeys(withoutMarkedFiles(rekeyed(photo)));

/** Returns the photo with new media keys for the earlier versions that the client could see, without marked derivatives. */
export function withNewFormerKeys<P extends VersionedPhoto>(photo: P): P {
  if (!photo.former?.some(({ was_shown }) => was_shown)) return photo;
  const former = photo.former.map((version) => (version.was_shown ? withoutMarkedFiles(rekeyed(version)) : version));
  return withEarlierVersion(photo, former);
}

/**
 * Returns the photo withdrawn from everyone but the studio: not featured, and with a new media key if the client could
 * see it.
 */
export const withdrawn = (photo: ReadyPhoto): ReadyPhoto =>
  unfeatured(isMeantForClients(photo) ? withNewKey(photo) : photo);

/**
 * Returns the photo with new media keys for the clean derivatives of proofs that clients have seen without watermark; a
 * proof is also removed from the public gallery.
 */
export function withNewCleanKeys(photo: ReadyPhoto): ReadyPhoto {
  const isProof = stageOf(photo) === 'proof';
  const moved = isProof && isMeantForClients(photo) ? rekeyed(photo) : photo;
  const wasShownClean = (version: FormerVersion) => version.was_shown && stageOf(version) === 'proof';
  const former = photo.former?.some(wasShownClean)
    ? photo.former.map((version) => (wasShownClean(version) ? rekeyed(version) : version))
    : undefined;
  const withVersions = former ? withEarlierVersion(moved, former) : moved;
  return isProof ? unfeatured(withVersions) : withVersions;
}

/**
 * Returns the version with a new media key; unchanged while a move to a new key is pending, because nobody has seen
 * that key.
 */
const rekeyed = <V extends Pick<ReadyPhoto, 'media_key' | 'stale_media_key'>>(version: V): V =>
  version.stale_media_key ? version : { ...version, media_key: newId(), stale_media_key: version.media_key };

/** Returns the change of the session's counters that these changes make. */
const countsChangeOf = (session: SessionRow, changes: readonly { photo: Photo; edited: Photo }[]) =>
  sessionCountsBetween(
    session,
    changes.map(({ photo }) => photo),
    changes.map(({ edited }) => edited),
  );

/**
 * Writes photos of one session, the session's counters and timeline entries in one transaction.
 * @param session as it was read
 * @throws WriteConflictError when a photo, or the round, the watermark or the clocks of the session, changed since they
 * were read; StudioError NOT_FOUND when the session is deleted
 */
export async function writeTogether<Name extends 'edit' | 'mark' | 'trash' | 'clock'>(
  name: Name,
  session: SessionRow,
  changes: { photo: Before<Name>; edited: After<Name> }[],
  entries: Write[],
): Promise<void> {
  if (changes.length === 0) return;
  await transact([
    ...changes.map(({ photo, edited }) => changePhoto(name, photo, edited)),
    ...entries,
    // Written even if no counter changes: the condition fails for a deleted session, whose photos must not become
    // public again.
    countInRound(session, countsChangeOf(session, changes), () => new StudioError('NOT_FOUND'), {
      requiresLive: true,
      awaitsMarks: isAwaiting(
        changes.map(({ edited }) => edited),
        session,
      ),
    }),
  ]);
}

/**
 * Writes photos whose chapter or position depends on their session, the session's counters and timeline entries in one
 * transaction.
 * @param session as it was read
 * @throws WriteConflictError when a photo or the session has changed since it was read
 */
export async function writeInVersion<Name extends 'arrange' | 'restore'>(
  name: Name,
  session: SessionRow,
  changes: { photo: Before<Name>; edited: After<Name> }[],
  entries: Write[],
): Promise<void> {
  if (changes.length === 0) return;
  await transact([
    ...changes.map(({ photo, edited }) => changePhoto(name, photo, edited)),
    countArranged(session, countsChangeOf(session, changes), {
      awaitsMarks: isAwaiting(
        changes.map(({ edited }) => edited),
        session,
      ),
    }),
    ...entries,
  ]);
}

/**
 * Whether move-derivatives has work after this or an earlier edit: files to move, or downloads to withdraw because the
 * client may no longer download the photo.
 */
const mustWithdraw = ({ photo, edited }: { photo: ReadyPhoto; edited: ReadyPhoto }) =>
  isMoving(edited) || (photo.downloadable && !edited.downloadable);

/**
 * Queues the move of files and the withdrawal of downloads. If queuing fails, the daily sweep queues the photos whose
 * files must move, but not photos that only lost their downloads.
 */
export async function askToWithdraw(photos: PhotoKey[]): Promise<void> {
  try {
    await askToMove(photos);
  } catch (error) {
    log.error('Could not queue the move of files of edited photos; the daily sweep will.', { error });
  }
}
