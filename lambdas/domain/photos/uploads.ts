import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { RequestTickets, Ticket, TicketRequest, Tickets } from '#shared/contract/photos.ts';
import { isPhotoType, limits, type PhotoType, photoTypes, photoTypesInWords } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { idFrom, newId } from '../../platform/ids.ts';
import { write } from '../../platform/table.ts';
import { isRestorable } from '../customers/customers.ts';
import { cleanFileName, splitEnding } from './file-names.ts';
import { landingKey } from './files.ts';
import { requireSession } from './find.ts';
import { changePhoto, insertPhoto, type PendingPhoto, type Photo, readPhotos } from './repository.ts';
import { uploadMetadata } from './upload-metadata.ts';

/** Seconds in which an upload must begin: long enough for a batch's last file on a slow line. */
const ticketSeconds = 2 * 60 * 60;

/** The headers that the browser sends along; S3 refuses the upload when one differs from what was signed. */
const sentHeaders = ['content-type', 'if-none-match', 'x-amz-checksum-sha256'];

/**
 * A ticket for each file: leave to put exactly these bytes, once, straight into S3. The photo is pending until S3's own
 * event says that they are there. The same bytes in a session are one photo, whatever they are called.
 * @throws StudioError NOT_FOUND for the session
 */
export async function requestTickets(actor: Admin, sessionId: string, request: RequestTickets): Promise<Tickets> {
  const session = await requireSession(actor, sessionId);
  const now = Date.now();
  const wanted = request.files.map((file, index): PendingPhoto | { refusal: string } => {
    const refusal = refuse(file);
    if (refusal) return { refusal };
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
      // Files of one request keep their order.
      uploaded_at: new Date(now + index).toISOString(),
      asked_at: new Date(now).toISOString(),
      media_key: newId(),
      kept_key: null,
    };
  });
  const fresh = new Map(wanted.flatMap((photo) => ('refusal' in photo ? [] : [[photo.id, photo]])));
  const known = new Map((await readPhotos(session.id, [...fresh.keys()])).map((photo) => [photo.id, photo]));
  const tickets = new Map<string, Promise<Ticket>>();
  let room = limits.photosPerSession - session.photos_count;
  for (const photo of fresh.values()) {
    const isNew = !known.has(photo.id);
    if (isNew) room -= 1;
    tickets.set(
      photo.id,
      isNew && room < 0 ? Promise.resolve(sessionIsFull(photo)) : issue(photo, known.get(photo.id)),
    );
  }
  return {
    tickets: await Promise.all(
      wanted.map((photo) => {
        if ('refusal' in photo) return { state: 'refused' as const, message: photo.refusal };
        return tickets.get(photo.id)!;
      }),
    ),
  };
}

/** The id that these bytes always have in this session. */
export const photoIdOf = (sessionId: string, sha256: string): string => idFrom(`${sessionId}\n${sha256}`);

/** Why a file can't be a photo here, with its name, the limit and what to do; undefined when it may come. */
function refuse(file: TicketRequest): string | undefined {
  const name = `“${cleanFileName(file.file_name)}”`;
  if (!typeOf(file)) {
    return `${name} is not ${photoTypesInWords}. Please export it as one of these and upload that.`;
  }
  if (file.size === 0) return `${name} is empty. Please export the photo again.`;
  if (file.size > limits.photoBytes) {
    const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US');
    return `${name} has ${megabytes(file.size)} MB; the limit is ${megabytes(limits.photoBytes)} MB a photo. Please export it smaller.`;
  }
  return undefined;
}

/** By what the browser says, or by the name's ending where the browser does not know the type. */
function typeOf({ content_type, file_name }: TicketRequest): PhotoType | undefined {
  if (isPhotoType(content_type)) return content_type;
  const ending = splitEnding(file_name).ending.slice(1).toLowerCase();
  const types = Object.keys(photoTypes) as PhotoType[];
  return types.find((type) => (photoTypes[type] as readonly string[]).includes(ending));
}

const sessionIsFull = (photo: PendingPhoto): Ticket => ({
  state: 'refused',
  message: `“${photo.file_name}” has no room: a session can have ${limits.photosPerSession.toLocaleString('en-US')} photos. Please create another session for it.`,
});

const isBeingErased = (photo: PendingPhoto): Ticket => ({
  state: 'refused',
  message: `“${photo.file_name}” was deleted ${limits.binDays} days ago and is just being erased. Please upload it again tomorrow.`,
});

/** Somebody else asked for the same photo in this moment, or it became ready. */
class Overtaken extends Error {}

async function issue(photo: PendingPhoto, known: Photo | undefined): Promise<Ticket> {
  if (known?.state === 'ready') return { state: 'present', photo_id: known.id };
  if (known?.state === 'deleted') {
    // The sweep may be erasing it by now, and what has just landed with it.
    if (!isRestorable(known.deleted_at)) return isBeingErased(photo);
    // What was thrown away before it became a photo can't be taken out of the bin, but it may come again.
    if (known.original_key) return { state: 'binned', photo_id: known.id };
  }
  const otherwise = () => new Overtaken();
  try {
    const pending = known ? { ...photo, ...placeOf(known) } : photo;
    await write(known ? renew(known, pending, otherwise) : insertPhoto(pending, otherwise));
    return await ticketFor(pending);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    // Whatever it is by now: S3 takes the bytes once, and their event finds the photo's real state.
    return ticketFor(photo);
  }
}

/** Another ticket for a photo that is none yet. In the bin it may have become one since it was looked at: there it stays. */
const renew = (known: Photo, pending: PendingPhoto, otherwise: () => Error) =>
  known.state === 'deleted'
    ? changePhoto(known, pending, { and: ['original_key'], otherwise })
    : changePhoto(known, pending, { otherwise });

/**
 * A file that is asked for again keeps its place and its media key: it may be on its way already. Not one that was
 * thrown away: whoever is at work on that clears away what lies there.
 */
const placeOf = ({ uploaded_at, media_key, file_name, ...known }: Photo) => ({
  ...(known.state !== 'deleted' && { uploaded_at, media_key }),
  file_name,
  kept_key: ('kept_key' in known && known.kept_key) || null,
});

async function ticketFor(photo: PendingPhoto): Promise<Ticket> {
  const metadata = uploadMetadata(photo);
  const names = Object.keys(metadata).map((name) => `x-amz-meta-${name}`);
  const headers: Record<string, string> = {
    'content-type': photo.content_type,
    'if-none-match': '*',
    'x-amz-checksum-sha256': photo.sha256,
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const url = await getSignedUrl(
    s3(),
    new PutObjectCommand({
      Bucket: env('LANDING_BUCKET'),
      Key: landingKey(photo),
      ContentType: photo.content_type,
      ContentLength: photo.size,
      ChecksumSHA256: photo.sha256,
      IfNoneMatch: '*',
      Metadata: metadata,
    }),
    {
      expiresIn: ticketSeconds,
      signableHeaders: new Set(['host', 'content-length', ...sentHeaders, ...names]),
      // As headers, not in the query: S3 checks a checksum only where it comes with the request.
      unhoistableHeaders: new Set([...sentHeaders, ...names]),
    },
  );
  return { state: 'upload', photo_id: photo.id, url, headers };
}
