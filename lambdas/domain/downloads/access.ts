import { type ReadyAttachment, readAttachments } from '../attachments/repository.ts';
import { canHaveAttachments, downloadGuard, type Files, type Viewer } from '../photos/access/access.ts';
import { stageOf } from '../photos/access/attributes.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readPermittedWithSessions } from '../photos/row/reading.ts';
import type { PhotoKey } from '../photos/row/repository.ts';
import { requireFiles } from '../photos/row/views.ts';
import { isCounted } from '../sessions/allowance.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import type { DownloadRow } from './repository.ts';

/** Returns the keys of a download's photos and attachments, which both count against an allowance. */
export const countedIn = (row: Pick<DownloadRow, 'photos' | 'attachments' | 'session_id'>): PhotoKey[] => {
  const { session_id } = row;
  return [...photosOf(row), ...(session_id === null ? [] : row.attachments.map((id) => ({ session_id, id })))];
};

/** Returns the keys of a download's photos. */
export const photosOf = ({ photos }: Pick<DownloadRow, 'photos'>): PhotoKey[] =>
  Object.entries(photos).flatMap(([session_id, ids]) => ids.map((id) => ({ session_id, id })));

/**
 * Whether the client may now download every photo and attachment of a download, in the same versions. Links and the
 * state 'ready' require it, because the archives are deleted only some time after a photo is hidden or replaced.
 */
export async function isCurrent(row: DownloadRow): Promise<boolean> {
  const [photos, attachments] = await Promise.all([readStillDownloadable(row), readStillAttached(row)]);
  return photos.length === photosOf(row).length && attachments.length === row.attachments.length;
}

/**
 * Whether the client, or a link's guests, may have a download now. Its photos must be current, and must count against
 * the allowance already. Guests' downloads do not count, and one that is prepared ahead counts once the client requests
 * it (`requested`).
 */
export const isAllowed = async (row: DownloadRow): Promise<boolean> =>
  (await isCurrent(row)) && (!row.requested || row.link !== undefined || (await isCounted(countedIn(row))));

/**
 * Returns the photos of a download that its recipient may still download, if they have not been replaced, and have not
 * changed between marked and clean, since the download was requested.
 */
export async function readStillDownloadable(
  row: DownloadRow,
): Promise<{ photo: ReadyPhoto; session: SessionRow; files: Files }[]> {
  const viewer = viewerOf(row);
  const downloadable = await readPermittedWithSessions(viewer, row.photos, downloadGuard(row.photo_size));
  return downloadable
    .filter(({ photo, session }) => isOlder(photo.swapped_at, row) && isOlder(marksChangedAt(photo, session), row))
    .map(({ photo, session }) => ({ photo, session, files: requireFiles(viewer, photo, session) }));
}

/** Whether a change was made before the preparation of the download began, or never. */
const isOlder = (time: string | undefined, { created_at }: DownloadRow): boolean =>
  time === undefined || time < created_at;

/** Returns the time at which this photo last changed between clean and marked for clients and guests. */
const marksChangedAt = (photo: ReadyPhoto, { marks_changed_at }: SessionRow): string | undefined =>
  stageOf(photo) === 'proof' ? marks_changed_at : undefined;

/** Returns the attachments that the download's recipient may still download. */
export async function readStillAttached(row: DownloadRow): Promise<ReadyAttachment[]> {
  const session = row.attachments.length > 0 && row.session_id !== null ? await readSession(row.session_id) : undefined;
  if (!session || !canHaveAttachments(viewerOf(row), session)) return [];
  const rows = await readAttachments(session.id, row.attachments);
  return rows.filter((attachment) => attachment.state === 'ready');
}

const viewerOf = ({ customer_id, session_id, link }: DownloadRow): Viewer =>
  link
    ? { ...link, kind: 'guest', id: '', link_id: link.id, session_id: session_id ?? '' }
    : { kind: 'client', customer_id };
