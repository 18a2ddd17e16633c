import * as z from 'zod';
import { TimelineActor, TimelineEmail, TimelineFacts, TimelineKind } from '#shared/contract/timeline.ts';
import { env } from '../../platform/env.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

/** Photos that an entry remembers, the last ones. */
const photosKept = 6;
const photoAttributes = Array.from({ length: photosKept }, (_, at) => `photo_${at}`);

const Stored = z.object({
  id: z.string(),
  customer_id: z.string(),
  session_id: z.string().optional(),
  /** As it was called then. */
  session_name: z.string().optional(),
  at: z.string(),
  last_at: z.string(),
  kind: TimelineKind,
  by: TimelineActor,
  /** The admin's name. The names of clients and guests are read from their own rows, and leave with them. */
  name: z.string().optional(),
  /** The guest, and the link that they had opened. */
  guest_id: z.string().optional(),
  link_id: z.string().optional(),
  ...TimelineFacts,
  /** The day of what a client or guest did, in the studio's time zone. */
  day: z.string().optional(),
  /** Clients' favorites and notes, fewer for those taken back, since the studio last looked at the session; and since when. */
  unseen: z.literal('marks').optional(),
  unseen_id: z.string().optional(),
  unseen_count: z.number().optional(),
  unseen_since: z.string().optional(),
  /** The customers whose entry it was before their records were joined to another one, the last one last. */
  joined_from: z.array(z.string()).optional(),
  /** Of the email to the client. */
  email: TimelineEmail.optional(),
  email_at: z.string().optional(),
});
const TimelineRow = z.preprocess(gatherPhotos, Stored.extend({ photo_ids: z.array(z.string()) }));
export type TimelineRow = z.infer<typeof TimelineRow>;

/** The photos are one attribute each, because an update can shift attributes, but not cut a list. */
function gatherPhotos(row: unknown): unknown {
  const attributes = row as Record<string, unknown>;
  const kept = photoAttributes.map((name) => attributes[name]).filter((id) => id !== undefined);
  return { ...attributes, photo_ids: [...new Set(kept)] };
}

const byId = ['id'] as const;
const entries = table('TIMELINE_TABLE', { key: byId }, TimelineRow);
/** The indexes, which have only keys. */
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
 * Writes an entry. One with the same id counts further: its count, its time and its last photos change. An update in
 * both cases, so that no caller reads first, and 1,000 favorites of a day are one row.
 */
export function addEntry({ id, at, count, unseen_count, photo_ids, ...rest }: NewEntry): Write {
  const added = Object.entries({ count, unseen_count }).filter(([, by]) => by !== undefined);
  /** Set once. */
  const first = unseen_count === undefined ? ['at'] : ['at', 'unseen_since'];
  const photos = photo_ids.slice(0, photosKept);
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    last_at: at,
    ...Object.fromEntries(photos.map((photo, place) => [photoAttributes[place], photo])),
  };
  // The other photos move back. Each value on the right is from before the update; a new row has none of them.
  const moved = photos.length === 0 ? [] : photoAttributes.slice(photos.length);
  const last = photoAttributes[photos.length - 1];
  return {
    Update: {
      TableName: env('TIMELINE_TABLE'),
      Key: { id },
      UpdateExpression: [
        `SET ${first.map((name) => `#${name} = if_not_exists(#${name}, :last_at)`).join(', ')}`,
        ...Object.keys(values).map((name) => `#${name} = :${name}`),
        ...moved.map((name, place) => `#${name} = if_not_exists(#${photoAttributes[place]}, :${last})`),
      ]
        .join(', ')
        .concat(added.length > 0 ? ` ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}` : ''),
      ExpressionAttributeNames: Object.fromEntries(
        [
          ...first,
          ...Object.keys(values),
          ...(moved.length > 0 ? photoAttributes : []),
          ...added.map(([name]) => name),
        ].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        [...Object.entries(values), ...added].map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Returns entries with favorites and notes that the studio has not looked at, up to `size`, of one session or of all. */
export async function readUnseen(size: number, sessionId?: string): Promise<TimelineRow[]> {
  const query = { index: 'unseen', partition: 'marks', ...(sessionId && { begins: `${sessionId}#` }) };
  const { rows: found } = await keys.page(query, size);
  return entries.getMany(found, { leaveOutDamaged: true });
}

/** Records that the studio has looked at an entry. What is counted afterwards is new again. */
export const setSeen = (id: string): Write =>
  entries.change({ id }, { remove: ['unseen', 'unseen_id', 'unseen_count', 'unseen_since'] });

/** Returns what clients and guests did in a day, in the order in which it began. */
export async function readDay(day: string): Promise<TimelineRow[]> {
  const found = await keys.all({ index: 'by_day', partition: day });
  const rows = await entries.getMany(found, { leaveOutDamaged: true });
  return rows.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** Returns a page of a customer's entries, newest first. */
export const readByCustomer = (customerId: string, size: number, from: Key | undefined) =>
  readPage({ index: 'by_customer', partition: customerId }, size, from);

/** Returns a page of a session's entries, newest first. */
export const readBySession = (sessionId: string, size: number, from: Key | undefined) =>
  readPage({ index: 'by_session', partition: sessionId }, size, from);

async function readPage(list: { index: string; partition: string }, size: number, from: Key | undefined) {
  const { rows: found, last } = await keys.page({ ...list, descending: true }, size, from);
  return { rows: await entries.getMany(found, { leaveOutDamaged: true }), last };
}

/** Returns all entries of a customer, strongly consistent once they are found: for joins, exports and the erasure. */
export async function readAllOf(customerId: string): Promise<TimelineRow[]> {
  const found = await keys.all({ index: 'by_customer', partition: customerId, descending: true });
  const rows = await entries.getMany(found, { consistent: true, leaveOutDamaged: true });
  return rows.filter((row) => row.customer_id === customerId).toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** Gives an entry to the customer whose record the other one was joined to. */
export const moveEntry = ({ id, customer_id, joined_from = [] }: TimelineRow, to: string): Write =>
  entries.change(
    { id },
    { set: { customer_id: to, joined_from: [...joined_from, customer_id] } },
    { where: { customer_id } },
  );

/** Gives an entry back when the join is undone. */
export const returnEntry = ({ id, customer_id, joined_from = [] }: TimelineRow): Write =>
  entries.change(
    { id },
    { set: { customer_id: joined_from.at(-1), joined_from: joined_from.slice(0, -1) } },
    { where: { customer_id } },
  );

/** Returns the ids of all entries of a customer, of damaged ones too. */
export const readIdsOf = async (customerId: string): Promise<string[]> =>
  (await keys.all({ index: 'by_customer', partition: customerId })).map(({ id }) => id);

export const eraseEntry = (id: string): Write => entries.delete({ id });

/** Records what became of the email of an entry. */
export const setEmail = (id: string, email: TimelineEmail): Write =>
  entries.change(
    { id },
    { set: { email, email_at: new Date().toISOString() } },
    // SES may report the delivery before its acceptance is recorded.
    { where: email === 'sent' || email === 'failed' ? { email: 'queued' } : {} },
  );
