import type { Link } from '#shared/contract/links.ts';
import { LinkSummary } from './link-summary.tsx';

/**
 * The links of a session, one below the other.
 * @param current id of the link that is shown beside the list
 */
export function LinkList({
  links,
  current,
  session,
  audience,
  onChoose,
}: {
  links: Link[];
  current: string | undefined;
  session: { client_may_share: boolean };
  /** The audience that sees the list. */
  audience: Link['made_by'];
  onChoose: (link: string) => void;
}) {
  return (
    <ul aria-label="Links" className="border-y border-line">
      {links.map((link) => (
        <li key={link.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            data-link={link.id}
            aria-current={link.id === current || undefined}
            onClick={() => onChoose(link.id)}
            className="block w-full cursor-pointer px-4 py-3 text-left text-sm md:px-7 aria-[current]:bg-leaf-wash"
          >
            <LinkSummary link={link} session={session} audience={audience} />
          </button>
        </li>
      ))}
    </ul>
  );
}
