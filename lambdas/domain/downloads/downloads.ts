import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Download, Downloads, RequestDownload } from '#shared/contract/downloads.ts';
import type { Client } from '../../platform/auth.ts';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { requestAttributes } from '../../platform/request.ts';
import { signedUrl } from '../../platform/signer.ts';
import { type Write, write } from '../../platform/table.ts';
import { addressFor, readCustomer } from '../customers/repository.ts';
import { queueLetter } from '../outbox.ts';
import { listDownloadable } from '../photos/gallery.ts';
import type { ReadyPhoto } from '../photos/repository.ts';
import {
  changeDownload,
  type DownloadKey,
  type DownloadRow,
  insertDownload,
  readDownload,
  readDownloads,
} from './repository.ts';

const hour = 60 * 60;
/** Seconds. The archives' lifecycle rule in S3 ends them no earlier. */
const lifetime = 7 * 24 * hour;
/** Seconds that a link to a part works: a slow line needs hours for 2 GB, and may be interrupted. */
const linkLifetime = 12 * hour;
/** Milliseconds without any progress after which a preparation counts as stuck and is asked for once more. */
const stuckAfter = 20 * 60_000;
/** New preparations of one client in a day: each moves gigabytes. */
const preparationsPerDay = 30;

/**
 * Asks for ZIP archives of a session's photos or of the favorites, as far as the client may download them. The same
 * photos are prepared once: whoever asks again gets what is there or under way.
 * @throws StudioError NOT_FOUND for the session, INVALID when there is nothing to download, TOO_MANY
 */
export async function requestDownload(actor: Client, request: RequestDownload): Promise<Download> {
  const { title, photos } = await listDownloadable(actor, request.kind === 'session' ? request.session_id : undefined);
  if (photos.length === 0) {
    const message =
      request.kind === 'session'
        ? 'There are no photos to download here.'
        : 'None of your favorites can be downloaded.';
    throw new StudioError('INVALID', message);
  }
  const now = Date.now();
  const wanted: DownloadRow = {
    customer_id: actor.customer_id,
    id: downloadIdOf(request, photos),
    kind: request.kind,
    session_id: request.kind === 'session' ? request.session_id : null,
    title,
    state: 'preparing',
    message: null,
    parts: [],
    parts_ready: 0,
    prepared_bytes: 0,
    upload_id: null,
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
    expires_at: Math.floor(now / 1_000) + lifetime,
  };
  const known = await readDownload(wanted);
  if (known && isAlive(known) && known.state !== 'failed') {
    if (isWaiting(known, now)) await askToPrepare(known);
    return toDownload(known);
  }
  await limit(`downloads ${actor.customer_id}`, preparationsPerDay, 24 * hour);
  const overtaken = new StudioError('BUSY');
  const { customer_id: _, id: __, ...anew } = wanted;
  try {
    await write(known ? changeDownload(known, anew, () => overtaken) : insertDownload(wanted, () => overtaken));
  } catch (error) {
    // Another tab asked for the same at this moment, or this request did and lost the answer: it is being prepared.
    const other = error === overtaken ? await readDownload(wanted) : undefined;
    if (other?.state !== 'preparing') throw error;
  }
  await askToPrepare(wanted);
  return toDownload(wanted);
}

/** The client's downloads that are not over, newest first. */
export async function listDownloads(actor: Client): Promise<Downloads> {
  const rows = (await readDownloads(actor.customer_id)).filter(isAlive);
  const newestFirst = rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return { items: await Promise.all(newestFirst.map(toDownload)) };
}

/** Tells prepare-download to begin, or to go on. */
export async function askToPrepare({ customer_id, id }: DownloadKey): Promise<void> {
  const MessageBody = JSON.stringify({ customer_id, id });
  await sqs().send(
    new SendMessageCommand({ QueueUrl: env('DOWNLOAD_QUEUE_URL'), MessageBody, ...requestAttributes() }),
  );
}

/** The piece of a transaction that tells a client by letter that a download is ready; none when nobody can be written to. */
export async function letterOfReady({ customer_id, id, created_at, title, parts }: DownloadRow): Promise<Write[]> {
  const customer = await readCustomer(customer_id);
  const to = customer?.status === 'active' ? addressFor(customer) : '';
  if (!customer || !to) return [];
  const photos_count = parts.reduce((total, part) => total + part.photos_count, 0);
  const letter = { kind: 'download-ready', to, name: customer.name, title, photos_count, parts: parts.length } as const;
  return [queueLetter(`download-ready#${id}#${created_at}`, letter)];
}

/** One set of photos, one download: photos never change, so their ids and names say it all. */
function downloadIdOf(request: RequestDownload, photos: ReadyPhoto[]): string {
  const scope = request.kind === 'session' ? request.session_id : request.kind;
  const lines = [scope, ...photos.map((photo) => `${photo.session_id} ${photo.id} ${photo.file_name}`)];
  return idFrom(lines.join('\n'));
}

const isAlive = (row: DownloadRow) => row.state !== 'withdrawn' && row.expires_at > Date.now() / 1_000;

/** Not begun, as far as anybody knows, or stuck: asking once more does no harm. */
const isWaiting = (row: DownloadRow, now: number) =>
  row.state === 'preparing' && (row.parts.length === 0 || now - Date.parse(row.updated_at) > stuckAfter);

async function toDownload(row: DownloadRow): Promise<Download> {
  const expires = new Date(Math.min(row.expires_at * 1_000, Date.now() + linkLifetime * 1_000));
  const ready = row.state === 'failed' ? [] : row.parts.slice(0, row.parts_ready);
  const sum = (value: (part: DownloadRow['parts'][number]) => number) =>
    row.parts.reduce((total, part) => total + value(part), 0);
  return {
    id: row.id,
    kind: row.kind,
    session_id: row.session_id,
    title: row.title,
    state: row.state === 'withdrawn' ? 'failed' : row.state,
    message: row.message,
    photos_count: sum((part) => part.photos_count),
    size: sum((part) => part.size),
    prepared_bytes: row.prepared_bytes,
    parts: await Promise.all(
      ready.map(async ({ key, ...part }) => ({ ...part, url: await signedUrl(`/${key}`, expires) })),
    ),
    created_at: row.created_at,
    expires_at: new Date(row.expires_at * 1_000).toISOString(),
  };
}
