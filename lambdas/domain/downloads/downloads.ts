import type { Download, Downloads, RequestDownload } from '#shared/contract/downloads.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Client, Guest } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { signedUrl } from '../../platform/signer.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { without } from '../../platform/without.ts';
import { type ReadyAttachment, readAttachments } from '../attachments/repository.ts';
import { addressFor, greetedAs, readCustomer, signInAddress } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { askToPrepare } from '../jobs/download-jobs.ts';
import { canHaveAttachments, downloadGuard, type Files, type Viewer } from '../photos/access/access.ts';
import { stageOf } from '../photos/access/attributes.ts';
import { photoIdOf } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { idsBySession, readPermittedWithSessions } from '../photos/row/reading.ts';
import type { PhotoKey } from '../photos/row/repository.ts';
import { requireFiles } from '../photos/row/views.ts';
import { countPhotosDownloaded, isCounted } from '../sessions/allowance.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import {
  changeDownload,
  type DownloadRow,
  insertDownload,
  noteWatched,
  readDownload,
  readDownloads,
} from './repository.ts';
import { type ClientViewer, readScope, type Scope } from './scope.ts';

/**
 * The days during which a prepared download can be downloaded. The daily sweep and S3's lifecycle rule must not delete
 * its archives sooner.
 */
export const downloadDays = 7;
const lifetimeSeconds = downloadDays * daySeconds;
/** Seconds for which a link to a part is valid: a slow connection needs hours for 2 GB and may be interrupted. */
const linkSeconds = 12 * hourSeconds;
/** Milliseconds without progress after which a preparation counts as stuck and is queued again. */
const stuckAfterMs = 20 * 60_000;
/** Milliseconds after the client's last request during which the client counts as watching the preparation. */
const watchedMs = 10_000;
/** The number of new preparations per client and day, because each copies gigabytes. */
const preparationsPerDay = 30;
const tooManyMessage =
  'Too many downloads were prepared today. Those that are ready stay open for a week. Download photos one by one, or try again tomorrow.';

/**
 * Requests ZIP archives of a scope's photos in one size; photos that the client may not download are left out. The same
 * photos are prepared once: a second request returns the existing download.
 * @throws StudioError NOT_FOUND for the session, INVALID for no photos or too many, ALLOWANCE_USED, TOO_MANY
 */
export async function requestDownload(actor: Client, request: RequestDownload): Promise<Download> {
  const newRow = await newDownload(actor, request);
  const photos = countedIn(newRow);
  if (photos.length === 0) throw new StudioError('INVALID', nothingMessage(request));
  if (photos.length > limits.photosPerSession) throw new StudioError('INVALID', tooManyPhotos(photos.length));
  await countPhotosDownloaded(photos);
  return toDownload(await prepare(actor, newRow));
}

/**
 * Queues the preparation of a download, unless it is prepared already.
 * @throws StudioError TOO_MANY
 */
export async function prepare(actor: Client | Guest, newRow: DownloadRow): Promise<DownloadRow> {
  const existingRow = await readDownload(newRow);
  if (existingRow && isUsable(existingRow)) {
    // A conflict means that its preparation has ended, or it was requested or withdrawn, since it was read.
    if (!existingRow.requested)
      await transact([
        changeDownload(existingRow, { requested: true }),
        ...(await recordRequest(actor, existingRow)),
      ]).catch(ignoreConflict);
    if (isWaiting(existingRow)) await askToPrepare(existingRow);
    return { ...existingRow, requested: true };
  }
  await limit(`downloads ${newRow.link?.id ?? newRow.customer_id}`, preparationsPerDay, daySeconds, tooManyMessage);
  if (!(await begin(newRow, existingRow, await recordRequest(actor, newRow)))) {
    // Another tab requested the same download first, or the response to this request's first attempt was lost.
    const concurrentRow = await readDownload(newRow);
    if (concurrentRow?.state !== 'preparing') throw new StudioError('BUSY');
  }
  await askToPrepare(newRow);
  return newRow;
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof WriteConflictError)) throw error;
}

/** Returns the timeline entry of a requested download: of one session, or of the favorites of all sessions. */
async function recordRequest(actor: Client | Guest, row: DownloadRow): Promise<Write[]> {
  const photos = photosOf(row);
  const photo_ids = photos.slice(0, 6).map(({ id }) => id);
  const facts = { kind: 'archive-requested', count: photos.length, what: row.photo_size } as const;
  const session = row.session_id === null ? undefined : await readSession(row.session_id);
  return recordActivity(actor, session ? { ...facts, session, photo_ids } : { ...facts, customer_id: row.customer_id });
}

const nothingMessage = ({ kind }: RequestDownload) =>
  kind === 'favorites' ? 'None of your favorites can be downloaded.' : 'There are no photos to download here.';

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

/** Returns the keys of a download's photos and attachments, which both count against an allowance. */
const countedIn = (row: Pick<DownloadRow, 'photos' | 'attachments' | 'session_id'>): PhotoKey[] => {
  const { session_id } = row;
  return [...photosOf(row), ...(session_id === null ? [] : row.attachments.map((id) => ({ session_id, id })))];
};

/** Returns the keys of a download's photos. */
const photosOf = ({ photos }: Pick<DownloadRow, 'photos'>): PhotoKey[] =>
  Object.entries(photos).flatMap(([session_id, ids]) => ids.map((id) => ({ session_id, id })));

/** Whether a download is prepared, or being prepared, and has not expired. */
export const isUsable = (row: DownloadRow): boolean =>
  !isExpired(row) && (row.state === 'preparing' || row.state === 'ready');

/**
 * Writes a new download, in place of an existing one that is no longer usable.
 * @param entries timeline entries for the same transaction
 * @returns false when another request wrote it first
 */
export async function begin(
  newRow: DownloadRow,
  existingRow: DownloadRow | undefined,
  entries: Write[] = [],
): Promise<boolean> {
  const newAttributes = without(newRow, 'customer_id', 'id');
  try {
    await transact([existingRow ? changeDownload(existingRow, newAttributes) : insertDownload(newRow), ...entries]);
    return true;
  } catch (error) {
    ignoreConflict(error);
    return false;
  }
}

const tooManyPhotos = (count: number) =>
  `A download holds at most ${limits.photosPerSession.toLocaleString('en-US')} photos, and these are ${count.toLocaleString('en-US')}. Please download the sessions one by one.`;

/**
 * Returns the client's requested downloads that have not expired, newest first. Downloads of a session are listed only
 * while the client can see a photo of it. An outdated download is listed until the same scope is requested again.
 */
export async function listDownloads(actor: Client): Promise<Downloads> {
  const rows = (await readDownloads(actor.customer_id)).filter((row) => row.requested && !row.link && !isExpired(row));
  await Promise.all(rows.filter((row) => row.state === 'preparing').map(recordWatching));
  const newestFirst = rows.toSorted((first, second) => second.created_at.localeCompare(first.created_at));
  const downloads = await Promise.all(newestFirst.map(async (row) => ((await isListed(row)) ? [toDownload(row)] : [])));
  const items = await Promise.all(downloads.flat());
  const hasNewer = (download: Download, index: number) =>
    download.state === 'outdated' && items.slice(0, index).some((newer) => scopeOf(newer) === scopeOf(download));
  return { items: items.filter((download, index) => !hasNewer(download, index)) };
}

const scopeOf = ({ kind, session_id, chapter_id, photo_size, photo_ids }: Download) =>
  [kind, session_id, chapter_id, photo_size, ...(photo_ids ?? [])].join();

/**
 * Records that the client watches the preparation. An open page polls every two seconds; a write every five seconds is
 * enough.
 */
async function recordWatching(row: DownloadRow): Promise<void> {
  const now = Date.now();
  if (row.watched_at && now - Date.parse(row.watched_at) < watchedMs / 2) return;
  try {
    await write(noteWatched(row, new Date(now).toISOString()));
  } catch (error) {
    // The preparation has just ended: this response may still say 'preparing', the next one says 'ready'.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/** Whether the client's list shows a download: one of a session only while that session is in their gallery. */
async function isListed({ session_id }: DownloadRow): Promise<boolean> {
  const session = session_id === null ? undefined : await readSession(session_id);
  return session_id === null || (session !== undefined && session.visible_count > 0);
}

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
 * the allowance already; this is not required of an unrequested download and of guests' downloads, which do not count.
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

/**
 * Returns the write that queues the email 'download ready'. None for a client without an address, for guests, for a
 * download that was prepared ahead, or while an open page shows the client the progress.
 */
export async function emailOfReady({ customer_id, id, created_at }: DownloadRow): Promise<Write[]> {
  const { watched_at, requested, link } = (await readDownload({ customer_id, id })) ?? {};
  if (!requested || link) return [];
  if (watched_at && Date.now() - Date.parse(watched_at) < watchedMs) return [];
  const customer = await readCustomer(customer_id);
  const to = customer?.status === 'active' ? addressFor(customer) : '';
  if (!customer || !to) return [];
  const download = { customer_id, id, created_at };
  return [
    queueEmail(`download-ready#${id}#${created_at}`, {
      kind: 'download-ready',
      to,
      sign_in_with: signInAddress(customer),
      name: greetedAs(customer),
      download,
    }),
  ];
}

/** The facts about a download in the email 'download ready'. */
export interface DownloadFacts {
  title: string;
  photos_count: number;
  parts: number;
}

/**
 * Returns the facts for the email about a download.
 * @throws OutdatedEmailError when the client can no longer download it
 */
export async function readDownloadFacts({ download }: EmailOf<'download-ready'>): Promise<DownloadFacts> {
  const row = download && (await readDownload(download));
  if (
    !row ||
    row.created_at !== download.created_at ||
    row.state !== 'ready' ||
    isExpired(row) ||
    !(await isAllowed(row))
  )
    throw new OutdatedEmailError('The download is out of date. The client can prepare it again.');
  const photos_count = row.parts.reduce((total, part) => total + part.photos_count, 0);
  return { title: row.title, photos_count, parts: row.parts.length };
}

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

export const isExpired = (row: DownloadRow) => row.expires_at <= Date.now() / 1_000;

/**
 * Whether a preparation has not started or is stuck, so that the worker is queued again. A second message does no harm.
 */
export const isWaiting = (row: DownloadRow): boolean =>
  row.state === 'preparing' && (row.parts.length === 0 || Date.now() - Date.parse(row.updated_at) > stuckAfterMs);

/**
 * Returns a download's response.
 * @param seconds for which the links to its parts are valid
 */
export async function toDownload(row: DownloadRow, seconds = linkSeconds): Promise<Download> {
  const state = await stateFor(row);
  const expires = new Date(Math.min(row.expires_at * 1_000, Date.now() + seconds * 1_000));
  const storedParts = state === 'ready' || state === 'preparing' ? row.parts.slice(0, row.parts_ready) : [];
  const sum = (value: (part: DownloadRow['parts'][number]) => number) =>
    row.parts.reduce((total, part) => total + value(part), 0);
  return {
    id: row.id,
    kind: row.kind,
    photo_size: row.photo_size,
    session_id: row.session_id,
    chapter_id: row.chapter_id,
    title: row.title,
    state,
    message: row.message,
    photos_count: sum((part) => part.photos_count),
    attachments_count: sum((part) => part.attachments_count),
    size: sum((part) => part.size),
    prepared_bytes: row.prepared_bytes,
    making: row.photos_made === null ? null : { done: row.photos_made, of: photosOf(row).length },
    photo_ids: row.kind === 'photos' ? photosOf(row).map((photo) => photo.id) : null,
    parts: await Promise.all(
      storedParts.map(async ({ key, ...part }) => ({ ...part, url: await signedUrl(`/${key}`, expires) })),
    ),
    created_at: row.created_at,
    expires_at: new Date(row.expires_at * 1_000).toISOString(),
  };
}

async function stateFor(row: DownloadRow): Promise<Download['state']> {
  if (row.state === 'withdrawn') return 'outdated';
  // A download without stored parts contains nothing that the client must not get.
  if (row.state === 'failed' || row.parts_ready === 0) return row.state;
  return (await isAllowed(row)) ? row.state : 'outdated';
}
