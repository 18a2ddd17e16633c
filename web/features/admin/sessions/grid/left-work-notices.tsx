import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Notice } from '../../../../ui/status/notice.tsx';
import { dismissLeftWork, type LeftWork, leftWorkQuery } from './left-work.ts';
import { formatProgress } from './outcome.ts';
import { OutcomeNotice } from './outcome-notice.tsx';

/** Notices of bulk actions that failed after their view was left, above every screen of the admin area. */
export function LeftWorkNotices() {
  const { data: works = [] } = useQuery(leftWorkQuery);
  if (works.length === 0) return null;
  return (
    <section
      aria-label="Unfinished work"
      className="sticky top-14 z-20 flex flex-col gap-2 bg-white px-4 py-2 md:px-8 lg:top-0"
    >
      {works.map((work) => (
        <LeftWorkNotice key={work.session.id} work={work} />
      ))}
    </section>
  );
}

function LeftWorkNotice({ work: { session, progress, outcome } }: { work: LeftWork }) {
  const queries = useQueryClient();
  const sessionLink = (
    <Link to={`/admin/session/${session.id}`} className="inline-link font-semibold">
      {session.name || 'Unnamed Session'}
    </Link>
  );
  if (outcome) {
    return (
      <OutcomeNotice outcome={outcome} onDismiss={() => dismissLeftWork(queries, session.id)}>
        {sessionLink}: {outcome.text}
      </OutcomeNotice>
    );
  }
  return (
    <Notice tone="info">
      {sessionLink}: {progress && formatProgress(progress)}
    </Notice>
  );
}
