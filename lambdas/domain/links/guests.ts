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
import { linkTo, signedQuery } from '../../platform/signer.ts';
import { transact, write } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { attachmentsFor, canDownload } from '../photos/access/access.ts';
import { noted } from '../photos/editing.ts';
import { webKey } from '../photos/files/file-keys.ts';
import { fileNameIn } from '../photos/files/file-names.ts';
import { requirePhoto, requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readPage, requireShownChapter, visibleChapters } from '../photos/row/reading.ts';
import { requireFiles } from '../photos/row/views.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { type Happening, tell } from '../timeline/tell.ts';
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
  type MarkRow,
  readGuest,
  readMark,
  readMarks,
  setMark,
  startCounts,
} from './repository.ts';
import { guestIdOf, linkIdOf, readCredential, writeCredential } from './secrets.ts';
import { sentAt } from './sent-picks.ts';

/** What guests do with a link. One that is wrong, over, revoked, or of a deleted session is NOT_FOUND for all of it. */

/** Picks, notes and names of one guest an hour. */
const writesPerHour = 3_000;
const slower = 'You have changed very much within an hour. What is saved stays; go on in an hour.';

/**
 * Signatures of pictures end at multiples of this many milliseconds, so that a page that is opened again uses the
 * pictures that the browser has cached.
 */
const signatureStep = 10 * 60_000;

/**
 * Opens a link, any number of times.
 * @param viewer the viewer's IP address, as CloudFront sees it
 * @param credentialOf returns what the browser keeps of a link
 * @returns the session, or that the PIN is needed; and what the browser is to keep of a link that was opened
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
      return { opened: { state: 'pin', ...aboutOf(link, session), thumbhash: cover?.thumbhash ?? null } };
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

/** What a browser keeps until the link ends, by which it is the same guest again. */
export interface GuestCredential {
  link_id: string;
  value: string;
  ends_at: string;
}

/**
 * Returns the guest of a link to whom this credential was given.
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

const aboutOf = ({ made_by, shared_by, ends_on }: LinkRow, { session_name, session_date }: SessionRow) => ({
  session_name,
  session_date,
  // The studio's name is in the guests' document, also after it was changed.
  shared_by: made_by === 'studio' ? null : shared_by,
  ends_on,
});

async function readShared(actor: Guest, link: LinkRow, session: SessionRow): Promise<SharedSession> {
  const chapters = visibleChapters(session);
  const own = readMarks(link.id, actor.id);
  const [cover, guest, media_access, photos, marks] = await Promise.all([
    chosenCover(actor, session),
    readGuest(link.id, actor.id),
    signMedia(session),
    listPage(actor, session, undefined, chapters[0]?.id, own),
    own,
  ]);
  return {
    state: 'open',
    ...aboutOf(link, session),
    link_id: link.id,
    may_pick: link.may_pick,
    may_note: link.may_note,
    download: link.download,
    photos_count: session.visible_count,
    attachments_count: attachmentsFor(actor, session),
    chapters,
    cover: cover ? toGuestPhoto(actor, cover, session) : null,
    guest: guest ?? null,
    sent_at: sentAt(guest, marks),
    media_access,
    photos,
  };
}

/** Signs the pictures of one session, for some minutes. */
async function signMedia({ customer_id, id }: SessionRow): Promise<GuestMediaAccess> {
  const latest = Date.now() + limits.guestPictureMinutes * 60_000;
  const expires = new Date(Math.floor(latest / signatureStep) * signatureStep);
  return { expires_at: expires.toISOString(), query: await signedQuery(sessionMediaPrefix(customer_id, id), expires) };
}

/** @throws StudioError NOT_FOUND */
export const openGuestMedia = async (actor: Guest): Promise<GuestMediaAccess> =>
  signMedia(await requireSession(actor, actor.session_id));

/**
 * Returns a page of the session's photos, with the guest's own picks and notes.
 * @throws StudioError NOT_FOUND, also for a chapter without visible photos
 */
export async function listGuestPhotos(actor: Guest, cursor?: string, chapter?: ChapterFilter): Promise<GalleryPage> {
  const session = await requireSession(actor, actor.session_id);
  return listPage(actor, session, cursor, chapter, readMarks(actor.link_id, actor.id));
}

async function listPage(
  actor: Guest,
  session: SessionRow,
  cursor: string | undefined,
  chapter: ChapterFilter | undefined,
  own: Promise<MarkRow[]>,
): Promise<GalleryPage> {
  requireShownChapter(session, chapter);
  const [{ photos, next_cursor }, marks] = await Promise.all([readPage(actor, session, cursor, { chapter }), own]);
  const byPhoto = new Map(marks.map((mark) => [mark.photo_id, mark]));
  return { items: photos.map((photo) => toGuestPhoto(actor, photo, session, byPhoto.get(photo.id))), next_cursor };
}

/**
 * Records the guest's name, and their email address if they like. An address makes nobody a client.
 * @param viewer the viewer's IP address
 * @throws StudioError TOO_MANY; INVALID for one guest too many
 */
export async function nameGuest(actor: Guest, link: LinkRow, viewer: string, values: NameGuest): Promise<AboutGuest> {
  const { link_id, id } = actor;
  await limit(`guest ${id}`, writesPerHour, hourSeconds, slower);
  if (!(await readGuest(link_id, id))) await limitNames(link, viewer);
  // A conflict: inserted by another tab, or by this request's first attempt whose response was lost.
  await retryOnConflict(async () => {
    if (await readGuest(link_id, id)) return write(changeGuest(link_id, id, values));
    await startCounts(link);
    const session = await requireSession(actor, actor.session_id);
    await transact([
      insertGuest(link_id, id, values),
      countOfGuests(link_id, 'guests_count', 1, tooManyGuests),
      ...tell(actor, { kind: 'opened', session }),
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
 * Sets a guest's own pick or note on a photo that they may see.
 * @throws StudioError NOT_FOUND; FORBIDDEN where the link does not allow it; NAME_NEEDED; TOO_MANY; INVALID for more notes
 * than a link takes; CHANGED_MEANWHILE with the photo in `details.current` when another note was saved first
 */
export async function setGuestMark(
  actor: Guest,
  link: LinkRow,
  photoId: string,
  change: SetFavoriteOrNote,
): Promise<GalleryPhoto> {
  if ('note' in change ? !link.may_note : !link.may_pick) throw new StudioError('FORBIDDEN');
  await limit(`guest ${actor.id}`, writesPerHour, hourSeconds, slower);
  const { shown, isChanged } = await retryOnConflict(async () => {
    const [{ photo, session }, before] = await Promise.all([
      requirePhoto(actor, actor.session_id, photoId),
      readMark(link.id, actor.id, photoId),
    ]);
    const { is_picked, note } = before ?? { is_picked: false, note: '' };
    const after = 'note' in change ? { is_picked, note: change.note } : { is_picked: change.is_favorite, note };
    const photoWith = (mark: typeof before | typeof after) => toGuestPhoto(actor, photo, session, mark);
    if (after.is_picked === is_picked && after.note === note) return { shown: photoWith(after), isChanged: false };
    if ('note' in change && !isSameText(note, change.note_before)) return { shown: photoWith(before), isChanged: true };
    if ('note' in change) await startCounts(link);
    await transact([
      setMark(link.id, actor.id, photoId, before, after),
      guestIsNamed(link.id, actor.id, () => new StudioError('NAME_NEEDED')),
      ...('note' in change
        ? [countOfGuests(link.id, 'notes_length', after.note.length - note.length, tooManyWords)]
        : []),
      ...tell(actor, toldOf(change, session, { id: photoId, note })),
    ]);
    return { shown: photoWith(after), isChanged: false };
  });
  if (!isChanged) return shown;
  throw new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: shown },
  });
}

function tooManyWords(): StudioError {
  const most = limits.guestNotesTogether.toLocaleString('en-US');
  const message = `All notes that guests write on a link together can have at most ${most} characters.`;
  return new StudioError('INVALID', undefined, { fields: { note: message } });
}

/** What a change of a guest's pick or note tells. */
const toldOf = (change: SetFavoriteOrNote, session: SessionRow, photo: Pick<ReadyPhoto, 'id' | 'note'>): Happening =>
  'note' in change
    ? noted(session, photo, change.note)
    : { kind: change.is_favorite ? 'favorited' : 'unfavorited', session, count: 1, photo_ids: [photo.id] };

/**
 * Returns a signed URL of a photo's file in a size that the link allows; without one, in the largest.
 * @throws StudioError NOT_FOUND
 */
export async function downloadAsGuest(
  actor: Guest,
  photoId: string,
  wanted: GuestDownloadSize | undefined,
): Promise<DownloadLink> {
  const { photo, session } = await requirePhoto(actor, actor.session_id, photoId);
  const sizes = wanted ? [wanted] : GuestDownloadSize.options;
  const size = sizes.findLast((one) => canDownload(actor, photo, session, [one]));
  if (!size) throw new StudioError('NOT_FOUND');
  const key = size === 'web' ? webKey(photo, requireFiles(actor, photo, session)) : photo.original_key;
  const url = await linkTo(key);
  await transact(tell(actor, { kind: 'downloaded', session, count: 1, photo_ids: [photoId], what: size }));
  return { url, file_name: fileNameIn(size, photo) };
}
