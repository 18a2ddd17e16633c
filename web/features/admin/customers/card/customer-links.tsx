import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '#shared/contract/links.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { hasEnded, LinkSummary } from '../../../../links/link-summary.tsx';
import { ChevronRight } from '../../../../ui/icons.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { ShareSession } from '../../sessions/share-session.tsx';
import { customerLinksQuery, customerSessionsQuery } from '../api.ts';

/** The links of all sessions of a customer; each opens the share dialog of its session. */
export function CustomerLinks({ customer }: { customer: string }) {
  const queries = useQueryClient();
  const links = useQuery(customerLinksQuery(customer));
  const sessions = useQuery(customerSessionsQuery(customer));
  const [chosen, setChosen] = useState<Link>();
  const sessionOf = ({ session_id }: Link) => sessions.data?.find(({ id }) => id === session_id);
  // A link whose session can't be read has nothing to show.
  const items = links.data?.filter(sessionOf) ?? [];
  const ended = items.filter(hasEnded);
  const session = chosen && sessionOf(chosen);
  const listOf = (shownLinks: Link[]) => (
    <ul>
      {shownLinks.map((link) => (
        <LinkItem key={link.id} link={link} session={sessionOf(link)!} onChoose={() => setChosen(link)} />
      ))}
    </ul>
  );
  const close = () => {
    setChosen(undefined);
    void queries.invalidateQueries({ queryKey: customerLinksQuery(customer).queryKey });
  };
  return (
    <section aria-label="Links for guests" className="mt-12">
      <h2 className="font-display text-lg">Links for guests</h2>
      <QueryStatus query={links} loading="Loading links..." failed="The links could not be loaded." />
      {links.data && sessions.data && items.length === 0 && (
        <p className="mt-3 text-sm text-mute">No links yet. A session is shared from its page, by ‘Share’.</p>
      )}
      <div className="mt-3">{listOf(items.filter((link) => !hasEnded(link)))}</div>
      {ended.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-3 text-sm text-mute">
            Ended or revoked: <span className="tabular-nums">{formatCount(ended.length)}</span>
          </summary>
          {listOf(ended)}
        </details>
      )}
      {chosen && session && <ShareSession session={session} link={chosen.id} onClose={close} />}
    </section>
  );
}

function LinkItem({ link, session, onChoose }: { link: Link; session: Session; onChoose: () => void }) {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full cursor-pointer items-center gap-4 py-3 text-left text-sm hover:bg-petal"
      >
        <span className="min-w-0 flex-1">
          <LinkSummary link={link} session={session} audience="studio" detail={session.session_name} />
        </span>
        <ChevronRight className="size-4 shrink-0 text-mute" />
      </button>
    </li>
  );
}
