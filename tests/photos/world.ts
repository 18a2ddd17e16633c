import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Ticket } from '#shared/contract/photos/uploads.ts';
import { variants } from '#shared/photos/media.ts';
import { type CustomerRow, insertCustomer } from '../../lambdas/domain/customers/repository.ts';
import { stageOf } from '../../lambdas/domain/photos/access/attributes.ts';
import { isShownFavorite } from '../../lambdas/domain/photos/feedback/attributes.ts';
import { servedKey } from '../../lambdas/domain/photos/files/attributes.ts';
import { countsBetween } from '../../lambdas/domain/photos/row/counts.ts';
import type { Photo } from '../../lambdas/domain/photos/row/lifecycle.ts';
import {
  erasePhotoOfSession,
  type PhotoKey,
  readEvery,
  readPhoto,
  readReady,
} from '../../lambdas/domain/photos/row/repository.ts';
import { requestTickets } from '../../lambdas/domain/photos/uploads/uploads.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { newSessionRow } from '../../lambdas/domain/sessions/new-session.ts';
import { countPhotos } from '../../lambdas/domain/sessions/photo-counts.ts';
import { insertSession, readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import type { Admin, Client } from '../../lambdas/platform/auth.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { ticketFor } from './samples.ts';

export const admin: Admin = { kind: 'admin', role: 'admin', sub: 'admin-sub', username: 'admin', name: 'Elena' };
export const clientOf = (session: SessionRow): Client => ({
  kind: 'client',
  sub: `sub of ${session.customer_id}`,
  username: 'google_1',
  customer_id: session.customer_id,
});

const customerOf = ({ customer_id, created_at }: SessionRow): CustomerRow => ({
  id: customer_id,
  customer_id: `C-${customer_id.slice(0, 4)}-${customer_id.slice(4, 8)}`.toUpperCase(),
  name: 'Ada',
  email: '',
  login_email: null,
  contact_email: null,
  contact_confirmed: false,
  phone: '',
  address: '',
  notes: '',
  status: 'active',
  profile_complete: false,
  created_at,
  version: 0,
});

/** Creates an empty session with its own customer. */
export async function makeSession(values: Partial<SessionRow> = {}): Promise<SessionRow> {
  const row: SessionRow = {
    ...newSessionRow({
      customer_id: newId(),
      session_label: `label-${randomUUID()}`,
      session_name: 'Family',
      session_date: '2026-05-01',
      notes: '',
    }),
    photo_order: 'uploaded',
    ...values,
  };
  await transact([...insertCustomer(customerOf(row)), ...insertSession(row)]);
  return row;
}

/** Requests tickets as the upload screen does. */
export async function ask(
  session: SessionRow,
  files: { bytes: Buffer; name?: string; type?: string }[],
  { is_approved = true, downloadable = true } = {},
): Promise<Ticket[]> {
  const { tickets } = await requestTickets(admin, session.id, {
    is_approved,
    downloadable,
    files: files.map(({ bytes, name, type }) => ticketFor(bytes, name, type)),
  });
  return tickets;
}

/**
 * Uploads bytes with a ticket.
 * @returns the HTTP status
 */
export async function put(
  ticket: Ticket | undefined,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<number> {
  if (ticket?.state !== 'upload') throw new Error(`no upload: ${JSON.stringify(ticket)}`);
  return putBytes(ticket.url, bytes, { ...ticket.headers, ...headers });
}

/**
 * Puts bytes at a presigned address.
 * @returns the HTTP status
 */
export async function putBytes(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<number> {
  // Not with fetch, which copies the bytes twice.
  const sending = request(url, { method: 'PUT', headers: { 'content-length': bytes.length, ...headers } });
  sending.end(bytes);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  await response.toArray();
  return response.statusCode ?? 0;
}

/** Requests a ticket and uploads; the photo's event is then in the queue. */
export async function upload(session: SessionRow, bytes: Buffer, name?: string, options?: { is_approved?: boolean }) {
  const [ticket] = await ask(session, [{ bytes, ...(name && { name }) }], options);
  const status = await put(ticket, bytes);
  if (status !== 200 || ticket?.state !== 'upload') throw new Error(`The upload answered ${status}.`);
  return { session_id: session.id, id: ticket.photo_id };
}

/** Requests the ticket of a finished version of a photo, and uploads it; its event is then in the queue. */
export async function uploadVersion(
  session: SessionRow,
  replaces: string,
  bytes: Buffer,
  name = 'IMG_1-Edit.jpg',
): Promise<Ticket> {
  const file = { ...ticketFor(bytes, name), replaces };
  const { tickets } = await requestTickets(admin, session.id, { is_approved: true, downloadable: true, files: [file] });
  const [ticket] = tickets;
  if (ticket?.state === 'upload') {
    const status = await put(ticket, bytes);
    if (status !== 200) throw new Error(`The upload answered ${status}.`);
  }
  return ticket!;
}

export async function keysIn(bucket: 'LANDING_BUCKET' | 'PHOTOS_BUCKET', Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: env(bucket), Prefix })) {
    keys.push(...Contents.map(({ Key = '' }) => Key));
  }
  return keys;
}

export async function stored(Key: string) {
  const object = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key }));
  return { ...object, bytes: Buffer.from((await object.Body?.transformToByteArray()) ?? []) };
}

/** How a browser handles the objects, and under which names it saves them; '' without one. */
export const namesAt = (keys: string[]): Promise<string[]> =>
  Promise.all(
    keys.map(async (key) => {
      const { ContentDisposition = '' } = await stored(key);
      const [, type = '', name = ''] = /^(\w+);.*filename\*=UTF-8''(.*)$/.exec(ContentDisposition) ?? [];
      return `${type} ${decodeURIComponent(name)}`.trim();
    }),
  );

export const derivativesAt = (photo: Pick<Photo, 'customer_id' | 'session_id' | 'media_key'>): string[] =>
  Object.values(variants)
    .map(({ file }) => `media/${photo.customer_id}/${photo.session_id}/${photo.media_key}/${file}`)
    .toSorted();

/**
 * The invariants of a session: counters equal to rows, every ready photo with its original and derivatives, no other
 * objects in S3.
 */
export async function inventory(session: SessionRow) {
  const counted = await readSession(session.id);
  const { rows } = await readReady(session.id, 'uploaded', 'all', 10_000, undefined);
  const every = (await readEvery(session.id, 10_000, undefined)).rows;
  const listed = every.filter(({ state }) => state !== 'deleted').length;
  const ofCurrent = { stale_media_key: undefined, marked_key: undefined, marked_bytes: undefined };
  const versions = rows.flatMap((row) => versionsOf(row).map((version) => ({ ...row, ...ofCurrent, ...version })));
  const derivatives = versions.flatMap((row) =>
    [servedKey(row), ...(row.marked_key ? [row.marked_key] : [])].flatMap((media_key) =>
      derivativesAt({ ...row, media_key }),
    ),
  );
  const originals = versions.map((version) => version.original_key);
  return {
    counts: { photos: counted?.photos_count, visible: counted?.visible_count },
    rows: { photos: rows.length, visible: rows.filter((row) => row.is_approved).length },
    uncountedBytes: {
      originals: sum(versions.map(({ size }) => size)) - (counted?.original_bytes ?? 0),
      derivatives:
        sum(versions.map(({ derivative_bytes = 0, marked_bytes = 0 }) => derivative_bytes + marked_bytes)) -
        (counted?.derivative_bytes ?? 0),
    },
    uncountedFinished: counted ? rows.filter((row) => stageOf(row) === 'finished').length - counted.finished_count : 0,
    uncountedFavorites: counted ? rows.filter(isShownFavorite).length - counted.favorites_count : 0,
    /** Zero also for a session in the trash, which is not read here. */
    uncounted: counted ? listed - counted.listed_count : 0,
    landing: await keysIn('LANDING_BUCKET', `${session.customer_id}/`),
    missing: {
      derivatives: missing(derivatives, await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`)),
      originals: missing(originals, await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)),
    },
    surplus: {
      derivatives: missing(await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`), derivatives),
      originals: missing(await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`), originals),
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function missing(wanted: string[], there: string[]): string[] {
  const known = new Set(there);
  return wanted.filter((key) => !known.has(key));
}

/** The inventory of a session with that many ready photos, with nothing lost, duplicated or left over. */
export const complete = (photos: number, visible = photos): Awaited<ReturnType<typeof inventory>> => ({
  counts: { photos, visible },
  rows: { photos, visible },
  uncountedBytes: { originals: 0, derivatives: 0 },
  uncountedFinished: 0,
  uncountedFavorites: 0,
  uncounted: 0,
  landing: [],
  missing: { derivatives: [], originals: [] },
  surplus: { derivatives: [], originals: [] },
});

/** Deletes a pending photo's row as a lost row is repaired: its session counts one less. */
export async function loseRow({ session_id, id }: PhotoKey): Promise<void> {
  await transact([
    erasePhotoOfSession({ session_id, id }),
    countPhotos(session_id, countsBetween([await read({ session_id, id })], [])),
  ]);
}

export async function read(key: { session_id: string; id: string }): Promise<Photo> {
  const photo = await readPhoto(key);
  if (!photo) throw new Error('The photo has no row.');
  return photo;
}
