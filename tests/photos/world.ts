import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Ticket } from '#shared/contract/photos.ts';
import { variants } from '#shared/media.ts';
import { type CustomerRow, insertCustomer } from '../../lambdas/domain/customers/repository.ts';
import { type Photo, readPhoto, readReady } from '../../lambdas/domain/photos/repository.ts';
import { requestTickets } from '../../lambdas/domain/photos/uploads.ts';
import { insertSession, readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import type { Admin, Client } from '../../lambdas/platform/auth.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { ticketFor } from './samples.ts';

export const admin: Admin = { kind: 'admin', sub: 'admin-sub', username: 'admin' };
export const clientOf = (session: SessionRow): Client => ({
  kind: 'client',
  sub: `sub of ${session.customer_id}`,
  username: 'google_1',
  customer_id: session.customer_id,
});

const notNew = () => new Error('Not new.');
const taken = { login: notNew, email: notNew, displayId: notNew, label: notNew };

const customerOf = ({ customer_id, created_at }: SessionRow): CustomerRow => ({
  id: customer_id,
  customer_id: `C-${customer_id.slice(0, 4)}-${customer_id.slice(4, 8)}`.toUpperCase(),
  name: 'Ada',
  email: '',
  login_email: null,
  contact_email: null,
  phone: '',
  address: '',
  status: 'active',
  profile_complete: false,
  created_at,
  version: 0,
});

/** An empty session of a customer of its own. */
export async function makeSession(values: Partial<SessionRow> = {}): Promise<SessionRow> {
  const row: SessionRow = {
    id: newId(),
    customer_id: newId(),
    session_label: `label-${randomUUID()}`,
    session_name: 'Family',
    session_date: '2026-05-01',
    notes: '',
    photo_order: 'uploaded',
    cover_id: null,
    photos_count: 0,
    visible_count: 0,
    created_at: new Date().toISOString(),
    version: 0,
    ...values,
  };
  await transact([...insertCustomer(customerOf(row), taken), ...insertSession(row, taken.label)]);
  return row;
}

/** Asks for tickets as the upload screen does. */
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

/** Puts bytes where a ticket says. */
export async function put(
  ticket: Ticket | undefined,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<number> {
  if (ticket?.state !== 'upload') throw new Error(`no upload: ${JSON.stringify(ticket)}`);
  // Not by fetch, which copies every byte twice.
  const sending = request(ticket.url, {
    method: 'PUT',
    headers: { 'content-length': bytes.length, ...ticket.headers, ...headers },
  });
  sending.end(bytes);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  await response.toArray();
  return response.statusCode ?? 0;
}

/** Ticket and upload in one; the photo's event is in the queue afterwards. */
export async function upload(session: SessionRow, bytes: Buffer, name?: string, options?: { is_approved?: boolean }) {
  const [ticket] = await ask(session, [{ bytes, ...(name && { name }) }], options);
  const status = await put(ticket, bytes);
  if (status !== 200 || ticket?.state !== 'upload') throw new Error(`The upload answered ${status}.`);
  return { session_id: session.id, id: ticket.photo_id };
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

export const derivativesAt = (customerId: string, mediaKey: string): string[] =>
  Object.values(variants)
    .map(({ file }) => `media/${customerId}/${mediaKey}/${file}`)
    .toSorted();

/**
 * What must hold of a session whatever happened: counts equal to rows, every ready photo with its original and
 * derivatives, nothing else in S3.
 */
export async function inventory(session: SessionRow) {
  const counted = await readSession(session.id);
  const { rows } = await readReady(session.id, 'uploaded', 10_000, undefined);
  const derivatives = rows.flatMap((row) => derivativesAt(row.customer_id, row.stale_media_key ?? row.media_key));
  return {
    counts: { photos: counted?.photos_count, visible: counted?.visible_count },
    rows: { photos: rows.length, visible: rows.filter((row) => row.is_approved).length },
    landing: await keysIn('LANDING_BUCKET', `${session.customer_id}/`),
    missing: {
      derivatives: missing(derivatives, await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`)),
      originals: missing(
        rows.map((row) => row.original_key),
        await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`),
      ),
    },
    surplus: {
      derivatives: missing(await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`), derivatives),
      originals: missing(
        await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`),
        rows.map((row) => row.original_key),
      ),
    },
  };
}

function missing(wanted: string[], there: string[]): string[] {
  const known = new Set(there);
  return wanted.filter((key) => !known.has(key));
}

/** The inventory of a session with so many ready photos, if nothing is lost, doubled or left over. */
export const complete = (photos: number, visible = photos): Awaited<ReturnType<typeof inventory>> => ({
  counts: { photos, visible },
  rows: { photos, visible },
  landing: [],
  missing: { derivatives: [], originals: [] },
  surplus: { derivatives: [], originals: [] },
});

export async function read(key: { session_id: string; id: string }): Promise<Photo> {
  const photo = await readPhoto(key);
  if (!photo) throw new Error('The photo has no row.');
  return photo;
}
