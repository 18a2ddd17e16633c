import type { RequestTickets, Ticket, TicketRequest, Tickets } from '#shared/contract/photos/uploads.ts';
import { isPhotoType, limits, type PhotoType, photoTypeList, photoTypes } from '#shared/limits.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import type { Admin } from '../../../platform/auth.ts';
import { retryOnConflict } from '../../../platform/conflicts.ts';
import { newId } from '../../../platform/ids.ts';
import { transact, type Write } from '../../../platform/table.ts';
import { dayMs } from '../../../platform/time.ts';
import { without } from '../../../platform/without.ts';
import { countUploads, roomIn } from '../../sessions/photo-counts.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { isRestorable } from '../../trash/time-in-trash.ts';
import { photoIdOf } from '../files/file-keys.ts';
import { cleanFileName } from '../files/file-names.ts';
import { landingKey, versionLandingKey } from '../files/object-keys.ts';
import { requireSession } from '../row/find.ts';
import { type DeletedPhoto, isUnsettled, type PendingPhoto, type Photo, type ReadyPhoto } from '../row/lifecycle.ts';
import { changePhoto, insertPhoto, readPhotos } from '../row/repository.ts';
import type { IncomingVersion } from '../versions/attributes.ts';
import { type FileToUpload, presignUpload } from './presigned-upload.ts';
import { uploadMetadata } from './upload-metadata.ts';

/**
 * Returns a ticket for each file: a presigned PUT to S3 for exactly these bytes, once. The photo is pending until S3's
 * event reports the object. The same bytes in a session are one photo under any name. A photo that is to be replaced
 * stays unchanged until the new file arrives. Photos keep the order in which their files were chosen, even if a ticket
 * is requested later or a file changes before it is sent. Parallel requests can't exceed the session's room.
 * @throws StudioError NOT_FOUND for the session; BUSY when other requests kept writing the same rows
 */
export const requestTickets = (actor: Admin, sessionId: string, request: RequestTickets): Promise<Tickets> =>
  retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    const now = Date.now();
    const uploadStart = uploadStartOf(request, now);
    const requests = request.files.map((file, index): PendingPhoto | Replacement | { refusal: string } => {
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
        uploaded_at: new Date(uploadStart + (file.place ?? index)).toISOString(),
        asked_at: new Date(now).toISOString(),
        asked_by: { sub: actor.sub, name: actor.name },
        media_key: newId(),
        ...(request.stage && { stage: request.stage }),
        ...(session.watermark_id && request.stage !== 'finished' && { marks_for: session.watermark_id }),
        kept_key: null,
      };
    });
    const photos = new Map(requests.flatMap((photo) => ('id' in photo ? [[photo.id, photo]] : [])));
    const replacements = requests.filter((candidate) => 'replaces' in candidate);
    const { tickets, replaced } = await admit(session, [...photos.values()], replacements);
    return {
      begun_at: new Date(uploadStart).toISOString(),
      tickets: requests.map((candidate): Ticket => {
        if ('refusal' in candidate) return { state: 'refused', message: candidate.refusal };
        return 'replaces' in candidate ? replaced.get(candidate)! : tickets.get(candidate.id)!;
      }),
    };
  });

/**
 * Returns the time of the upload's start in milliseconds, from which its files are ordered. A start more than a day ago
 * is ignored: a day is longer than uploads take, and shorter than the rows of missing files are stored, so that no
 * photo gets the time, and thereby the keys, of a deleted photo.
 */
function uploadStartOf({ begun_at }: RequestTickets, now: number): number {
  const uploadStart = begun_at === undefined ? now : Date.parse(begun_at);
  return uploadStart > now - dayMs && uploadStart < now ? uploadStart : now;
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
 * Writes the pending rows of photos that may be uploaded, the expected replacements, and the session's counter in one
 * transaction.
 * @param session as it is now: the write fails when the session no longer has enough room
 * @returns the tickets by photo id, and by replacement
 * @throws WriteConflictError when another request changed the session or one of the photos
 */
async function admit(
  session: SessionRow,
  photos: PendingPhoto[],
  replacements: Replacement[],
): Promise<{ tickets: Map<string, Ticket>; replaced: Map<Replacement, Ticket> }> {
  const ids = [...photos.map(({ id }) => id), ...replacements.map(({ replaces }) => replaces)];
  const rows = await readPhotos(session.id, [...new Set(ids)]);
  const knownPhotos = new Map(rows.map((photo) => [photo.id, photo]));
  const room = roomIn(session);
  const writes: Write[] = [];
  let added = 0;
  const tickets = await Promise.all(
    photos.map((photo): Ticket | Promise<Ticket> => {
      const before = knownPhotos.get(photo.id);
      if (before?.state === 'ready') return { state: 'present', photo_id: before.id, file_name: before.file_name };
      const refusal = before?.state === 'deleted' && ticketForDeleted(before);
      if (refusal) return refusal;
      const isListed = before !== undefined && isUnsettled(before);
      if (!isListed && added === room) return sessionIsFull(photo);
      if (!isListed) added += 1;
      const pending = before ? { ...photo, ...attributesToKeep(before, photo) } : photo;
      writes.push(before ? changePhoto('ask', before, pending) : insertPhoto(pending));
      return ticketFor(pending, landingKey(pending));
    }),
  );
  const replaced = new Map<Replacement, Ticket>();
  const names = new Map<string, string>();
  for (const replacement of replacements) {
    const { ticket, write } = await admitReplacement(
      knownPhotos.get(replacement.replaces),
      replacement,
      names.get(replacement.replaces),
    );
    replaced.set(replacement, ticket);
    if (write) writes.push(write);
    if (ticket.state === 'upload') names.set(replacement.replaces, replacement.incoming.file_name);
  }
  if (writes.length > 0) await transact([...writes, countUploads(session.id, added)]);
  return { tickets: new Map(photos.map(({ id }, index) => [id, tickets[index]!])), replaced };
}

/**
 * Returns the ticket of a replacement, and the write by which the photo's row expects it.
 * @param otherName the name of another file of this request for the same photo
 */
async function admitReplacement(
  photo: Photo | undefined,
  { incoming }: Replacement,
  otherName: string | undefined,
): Promise<{ ticket: Ticket; write?: Write }> {
  const refused = (why: string): { ticket: Ticket } => ({
    ticket: { state: 'refused', message: `“${incoming.file_name}” ${why}` },
  });
  if (!photo || isUnsettled(photo))
    return refused('can’t replace a photo that is not there any more. Add it as a new photo instead.');
  if (photo.state === 'deleted') return { ticket: { state: 'trashed', photo_id: photo.id } };
  if (photo.sha256 === incoming.sha256)
    return { ticket: { state: 'present', photo_id: photo.id, file_name: photo.file_name } };
  if (otherName !== undefined) return refused(`is for the same photo as “${otherName}”. Upload one of the two.`);
  if ((photo.former ?? []).length >= limits.versionsPerPhoto) {
    return refused(
      `has no room: “${photo.file_name}” has ${limits.versionsPerPhoto} earlier versions, and each is kept for ${limits.trashDays} days. Add it as a new photo instead.`,
    );
  }
  // Keep the key when the same file was requested before, because that upload may still be running.
  const media_key = photo.incoming?.sha256 === incoming.sha256 ? photo.incoming.media_key : incoming.media_key;
  const photoWithTicket: ReadyPhoto = {
    ...without(photo, 'refused_version', 'refused_at'),
    incoming: { ...incoming, media_key },
    incoming_key: media_key,
  };
  const key = versionLandingKey({ ...photo, media_key });
  return {
    ticket: await ticketFor({ ...photo, ...incoming, file_name: photo.file_name, stage: 'finished' }, key),
    write: changePhoto('askVersion', photo, photoWithTicket),
  };
}

/** Returns the message that explains why a file is not accepted; undefined when it is accepted. */
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

/**
 * Returns a file's photo type: the browser's type, or else the type of the name's ending; undefined for any other file.
 */
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

/** Returns the answer for a file whose photo is in the trash; undefined when the file may be uploaded again. */
function ticketForDeleted(photo: DeletedPhoto): Ticket | undefined {
  // The daily sweep may be erasing the photo now, and with it a file that has just arrived.
  if (!isRestorable(photo.deleted_at)) return isBeingErased(photo);
  // A photo that was deleted before it was ready can't be restored, but can be uploaded again.
  return photo.original_key ? { state: 'trashed', photo_id: photo.id } : undefined;
}

const isBeingErased = (photo: Photo): Ticket => ({
  state: 'refused',
  message: `“${photo.file_name}” was deleted ${limits.trashDays} days ago and is being erased now. Please upload it again tomorrow.`,
});

/**
 * Returns the attributes that a photo's row keeps when its ticket is requested again: its position and media key,
 * because its file may still be uploading; and its watermark, because a worker that crashed may have stored derivatives
 * with it, which the next worker deletes if the session has another watermark. A deleted photo gets a new time and
 * media key, because the deletion still removes the objects under the old ones.
 */
const attributesToKeep = ({ uploaded_at, media_key, file_name, ...before }: Photo, requestedPhoto: PendingPhoto) => ({
  ...(before.state === 'deleted'
    ? { uploaded_at: uploadTimeAfter({ uploaded_at, deleted_at: before.deleted_at }, requestedPhoto) }
    : { uploaded_at, media_key }),
  ...(before.state === 'pending' && before.marks_for !== undefined && { marks_for: before.marks_for }),
  file_name,
  kept_key: ('kept_key' in before && before.kept_key) || null,
});

/**
 * Returns the new upload time of a deleted photo: later than its deletion and its old upload time, which may be in the
 * future.
 */
function uploadTimeAfter(
  deletedPhoto: Pick<DeletedPhoto, 'uploaded_at' | 'deleted_at'>,
  requestedPhoto: PendingPhoto,
): string {
  const isLater =
    requestedPhoto.uploaded_at > deletedPhoto.deleted_at && requestedPhoto.uploaded_at > deletedPhoto.uploaded_at;
  if (isLater) return requestedPhoto.uploaded_at;
  return new Date(
    Math.max(Date.parse(requestedPhoto.asked_at), Date.parse(deletedPhoto.uploaded_at) + 1),
  ).toISOString();
}

/**
 * Returns the ticket to upload a photo's file.
 * @param key in the landing bucket
 */
const ticketFor = async (
  photo: Parameters<typeof uploadMetadata>[0] & Pick<PendingPhoto, 'id'> & FileToUpload,
  key: string,
): Promise<Ticket> => ({
  state: 'upload',
  photo_id: photo.id,
  ...(await presignUpload(key, photo, uploadMetadata(photo))),
});
