import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { RequestTickets, Ticket, TicketRequest, Tickets } from '#shared/contract/photos/photos.ts';
import { isPhotoType, limits, type PhotoType, photoTypeList, photoTypes } from '#shared/limits.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import type { Admin } from '../../../platform/auth.ts';
import { s3 } from '../../../platform/aws.ts';
import { retryOnConflict } from '../../../platform/conflicts.ts';
import { env } from '../../../platform/env.ts';
import { newId } from '../../../platform/ids.ts';
import { transact, type Write } from '../../../platform/table.ts';
import { dayMs, hourSeconds } from '../../../platform/time.ts';
import { without } from '../../../platform/without.ts';
import { countUploads, roomIn, type SessionRow } from '../../sessions/repository.ts';
import { isRestorable } from '../../trash/time-in-trash.ts';
import { photoIdOf } from '../files/file-keys.ts';
import { cleanFileName } from '../files/file-names.ts';
import { landingKey, versionLandingKey } from '../files/files.ts';
import { requireSession } from '../row/find.ts';
import { type DeletedPhoto, isOpen, type PendingPhoto, type Photo, type ReadyPhoto } from '../row/lifecycle.ts';
import { changePhoto, insertPhoto, readPhotos } from '../row/repository.ts';
import type { IncomingVersion } from '../versions/attributes.ts';
import { uploadMetadata } from './upload-metadata.ts';

/** Seconds in which an upload must start: enough for the last file of a batch on a slow connection. */
const ticketSeconds = 2 * hourSeconds;

/** Headers that the browser must send; S3 refuses the upload when one differs from the signed value. */
const sentHeaders = ['content-type', 'if-none-match', 'x-amz-checksum-sha256'];

/**
 * Returns a ticket for each file: a presigned PUT to S3 for exactly these bytes, once. The photo is pending until S3's
 * event reports the object. The same bytes in a session are one photo under any name. A file that replaces a photo
 * leaves that photo as it is until then. Photos are ordered as their files were chosen, also when one was asked for later,
 * or changed before it was sent. Parallel requests together admit no more photos than the session has room for.
 * @throws StudioError NOT_FOUND for the session; BUSY when other requests kept writing the same rows
 */
export const requestTickets = (actor: Admin, sessionId: string, request: RequestTickets): Promise<Tickets> =>
  retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    const now = Date.now();
    const begun = beginningOf(request, now);
    const wanted = request.files.map((file, index): PendingPhoto | Replacement | { refusal: string } => {
      const refusal = refuse(file);
      if (refusal) return { refusal };
      if (file.replaces !== undefined) return { replaces: file.replaces, incoming: toIncoming(actor, file, now) };
      return {
        session_id: session.id,
        id: photoIdOf(session.id, file.sha256),
        customer_id: session.customer_id,
        state: 'pending',
        file_name: cleanFileName(file.file_name),
        content_type: typeOf(file)!,
        size: file.size,
        sha256: file.sha256,
        is_approved: request.is_approved,
        downloadable: request.downloadable,
        // One millisecond apart, so that files that were chosen together keep their order.
        uploaded_at: new Date(begun + (file.place ?? index)).toISOString(),
        asked_at: new Date(now).toISOString(),
        asked_by: { sub: actor.sub, name: actor.name },
        media_key: newId(),
        ...(request.stage && { stage: request.stage }),
        ...(session.watermark_id && request.stage !== 'finished' && { marks_for: session.watermark_id }),
        kept_key: null,
      };
    });
    const photos = new Map(wanted.flatMap((photo) => ('id' in photo ? [[photo.id, photo]] : [])));
    const replacements = wanted.filter((one) => 'replaces' in one);
    const { tickets, replaced } = await admit(session, [...photos.values()], replacements);
    return {
      begun_at: new Date(begun).toISOString(),
      tickets: wanted.map((one): Ticket => {
        if ('refusal' in one) return { state: 'refused', message: one.refusal };
        return 'replaces' in one ? replaced.get(one)! : tickets.get(one.id)!;
      }),
    };
  });

/**
 * Returns the milliseconds from which the files of this request are ordered. A day is longer than uploads take, and
 * shorter than rows of photos that never arrived are kept: no photo gets the time, and so the keys, of a deleted one.
 */
function beginningOf({ begun_at }: RequestTickets, now: number): number {
  const begun = begun_at === undefined ? now : Date.parse(begun_at);
  return begun > now - dayMs && begun < now ? begun : now;
}

/** A file that is to become another version of a photo. */
interface Replacement {
  replaces: string;
  incoming: IncomingVersion;
}

const toIncoming = ({ sub, name }: Admin, file: TicketRequest, now: number): IncomingVersion => ({
  media_key: newId(),
  file_name: cleanFileName(file.file_name),
  content_type: typeOf(file)!,
  size: file.size,
  sha256: file.sha256,
  asked_at: new Date(now).toISOString(),
  asked_by: { sub, name },
});

/**
 * Writes the pending rows of photos that may be uploaded, and counts them, and what is to replace photos, in one
 * transaction.
 * @param session as of now: the write fails when its room is not enough any more
 * @returns a ticket by photo id, and by replacement
 * @throws WriteConflictError when another request changed the session or one of the photos
 */
async function admit(
  session: SessionRow,
  photos: PendingPhoto[],
  replacements: Replacement[],
): Promise<{ tickets: Map<string, Ticket>; replaced: Map<Replacement, Ticket> }> {
  const ids = [...photos.map(({ id }) => id), ...replacements.map(({ replaces }) => replaces)];
  const rows = await readPhotos(session.id, [...new Set(ids)]);
  const known = new Map(rows.map((photo) => [photo.id, photo]));
  const room = roomIn(session);
  const writes: Write[] = [];
  let added = 0;
  const tickets = await Promise.all(
    photos.map((photo): Ticket | Promise<Ticket> => {
      const before = known.get(photo.id);
      if (before?.state === 'ready') return { state: 'present', photo_id: before.id, file_name: before.file_name };
      const refusal = before?.state === 'deleted' && ticketForDeleted(before);
      if (refusal) return refusal;
      const isListed = before !== undefined && isOpen(before);
      if (!isListed && added === room) return sessionIsFull(photo);
      if (!isListed) added += 1;
      const pending = before ? { ...photo, ...placeOf(before, photo) } : photo;
      writes.push(before ? changePhoto('ask', before, pending) : insertPhoto(pending));
      return ticketFor(pending, landingKey(pending));
    }),
  );
  const replaced = new Map<Replacement, Ticket>();
  const names = new Map<string, string>();
  for (const one of replacements) {
    const { ticket, write } = await admitReplacement(known.get(one.replaces), one, names.get(one.replaces));
    replaced.set(one, ticket);
    if (write) writes.push(write);
    if (ticket.state === 'upload') names.set(one.replaces, one.incoming.file_name);
  }
  if (writes.length > 0) await transact([...writes, countUploads(session.id, added)]);
  return { tickets: new Map(photos.map(({ id }, index) => [id, tickets[index]!])), replaced };
}

/**
 * Returns the ticket of a replacement, and the write that expects it.
 * @param other the name of another file of this request for the same photo
 */
async function admitReplacement(
  photo: Photo | undefined,
  { incoming }: Replacement,
  other: string | undefined,
): Promise<{ ticket: Ticket; write?: Write }> {
  const refused = (why: string): { ticket: Ticket } => ({
    ticket: { state: 'refused', message: `“${incoming.file_name}” ${why}` },
  });
  if (!photo || isOpen(photo))
    return refused('can’t replace a photo that is not there any more. Add it as a new photo instead.');
  if (photo.state === 'deleted') return { ticket: { state: 'trashed', photo_id: photo.id } };
  if (photo.sha256 === incoming.sha256)
    return { ticket: { state: 'present', photo_id: photo.id, file_name: photo.file_name } };
  if (other !== undefined) return refused(`is for the same photo as “${other}”. Upload one of the two.`);
  if ((photo.former ?? []).length >= limits.versionsPerPhoto) {
    return refused(
      `has no room: “${photo.file_name}” has ${limits.versionsPerPhoto} earlier versions, and each is kept for ${limits.trashDays} days. Add it as a new photo instead.`,
    );
  }
  // The same file as before: it may be on its way.
  const media_key = photo.incoming?.sha256 === incoming.sha256 ? photo.incoming.media_key : incoming.media_key;
  const asked: ReadyPhoto = {
    ...without(photo, 'refused_version', 'refused_at'),
    incoming: { ...incoming, media_key },
    incoming_key: media_key,
  };
  const key = versionLandingKey({ ...photo, media_key });
  return {
    ticket: await ticketFor({ ...photo, ...incoming, file_name: photo.file_name, stage: 'finished' }, key),
    write: changePhoto('askVersion', photo, asked),
  };
}

/** Returns why a file is not accepted, with its name, the limit and what to do; undefined when it is accepted. */
export function refuse(file: Omit<TicketRequest, 'replaces'>): string | undefined {
  const name = `“${cleanFileName(file.file_name)}”`;
  if (!typeOf(file)) {
    return `${name} is not ${photoTypeList}. Please export it as one of these and upload that.`;
  }
  if (file.size === 0) return `${name} is empty. Please export the photo again.`;
  if (file.size > limits.photoBytes) {
    const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US');
    return `${name} has ${megabytes(file.size)} MB; the limit is ${megabytes(limits.photoBytes)} MB a photo. Please export it smaller.`;
  }
  return undefined;
}

/** Determined by the browser's type, or by the name's ending when the browser does not know the type. */
export function typeOf({ content_type, file_name }: Omit<TicketRequest, 'replaces'>): PhotoType | undefined {
  if (isPhotoType(content_type)) return content_type;
  const ending = splitEnding(file_name).ending.slice(1).toLowerCase();
  const types = Object.keys(photoTypes) as PhotoType[];
  return types.find((type) => (photoTypes[type] as readonly string[]).includes(ending));
}

const sessionIsFull = (photo: PendingPhoto): Ticket => ({
  state: 'refused',
  message: `“${photo.file_name}” has no room: a session can have ${limits.photosPerSession.toLocaleString('en-US')} photos, failed uploads included. Please create another session for it.`,
});

/** The answer for a file whose photo is in the trash; undefined when it may be uploaded again. */
function ticketForDeleted(known: DeletedPhoto): Ticket | undefined {
  // The daily sweep may be erasing the photo now, and with it a file that has just arrived.
  if (!isRestorable(known.deleted_at)) return isBeingErased(known);
  // A photo that was deleted before it was ready can't be restored, but can be uploaded again.
  return known.original_key ? { state: 'trashed', photo_id: known.id } : undefined;
}

const isBeingErased = (photo: Photo): Ticket => ({
  state: 'refused',
  message: `“${photo.file_name}” was deleted ${limits.trashDays} days ago and is being erased now. Please upload it again tomorrow.`,
});

/**
 * A repeated request keeps the photo's position and media key, because its file may be on its way; and its watermark,
 * because a worker that died may have stored derivatives with it, which the next one deletes when the session has
 * another. After a deletion they are new: the deletion still removes the objects under the old media key and time.
 */
const placeOf = ({ uploaded_at, media_key, file_name, ...known }: Photo, asked: PendingPhoto) => ({
  ...(known.state === 'deleted'
    ? { uploaded_at: timeAfter({ uploaded_at, deleted_at: known.deleted_at }, asked) }
    : { uploaded_at, media_key }),
  ...(known.state === 'pending' && known.marks_for !== undefined && { marks_for: known.marks_for }),
  file_name,
  kept_key: ('kept_key' in known && known.kept_key) || null,
});

/** Returns the time of a photo that was deleted: later than the deletion, and than its former time, which may be to come. */
function timeAfter(former: Pick<DeletedPhoto, 'uploaded_at' | 'deleted_at'>, asked: PendingPhoto): string {
  const isLater = asked.uploaded_at > former.deleted_at && asked.uploaded_at > former.uploaded_at;
  if (isLater) return asked.uploaded_at;
  return new Date(Math.max(Date.parse(asked.asked_at), Date.parse(former.uploaded_at) + 1)).toISOString();
}

/** @param key in the landing bucket */
const ticketFor = async (
  photo: Parameters<typeof uploadMetadata>[0] & Pick<PendingPhoto, 'id'> & FileToUpload,
  key: string,
): Promise<Ticket> => ({
  state: 'upload',
  photo_id: photo.id,
  ...(await presignUpload(key, photo, uploadMetadata(photo))),
});

/** `sha256`: base64. */
type FileToUpload = { content_type: string; size: number; sha256: string };

/**
 * Returns the URL and the headers of a PUT of exactly this file, once.
 * @param key in the landing bucket
 * @param metadata names without `x-amz-meta-`, values in ASCII
 */
export async function presignUpload(
  key: string,
  { content_type, size, sha256 }: FileToUpload,
  metadata: Record<string, string>,
): Promise<{ url: string; headers: Record<string, string> }> {
  const names = Object.keys(metadata).map((name) => `x-amz-meta-${name}`);
  const headers: Record<string, string> = {
    'content-type': content_type,
    'if-none-match': '*',
    'x-amz-checksum-sha256': sha256,
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const url = await getSignedUrl(
    s3(),
    new PutObjectCommand({
      Bucket: env('LANDING_BUCKET'),
      Key: key,
      ContentType: content_type,
      ContentLength: size,
      ChecksumSHA256: sha256,
      IfNoneMatch: '*',
      Metadata: metadata,
    }),
    {
      expiresIn: ticketSeconds,
      signableHeaders: new Set(['host', 'content-length', ...sentHeaders, ...names]),
      // As headers, not in the query: S3 verifies a checksum only when the request has it as a header.
      unhoistableHeaders: new Set([...sentHeaders, ...names]),
    },
  );
  return { url, headers };
}
