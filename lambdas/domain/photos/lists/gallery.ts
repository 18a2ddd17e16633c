import type { ChapterFilter, FirstPhotos, GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Gallery, GallerySession } from '#shared/contract/sessions/sessions.ts';
import { errors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { daysUntilEnd, hasEnded } from '#shared/sessions/gallery-end.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { today } from '#shared/time/studio-time.ts';
import type { Client } from '../../../platform/auth.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { listGallery } from '../../sessions/sessions.ts';
import { attachmentsFor, canSee, clientLinkSizes } from '../access/access.ts';
import { recordFirstOpening } from '../access/first-opening.ts';
import { readInOrder } from '../order/order.ts';
import { readFavoriteKeys } from '../row/feedback.ts';
import { requireSession } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readPage, requireShownChapter, visibleChapters } from '../row/reading.ts';
import type { PhotoKey } from '../row/repository.ts';
import { stageOfAll, toGalleryPhoto } from '../row/views.ts';
import { readChosenCovers, readFirstPhotos } from './covers.ts';

/** Lists a client's sessions and their photos, as the client sees them. */

/**
 * Returns one page of a session's photos that the client may see, in the session's order.
 * @param chapter lists only the photos of this chapter, or only the photos in no chapter
 * @throws StudioError NOT_FOUND for a session of another customer, and for a chapter without visible photos
 */
export async function listGalleryPhotos(
  actor: Client,
  sessionId: string,
  cursor?: string,
  chapter?: ChapterFilter,
): Promise<GalleryPage> {
  const session = await requireSession(actor, sessionId);
  requireShownChapter(session, chapter);
  const { photos, next_cursor } = await readPage(actor, session, cursor, { chapter });
  if (photos.length > 0) await recordFirstOpening(actor, session);
  return { items: photos.map((photo) => toGalleryPhoto(actor, photo, session)), next_cursor };
}

/**
 * Returns the client's sessions that have visible photos, with their covers, and the total number of favorites. Of an
 * ended gallery only the name and the dates.
 */
export async function readGallery(actor: Client): Promise<Gallery> {
  const [items, favorites] = await Promise.all([listGallery(actor), readFavoriteKeys(actor.customer_id)]);
  return galleryOf(actor, items, favorites);
}

/**
 * Returns the gallery together with the first photos that its page shows, and reads the sessions only once. With a
 * label: the first photos of the first chapter of that session. Without: the first photos of the only session; of
 * several sessions the page shows only covers.
 */
export async function readGalleryWithPhotos(
  actor: Client,
  label?: string,
): Promise<{ gallery: Gallery; first: FirstPhotos }> {
  const [items, favorites] = await Promise.all([listGallery(actor), readFavoriteKeys(actor.customer_id)]);
  const [gallery, first] = await Promise.all([galleryOf(actor, items, favorites), firstPhotos(actor, items, label)]);
  return { gallery, first };
}

async function galleryOf(actor: Client, sessions: SessionRow[], favorites: PhotoKey[]): Promise<Gallery> {
  const covers = await readCovers(actor, sessions);
  const day = today(new Date());
  const items = sessions.map((session): GallerySession => {
    if (hasEnded(session)) return endedSession(session);
    const chapters = visibleChapters(session);
    const favorites_count = favorites.filter(({ session_id }) => session_id === session.id).length;
    const cover = covers.get(session.id);
    const has_selections = session.has_selections ?? false;
    return {
      ...session,
      chapters,
      favorites_count,
      attachments_count: attachmentsFor(actor, session),
      end_line: endLine(session, day),
      cover: cover ? toGalleryPhoto(actor, cover, session) : null,
      stage: stageOfAll(session),
      link_sizes: clientLinkSizes(session),
      has_selections,
    };
  });
  return { items, favorites_count: items.reduce((sum, session) => sum + session.favorites_count, 0) };
}

/** Returns the sentence about the end of an open gallery; undefined without an end, and until it comes near. */
function endLine(session: SessionRow, day: string): string | undefined {
  const { ends_on } = session;
  const days = daysUntilEnd(session, day);
  if (ends_on === null || days === null || days > limits.galleryEndShownDays) return undefined;
  return `This gallery is open until ${calendarDate(ends_on)}.`;
}

/** Returns what the client sees of an ended gallery. */
const endedSession = ({ id, session_label, session_name, session_date }: SessionRow): GallerySession => ({
  ...{ id, session_label, session_name, session_date, has_ended: true, end_line: errors.GALLERY_ENDED.message },
  ...{ photos_count: 0, favorites_count: 0, attachments_count: 0, chapters: [], cover: null, stage: null },
  ...{ client_words: '', download_sizes: [], client_may_share: false, link_sizes: [], has_selections: false },
});

async function firstPhotos(actor: Client, sessions: SessionRow[], label: string | undefined): Promise<FirstPhotos> {
  const [firstSession, ...furtherSessions] = sessions;
  const session =
    label !== undefined
      ? sessions.find((session) => session.session_label === label)
      : furtherSessions.length === 0
        ? firstSession
        : undefined;
  if (!session || hasEnded(session)) return { session_id: null, chapter_id: null, items: [], next_cursor: null };
  // The gallery shows its only session as one list; a session's own page shows one chapter after the other.
  const chapter = label === undefined ? undefined : visibleChapters(session)[0]?.id;
  const { photos, next_cursor } = await readPage(actor, session, undefined, { chapter });
  if (photos.length > 0) await recordFirstOpening(actor, session);
  const items = photos.map((photo) => toGalleryPhoto(actor, photo, session));
  return { session_id: session.id, chapter_id: chapter ?? null, items, next_cursor };
}

/**
 * Returns the covers by session: the chosen cover if the client may see it. With several sessions, their first photo
 * replaces a missing one.
 */
async function readCovers(actor: Client, sessions: SessionRow[]): Promise<Map<string, ReadyPhoto>> {
  const openSessions = sessions.filter((session) => !hasEnded(session));
  const chosenCovers = await readChosenCovers(actor, openSessions);
  const sessionsWithoutCover = sessions.length > 1 ? openSessions.filter(({ id }) => !chosenCovers.has(id)) : [];
  return new Map([...chosenCovers, ...(await readFirstPhotos(actor, sessionsWithoutCover))]);
}

/**
 * Returns every photo of a session that the client may see, in the session's order.
 * @throws StudioError NOT_FOUND for a session of another customer
 */
export async function listVisiblePhotos(actor: Client, sessionId: string): Promise<ReadyPhoto[]> {
  const session = await requireSession(actor, sessionId);
  const photos = await readInOrder(session);
  return photos.filter((photo) => canSee(actor, photo, session));
}
