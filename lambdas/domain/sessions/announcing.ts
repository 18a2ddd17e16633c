import { emailFields } from '#shared/emails/email-fields.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { refuseFields } from '#shared/text/written-fields.ts';
import type { Admin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { transact } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { addressFor, greetedAs } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { recordActivity } from '../timeline/record.ts';
import { recordAnnouncement } from './announcement-writes.ts';
import type { SessionRow } from './repository.ts';

/** The member of the studio who announces, for the timeline. */
type Announcer = Pick<Admin, 'kind' | 'sub' | 'name'>;

/** The client who is told, and the attributes of the session's row about it. */
interface Announced {
  recipient: { name: string; greeting: string; to: string };
  set: { announced_at: string; announced_by: string };
}

/**
 * Queues the email that the gallery is ready and the preparation of the whole session's download.
 * @param onConflict makes the error for a session that another request announced after it was read
 * @throws StudioError INVALID without visible photos or without an address, and for an ended gallery
 */
export async function sendAnnouncement(
  announcer: Announcer,
  row: SessionRow,
  message: string,
  onConflict?: () => Promise<Error>,
): Promise<Announced> {
  if (row.visible_count === 0) {
    throw new StudioError('INVALID', 'The client can’t see any photo of this session yet. Show some first.');
  }
  const recipient = await requireRecipient(row);
  const { to, greeting: name } = recipient;
  const set = {
    announced_at: new Date().toISOString(),
    announced_by: `gallery-ready#${row.id}#${row.announced_at ?? 'first'}`,
  };
  await transact([
    recordAnnouncement(row, set, onConflict),
    ...recordActivity(
      announcer,
      { kind: 'announced', session: row, ...(message && { words: message }) },
      { [set.announced_by]: { kind: 'gallery-ready', to, name, session_id: row.id, message } },
    ),
  ]);
  await askToKeepReady({ ...row, ...set }, { photosChanged: false });
  return { recipient, set };
}

/**
 * Returns the name and greeting of a session's client, and the address for the studio's emails.
 * @throws StudioError INVALID for an ended gallery, and for a client without an address or with a closed account
 */
export async function requireRecipient({
  customer_id,
  ends_on,
}: SessionRow): Promise<{ name: string; greeting: string; to: string }> {
  if (hasEnded({ ends_on })) {
    throw new StudioError('INVALID', 'This gallery has ended, and the client sees nothing of it. Open it again first.');
  }
  const customer = await readCustomer(customer_id);
  if (customer?.status !== 'active') {
    throw new StudioError('INVALID', 'This customer’s account is closed. Reopen it first.');
  }
  const to = addressFor(customer);
  if (!to) throw new StudioError('INVALID', 'This customer has no email address to write to. Add one first.');
  return { name: customer.name, greeting: greetedAs(customer), to };
}

/**
 * Checks that an announcement has every field that the studio's message names.
 * @throws StudioError INVALID
 */
export function requireFieldsOf(name: 'gallery-ready' | 'finished-ready', message: string): void {
  const reason = refuseFields(message, emailFields[name]);
  if (reason) throw new StudioError('INVALID', undefined, { fields: { message: reason } });
}

/** Whether the watermark that the studio has chosen is still being put on photos. */
export const isBeingMarked = ({ watermark, marks_pending }: Pick<SessionRow, 'watermark' | 'marks_pending'>): boolean =>
  watermark !== undefined && marks_pending === true;

/**
 * Whether the client would see photos without the watermark that the studio has chosen: it is being put on them for the
 * first time.
 */
export const isShownUnmarked = (row: Pick<SessionRow, 'watermark' | 'marks_pending' | 'marks_shown'>): boolean =>
  isBeingMarked(row) && row.marks_shown === undefined;

/**
 * Sends the announcement that waits for the watermark, if there is one. Where it can't be sent it goes on
 * waiting, and the session's screen says so.
 * @returns the session as it is then
 * @throws WriteConflictError when the studio announced the session, took the announcement back or changed its words after
 * the session was read
 */
export async function sendWaitingAnnouncement(row: SessionRow): Promise<SessionRow> {
  const { waiting_announcement: waiting } = row;
  if (!waiting) return row;
  try {
    const { set } = await sendAnnouncement(
      { kind: 'admin', sub: waiting.sub, name: waiting.name },
      row,
      waiting.message,
    );
    return { ...without(row, 'waiting_announcement'), ...set };
  } catch (error) {
    if (!(error instanceof StudioError && error.code === 'INVALID')) throw error;
    log.warn('An announcement that waited for the watermark was not sent.', { session_id: row.id, error });
    return row;
  }
}
