import * as z from 'zod';
import { LinkDownload } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { type Key, table, type Write, write } from '../../platform/table.ts';

export const LinkRow = z.object({
  /** A hash of the link's secret. */
  id: z.string(),
  session_id: z.string(),
  /** The random value from which the API's key derives the link's secret. */
  nonce: z.string(),
  label: z.string(),
  may_pick: z.boolean(),
  may_note: z.boolean(),
  download: LinkDownload,
  pin: z.string().nullable(),
  /** The number of changes of the PIN: credentials with an older number are no longer valid. */
  pin_version: z.number(),
  /** The last day in the studio's time zone, and the instant at which that day ends or the link was revoked. */
  ends_on: z.string(),
  ends_at: z.string(),
  /** Whether previews of the link show the session's cover. */
  shows_cover: z.boolean().default(false),
  is_revoked: z.boolean(),
  /** True after the link has ended and another link has taken its seat. */
  gave_place: z.boolean().default(false),
  made_by: z.enum(['studio', 'client']),
  /** The name of the client who made the link; not used for the studio's links. */
  shared_by: z.string(),
  opened_at: z.string().optional(),
  visits: z.number().default(0),
  /**
   * The number of named guests, and of the characters of all guests' notes. Conditions of the writes keep them within
   * their limits. Missing in an older row; see `startCount`.
   */
  guests_count: z.number().optional(),
  notes_length: z.number().optional(),
  created_at: z.string(),
  version: z.number(),
});
export type LinkRow = z.infer<typeof LinkRow>;

/** A guest who has given their name. */
export const GuestRow = z.object({
  link_id: z.string(),
  part: z.string(),
  name: z.string(),
  email: z.string(),
  /** True after the session's client has said that they are not this guest. */
  is_not_client: z.boolean().default(false),
  /**
   * The time at which the guest last sent their picks and notes to the link's maker, and a digest of them (`digestOf`).
   */
  sent_at: z.string().optional(),
  sent: z.string().optional(),
});

export type GuestRow = z.infer<typeof GuestRow>;

/** One guest's reactions to one photo: their pick and their note. */
export const ReactionRow = z.object({
  link_id: z.string(),
  part: z.string(),
  photo_id: z.string(),
  is_picked: z.boolean(),
  note: z.string(),
});
export type ReactionRow = z.infer<typeof ReactionRow>;

/** Whether a row still has a pick or a note, after it may have been taken back. */
export const hasContent = ({ is_picked, note }: Pick<ReactionRow, 'is_picked' | 'note'>): boolean =>
  is_picked || note !== '';

/** The attributes that the erasure reads, even from rows with other attributes damaged. */
const GuestKey = z.object({ link_id: z.string(), part: z.string() });
const LinkEnd = z.object({
  id: z.string(),
  ends_at: z.string(),
  session_id: z.string().catch(''),
  version: z.number().optional().catch(undefined),
  made_by: z.enum(['studio', 'client']).catch('studio'),
  is_revoked: z.boolean().catch(false),
  gave_place: z.boolean().catch(false),
});
export type LinkEnd = z.infer<typeof LinkEnd>;

const byId = {
  key: ['id'],
  indexes: { by_session: ['session_id', 'created_at'], ending: ['ending', 'ends_at'] },
} as const;
const linkRows = table('LINKS_TABLE', byId, LinkRow);
const linkEnds = table('LINKS_TABLE', byId, LinkEnd);
const byPart = { key: ['link_id', 'part'] } as const;
const guestRows = table('GUESTS_TABLE', byPart, GuestRow);
const reactionRows = table('GUESTS_TABLE', byPart, ReactionRow);
const keyRows = table('GUESTS_TABLE', byPart, GuestKey);

/** Returns the link; strongly consistent, because access depends on it. */
export const readLink = (id: string): Promise<LinkRow | undefined> => linkRows.get({ id }, { consistent: true });

/** Returns a session's links, newest first. */
export const readLinks = (sessionId: string): Promise<LinkRow[]> =>
  linkRows.all({ index: 'by_session', partition: sessionId, descending: true, leaveOutDamaged: true });

/** Returns all links of a session, with the attributes that the erasure needs. */
export const readLinkEnds = (sessionId: string) => linkEnds.all({ index: 'by_session', partition: sessionId });

/** Returns a link with the attributes that the erasure needs; strongly consistent. */
export const readLinkEnd = (id: string) => linkEnds.get({ id }, { consistent: true });

export const insertLink = (row: LinkRow): Write => linkRows.insert({ ...row, ending: 'link' });

/** Returns the write that changes a link; it fails when the link is no longer in the version that was read. */
export const changeLink = (row: LinkRow, set: Partial<LinkRow>, changed: () => Promise<Error>): Write =>
  linkRows.change(
    { id: row.id },
    { set: { ...set, version: row.version + 1 } },
    { where: { version: row.version }, onConflict: changed },
  );

/** Returns the write that counts a visit. IAM lets the guests' function change only a few attributes of a link. */
export const countVisit = (id: string): Write =>
  linkRows.change({ id }, { set: { opened_at: new Date().toISOString() }, add: { visits: 1 } });

/** The counters of a link for its guests. */
type GuestCount = 'guests_count' | 'notes_length';

/**
 * Stores a link's counters that an older row does not have yet. No request can change them before they are stored, as
 * with a session's counters.
 */
export async function startCounts(link: LinkRow): Promise<void> {
  await startCount(link, 'guests_count', async () => (await readParts(link.id, 'guest#')).length);
  await startCount(link, 'notes_length', async () => {
    const reactions = await reactionRows.all({
      partition: link.id,
      begins: 'mark#',
      consistent: true,
      leaveOutDamaged: true,
    });
    return reactions.reduce((sum, { note }) => sum + note.length, 0);
  });
}

async function startCount(link: LinkRow, name: GuestCount, count: () => Promise<number>): Promise<void> {
  if (link[name] !== undefined) return;
  try {
    await write(linkRows.change({ id: link.id }, { set: { [name]: await count() } }, { where: { [name]: undefined } }));
  } catch (error) {
    // Another request has stored it meanwhile, or the link is erased, which the write that needs the number reports.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Returns the write that counts a guest, or the characters by which a link's notes grow or shrink, for the transaction
 * that writes them. It fails with `full` when the link's limit is reached, and with WriteConflictError when the counter
 * is not stored yet (`startCounts`).
 */
export const countOfGuests = (linkId: string, name: GuestCount, added: number, full: () => Error): Write =>
  linkRows.change(
    { id: linkId },
    { add: { [name]: added } },
    {
      present: [name],
      ...(added > 0 && { atMost: { [name]: maxCounts[name] - added } }),
      onConflict: async () => {
        const link = await readLink(linkId);
        return link?.[name] === undefined ? new WriteConflictError() : full();
      },
    },
  );

const maxCounts: Record<GuestCount, number> = {
  guests_count: limits.guestsPerLink,
  notes_length: limits.guestNotesTogether,
};

const guestKey = (linkId: string, guestId: string) => ({ link_id: linkId, part: `guest#${guestId}` });
const reactionKey = (linkId: string, guestId: string, photoId: string) => ({
  link_id: linkId,
  part: `mark#${guestId}#${photoId}`,
});

export const readGuest = (linkId: string, guestId: string) =>
  guestRows.get(guestKey(linkId, guestId), { consistent: true });

export const insertGuest = (linkId: string, guestId: string, values: { name: string; email: string }): Write =>
  guestRows.insert({ ...guestKey(linkId, guestId), ...values });

export const changeGuest = (linkId: string, guestId: string, set: { name: string; email: string }): Write =>
  guestRows.change(guestKey(linkId, guestId), { set });

/** Returns a page of the named guests of a link. */
export async function pageOfGuests(linkId: string, size: number, from: Key | undefined) {
  const { rows, last } = await guestRows.page(
    { partition: linkId, begins: 'guest#', leaveOutDamaged: true },
    size,
    from,
  );
  return { rows: rows.map(({ part, ...row }) => ({ ...row, part, id: part.slice('guest#'.length) })), last };
}

export const readReaction = (linkId: string, guestId: string, photoId: string) =>
  reactionRows.get(reactionKey(linkId, guestId, photoId), { consistent: true });

/** Returns one guest's picks and notes. */
export const readReactions = (linkId: string, guestId: string): Promise<ReactionRow[]> =>
  reactionRows.all({ partition: linkId, begins: `mark#${guestId}#`, consistent: true, leaveOutDamaged: true });

/** Returns a page of the picks and notes of one guest of a link, or with '' of all its guests, guest by guest. */
export const pageOfReactions = (linkId: string, guestId: string, size: number, from: Key | undefined) =>
  reactionRows.page(
    { partition: linkId, begins: guestId === '' ? 'mark#' : `mark#${guestId}#`, leaveOutDamaged: true },
    size,
    from,
  );

/** Returns the picks and notes of all guests of a link, by guest. */
export async function readReactionsByGuest(linkId: string): Promise<Map<string, ReactionRow[]>> {
  const rows = await reactionRows.all({ partition: linkId, begins: 'mark#', leaveOutDamaged: true });
  return Map.groupBy(rows, ({ part }) => part.split('#')[1] ?? '');
}

/**
 * Returns the write of a guest's pick and note on a photo; it fails when the row changed after it was read.
 * @param before the row that was read; undefined when there is none
 */
export function setReaction(
  linkId: string,
  guestId: string,
  photoId: string,
  before: ReactionRow | undefined,
  { is_picked, note }: Pick<ReactionRow, 'is_picked' | 'note'>,
): Write {
  if (before) return changeReaction(before, { is_picked, note });
  return reactionRows.insert({ ...reactionKey(linkId, guestId, photoId), photo_id: photoId, is_picked, note });
}

/**
 * Returns the write that replaces the pick and note that were read. IAM lets the client's function change only these
 * attributes.
 */
export const changeReaction = (
  { link_id, part, is_picked, note }: ReactionRow,
  set: Pick<ReactionRow, 'is_picked' | 'note'>,
): Write => reactionRows.change({ link_id, part }, { set }, { where: { is_picked, note } });

/** Returns one guest's picks and notes on these photos. */
export const readReactionsOf = (linkId: string, guestId: string, photoIds: string[]): Promise<ReactionRow[]> =>
  reactionRows.getMany(
    photoIds.map((photoId) => reactionKey(linkId, guestId, photoId)),
    { consistent: true, leaveOutDamaged: true },
  );

/**
 * Returns the write that records that a guest has sent their picks and notes; it fails when another request has
 * recorded it since the row was read.
 */
export const setSent = ({ link_id, part, sent: before }: GuestRow, sent: string, sent_at: string): Write =>
  guestRows.change({ link_id, part }, { set: { sent, sent_at } }, { where: { sent: before } });

/** Returns the write that records that the session's client is not this guest. */
export const setNotClient = (linkId: string, guestId: string): Write =>
  guestRows.change(guestKey(linkId, guestId), { set: { is_not_client: true } });

/** Returns the condition for a transaction that the guest has given their name. */
export const guestIsNamed = (linkId: string, guestId: string, onConflict: () => Error): Write =>
  guestRows.check(guestKey(linkId, guestId), { onConflict });

/** Returns at most `size` links that end after this time, the next one first. */
export const readEndsSince = async (since: string, size: number) =>
  (await linkEnds.page({ index: 'ending', partition: 'link', since }, size)).rows;

/** Returns the links with these ids that exist and are not damaged, in the order of the ids. */
export const readSomeLinks = (ids: string[]): Promise<LinkRow[]> =>
  linkRows.getMany(
    ids.map((id) => ({ id })),
    { leaveOutDamaged: true },
  );

/** Returns a page of the links that ended until this time, the first ended first. */
export const readEnded = (until: string, size: number, from: Key | undefined) =>
  linkEnds.page({ index: 'ending', partition: 'link', until }, size, from);

/** Returns the keys of at most `size` rows of a link's guests, including damaged ones. */
export const readGuestKeys = async (linkId: string, size: number) =>
  (await keyRows.page({ partition: linkId, consistent: true }, size)).rows;

const readParts = (linkId: string, begins: string) => keyRows.all({ partition: linkId, begins, consistent: true });

export const eraseGuestRow = ({ link_id, part }: { link_id: string; part: string }): Write =>
  keyRows.delete({ link_id, part });
export const eraseLink = (id: string): Write => linkEnds.delete({ id });

/** Returns the write that erases a link; it fails when the link is no longer in the version that was read. */
export const eraseLinkEnd = ({ id, version }: LinkEnd): Write =>
  linkEnds.delete({ id }, { where: version === undefined ? {} : { version } });
