import type { Download, Downloads, RequestDownload } from '#shared/contract/downloads.ts';
import { limits } from '#shared/limits.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import type { Client, Guest } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { signedUrl } from '../../platform/signer.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { without } from '../../platform/without.ts';
import { askToPrepare } from '../jobs/download-jobs.ts';
import { countPhotosDownloaded } from '../sessions/allowance.ts';
import { readSession } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { countedIn, isAllowed, photosOf } from './access.ts';
import { newDownload } from './new-download.ts';
import {
  changeDownload,
  type DownloadRow,
  insertDownload,
  noteWatched,
  readDownload,
  readDownloads,
} from './repository.ts';

/** Seconds for which a link to a part is valid: a slow connection needs hours for 2 GB and may be interrupted. */
const linkSeconds = 12 * hourSeconds;
/** Milliseconds without progress after which a preparation counts as stuck and is queued again. */
const stuckAfterMs = 20 * 60_000;
/** Milliseconds after the client's last request during which the client counts as watching the preparation. */
export const watchedMs = 10_000;
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

/** Whether the client's list shows a download: one of a session only while the client sees that session's photos. */
async function isListed({ session_id }: DownloadRow): Promise<boolean> {
  const session = session_id === null ? undefined : await readSession(session_id);
  return session_id === null || (session !== undefined && session.visible_count > 0 && !hasEnded(session));
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
