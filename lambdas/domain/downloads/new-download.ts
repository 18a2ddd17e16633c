import type { RequestDownload } from '#shared/contract/downloads.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { idFrom } from '../../platform/ids.ts';
import { daySeconds } from '../../platform/time.ts';
import type { ReadyAttachment } from '../attachments/repository.ts';
import { downloadGuard } from '../photos/access/access.ts';
import { photoIdOf } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { idsBySession } from '../photos/row/reading.ts';
import type { DownloadRow } from './repository.ts';
import { type ClientViewer, readScope, type Scope } from './scope.ts';

/**
 * The days during which a prepared download can be downloaded. The daily sweep and S3's lifecycle rule must not delete
 * its archives sooner.
 */
export const downloadDays = 7;
const lifetimeSeconds = downloadDays * daySeconds;

/**
 * Returns the row of a new download with the photos of this scope that the client may download now.
 * @throws StudioError NOT_FOUND for the session
 */
export async function newDownload(actor: ClientViewer, request: RequestDownload): Promise<DownloadRow> {
  const photo_size = request.photo_size ?? 'original';
  return rowOf(actor.customer_id, request, await readScope(actor, request, downloadGuard(photo_size)));
}

/** Returns the row of a new download of these photos. */
export function rowOf(
  customer_id: string,
  request: RequestDownload,
  scope: Scope,
  link?: DownloadRow['link'],
): DownloadRow {
  const { title, photos } = scope;
  const attachments = attachmentsIn(scope, request.photo_size);
  const now = new Date();
  return {
    customer_id,
    id: downloadIdOf(request, { ...scope, attachments }, link),
    kind: request.kind,
    photo_size: request.photo_size ?? 'original',
    session_id: request.kind === 'favorites' ? null : request.session_id,
    chapter_id: request.kind === 'chapter' ? request.chapter_id : null,
    title,
    ...(link && { link }),
    photos: idsBySession(photos),
    attachments: attachments.map(({ id }) => id),
    requested: true,
    photos_made: null,
    state: 'preparing',
    message: null,
    parts: [],
    parts_ready: 0,
    prepared_bytes: 0,
    upload_id: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    expires_at: Math.floor(now.getTime() / 1_000) + lifetimeSeconds,
  };
}

/**
 * Returns the attachments of a download in this size. Attachments are originals, so that only ZIPs of originals contain
 * them.
 */
export const attachmentsIn = ({ attachments }: Scope, size: DownloadSize = 'original'): ReadyAttachment[] =>
  size === 'original' ? attachments : [];

/**
 * Returns the id of a download, which is the same for the same photos in the same folders. A photo's id is computed
 * from its first version's bytes, so that ids and file names identify the photos; another version adds its checksum.
 * Changed clocks of a session add their id, because they change the dates of the files.
 */
function downloadIdOf(
  request: RequestDownload,
  { photos, chapters, attachments, clocks_id }: Scope,
  link: DownloadRow['link'],
): string {
  const scope = request.kind === 'favorites' ? request.kind : request.session_id;
  const folders = new Map(chapters.map(({ id, name }) => [id, name]));
  const folderOf = ({ chapter_id = '' }: ReadyPhoto) => folders.get(chapter_id) ?? '';
  const versionOf = ({ session_id, id, sha256 }: ReadyPhoto) =>
    id === photoIdOf(session_id, sha256) ? '' : ` ${sha256}`;
  const lines = photos.map(
    (photo) => `${photo.session_id} ${photo.id} ${photo.file_name} ${folderOf(photo)}${versionOf(photo)}`,
  );
  const attachmentLines = attachments.map(({ id, file_name }) => `attachment ${id} ${file_name}`);
  const audience = link ? [`link ${link.id} ${link.download_sizes.join()}`] : [];
  const clocks = clocks_id ? [`clocks ${clocks_id}`] : [];
  return idFrom(
    [scope, request.photo_size ?? 'original', ...audience, ...lines, ...attachmentLines, ...clocks].join('\n'),
  );
}
