import {
  type Guest as AboutGuest,
  GuestDownloadSize,
  type GuestMediaAccess,
  type NameGuest,
  type OpenedLink,
  type OpenLink,
  type SharedSession,
} from '#shared/contract/links.ts';
import type {
  ChapterFilter,
  DownloadLink,
  GalleryPage,
  GalleryPhoto,
  SetFavoriteOrNote,
} from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { sessionMediaPrefix } from '#shared/photos/media.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import type { Guest } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { downloadPath, signedQuery } from '../../platform/signer.ts';
import { transact, write } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { attachmentsFor, canDownload } from '../photos/access/access.ts';
import { noted } from '../photos/feedback/client-feedback.ts';
import { webKey } from '../photos/files/file-keys.ts';
import { fileNameIn } from '../photos/files/file-names.ts';
import { requirePhoto, requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readPage, requireShownChapter, visibleChapters } from '../photos/row/reading.ts';
import { requireFiles } from '../photos/row/views.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { type Activity, recordActivity } from '../timeline/record.ts';
import { chosenCover, coverOf, requireLive, toActor, toGuestPhoto } from './live.ts';
import { limitNames } from './names.ts';
import { comparePin } from './pin.ts';
import {
  changeGuest,
  countOfGuests,
  countVisit,
  guestIsNamed,
  insertGuest,
  type LinkRow,
  type ReactionRow,
  readGuest,
  readReaction,
  readReactions,
  setReaction,
  startCounts,
} from './repository.ts';
import { guestIdOf, linkIdOf, readCredential, writeCredential } from './secrets.ts';
import { sentAt } from './sent-picks.ts';

/**
 * Guests' requests with a link. A link that is wrong, ended, revoked, or of a deleted session is NOT_FOUND for each of
 * them.
 */

/** The number of picks, notes and names that one guest may save in an hour. */
const writesPerHour = 3_000;
const tooManyMessage = 'You have changed very much within an hour. What is saved stays; go on in an hour.';

/**
 * The step in milliseconds to which the end of photos' signatures is rounded, so that a page that is opened again uses
 * the photos in the browser's cache.
 */
const signatureStep = 10 * 60_000;

/**
 * Opens a link, any number of times.
 * @param viewer the viewer's IP address, as CloudFront sees it
 * @param credentialOf returns the credential that the browser keeps for a link
 * @returns the session and the credential to keep; or only that the PIN is needed
 * @throws StudioError NOT_FOUND; WRONG_PIN; TOO_MANY
 */
export async function openLink(
  viewer: string,
  { token, pin }: OpenLink,
  credentialOf: (linkId: string) => string | undefined,
): Promise<{ opened: OpenedLink; credential?: GuestCredential }> {
  const { link, session } = await requireLive(linkIdOf(token));
  const { secret, isValid } = await readCredential(link, credentialOf(link.id));
  if (link.pin !== null && !isValid) {
    if (pin === undefined) {
      const cover = await coverOf(toActor(link, guestIdOf(secret)), session);
      return { opened: { state: 'pin', ...sessionFactsOf(link, session), thumbhash: cover?.thumbhash ?? null } };
    }
    await comparePin(link, link.pin, pin, viewer);
  }
  const opened = await readShared(toActor(link, guestIdOf(secret)), link, session);
  await write(countVisit(link.id));
  return {
    opened,
    credential: { link_id: link.id, value: await writeCredential(link, secret), ends_at: link.ends_at },
  };
}

/** The credential that a browser keeps until the link ends, and that makes it the same guest again. */
export interface GuestCredential {
  link_id: string;
  value: string;
  ends_at: string;
}

/**
 * Returns the guest of a link who has this credential.
 * @throws StudioError NOT_FOUND, also for a credential from before the PIN was changed
 */
export async function resolveGuest(
  linkId: string,
  credential: string | undefined,
): Promise<{ actor: Guest; link: LinkRow }> {
  const { link } = await requireLive(linkId);
  const { secret, isValid } = await readCredential(link, credential);
  if (!isValid) throw new StudioError('NOT_FOUND');
  return { actor: toActor(link, guestIdOf(secret)), link };
}

const sessionFactsOf = ({ made_by, shared_by, ends_on }: LinkRow, session: SessionRow) => ({
  session_name: session.session_name,
  session_date: session.session_date,
  // The guests' page itself has the studio's name, even after the name was changed.
  shared_by: made_by === 'studio' ? null : shared_by,
  // The link opens nothing once the gallery has ended.
  ends_on: session.ends_on !== null && session.ends_on < ends_on ? session.ends_on : ends_on,
});

async function readShared(actor: Guest, link: LinkRow, session: SessionRow): Promise<SharedSession> {
  const chapters = visibleChapters(session);
  const reactionsOfGuest = readReactions(link.id, actor.id);
  const [cover, guest, media_access, photos, reactions] = await Promise.all([
    chosenCover(actor, session),
    readGuest(link.id, actor.id),
    signMedia(session),
    listPage(actor, session, undefined, chapters[0]?.id, reactionsOfGuest),
    reactionsOfGuest,
  ]);
  return {
    state: 'open',
    ...sessionFactsOf(link, session),
    link_id: link.id,
    may_pick: link.may_pick,
    may_note: link.may_note,
    download: link.download,
    photos_count: session.visible_count,
    attachments_count: attachmentsFor(actor, session),
    chapters,
    cover: cover ? toGuestPhoto(actor, cover, session) : null,
    guest: guest ?? null,
    sent_at: sentAt(guest, reactions),
    media_access,
    photos,
  };
}

/** Returns the signed query by which a guest loads the photos of one session for some minutes. */
async function signMedia({ customer_id, id }: SessionRow): Promise<GuestMediaAccess> {
  const latestEnd = Date.now() + limits.guestPictureMinutes * 60_000;
  const expires = new Date(Math.floor(latestEnd / signatureStep) * signatureStep);
  return { expires_at: expires.toISOString(), query: await signedQuery(sessionMediaPrefix(customer_id, id), expires) };
}

/**
 * Returns a new signed query for the photos of the guest's session.
 * @throws StudioError NOT_FOUND
 */
export const signGuestMedia = async (actor: Guest): Promise<GuestMediaAccess> =>
  signMedia(await requireSession(actor, actor.session_id));

/**
 * Returns a page of the session's photos, with the guest's own picks and notes.
 * @throws StudioError NOT_FOUND, also for a chapter without visible photos
 */
export async function listGuestPhotos(actor: Guest, cursor?: string, chapter?: ChapterFilter): Promise<GalleryPage> {
  const session = await requireSession(actor, actor.session_id);
  return listPage(actor, session, cursor, chapter, readReactions(actor.link_id, actor.id));
}

async function listPage(
  actor: Guest,
  session: SessionRow,
  cursor: string | undefined,
  chapter: ChapterFilter | undefined,
  reactionsOfGuest: Promise<ReactionRow[]>,
): Promise<GalleryPage> {
  requireShownChapter(session, chapter);
  const [{ photos, next_cursor }, reactions] = await Promise.all([
    readPage(actor, session, cursor, { chapter }),
    reactionsOfGuest,
  ]);
  const byPhoto = new Map(reactions.map((reaction) => [reaction.photo_id, reaction]));
  return { items: photos.map((photo) => toGuestPhoto(actor, photo, session, byPhoto.get(photo.id))), next_cursor };
}

/**
 * Stores the guest's name, and optionally their email address. An address makes nobody a client.
 * @param viewer the viewer's IP address
 * @throws StudioError TOO_MANY; INVALID when the link has its largest number of guests
 */
export async function nameGuest(actor: Guest, link: LinkRow, viewer: string, values: NameGuest): Promise<AboutGuest> {
  const { link_id, id } = actor;
  await limit(`guest ${id}`, writesPerHour, hourSeconds, tooManyMessage);
  if (!(await readGuest(link_id, id))) await limitNames(link, viewer);
  // A conflict means that another tab, or this request's first attempt whose response was lost, has inserted the guest.
  await retryOnConflict(async () => {
    if (await readGuest(link_id, id)) return write(changeGuest(link_id, id, values));
    await startCounts(link);
    const session = await requireSession(actor, actor.session_id);
    await transact([
      insertGuest(link_id, id, values),
      countOfGuests(link_id, 'guests_count', 1, tooManyGuests),
      ...recordActivity(actor, { kind: 'opened', session }),
    ]);
  });
  return values;
}

const tooManyGuests = () =>
  new StudioError(
    'INVALID',
    `This link has as many guests as it takes: ${limits.guestsPerLink}. Please ask whoever sent it to you for another one.`,
  );

/**
 * Sets a guest's pick or note on a photo that they may see.
 * @throws StudioError NOT_FOUND; FORBIDDEN when the link does not allow it; NAME_NEEDED; TOO_MANY; INVALID when the
 * link's notes would be too long together; CHANGED_MEANWHILE with the photo in `details.current` when another note was
 * saved first
 */
export async function setGuestReaction(
  actor: Guest,
  link: LinkRow,
  photoId: string,
  change: SetFavoriteOrNote,
): Promise<GalleryPhoto> {
  if ('note' in change ? !link.may_note : !link.may_pick) throw new StudioError('FORBIDDEN');
  await limit(`guest ${actor.id}`, writesPerHour, hourSeconds, tooManyMessage);
  const { shown, isChanged } = await retryOnConflict(async () => {
    const [{ photo, session }, before] = await Promise.all([
      requirePhoto(actor, actor.session_id, photoId),
      readReaction(link.id, actor.id, photoId),
    ]);
    const { is_picked, note } = before ?? { is_picked: false, note: '' };
    const after = 'note' in change ? { is_picked, note: change.note } : { is_picked: change.is_favorite, note };
    const photoWith = (reaction: typeof before | typeof after) => toGuestPhoto(actor, photo, session, reaction);
    if (after.is_picked === is_picked && after.note === note) return { shown: photoWith(after), isChanged: false };
    if ('note' in change && !isSameText(note, change.note_before)) return { shown: photoWith(before), isChanged: true };
    if ('note' in change) await startCounts(link);
    await transact([
      setReaction(link.id, actor.id, photoId, before, after),
      guestIsNamed(link.id, actor.id, () => new StudioError('NAME_NEEDED')),
      ...('note' in change
        ? [countOfGuests(link.id, 'notes_length', after.note.length - note.length, tooManyWords)]
        : []),
      ...recordActivity(actor, entryOf(change, session, { id: photoId, note })),
    ]);
    return { shown: photoWith(after), isChanged: false };
  });
  if (!isChanged) return shown;
  throw new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: shown },
  });
}

function tooManyWords(): StudioError {
  const maxCharacters = limits.guestNotesTogether.toLocaleString('en-US');
  const message = `All notes that guests write on a link together can have at most ${maxCharacters} characters.`;
  return new StudioError('INVALID', undefined, { fields: { note: message } });
}

/** Returns the timeline entry of a change of a guest's pick or note. */
const entryOf = (change: SetFavoriteOrNote, session: SessionRow, photo: Pick<ReadyPhoto, 'id' | 'note'>): Activity =>
  'note' in change
    ? noted(session, photo, change.note)
    : { kind: change.is_favorite ? 'favorited' : 'unfavorited', session, count: 1, photo_ids: [photo.id] };

/**
 * Returns a signed URL of a photo's file in the requested size, or without one in the largest that the link allows.
 * @throws StudioError NOT_FOUND
 */
export async function downloadAsGuest(
  actor: Guest,
  photoId: string,
  requestedSize: GuestDownloadSize | undefined,
): Promise<DownloadLink> {
  const { photo, session } = await requirePhoto(actor, actor.session_id, photoId);
  const sizes = requestedSize ? [requestedSize] : GuestDownloadSize.options;
  const size = sizes.findLast((candidate) => canDownload(actor, photo, session, [candidate]));
  if (!size) throw new StudioError('NOT_FOUND');
  const key = size === 'web' ? webKey(photo, requireFiles(actor, photo, session)) : photo.original_key;
  const url = await downloadPath(key);
  await transact(recordActivity(actor, { kind: 'downloaded', session, count: 1, photo_ids: [photoId], what: size }));
  return { url, file_name: fileNameIn(size, photo) };
}
