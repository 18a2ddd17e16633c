import { createHash } from 'node:crypto';
import type { LinkRow, Row } from './rows.ts';

/** Functions for restored links of guests: whether they may still open, and whether they can be copied again. */

/** An entry of a session's timeline. */
export interface Entry {
  session_id: string;
  kind: string;
  at: string;
  what?: string;
}

const kinds = ['link-edited', 'link-revoked', 'session-deleted'];

/** Whether an entry of the timeline records an act after which an earlier state of a link may open too much. */
export const isAboutLinks = (row: Row): row is Row & Entry =>
  kinds.includes(String(row.kind)) && typeof row.session_id === 'string' && typeof row.at === 'string';

/**
 * Returns a link as it is restored. It is revoked when links of its session were changed or revoked after the export,
 * so that nobody gets in whom the studio or the client has shut out since.
 * @param entries the timeline entries of the link's session
 * @param madeAt when the export began; undefined for rows of an unknown time, those of a restored table
 */
export function restoredLink(
  link: Row & LinkRow,
  entries: Entry[],
  madeAt: string | undefined,
  now: Date,
): Row & LinkRow {
  const isRestriction = ({ kind, at, what }: Entry) =>
    madeAt === undefined ? kind === 'link-revoked' && what === link.label && at > link.created_at : at > madeAt;
  if (link.is_revoked || !entries.some(isRestriction)) return link;
  const end = now.toISOString();
  return { ...link, is_revoked: true, ends_at: link.ends_at < end ? link.ends_at : end };
}

/** Returns a text that tells keys of links apart and reveals nothing: a key is random and too long to be guessed. */
export const fingerprintOf = (apiKey: string): string =>
  createHash('sha256').update(`links ${apiKey}`).digest('hex').slice(0, 16);

/** The result of restoring links. */
export interface RestoredLinks {
  /** Number of links that open their sessions. */
  open: number;
  /** True when the links can't be copied again. */
  has_other_key?: true;
  /** Number of links that were restored as revoked. */
  revoked: number;
  /** The addresses of both sites, when the links were made for another site. */
  moved?: { from: string; to: string };
}

/** Returns sentences about what the owner has to know of restored links. */
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
