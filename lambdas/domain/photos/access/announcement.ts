import { addressFor, signInAddress } from '../../customers/addresses.ts';
import { readCustomer } from '../../customers/repository.ts';
import type { EmailOf } from '../../emails/email-kinds.ts';
import { requireOpenGallery } from '../../emails/open-gallery.ts';
import { OutdatedEmailError } from '../../emails/outbox.ts';
import { readSession, type SessionRow } from '../../sessions/repository.ts';
import { derivativeKey } from '../files/file-keys.ts';
import { readInOrder } from '../order/order.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { requireFiles } from '../row/views.ts';
import { isMeantForClients, isUnmarkable, needsWatermark } from '../watermark/marking.ts';
import { canDownloadSome, canSee } from './access.ts';
import { stageOf } from './attributes.ts';

/** The facts about a gallery in the email that announces it. */
export interface GalleryFacts {
  session_label: string;
  session_name: string;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
  photos_count: number;
  /** The last day of the gallery; missing or null: it never ends. */
  ends_on?: string | null;
  /** Whether the client may download at least one of the photos. */
  downloadable: boolean;
  /**
   * The S3 key of the small derivative of the session's cover, or else of its first photo; it changes when that photo
   * is hidden. '' while the watermark is not on that photo.
   */
  cover_key: string;
}

/**
 * Returns the facts for the announcement of a gallery, from the photos that the client can see now.
 * @param asMarked from those that they see once the watermark is on all photos
 * @throws OutdatedEmailError when there is nothing to announce, or the client's email address has changed
 */
export async function readGalleryFacts(
  { session_id, to }: EmailOf<'gallery-ready'>,
  { asMarked = false } = {},
): Promise<GalleryFacts> {
  const { session, customer, client, photos } = await readVisible(session_id, to, asMarked);
  const cover = photos.find((photo) => photo.id === session.cover_id) ?? photos[0];
  if (!cover) throw new OutdatedEmailError('The client can’t see any photo of this session.');
  return {
    session_label: session.session_label,
    session_name: session.session_name,
    sign_in_with: signInAddress(customer),
    photos_count: photos.length,
    ends_on: session.ends_on,
    downloadable: photos.some((photo) => canDownloadSome(client, photo, session)),
    cover_key:
      asMarked && needsWatermark(cover, session)
        ? ''
        : derivativeKey({ ...cover, ...requireFiles(client, cover, session) }, 'small'),
  };
}

/** The facts about a session in the email that announces finished photos. */
export interface FinishedFacts {
  session_label: string;
  session_name: string;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
  /** Photos that became finished since the last such email. */
  new_count: number;
  finished_count: number;
  photos_count: number;
  /** The S3 key of the small derivative of the first newly finished photo. */
  cover_key: string;
}

/**
 * Returns the facts for the email of this round, from the photos that the client can see now.
 * @throws OutdatedEmailError when the client sees no photo of this round, or their email address has changed
 */
export async function readFinishedFacts({ session_id, round, to }: EmailOf<'finished-ready'>): Promise<FinishedFacts> {
  const { session, customer, client, photos } = await readVisible(session_id, to);
  const finished = photos.filter((photo) => stageOf(photo) === 'finished');
  const announcedPhotos = finished.filter((photo) => photo.finished_round === round);
  const [cover] = announcedPhotos;
  if (!cover) throw new OutdatedEmailError('The client can’t see any of these finished photos any more.');
  return {
    session_label: session.session_label,
    session_name: session.session_name,
    sign_in_with: signInAddress(customer),
    new_count: announcedPhotos.length,
    finished_count: finished.length,
    photos_count: photos.length,
    cover_key: derivativeKey({ ...cover, ...requireFiles(client, cover, session) }, 'small'),
  };
}

/** Returns a session with its client and the photos that they can see now. */
async function readVisible(session_id: string | undefined, to: string, asMarked = false) {
  const stored = session_id === undefined ? undefined : await readSession(session_id);
  if (!stored) throw new OutdatedEmailError('The session is deleted.');
  requireOpenGallery(stored);
  const customer = await readCustomer(stored.customer_id);
  if (customer?.status !== 'active') throw new OutdatedEmailError('The customer’s account is closed.');
  if (addressFor(customer) !== to)
    throw new OutdatedEmailError('The client has another address now. Announce the session again.');
  const client = { kind: 'client', customer_id: stored.customer_id } as const;
  const now = { session: stored, photos: await readInOrder(stored) };
  const { session, photos } = asMarked && stored.watermark ? onceMarked(now) : now;
  return { session, customer, client, photos: photos.filter((photo) => canSee(client, photo, session)) };
}

/** Returns a session and its photos as they are once the watermark is on all photos that it can be on. */
function onceMarked({ session, photos }: { session: SessionRow; photos: ReadyPhoto[] }) {
  return {
    session: { ...session, marks_shown: session.marks_shown ?? new Date().toISOString() },
    photos: photos.map((photo) => ({
      ...photo,
      is_approved: isMeantForClients(photo) && !isUnmarkable(photo, session),
      // Of a photo that is not marked yet, only that it will be is known.
      marked_key: photo.marked_key ?? '',
    })),
  };
}
