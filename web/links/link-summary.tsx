import type { Link, LinkDownload } from '#shared/contract/links.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { timeOf } from '../lib/dates.ts';
import { Badge } from '../ui/status/badge.tsx';

export const hasEnded = ({ is_revoked, ends_at }: Link) => is_revoked || Date.parse(ends_at) <= Date.now();

/** Returns whether a client's link opens nothing because the studio does not let the client share the session. */
export const isSwitchedOff = ({ made_by }: Link, session: { client_may_share: boolean }) =>
  made_by === 'client' && !session.client_may_share;

const downloads: Record<LinkDownload, string> = { none: 'no download', web: 'web size', original: 'original' };

/** The label, permissions and visits of a link. */
export function LinkSummary({
  link,
  session,
  audience,
  detail,
}: {
  link: Link;
  session: { client_may_share: boolean };
  /** The audience that sees the summary. */
  audience: Link['made_by'];
  /** A line between the label and the permissions. */
  detail?: string;
}) {
  const isOver = hasEnded(link);
  const badge = isOver ? (link.is_revoked ? 'Revoked' : 'Ended') : isSwitchedOff(link, session) && 'Off';
  const permissions = ['Look', link.may_pick && 'pick', link.may_note && 'note'].filter(Boolean).join(', ');
  const facts = [permissions, downloads[link.download], link.pin !== null && 'PIN'];
  if (link.made_by !== audience) facts.push(`by the ${link.made_by}`);
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span dir="auto" className={`text-base font-semibold [overflow-wrap:anywhere] ${badge ? 'text-mute' : ''}`}>
          {link.label}
        </span>
        {badge && <Badge tone="neutral">{badge}</Badge>}
      </span>
      {detail !== undefined && (
        <span dir="auto" className="block [overflow-wrap:anywhere]">
          {detail}
        </span>
      )}
      <span className="block text-mute">{facts.filter(Boolean).join(' · ')}</span>
      <span className="block text-mute tabular-nums">{visitsOf(link)}</span>
    </>
  );
}

const visitsOf = ({ opened_at, visits }: Link): string =>
  opened_at === null ? 'Never opened' : `Opened ${timeOf(opened_at)} · ${formatCounted(visits, 'visit')}`;
