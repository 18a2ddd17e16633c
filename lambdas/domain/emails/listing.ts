import type { SentEmail, SentEmailPage, WholeSentEmail } from '#shared/contract/emails.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import type { Key } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { emailOfTag, listQueued, type OutboxRow, outboxDays, readEmail, tagOfEmail } from './outbox.ts';
import { contentOf, type ListedRow, readEmailsOf, readSentEmail, readSentEmails } from './sent-emails.ts';

/** Returns a page of the emails of the last 90 days, newest first; the first page begins with those that wait. */
export const listSentEmails = (actor: Admin, cursor?: string): Promise<SentEmailPage> =>
  listPage(`${actor.sub} sent emails`, cursor, readSentEmails, () => true);

/** Returns a page of the emails to and about a customer, newest first. */
export function listEmailsOf(actor: Admin, id: string, cursor?: string): Promise<SentEmailPage> {
  const read: ReadPage = (size, from) => readEmailsOf(id, size, from);
  return listPage(`${actor.sub} emails of customer ${id}`, cursor, read, ({ record_id }) => record_id === id);
}

type ReadPage = typeof readSentEmails;

async function listPage(
  cursorScope: string,
  cursor: string | undefined,
  read: ReadPage,
  isListed: (email: OutboxRow) => boolean,
): Promise<SentEmailPage> {
  const from: Key | undefined = await decryptCursor(cursorScope, cursor);
  const [{ rows, last, damaged }, queuedRows] = await Promise.all([
    read(limits.rowsPerPage, from),
    from ? [] : listQueued(),
  ]);
  // The indexes may not agree: one may have an email that has just been sent, the other still have it as queued.
  const listedIds = new Set(rows.map(({ id }) => id));
  const waiting = queuedRows
    .filter((email) => !email.resent && isListed(email) && !listedIds.has(email.id))
    .map((email) => asListed({ ...email, state: 'queued' }))
    .toReversed();
  return {
    items: [...waiting, ...rows].map(toSentEmail),
    next_cursor: await encryptCursor(cursorScope, last),
    damaged,
  };
}

/**
 * Returns an email with its text.
 * @param tag as in `SentEmail`
 * @throws StudioError NOT_FOUND
 */
export async function getSentEmail(_actor: Admin, tag: string): Promise<WholeSentEmail> {
  const id = emailOfTag(tag);
  const email = id ? await readSentEmail(id) : undefined;
  if (email) return { ...toSentEmail(email), content: contentOf(email) };
  // An email that waits to be sent, or that failed before texts were stored.
  const queued = id ? await readEmail(id) : undefined;
  if (!queued || queued.state === 'unwanted') throw new StudioError('NOT_FOUND');
  return { ...toSentEmail(asListed({ ...queued, state: queued.state })), content: null };
}

/** Returns an email of the outbox as lists have it. */
const asListed = (email: OutboxRow & { state: ListedRow['state'] }): ListedRow => ({
  id: email.id,
  kind: email.kind,
  at: email.created_at,
  queued_at: email.created_at,
  name: 'name' in email ? email.name : '',
  to: 'to' in email ? email.to : undefined,
  record_id: email.record_id,
  subject: '',
  state: email.state,
  trouble: email.trouble,
  reason: email.reason,
});

const toSentEmail = (row: ListedRow): SentEmail => ({
  id: tagOfEmail(row.id),
  kind: row.kind,
  name: row.name,
  to: row.to ?? null,
  customer_id: row.record_id ?? null,
  subject: row.subject,
  state: row.state,
  trouble: row.trouble ?? null,
  reason: row.reason ?? '',
  at: row.at,
  may_resend: row.trouble !== undefined && Date.now() - Date.parse(row.queued_at) < outboxDays * dayMs,
});
