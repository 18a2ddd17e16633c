import type { SentPicks } from '#shared/contract/links.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Guest } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall, limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { addressFor, greetedAs, mayReadOwnWords, readCustomer } from '../customers/repository.ts';
import { type EmailOf, OutdatedEmailError } from '../emails/outbox.ts';
import { canSee } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { readReadable } from '../photos/row/repository.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
import { toGuestPhoto } from './live.ts';
import { type GuestRow, type LinkRow, type MarkRow, readGuest, readMarks, setSent } from './repository.ts';

/** A guest's own picks together, and how they are sent to whoever made the link. */

/** How often a guest sends in an hour. */
const sendsPerHour = 10;
const slower = 'You have sent your picks very often within an hour. What is picked is saved; send it again in an hour.';
/** Emails a day about sent picks to one client, or about one session to the studio; the others are in lists only. */
const emailsPerDay = 5;

/**
 * Returns a page of the photos that the guest has picked and may see; it can have fewer than a page's, or none, before
 * the last page.
 * @throws StudioError NOT_FOUND
 */
export async function listPicked(actor: Guest, cursor?: string): Promise<GalleryPage> {
  const session = await requireSession(actor, actor.session_id);
  const list = `${actor.id} picked ${actor.link_id}`;
  const [from, marks] = await Promise.all([openCursor(list, cursor), readMarks(actor.link_id, actor.id)]);
  const picked = marks.filter(({ is_picked, photo_id }) => is_picked && photo_id > (from?.photo_id ?? ''));
  const page = picked.slice(0, limits.guestPicksPerPage);
  const byPhoto = new Map(page.map((mark) => [mark.photo_id, mark]));
  const photos = await visiblePhotos(actor, session, page);
  const last = page.length < picked.length ? page.at(-1) : undefined;
  return {
    items: photos.map((photo) => toGuestPhoto(actor, photo, session, byPhoto.get(photo.id))),
    next_cursor: await sealCursor(list, last && { photo_id: last.photo_id }),
  };
}

/**
 * Tells whoever made the link that the guest is done, once for what is picked and noted now: in the timeline, and by an
 * email, which the sender addresses; a guest is told no address.
 * @throws StudioError NOT_FOUND; FORBIDDEN where the link allows no picks; NAME_NEEDED; TOO_MANY
 */
export async function sendPicks(actor: Guest, link: LinkRow): Promise<SentPicks> {
  if (!link.may_pick) throw new StudioError('FORBIDDEN');
  await limit(`send ${actor.id}`, sendsPerHour, hourSeconds, slower);
  /** Counted once, whatever its write meets. */
  let emailsToday: Promise<number> | undefined;
  // A conflict: sent by another tab, or by this request's first attempt whose response was lost.
  return retryOnConflict(async () => {
    const [session, guest, marks] = await Promise.all([
      requireSession(actor, actor.session_id),
      readGuest(link.id, actor.id),
      readMarks(link.id, actor.id),
    ]);
    if (!guest) throw new StudioError('NAME_NEEDED');
    const before = sentAt(guest, marks);
    if (before !== null) return { sent_at: before };
    const seen = new Set((await visiblePhotos(actor, session, marks.filter(saysMore))).map(({ id }) => id));
    const picked = marks.filter(({ is_picked, photo_id }) => is_picked && seen.has(photo_id));
    if (picked.length === 0) return { sent_at: null };
    const sent_at = new Date().toISOString();
    const email: EmailOf<'picks-sent'> = {
      ...{ kind: 'picks-sent', name: guest.name, session_id: session.id, to_client: link.made_by === 'client' },
      ...{ link_label: link.label, picks: picked.length },
      notes: marks.filter(({ note, photo_id }) => note !== '' && seen.has(photo_id)).length,
    };
    emailsToday ??= countCall(recipientOf(link, session), daySeconds);
    const isEmailed = (await emailsToday) <= emailsPerDay;
    await transact([
      setSent(guest, digestOf(marks), sent_at),
      ...tell(
        actor,
        {
          kind: 'picks-sent',
          session,
          count: picked.length,
          photo_ids: picked.slice(-6).map(({ photo_id }) => photo_id),
        },
        isEmailed ? { [`picks-sent#${link.id}#${actor.id}#${sent_at}`]: email } : {},
      ),
    ]);
    return { sent_at };
  });
}

const recipientOf = (link: LinkRow, { id, customer_id }: SessionRow) =>
  `emails of picks ${link.made_by === 'client' ? customer_id : id}`;

/** Returns when these picks and notes were sent as they are; null while they were not, or something has changed since. */
export const sentAt = (guest: Pick<GuestRow, 'sent' | 'sent_at'> | undefined, marks: MarkRow[]): string | null =>
  guest?.sent_at !== undefined && guest.sent === digestOf(marks) ? guest.sent_at : null;

const digestOf = (marks: MarkRow[]): string =>
  idFrom(
    JSON.stringify(
      marks
        .filter(saysMore)
        .map(({ photo_id, is_picked, note }) => [photo_id, is_picked, note])
        .toSorted(),
    ),
  );

/** Not a pick or note that was taken back. */
const saysMore = ({ is_picked, note }: MarkRow) => is_picked || note !== '';

/** The photos of these picks and notes that the guest can see. */
async function visiblePhotos(actor: Guest, session: SessionRow, marks: MarkRow[]) {
  const photos = await readReadable(
    session.id,
    marks.map(({ photo_id }) => photo_id),
  );
  return photos.filter((photo) => canSee(actor, photo, session));
}

/** What an email about sent picks says besides, and to whom; without `to` it goes to the studio. */
export interface SentPicksFacts {
  to?: string;
  greeted: string;
  /** The guest's name; '' where a stranger might read it. */
  from: string;
  session_name: string;
  /** Where the picks are, on the site. */
  path: string;
}

/** @throws OutdatedEmailError when the session is deleted, or the client's account is closed */
export async function readSentPicksFacts(email: EmailOf<'picks-sent'>): Promise<SentPicksFacts> {
  const session = await readSession(email.session_id);
  if (!session) throw new OutdatedEmailError('The session is deleted.');
  const { session_name, session_label } = session;
  if (!email.to_client) return { greeted: '', from: email.name, session_name, path: `/admin/session/${session.id}` };
  const customer = await readCustomer(session.customer_id);
  const to = customer?.status === 'active' && addressFor(customer);
  if (!to) throw new OutdatedEmailError('The customer’s account is closed, or has no address.');
  const from = mayReadOwnWords(customer) ? email.name : '';
  return { to, greeted: greetedAs(customer), from, session_name, path: `/dashboard/gallery/${session_label}` };
}
