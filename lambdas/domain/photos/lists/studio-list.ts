import type { ChapterFilter, DownloadLink, PhotoFilter, StudioPage } from '#shared/contract/photos/photos.ts';
import type { UnsettledPage, UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../../platform/cursors.ts';
import { downloadPath } from '../../../platform/signer.ts';
import { cleanFiles } from '../access/access.ts';
import { stageOf } from '../access/attributes.ts';
import { isShownFavorite } from '../feedback/attributes.ts';
import { webKey } from '../files/file-keys.ts';
import { fileNameIn } from '../files/file-names.ts';
import { requirePhoto, requireSession } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readPage } from '../row/reading.ts';
import { readUnsettled } from '../row/repository.ts';
import { starsOf } from '../row/stars.ts';
import { toStudioPhoto } from '../row/views.ts';

/** Lists a session's photos for the studio. */

/**
 * Returns one page of a session's ready photos for the studio, limited to a filter and to a chapter.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioPhotos(
  actor: Admin,
  sessionId: string,
  cursor?: string,
  show: PhotoFilter = 'all',
  chapter?: ChapterFilter,
): Promise<StudioPage> {
  const session = await requireSession(actor, sessionId);
  const { photos, next_cursor, damaged } = await readPage(actor, session, cursor, {
    size: limits.rowsPerPage,
    list: `studio ${show}`,
    chapter,
    isWanted: filters[show],
  });
  const items = photos.map((photo) => toStudioPhoto(photo, session));
  return { items, next_cursor, ...(damaged.length > 0 && { damaged }) };
}

/** Returns the rule for photos with at least so many of the studio's stars. */
function hasStars(least: number) {
  return (photo: ReadyPhoto): boolean => starsOf(photo) >= least;
}

/** The rules by which each filter lists a photo. */
export const filters: Record<PhotoFilter, (photo: ReadyPhoto) => boolean> = {
  all: () => true,
  favorites: isShownFavorite,
  noted: (photo) => photo.note !== '',
  hidden: (photo) => !photo.is_approved,
  placed: (photo) => photo.place !== undefined,
  undownloadable: (photo) => !photo.downloadable,
  proof: (photo) => stageOf(photo) === 'proof',
  finished: (photo) => stageOf(photo) === 'finished',
  stars_1: hasStars(1),
  stars_2: hasStars(2),
  stars_3: hasStars(3),
  stars_4: hasStars(4),
  stars_5: hasStars(5),
};

/**
 * Returns one page of a session's pending and failed photos and replacements, oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listUnsettled(actor: Admin, sessionId: string, cursor?: string): Promise<UnsettledPage> {
  const cursorScope = `${actor.sub} unsettled ${sessionId}`;
  const { rows, last, damaged } = await readUnsettled(
    sessionId,
    limits.rowsPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  const { photos_count } = await requireSession(actor, sessionId);
  return {
    photos_count,
    items: rows.flatMap((row): UnsettledPhoto[] => {
      if (row.state === 'failed') return [{ ...row, replaces: null }];
      if (row.state === 'pending') return [{ ...row, uploaded_at: row.asked_at, reason: null, replaces: null }];
      const { incoming, refused_version: refusedVersion, refused_at } = row.state === 'ready' ? row : {};
      const replacement = { id: row.id, replaces: row.file_name };
      // A new ticket removes the earlier refusal, so that a photo has either a pending or a refused replacement.
      if (incoming) {
        const { file_name, asked_at: uploaded_at } = incoming;
        return [{ ...replacement, file_name, uploaded_at, state: 'pending', reason: null }];
      }
      return refusedVersion && refused_at
        ? [{ ...replacement, ...refusedVersion, uploaded_at: refused_at, state: 'failed' }]
        : [];
    }),
    next_cursor: await encryptCursor(cursorScope, last),
    damaged,
  };
}

/**
 * Returns a link for the studio to a photo's file. The original has a Content-Disposition with its name; the web size
 * is served inline, so the screen must save it as `file_name`.
 * @throws StudioError NOT_FOUND
 */
export async function linkForStudio(
  actor: Admin,
  sessionId: string,
  photoId: string,
  size: 'web' | 'original',
): Promise<DownloadLink> {
  const { photo } = await requirePhoto(actor, sessionId, photoId);
  const key = size === 'original' ? photo.original_key : webKey(photo, cleanFiles(photo));
  return { url: await downloadPath(key), file_name: fileNameIn(size, photo) };
}
