import * as z from 'zod';
import { TimelineActor, TimelineEmail, TimelineFacts, TimelineKind } from '#shared/contract/timeline.ts';
import { env } from '../../platform/env.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

/** The number of photos that an entry stores: the last ones. */
const photosPerEntry = 6;
const photoAttributes = Array.from({ length: photosPerEntry }, (_, index) => `photo_${index}`);

const Stored = z.object({
  id: z.string(),
  customer_id: z.string(),
  session_id: z.string().optional(),
  /** The session's name at that time. */
  session_name: z.string().optional(),
  at: z.string(),
  last_at: z.string(),
  kind: TimelineKind,
  by: TimelineActor,
  /**
   * The name of the person in the studio. Names of clients and guests are read from their own rows, so that they are
   * erased with them.
   */
  name: z.string().optional(),
  /** The guest, and the link that they opened. */
  guest_id: z.string().optional(),
  link_id: z.string().optional(),
  ...TimelineFacts,
  /** The day of a client's or guest's act, in the studio's time zone. */
  day: z.string().optional(),
  /**
   * Set while the studio has not seen a client's favorites or notes: `unseen_count` is their number without those taken
   * back, `unseen_since` the time of the first.
   */
  unseen: z.literal('marks').optional(),
  unseen_id: z.string().optional(),
  unseen_count: z.number().optional(),
  unseen_since: z.string().optional(),
  /**
   * The customers to whom the entry belonged before their records were joined to another one, the last one at the end.
   */
  joined_from: z.array(z.string()).optional(),
  /** The state of the email to the client; `email_at` is its time. */
  email: TimelineEmail.optional(),
  email_at: z.string().optional(),
});
const TimelineRow = z.preprocess(gatherPhotos, Stored.extend({ photo_ids: z.array(z.string()) }));
export type TimelineRow = z.infer<typeof TimelineRow>;

/**
 * Returns the row with its photos as a list. Each photo is stored in its own attribute, because an update can shift
 * attributes, but not cut a list.
 */
function gatherPhotos(row: unknown): unknown {
  const attributes = row as Record<string, unknown>;
  const photoIds = photoAttributes.map((name) => attributes[name]).filter((id) => id !== undefined);
  return { ...attributes, photo_ids: [...new Set(photoIds)] };
}

const byId = ['id'] as const;
const entries = table('TIMELINE_TABLE', { key: byId }, TimelineRow);
/** The timeline table, by its indexes, which have only keys. */
const keys = table(
  'TIMELINE_TABLE',
  {
    key: byId,
    indexes: {
      by_customer: ['customer_id', 'at'],
      by_session: ['session_id', 'at'],
      by_day: ['day', 'at'],
      unseen: ['unseen', 'unseen_id'],
    },
  },
  z.object({ id: z.string() }),
);

export type NewEntry = Omit<TimelineRow, 'last_at' | 'joined_from' | 'email_at'>;

/**
 * Returns the write of an entry. If an entry with this id exists, its count, its time and its last photos change. It is
 * an update in both cases, so that no caller reads first, and 1,000 favorites of a day are one row.
 */
export function addEntry({ id, at, count, unseen_count, photo_ids, ...otherAttributes }: NewEntry): Write {
  const counters = Object.entries({ count, unseen_count }).filter(([, by]) => by !== undefined);
  /** The attributes that are set only once. */
  const setOnce = unseen_count === undefined ? ['at'] : ['at', 'unseen_since'];
  const photos = photo_ids.slice(0, photosPerEntry);
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(otherAttributes).filter(([, value]) => value !== undefined)),
    last_at: at,
    ...Object.fromEntries(photos.map((photo, index) => [photoAttributes[index], photo])),
  };
  // Shift the earlier photos. Each value on the right is from before the update; a new row has none, and gets the last
  // photo.
  const shiftedAttributes = photos.length === 0 ? [] : photoAttributes.slice(photos.length);
  const lastWritten = photoAttributes[photos.length - 1];
  return {
    Update: {
      TableName: env('TIMELINE_TABLE'),
      Key: { id },
      UpdateExpression: [
        `SET ${setOnce.map((name) => `#${name} = if_not_exists(#${name}, :last_at)`).join(', ')}`,
        ...Object.keys(values).map((name) => `#${name} = :${name}`),
        ...shiftedAttributes.map(
          (name, index) => `#${name} = if_not_exists(#${photoAttributes[index]}, :${lastWritten})`,
        ),
      ]
        .join(', ')
        .concat(counters.length > 0 ? ` ADD ${counters.map(([name]) => `#${name} :${name}`).join(', ')}` : ''),
      ExpressionAttributeNames: Object.fromEntries(
        [
          ...setOnce,
          ...Object.keys(values),
          ...(shiftedAttributes.length > 0 ? photoAttributes : []),
          ...counters.map(([name]) => name),
        ].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        [...Object.entries(values), ...counters].map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Returns at most `size` entries with favorites and notes that the studio has not seen, of one session or of all. */
export async function readUnseen(size: number, sessionId?: string): Promise<TimelineRow[]> {
  const query = { index: 'unseen', partition: 'marks', ...(sessionId && { begins: `${sessionId}#` }) };
  const { rows: entryKeys } = await keys.page(query, size);
  return entries.getMany(entryKeys, { leaveOutDamaged: true });
}

/** Returns the write that records that the studio has seen an entry. Later favorites and notes are unseen again. */
export const setSeen = (id: string): Write =>
  entries.change({ id }, { remove: ['unseen', 'unseen_id', 'unseen_count', 'unseen_since'] });

/** Returns the entries of clients and guests of a day, in the order of their first act. */
export async function readDay(day: string): Promise<TimelineRow[]> {
  const entryKeys = await keys.all({ index: 'by_day', partition: day });
  const rows = await entries.getMany(entryKeys, { leaveOutDamaged: true });
  return rows.toSorted((first, second) => (first.at < second.at ? -1 : 1));
}

/** Returns a page of a customer's entries, newest first. */
export const readByCustomer = (customerId: string, size: number, from: Key | undefined) =>
  readPage({ index: 'by_customer', partition: customerId }, size, from);

/** Returns a page of a session's entries, newest first. */
export const readBySession = (sessionId: string, size: number, from: Key | undefined) =>
  readPage({ index: 'by_session', partition: sessionId }, size, from);

async function readPage(list: { index: string; partition: string }, size: number, from: Key | undefined) {
  const { rows: entryKeys, last } = await keys.page({ ...list, descending: true }, size, from);
  return { rows: await entries.getMany(entryKeys, { leaveOutDamaged: true }), last };
}

/**
 * Returns all entries of a customer, for joins and exports. The index is eventually consistent; the entries are read
 * strongly consistent.
 */
export async function readAllOf(customerId: string): Promise<TimelineRow[]> {
  const entryKeys = await keys.all({ index: 'by_customer', partition: customerId, descending: true });
  const rows = await entries.getMany(entryKeys, { consistent: true, leaveOutDamaged: true });
  return rows
    .filter((row) => row.customer_id === customerId)
    .toSorted((first, second) => (first.at < second.at ? 1 : -1));
}

/** Returns the write that moves an entry to the customer to whom its record was joined. */
export const moveEntry = ({ id, customer_id, joined_from = [] }: TimelineRow, to: string): Write =>
  entries.change(
    { id },
    { set: { customer_id: to, joined_from: [...joined_from, customer_id] } },
    { where: { customer_id } },
  );

/** Returns the write that moves an entry back when the join is undone. */
export const returnEntry = ({ id, customer_id, joined_from = [] }: TimelineRow): Write =>
  entries.change(
    { id },
    { set: { customer_id: joined_from.at(-1), joined_from: joined_from.slice(0, -1) } },
    { where: { customer_id } },
  );

/** Returns the ids of all entries of a customer, including damaged ones. */
export const readIdsOf = async (customerId: string): Promise<string[]> =>
  (await keys.all({ index: 'by_customer', partition: customerId })).map(({ id }) => id);

export const eraseEntry = (id: string): Write => entries.delete({ id });

/** Returns the write that records the state of an entry's email. */
export const setEmail = (id: string, email: TimelineEmail): Write =>
  entries.change(
    { id },
    { set: { email, email_at: new Date().toISOString() } },
    // SES may report the delivery before its acceptance is recorded.
    { where: email === 'sent' || email === 'failed' ? { email: 'queued' } : {} },
  );

/** Returns the write that replaces the message of an entry by what its email said. */
export const setWords = (id: string, words: string): Write => entries.change({ id }, { set: { words } });
