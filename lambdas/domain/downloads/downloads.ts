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
import { type EmailOf, OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { askToPrepare } from '../jobs/download-jobs.ts';
import { canHaveAttachments, downloadGuard, type Files, type Viewer } from '../photos/access/access.ts';
import { stageOf } from '../photos/access/attributes.ts';
import { photoIdOf } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { idsBySession, readOpenWithSessions } from '../photos/row/reading.ts';
import type { PhotoKey } from '../photos/row/repository.ts';
import { requireFiles } from '../photos/row/views.ts';
import { countPhotosDownloaded, isCounted } from '../sessions/allowance.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
import {
  changeDownload,
  type DownloadRow,
  insertDownload,
  noteWatched,
  readDownload,
  readDownloads,
} from './repository.ts';
import { type ClientViewer, readScope, type Scope } from './scope.ts';

/** Days for which a download can be downloaded. Neither the daily sweep nor S3's lifecycle rule may delete its archives sooner. */
export const downloadDays = 7;
const lifetime = downloadDays * daySeconds;
/** Seconds that a link to a part is valid: a slow connection needs hours for 2 GB and may be interrupted. */
const linkLifetime = 12 * hourSeconds;
/** Milliseconds without progress after which a preparation counts as stuck and is queued again. */
const stuckAfter = 20 * 60_000;
/** Milliseconds after the client's last request during which the client counts as watching the preparation. */
const watchedFor = 10_000;
/** New preparations per client and day: each copies gigabytes. */
const preparationsPerDay = 30;
const wayRound =
  'Too many downloads were prepared today. Those that are ready stay open for a week. Download photos one by one, or try again tomorrow.';

/**
 * Requests ZIP archives of a scope's photos in one size, limited to photos that the client may download. The same
 * photos are prepared once: a second request returns the existing download.
 * @throws StudioError NOT_FOUND for the session, INVALID for no photos or too many, ALLOWANCE_USED, TOO_MANY
 */
export async function requestDownload(actor: Client, request: RequestDownload): Promise<Download> {
  const wanted = await newDownload(actor, request);
  const photos = countedIn(wanted);
  if (photos.length === 0) throw new StudioError('INVALID', nothingIn(request));
  if (photos.length > limits.photosPerSession) throw new StudioError('INVALID', tooManyPhotos(photos.length));
  await countPhotosDownloaded(photos);
  return toDownload(await prepare(actor, wanted));
}

/**
 * Has a download prepared, unless it is already.
 * @throws StudioError TOO_MANY
 */
export async function prepare(actor: Client | Guest, wanted: DownloadRow): Promise<DownloadRow> {
  const known = await readDownload(wanted);
  if (known && isUsable(known)) {
    // A conflict: its preparation has ended since it was read, and it was requested or withdrawn.
    if (!known.requested)
      await transact([changeDownload(known, { requested: true }), ...(await tellRequest(actor, known))]).catch(
        ignoreConflict,
      );
    if (isWaiting(known)) await askToPrepare(known);
    return { ...known, requested: true };
  }
  await limit(`downloads ${wanted.link?.id ?? wanted.customer_id}`, preparationsPerDay, daySeconds, wayRound);
  if (!(await begin(wanted, known, await tellRequest(actor, wanted)))) {
    // Another tab requested the same first, or the response to this request's first attempt was lost.
    const other = await readDownload(wanted);
    if (other?.state !== 'preparing') throw new StudioError('BUSY');
  }
  await askToPrepare(wanted);
  return wanted;
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof WriteConflictError)) throw error;
}

/** What the request of archives tells: of one session, or of the favorites of all. */
async function tellRequest(actor: Client | Guest, row: DownloadRow): Promise<Write[]> {
  const photos = photosOf(row);
  const photo_ids = photos.slice(0, 6).map(({ id }) => id);
  const facts = { kind: 'archive-requested', count: photos.length, what: row.photo_size } as const;
  const session = row.session_id === null ? undefined : await readSession(row.session_id);
  return tell(actor, session ? { ...facts, session, photo_ids } : { ...facts, customer_id: row.customer_id });
}

const nothingIn = ({ kind }: RequestDownload) =>
  kind === 'favorites' ? 'None of your favorites can be downloaded.' : 'There are no photos to download here.';

/**
 * Returns the row of a new download of what the client may download of this scope now.
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
    expires_at: Math.floor(now.getTime() / 1_000) + lifetime,
  };
}

/** Attachments are originals, and are in a ZIP of originals. */
export const attachmentsIn = ({ attachments }: Scope, size: DownloadSize = 'original'): ReadyAttachment[] =>
  size === 'original' ? attachments : [];

/** The keys of what counts against an allowance: photos and attachments alike. */
const countedIn = (row: Pick<DownloadRow, 'photos' | 'attachments' | 'session_id'>): PhotoKey[] => {
  const { session_id } = row;
  return [...photosOf(row), ...(session_id === null ? [] : row.attachments.map((id) => ({ session_id, id })))];
};

/** The keys of a download's photos. */
const photosOf = ({ photos }: Pick<DownloadRow, 'photos'>): PhotoKey[] =>
  Object.entries(photos).flatMap(([session_id, ids]) => ids.map((id) => ({ session_id, id })));

/** Returns whether a download is prepared, or being prepared, and has not expired. */
export const isUsable = (row: DownloadRow): boolean =>
  !isExpired(row) && (row.state === 'preparing' || row.state === 'ready');

/**
 * Writes a new download, in place of this one that is no longer usable.
 * @param told is written in the same transaction
 * @returns false when another request wrote one first
 */
export async function begin(wanted: DownloadRow, known: DownloadRow | undefined, told: Write[] = []): Promise<boolean> {
  const anew = without(wanted, 'customer_id', 'id');
  try {
    await transact([known ? changeDownload(known, anew) : insertDownload(wanted), ...told]);
    return true;
  } catch (error) {
    ignoreConflict(error);
    return false;
  }
}

const tooManyPhotos = (count: number) =>
  `A download holds at most ${limits.photosPerSession.toLocaleString('en-US')} photos, and these are ${count.toLocaleString('en-US')}. Please download the sessions one by one.`;

/**
 * Returns the client's downloads that have not expired, newest first. Downloads of a session are listed only while the
 * client can see a photo of it. An outdated download is listed until the same one is requested again.
 */
export async function listDownloads(actor: Client): Promise<Downloads> {
  const rows = (await readDownloads(actor.customer_id)).filter((row) => row.requested && !row.link && !isExpired(row));
  await Promise.all(rows.filter((row) => row.state === 'preparing').map(watch));
  const newestFirst = rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  const downloads = await Promise.all(newestFirst.map(async (row) => ((await isListed(row)) ? [toDownload(row)] : [])));
  const items = await Promise.all(downloads.flat());
  const isReplaced = (download: Download, index: number) =>
    download.state === 'outdated' && items.slice(0, index).some((newer) => scopeOf(newer) === scopeOf(download));
  return { items: items.filter((download, index) => !isReplaced(download, index)) };
}

const scopeOf = ({ kind, session_id, chapter_id, photo_size, photo_ids }: Download) =>
  [kind, session_id, chapter_id, photo_size, ...(photo_ids ?? [])].join();

/** An open page polls every two seconds; writing every fifth second is enough. */
async function watch(row: DownloadRow): Promise<void> {
  const now = Date.now();
  if (row.watched_at && now - Date.parse(row.watched_at) < watchedFor / 2) return;
  try {
    await write(noteWatched(row, new Date(now).toISOString()));
  } catch (error) {
    // The preparation ended just now: this response may still say 'preparing'; the next one says 'ready'.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/** A session's name is shown only while the session is in the client's gallery. */
async function isListed({ session_id }: DownloadRow): Promise<boolean> {
  const session = session_id === null ? undefined : await readSession(session_id);
  return session_id === null || (session !== undefined && session.visible_count > 0);
}

/**
 * Returns whether the client may download every photo and attachment of a download now, as it is in it. Links and the
 * state 'ready' require it, because the archives are deleted some time after a photo is hidden or replaced.
 */
export async function isCurrent(row: DownloadRow): Promise<boolean> {
  const [photos, attachments] = await Promise.all([readStillDownloadable(row), readStillAttached(row)]);
  return photos.length === photosOf(row).length && attachments.length === row.attachments.length;
}

/**
 * Returns whether the client, or a link's guests, may have a download now: one that was prepared ahead does not count
 * yet, and what guests download never does.
 */
export const isAllowed = async (row: DownloadRow): Promise<boolean> =>
  (await isCurrent(row)) && (!row.requested || row.link !== undefined || (await isCounted(countedIn(row))));

/**
 * Returns those photos of a download that those for whom it is may download now, and that are the same versions as when
 * it was requested, marked or clean as they were then.
 */
export async function readStillDownloadable(
  row: DownloadRow,
): Promise<{ photo: ReadyPhoto; session: SessionRow; files: Files }[]> {
  const viewer = viewerOf(row);
  const open = await readOpenWithSessions(viewer, row.photos, downloadGuard(row.photo_size));
  return open
    .filter(({ photo, session }) => isBefore(photo.swapped_at, row) && isBefore(marksChangedAt(photo, session), row))
    .map(({ photo, session }) => ({ photo, session, files: requireFiles(viewer, photo, session) }));
}

const isBefore = (time: string | undefined, { created_at }: DownloadRow): boolean =>
  time === undefined || time < created_at;

/** When everyone but the studio last got this photo marked instead of clean, or clean instead of marked. */
const marksChangedAt = (photo: ReadyPhoto, { marks_changed_at }: SessionRow): string | undefined =>
  stageOf(photo) === 'proof' ? marks_changed_at : undefined;

/** Returns those attachments of a download that those for whom it is may download now. */
export async function readStillAttached(row: DownloadRow): Promise<ReadyAttachment[]> {
  const session = row.attachments.length > 0 && row.session_id !== null ? await readSession(row.session_id) : undefined;
  if (!session || !canHaveAttachments(viewerOf(row), session)) return [];
  const rows = await readAttachments(session.id, row.attachments);
  return rows.filter((one) => one.state === 'ready');
}

const viewerOf = ({ customer_id, session_id, link }: DownloadRow): Viewer =>
  link
    ? { ...link, kind: 'guest', id: '', link_id: link.id, session_id: session_id ?? '' }
    : { kind: 'client', customer_id };

/**
 * Returns the write that queues the email 'download ready'; none for a client without an address, for guests, for one
 * that is prepared ahead, or while an open page shows the client that it is ready.
 */
export async function emailOfReady({ customer_id, id, created_at }: DownloadRow): Promise<Write[]> {
  const { watched_at, requested, link } = (await readDownload({ customer_id, id })) ?? {};
  if (!requested || link) return [];
  if (watched_at && Date.now() - Date.parse(watched_at) < watchedFor) return [];
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

/** What the email 'download ready' says of the download. */
export interface DownloadFacts {
  title: string;
  photos_count: number;
  parts: number;
}

/**
 * Returns what the email says of its download.
 * @throws OutdatedEmailError when the client can't download it any more
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
 * Returns the same id for the same set of photos in the same folders. Ids and file names identify the set: the id is of
 * the content of a photo's first version, and another version adds its own checksum. A session whose clocks were changed
 * adds the change, because its files have other dates.
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
  const attached = attachments.map(({ id, file_name }) => `attachment ${id} ${file_name}`);
  const audience = link ? [`link ${link.id} ${link.download_sizes.join()}`] : [];
  const clocks = clocks_id ? [`clocks ${clocks_id}`] : [];
  return idFrom([scope, request.photo_size ?? 'original', ...audience, ...lines, ...attached, ...clocks].join('\n'));
}

export const isExpired = (row: DownloadRow) => row.expires_at <= Date.now() / 1_000;

/** Not started, or stuck: the worker is queued again; a second message does no harm. */
export const isWaiting = (row: DownloadRow): boolean =>
  row.state === 'preparing' && (row.parts.length === 0 || Date.now() - Date.parse(row.updated_at) > stuckAfter);

/** @param seconds that the links to its parts are valid */
export async function toDownload(row: DownloadRow, seconds = linkLifetime): Promise<Download> {
  const state = await stateFor(row);
  const expires = new Date(Math.min(row.expires_at * 1_000, Date.now() + seconds * 1_000));
  const ready = state === 'ready' || state === 'preparing' ? row.parts.slice(0, row.parts_ready) : [];
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
      ready.map(async ({ key, ...part }) => ({ ...part, url: await signedUrl(`/${key}`, expires) })),
    ),
    created_at: row.created_at,
    expires_at: new Date(row.expires_at * 1_000).toISOString(),
  };
}

async function stateFor(row: DownloadRow): Promise<Download['state']> {
  if (row.state === 'withdrawn') return 'outdated';
  // A download without stored parts has nothing to withhold.
  if (row.state === 'failed' || row.parts_ready === 0) return row.state;
  return (await isAllowed(row)) ? row.state : 'outdated';
}
