import { createHash } from 'node:crypto';
import type { LinkRow, Row } from './rows.ts';

/** Links for guests, when they are restored: whether they still may open, and whether they can be copied again. */

/** What happened to a session, from its timeline. */
export interface Entry {
  session_id: string;
  kind: string;
  at: string;
  what?: string;
}

const kinds = ['link-edited', 'link-revoked', 'session-deleted'];

/** Returns whether an entry of the timeline tells of something after which an earlier state of a link may open too much. */
export const isAboutLinks = (row: Row): row is Row & Entry =>
  kinds.includes(String(row.kind)) && typeof row.session_id === 'string' && typeof row.at === 'string';

/**
 * Returns a link as it is restored: revoked, when links of its session were changed or revoked after the export, so that
 * nobody gets in whom the studio or the client has shut out since.
 * @param entries of the link's session
 * @param madeAt when the export began; undefined when its rows are of an unknown time: of a restored table
 */
export function restoredLink(
  link: Row & LinkRow,
  entries: Entry[],
  madeAt: string | undefined,
  now: Date,
): Row & LinkRow {
  const isShutSince = ({ kind, at, what }: Entry) =>
    madeAt === undefined ? kind === 'link-revoked' && what === link.label && at > link.created_at : at > madeAt;
  if (link.is_revoked || !entries.some(isShutSince)) return link;
  const end = now.toISOString();
  return { ...link, is_revoked: true, ends_at: link.ends_at < end ? link.ends_at : end };
}

/** Returns what tells keys of links apart, and nothing of the key: it is random and too long to be guessed. */
export const fingerprintOf = (apiKey: string): string =>
  createHash('sha256').update(`links ${apiKey}`).digest('hex').slice(0, 16);

/** What a restore has done with links. */
export interface RestoredLinks {
  /** Number of links that open their sessions. */
  open: number;
  /** Set when they can't be copied again. */
  has_other_key?: true;
  /** Number of links that were restored as revoked. */
  revoked: number;
  /** The sites' addresses, where the links were made for another one. */
  moved?: { from: string; to: string };
}

/** Returns what the owner has to know of restored links, in sentences. */
export function describeLinks({ open, has_other_key, revoked, moved }: RestoredLinks): string[] {
  return [
    ...(open > 0 ? [`${open} guests' links open again, by the addresses that guests have.`] : []),
    ...(moved && open > 0
      ? [
          `Those addresses begin with ${moved.from}, and this studio is at ${moved.to}: they lead here only once that domain does. Until then send new links.`,
        ]
      : []),
    ...(has_other_key && open > 0
      ? [
          `They can't be copied again, because this studio has another key for links (docs/runbook.md, "Keys"): make a new link to send one once more. Their guests are new guests when they open them; what they have picked before is kept.`,
        ]
      : []),
    ...(revoked > 0
      ? [
          `${revoked} links are back as revoked: links of their sessions were changed or revoked, or the session was deleted, after the export was made. Make new ones where guests should see the photos.`,
        ]
      : []),
  ];
}
