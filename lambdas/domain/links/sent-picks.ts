import type { SentPicks } from '#shared/contract/links.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Guest } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall, limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { addressFor, greetedAs, mayReadOwnWords, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { requireOpenGallery } from '../emails/open-gallery.ts';
import { OutdatedEmailError } from '../emails/outbox.ts';
import { canSee } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { readReadable } from '../photos/row/repository.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { toGuestPhoto } from './live.ts';
import {
  type GuestRow,
  hasContent,
  type LinkRow,
  type ReactionRow,
  readGuest,
  readReactions,
  setSent,
} from './repository.ts';

/** Lists a guest's picks, and sends them to the person who made the link. */

/** The number of times that a guest may send in an hour. */
const sendsPerHour = 10;
const tooManyMessage =
  'You have sent your picks very often within an hour. What is picked is saved; send it again in an hour.';
/**
 * The number of emails in a day about sent picks: to one client, or about one session to the studio. Further ones only
 * appear in lists.
 */
const emailsPerDay = 5;

/**
 * Returns a page of the photos that the guest has picked and may see. A page can have fewer items than the limit, or
 * none, although another page follows.
 * @throws StudioError NOT_FOUND
 */
export async function listPicked(actor: Guest, cursor?: string): Promise<GalleryPage> {
  const session = await requireSession(actor, actor.session_id);
  const cursorScope = `${actor.id} picked ${actor.link_id}`;
  const [startKey, reactions] = await Promise.all([
    decryptCursor(cursorScope, cursor),
    readReactions(actor.link_id, actor.id),
  ]);
  const pickedReactions = reactions.filter(
    ({ is_picked, photo_id }) => is_picked && photo_id > (startKey?.photo_id ?? ''),
  );
  const reactionsOfPage = pickedReactions.slice(0, limits.guestPicksPerPage);
  const byPhoto = new Map(reactionsOfPage.map((reaction) => [reaction.photo_id, reaction]));
  const photos = await visiblePhotos(actor, session, reactionsOfPage);
  const lastReaction = reactionsOfPage.length < pickedReactions.length ? reactionsOfPage.at(-1) : undefined;
  return {
    items: photos.map((photo) => toGuestPhoto(actor, photo, session, byPhoto.get(photo.id))),
    next_cursor: await encryptCursor(cursorScope, lastReaction && { photo_id: lastReaction.photo_id }),
  };
}

/**
 * Sends the guest's picks and notes to the person who made the link, once for the same picks and notes: by an entry in
 * the timeline, and by an email. The worker that sends the email adds the address, so that no guest learns it.
 * @throws StudioError NOT_FOUND; FORBIDDEN where the link allows no picks; NAME_NEEDED; TOO_MANY
 */
export async function sendPicks(actor: Guest, link: LinkRow): Promise<SentPicks> {
  if (!link.may_pick) throw new StudioError('FORBIDDEN');
  await limit(`send ${actor.id}`, sendsPerHour, hourSeconds, tooManyMessage);
  /** The number of today's emails, counted once even if the transaction is repeated. */
  let emailsToday: Promise<number> | undefined;
  // A conflict means that another tab, or this request's first attempt whose response was lost, has sent them.
  return retryOnConflict(async () => {
    const [session, guest, reactions] = await Promise.all([
      requireSession(actor, actor.session_id),
      readGuest(link.id, actor.id),
      readReactions(link.id, actor.id),
    ]);
    if (!guest) throw new StudioError('NAME_NEEDED');
    const lastSentAt = sentAt(guest, reactions);
    if (lastSentAt !== null) return { sent_at: lastSentAt };
    const visibleIds = new Set((await visiblePhotos(actor, session, reactions.filter(hasContent))).map(({ id }) => id));
    const visiblePicks = reactions.filter(({ is_picked, photo_id }) => is_picked && visibleIds.has(photo_id));
    if (visiblePicks.length === 0) return { sent_at: null };
    const sent_at = new Date().toISOString();
    const email: EmailOf<'picks-sent'> = {
      ...{ kind: 'picks-sent', name: guest.name, session_id: session.id, to_client: link.made_by === 'client' },
      ...{ link_label: link.label, picks: visiblePicks.length },
      notes: reactions.filter(({ note, photo_id }) => note !== '' && visibleIds.has(photo_id)).length,
    };
    emailsToday ??= countCall(emailLimitKeyOf(link, session), daySeconds);
    const isEmailed = (await emailsToday) <= emailsPerDay;
    await transact([
      setSent(guest, digestOf(reactions), sent_at),
      ...recordActivity(
        actor,
        {
          kind: 'picks-sent',
          session,
          count: visiblePicks.length,
          photo_ids: visiblePicks.slice(-6).map(({ photo_id }) => photo_id),
        },
        isEmailed ? { [`picks-sent#${link.id}#${actor.id}#${sent_at}`]: email } : {},
      ),
    ]);
    return { sent_at };
  });
}

const emailLimitKeyOf = (link: LinkRow, { id, customer_id }: SessionRow) =>
  `emails of picks ${link.made_by === 'client' ? customer_id : id}`;

/** Returns the time at which exactly these picks and notes were sent; null if they were not sent, or changed since. */
export const sentAt = (
  guest: Pick<GuestRow, 'sent' | 'sent_at'> | undefined,
  reactions: ReactionRow[],
): string | null => (guest?.sent_at !== undefined && guest.sent === digestOf(reactions) ? guest.sent_at : null);

const digestOf = (reactions: ReactionRow[]): string =>
  idFrom(
    JSON.stringify(
      reactions
        .filter(hasContent)
        .map(({ photo_id, is_picked, note }) => [photo_id, is_picked, note])
        .toSorted(),
    ),
  );

/** Returns the photos of these picks and notes that the guest can see. */
async function visiblePhotos(actor: Guest, session: SessionRow, reactions: ReactionRow[]) {
  const photos = await readReadable(
    session.id,
    reactions.map(({ photo_id }) => photo_id),
  );
  return photos.filter((photo) => canSee(actor, photo, session));
}

/** Further facts of an email about sent picks. `to` is the recipient; without it, the email goes to the studio. */
export interface SentPicksFacts {
  to?: string;
  /** The address with which the client signs in. */
  sign_in_with?: string;
  greeted: string;
  /** The guest's name; '' when somebody other than the client might read the email. */
  from: string;
  session_name: string;
  /** The site's path of the page with the picks. */
  path: string;
}

/**
 * Returns these facts.
 * @throws OutdatedEmailError when the session is deleted, or the client's account is closed or has no address
 */
export async function readSentPicksFacts(email: EmailOf<'picks-sent'>): Promise<SentPicksFacts> {
  const session = await readSession(email.session_id);
  if (!session) throw new OutdatedEmailError('The session is deleted.');
  const { session_name, session_label } = session;
  if (!email.to_client) return { greeted: '', from: email.name, session_name, path: `/admin/session/${session.id}` };
  requireOpenGallery(session);
  const customer = await readCustomer(session.customer_id);
  const to = customer?.status === 'active' && addressFor(customer);
  if (!to) throw new OutdatedEmailError('The customer’s account is closed, or has no address.');
  const from = mayReadOwnWords(customer) ? email.name : '';
  const path = `/dashboard/gallery/${session_label}`;
  return { to, sign_in_with: signInAddress(customer), greeted: greetedAs(customer), from, session_name, path };
}
