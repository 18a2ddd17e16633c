import type { EditPhotos, GalleryPhoto, SetFavoriteOrNote, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { TimelineKind } from '#shared/contract/timeline.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import { type Admin, type Client, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { transact, type Write } from '../../platform/table.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToMove } from '../jobs/media-jobs.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { countArranged, countFavorite, countInRound, nextRound, type SessionRow } from '../sessions/repository.ts';
import { type Happening, tell } from '../timeline/tell.ts';
import { canSee, isMarkedProof } from './access/access.ts';
import { stageOf } from './access/attributes.ts';
import { inRound } from './access/finished-round.ts';
import { isMoving } from './files/moving.ts';
import { countsBetween } from './row/counts.ts';
import { requirePhoto, requireSession } from './row/find.ts';
import type { After, Before, Photo, ReadyPhoto, VersionedPhoto } from './row/lifecycle.ts';
import { changePhoto, type PhotoKey, readPhotos } from './row/repository.ts';
import { toGalleryPhoto, toStudioPhoto } from './row/views.ts';
import type { FormerVersion } from './versions/attributes.ts';
import { withFormer } from './versions/swap.ts';
import { inMarks, isAwaiting, isMeant, unfeatured } from './watermark/marking.ts';
import { withoutMarks } from './watermark/stale-marks.ts';

/** Photos per transaction, besides their session; DynamoDB allows 100 writes. */
export const photosPerTransaction = 50;

/**
 * Sets a client's favorite or note on a photo that they may see.
 * @throws StudioError NOT_FOUND, also when the photo is hidden or deleted before the write; CHANGED_MEANWHILE with the
 * photo in `details.current` when another note was saved first
 */
export const setFavoriteOrNote = (
  actor: Client,
  sessionId: string,
  photoId: string,
  change: SetFavoriteOrNote,
): Promise<GalleryPhoto> =>
  'note' in change
    ? setNote(actor, sessionId, photoId, change)
    : setFavorite(actor, sessionId, photoId, change.is_favorite);

/** Sets the favorite and the session's count of favorites, in one transaction. */
const setFavorite = (actor: Client, sessionId: string, photoId: string, isFavorite: boolean): Promise<GalleryPhoto> =>
  retryOnConflict(async () => {
    const { photo, session } = await requirePhoto(actor, sessionId, photoId);
    if (photo.is_favorite === isFavorite) return toGalleryPhoto(actor, photo, session);
    const marked = withFavorite(photo, isFavorite);
    await transact([
      changePhoto('favorite', photo, marked),
      countFavorite(sessionId, isFavorite ? 1 : -1, () => new StudioError('NOT_FOUND')),
      ...tell(actor, { kind: isFavorite ? 'favorited' : 'unfavorited', session, count: 1, photo_ids: [photoId] }),
    ]);
    return toGalleryPhoto(actor, marked, session);
  });

/** Replaces only the note that its writer has seen. */
async function setNote(
  actor: Client,
  sessionId: string,
  photoId: string,
  { note, note_before }: Extract<SetFavoriteOrNote, { note: string }>,
): Promise<GalleryPhoto> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  const marked: ReadyPhoto = { ...photo, note };
  if (note === photo.note) return toGalleryPhoto(actor, photo, session);
  if (!isSameText(photo.note, note_before)) throw noteChanged(actor, photo, session);
  try {
    await transact([changePhoto('note', photo, marked), ...tell(actor, noted(session, photo, note))]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const { photo: now } = await requirePhoto(actor, sessionId, photoId);
    // Another tab saved the same note first.
    if (now.note !== note) throw noteChanged(actor, now, session);
  }
  return toGalleryPhoto(actor, marked, session);
}

/** What a change of a note tells; one that was there before is not counted again. */
export const noted = (session: SessionRow, photo: Pick<ReadyPhoto, 'id' | 'note'>, note: string) =>
  ({
    kind: note === '' ? 'note-removed' : 'noted',
    session,
    count: note === '' || photo.note === '' ? 1 : 0,
    photo_ids: [photo.id],
  }) satisfies Happening;

const noteChanged = (actor: Client, photo: ReadyPhoto, session: SessionRow) =>
  new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: toGalleryPhoto(actor, photo, session) },
  });

/** Adds or removes the favorite. */
export function withFavorite(photo: ReadyPhoto, is_favorite: boolean): ReadyPhoto {
  const { favorited_at: _, ...rest } = photo;
  return is_favorite ? { ...rest, is_favorite, favorited_at: new Date().toISOString() } : { ...rest, is_favorite };
}

/**
 * Shows, hides or features photos of a session, allows their downloads, or sets their stage; the session's counts
 * change in the same transaction. A hidden photo gets new addresses: the API refuses it at once, and its old addresses
 * stop working within minutes.
 * @returns the photos after the change, without those that do not exist
 * @throws StudioError NOT_FOUND for the session; INVALID for a category of proofs that clients get marked only;
 * FORBIDDEN for staff, with a category
 */
export async function editPhotos(actor: Admin, sessionId: string, edit: EditPhotos): Promise<StudioPhoto[]> {
  if (edit.category) requireAdmin(actor, 'put photos into the public gallery');
  let session = await requireSession(actor, sessionId);
  const ids = [...new Set(edit.photo_ids)];
  const edited: ReadyPhoto[] = [];
  for (let start = 0; start < ids.length; start += photosPerTransaction) {
    const some = ids.slice(start, start + photosPerTransaction);
    const pairs = await retryOnConflict(async (attempt) => {
      if (attempt > 1) session = await requireSession(actor, sessionId);
      const rows = await readPhotos(sessionId, some);
      const photos = rows.filter((row) => canSee(actor, row, session));
      const changes = photos.map((photo) => ({ photo, edited: withEdit(photo, edit, session) }));
      if (edit.category) requireFeaturable(changes, session);
      await writeTogether(
        'edit',
        session,
        changes.filter(({ photo, edited }) => photo !== edited),
        toldOf(actor, session, changes),
      );
      return changes;
    });
    await askToWithdraw(pairs.filter(isWithdrawn).map((pair) => pair.edited));
    edited.push(...pairs.map((pair) => pair.edited));
  }
  if (isAwaiting(edited, session)) await enqueueSoon('mark-session', sessionId);
  await askToKeepReady(session, { photosChanged: true });
  return edited.map((photo) => toStudioPhoto(photo, session));
}

type Change = { photo: ReadyPhoto; edited: ReadyPhoto };

/** What each part of an edit tells, of the photos that it changes. */
const partsOfEdit: [TimelineKind, (change: Change) => boolean][] = [
  ['photos-shown', ({ photo, edited }) => !isMeant(photo) && isMeant(edited)],
  ['photos-hidden', ({ photo, edited }) => isMeant(photo) && !isMeant(edited)],
  ['downloads-allowed', ({ photo, edited }) => !photo.downloadable && edited.downloadable],
  ['downloads-withheld', ({ photo, edited }) => photo.downloadable && !edited.downloadable],
  ['photos-featured', ({ photo, edited }) => !!edited.featured_in && edited.featured_in !== photo.featured_in],
  ['photos-finished', ({ photo, edited }) => stageOf(photo) === 'proof' && stageOf(edited) === 'finished'],
  ['photos-unfinished', ({ photo, edited }) => stageOf(photo) === 'finished' && stageOf(edited) === 'proof'],
  ['photos-unfeatured', ({ photo, edited }) => !!photo.featured_in && !edited.featured_in],
];

const toldOf = (actor: Admin, session: SessionRow, changes: Change[]): Write[] =>
  partsOfEdit.flatMap(([kind, isPart]) => {
    const ids = changes.filter(isPart).map(({ photo }) => photo.id);
    return ids.length === 0 ? [] : tell(actor, { kind, session, count: ids.length, photo_ids: ids });
  });

/** @param session as of now */
function withEdit(
  photo: ReadyPhoto,
  { is_approved = isMeant(photo), downloadable = photo.downloadable, category, focus, stage }: EditPhotos,
  session: SessionRow,
): ReadyPhoto {
  const featured = category === undefined ? photo : category === null ? unfeatured(photo) : inPublic(photo, category);
  const isFocused = !focus || (photo.focus?.x === focus.x && photo.focus.y === focus.y);
  const isInStage = stage === undefined || stage === stageOf(photo);
  const isShown = is_approved === isMeant(photo);
  if (isShown && downloadable === photo.downloadable && isFocused && isInStage && featured === photo) return photo;
  const { awaits_mark: _, ...rest } = featured;
  const edited = inMarks(
    {
      ...rest,
      is_approved,
      downloadable,
      ...(focus && !isFocused && { focus }),
      ...(!isInStage && { stage }),
    },
    session,
  );
  return inRound(withNewFiles(photo, edited, session), nextRound(session));
}

/** Gives up the addresses by which others know what they may no longer have. */
function withNewFiles(photo: ReadyPhoto, edited: ReadyPhoto, session: SessionRow): ReadyPhoto {
  const [was, is] = [isMarkedProof(photo, session), isMarkedProof(edited, session)];
  // The other files are theirs from now on: downloads that were prepared before contain the ones before.
  const swapped =
    was === is ? edited : { ...edited, swapped_at: new Date().toISOString(), outdates_downloads: true as const };
  // Clients may know its earlier versions, also while it waits for its mark.
  if (!isMeant(photo)) return swapped;
  if (!isMeant(edited)) return withNewKey(swapped);
  return is && !was ? rekeyed(swapped) : swapped;
}

/** @throws StudioError INVALID when one of these photos is a proof that only the studio gets clean */
function requireFeaturable(changes: Change[], session: SessionRow): void {
  const proof = changes.find(({ edited }) => isMarkedProof(edited, session));
  if (!proof) return;
  throw new StudioError(
    'INVALID',
    `“${proof.photo.file_name}” is a proof with a watermark, and the public gallery shows photos clean. Mark it as finished first.`,
  );
}

/** Features the photo in this category; it is public when move-derivatives has copied its derivatives. */
const inPublic = (photo: ReadyPhoto, category: string): ReadyPhoto =>
  photo.featured_in === category
    ? photo
    : { ...photo, featured_in: category, portfolio_key: photo.portfolio_key ?? newId() };

/**
 * Gives the photo, and those of its earlier versions that the client could see, new media keys; marked derivatives are
 * given up, and made again when they are needed.
 */
function withNewKey<P extends VersionedPhoto>(photo: P): P {
  const former = photo.former?.map((version) => (version.was_shown ? withoutMarks(rekeyed(version)) : version));
  const moved: P = withoutMarks(rekeyed(photo));
  return former ? withFormer(moved, former) : moved;
}

/** Takes the photo from everyone but the studio: with a new media key where the client could see it, and not featured. */
export const withdrawn = (photo: ReadyPhoto): ReadyPhoto => unfeatured(isMeant(photo) ? withNewKey(photo) : photo);

/**
 * Gives the clean derivatives of proofs new media keys, where others know the keys from before they were shown marked;
 * and removes the photo from the public gallery.
 */
export function withNewCleanKeys(photo: ReadyPhoto): ReadyPhoto {
  const isProof = stageOf(photo) === 'proof';
  const moved = isProof && isMeant(photo) ? rekeyed(photo) : photo;
  const wasToldClean = (version: FormerVersion) => version.was_shown && stageOf(version) === 'proof';
  const former = photo.former?.some(wasToldClean)
    ? photo.former.map((version) => (wasToldClean(version) ? rekeyed(version) : version))
    : undefined;
  const withVersions = former ? withFormer(moved, former) : moved;
  return isProof ? unfeatured(withVersions) : withVersions;
}

/** Unless a move to a new key is pending: that key has not been published. */
const rekeyed = <V extends Pick<ReadyPhoto, 'media_key' | 'stale_media_key'>>(version: V): V =>
  version.stale_media_key ? version : { ...version, media_key: newId(), stale_media_key: version.media_key };

/** How these changes change their session's counts. */
const changedCounts = (changes: readonly { photo: Photo; edited: Photo }[]) =>
  countsBetween(
    changes.map(({ photo }) => photo),
    changes.map(({ edited }) => edited),
  );

/**
 * Writes photos of one session, the session's counts, and what tells of it, in one transaction.
 * @param session as it was read
 * @throws WriteConflictError when a photo, or the round or the clocks of the session, have changed since it was read; StudioError NOT_FOUND
 * when the session is deleted
 */
export async function writeTogether<Name extends 'edit' | 'mark' | 'trash' | 'clock'>(
  name: Name,
  session: SessionRow,
  changes: { photo: Before<Name>; edited: After<Name> }[],
  told: Write[],
): Promise<void> {
  if (changes.length === 0) return;
  await transact([
    ...changes.map(({ photo, edited }) => changePhoto(name, photo, edited)),
    ...told,
    // Written even when the counts do not change: its condition fails for a deleted session, whose photos must not
    // become public again.
    countInRound(session, changedCounts(changes), () => new StudioError('NOT_FOUND'), {
      isLive: true,
      awaitsMarks: isAwaiting(
        changes.map(({ edited }) => edited),
        session,
      ),
    }),
  ]);
}

/**
 * Writes photos whose chapter or place depends on their session, its counts, and what tells of it, in one transaction.
 * @param session as it was read
 * @throws WriteConflictError when a photo or the session has changed since it was read
 */
export async function writeInVersion<Name extends 'arrange' | 'restore'>(
  name: Name,
  session: SessionRow,
  changes: { photo: Before<Name>; edited: After<Name> }[],
  told: Write[],
): Promise<void> {
  if (changes.length === 0) return;
  await transact([
    ...changes.map(({ photo, edited }) => changePhoto(name, photo, edited)),
    countArranged(session, changedCounts(changes), {
      awaitsMarks: isAwaiting(
        changes.map(({ edited }) => edited),
        session,
      ),
    }),
    ...told,
  ]);
}

/**
 * Whether move-derivatives has files to move after this or an earlier edit, or the client may no longer download the
 * photo.
 */
const isWithdrawn = ({ photo, edited }: { photo: ReadyPhoto; edited: ReadyPhoto }) =>
  isMoving(edited) || (photo.downloadable && !edited.downloadable);

/**
 * Queues the move of files and the withdrawal of downloads. If queuing fails, the daily sweep queues photos whose files
 * must move, but not photos that only became not downloadable.
 */
export async function askToWithdraw(photos: PhotoKey[]): Promise<void> {
  try {
    await askToMove(photos);
  } catch (error) {
    log.error('Could not queue the move of files of edited photos; the daily sweep will.', { error });
  }
}
