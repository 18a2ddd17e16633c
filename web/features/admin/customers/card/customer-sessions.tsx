import { useQuery } from '@tanstack/react-query';
import type { FavoriteAndNoteCounts } from '#shared/contract/customers.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Star } from '../../../../ui/icons.tsx';
import { Empty } from '../../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { DamagedRows } from '../../damaged-rows.tsx';
import { SessionCover } from '../../sessions/covers/session-cover.tsx';
import { sessionStateWords } from '../../sessions/progress/session-state-words.ts';
import { uploadPath } from '../../uploads/upload-path.ts';
import { customerSessionsQuery, favoriteAndNoteCountsQuery } from '../api.ts';

/** A customer's sessions, newest first: where each stands, and what the client chose and wrote. */
export function CustomerSessions({ customer }: { customer: string }) {
  const sessions = useQuery(customerSessionsQuery(customer));
  const damaged = useQuery({ ...customerSessionsQuery(customer), select: (sessionPage) => sessionPage.damaged });
  const counts = useQuery(favoriteAndNoteCountsQuery(customer));
  const countsOf = new Map(counts.data?.map((sessionCounts) => [sessionCounts.session_id, sessionCounts]));
  return (
    <section aria-label="Sessions">
      <h2 className="font-display text-lg">Sessions</h2>
      <QueryStatus query={sessions} loading="Loading sessions..." failed="The sessions could not be loaded." />
      <QueryStatus query={counts} failed="The client’s favorites and notes could not be counted." />
      <DamagedRows pages={[{ damaged: damaged.data }]} list="sessions" />
      {sessions.data?.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to={`/admin/session/create?customer_id=${customer}`}>
              Create New Session
            </ButtonLink>
          }
        >
          No sessions yet.
        </Empty>
      )}
      <ul className="mt-3">
        {sessions.data?.map((session) => (
          <li
            key={session.id}
            className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <SessionCover session={session} size="list" />
            <span className="min-w-0 flex-1 basis-40">
              <span dir="auto" className="block font-semibold [overflow-wrap:anywhere]">
                {session.session_name}
              </span>
              <span className="flex flex-wrap gap-x-3 text-xs text-mute">
                <span className="font-semibold text-ink">
                  {sessionStateWords[session.state]}
                  {session.state === 'choosing' && session.next_date && ` until ${calendarDate(session.next_date)}`}
                </span>
                <span>{calendarDate(session.session_date)}</span>
                <span className="tabular-nums">{formatPhotoCount(session.photos_count)}</span>
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  {session.session_label}
                </span>
              </span>
              <FavoritesAndNotes counts={countsOf.get(session.id)} />
            </span>
            <span className="flex flex-wrap items-center gap-x-4 max-sm:-ml-3 max-sm:basis-full">
              <ButtonLink
                look="quiet"
                to={`/admin/session/${session.id}`}
                aria-label={`View session ${session.session_name}`}
              >
                View
              </ButtonLink>
              <ButtonLink
                look="secondary"
                to={uploadPath(customer, session.id)}
                aria-label={`Upload photos to ${session.session_name}`}
              >
                Upload Photos
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The client's numbers of favorites and notes in a session. */
function FavoritesAndNotes({ counts }: { counts: FavoriteAndNoteCounts['items'][number] | undefined }) {
  if (!counts) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-4 text-xs tabular-nums">
      {counts.favorites > 0 && (
        <span className="inline-flex items-center gap-1 text-brass">
          <Star filled className="size-3.5" />
          {formatCounted(counts.favorites, 'favorite')}
        </span>
      )}
      {counts.notes > 0 && <span>{formatCounted(counts.notes, 'note')}</span>}
    </span>
  );
}
