import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { EmailKind, EmailTrouble, SentEmailState } from '#shared/contract/emails.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { type Key, table, type Write, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import type { OutboxRow } from './outbox.ts';

/** An email as lists have it. */
const ListedRow = z.object({
  id: z.string(),
  at: z.string(),
  /** The time at which it was queued first; the outbox's row expires 30 days after that. */
  queued_at: z.string(),
  kind: EmailKind,
  name: z.string(),
  /** Missing for an email to the studio. */
  to: z.string().optional(),
  /** The record of the customer to whom it went, or whom it is about; missing if there is none. */
  record_id: z.string().optional(),
  subject: z.string(),
  state: SentEmailState,
  trouble: EmailTrouble.optional(),
  reason: z.string().optional(),
  /** The records to which it belonged before they were joined to another one, the last one at the end. */
  joined_from: z.array(z.string()).optional(),
});
export type ListedRow = z.infer<typeof ListedRow>;

/** An email as it was sent, without its secrets; `content` is missing if it was never written, or is too large. */
export const SentEmailRow = ListedRow.extend({ content: z.string().optional() });
type SentEmailRow = z.infer<typeof SentEmailRow>;

const keys = {
  key: ['id'],
  indexes: { directory: ['directory', 'at'], by_customer: ['record_id', 'at'] },
} as const;
const emails = table('EMAILS_TABLE', keys, SentEmailRow);
const lists = table('EMAILS_TABLE', keys, ListedRow);
const ids = table('EMAILS_TABLE', keys, z.object({ id: z.string() }));

/** The days for which a sent email is stored. */
const storedDays = 90;

/** The text of an email as it is stored: without codes and secret parts of addresses. */
export interface SentContent {
  subject: string;
  text: string;
  html: string;
}

/** The largest `content` in characters: far above that of any email, and below the limit of a row. */
const maxContent = 200_000;

/** Returns text and HTML as one attribute: JSON, compressed, in base64, because exports are JSON. */
function packed({ text, html }: SentContent): string | undefined {
  const content = deflateRawSync(JSON.stringify({ text, html })).toString('base64');
  if (content.length <= maxContent) return content;
  log.warn('The text of a sent email is too large to be stored.', { size: content.length });
  return undefined;
}

const Content = z.object({ text: z.string(), html: z.string() });

/** Returns the text and HTML of a stored email; null for an email that was not written. */
export const contentOf = ({ content }: SentEmailRow): z.infer<typeof Content> | null =>
  content === undefined
    ? null
    : Content.parse(
        JSON.parse(inflateRawSync(Buffer.from(content, 'base64'), { maxOutputLength: 10_000_000 }).toString()),
      );

/** The state of a sent email, and the reason if it was not delivered. */
type Outcome = Pick<ListedRow, 'state' | 'trouble' | 'reason'>;

/**
 * Returns the write that stores what became of an email, with its text. It replaces the outcome of an earlier attempt;
 * the text of that stays if there is no other, and so does the record to which the email was moved since it was queued.
 */
export function storeSentEmail(
  { id, ...email }: OutboxRow,
  { state, trouble, reason }: Outcome,
  content?: SentContent,
): Write {
  const now = new Date();
  return emails.changeOrInsert(
    { id },
    {
      set: {
        ...{ kind: email.kind, queued_at: email.created_at, at: now.toISOString(), directory: 'email' },
        ...{ name: 'name' in email ? email.name : '', to: 'to' in email ? email.to : undefined },
        ...{ state, trouble, reason, subject: content?.subject, content: content && packed(content) },
        expires_at: Math.floor(now.getTime() / 1_000) + storedDays * daySeconds,
      },
      setMissing: { record_id: email.record_id, ...(!content && { subject: '' }) },
      remove: withoutTrouble(trouble),
    },
  );
}

/** Returns the attributes to remove for an outcome: those that an earlier one may have. */
const withoutTrouble = (trouble: EmailTrouble | undefined): string[] => (trouble ? [] : ['trouble', 'reason']);

/** Returns the write that records what became of an email of which an attempt is stored. */
const changeOutcome = (id: string, { state, trouble, reason }: Outcome, where: Partial<Outcome> = {}): Write =>
  emails.change({ id }, { set: { state, trouble, reason }, remove: withoutTrouble(trouble) }, { where });

/** Records what became of an email after it was sent. Does nothing for an email that is not stored. Idempotent. */
export async function followSentEmail(id: string, outcome: Outcome): Promise<void> {
  try {
    // A delivery may be reported after the complaint about it.
    await write(changeOutcome(id, outcome, outcome.state === 'delivered' ? { state: 'sent' } : {}));
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Returns the write, if the email is stored, that records that it waits to be sent again. It belongs into the
 * transaction that queues the email: later, it would replace the outcome of a sending that was faster.
 */
export const requeueSentEmail = async (id: string): Promise<Write[]> =>
  (await ids.get({ id })) ? [changeOutcome(id, { state: 'queued' })] : [];

/** Returns an email with its text. */
export const readSentEmail = (id: string) => emails.get({ id });

/** Returns a page of all emails, newest first. */
export const readSentEmails = (size: number, from: Key | undefined) =>
  lists.page({ index: 'directory', partition: 'email', descending: true, leaveOutDamaged: true }, size, from);

/** Returns a page of the emails to and about a customer, newest first. */
export const readEmailsOf = (recordId: string, size: number, from: Key | undefined) =>
  lists.page({ index: 'by_customer', partition: recordId, descending: true, leaveOutDamaged: true }, size, from);

/** Returns all emails of a customer without their texts, for joins. */
export const readAllEmailsOf = (recordId: string): Promise<ListedRow[]> =>
  lists.all({ index: 'by_customer', partition: recordId, leaveOutDamaged: true });

/** Returns the ids of all emails of a customer, including damaged ones. */
export const readEmailIdsOf = async (recordId: string): Promise<string[]> =>
  (await ids.all({ index: 'by_customer', partition: recordId })).map(({ id }) => id);

export const eraseSentEmail = (id: string): Write => emails.delete({ id });

/** Returns the write that moves an email to the customer to whom its record was joined. */
export const moveSentEmail = ({ id, record_id = '', joined_from = [] }: ListedRow, to: string): Write =>
  emails.change({ id }, { set: { record_id: to, joined_from: [...joined_from, record_id] } }, { where: { record_id } });

/** Returns the write that moves an email back when the join is undone. */
export const returnSentEmail = ({ id, record_id, joined_from = [] }: ListedRow): Write =>
  emails.change(
    { id },
    { set: { record_id: joined_from.at(-1), joined_from: joined_from.slice(0, -1) } },
    { where: { record_id } },
  );
