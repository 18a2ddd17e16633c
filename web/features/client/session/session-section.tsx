import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { SaidStageContext } from '../../../photos/said-stage.ts';
import type { sayStage } from '../../../photos/say-stage.ts';

/**
 * A session's section: the name as a link to its own page, date, photos.
 * @param action a control for the whole session
 */
export function SessionSection({
  session,
  count,
  isLoading = false,
  said,
  action,
  children,
}: {
  session: GallerySession;
  count: number;
  isLoading?: boolean;
  said: ReturnType<typeof sayStage>;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={`session-${session.id}`}
      tabIndex={-1}
      aria-labelledby={`session-${session.id}-name`}
      className="scroll-mt-28 pt-4 outline-none low:scroll-mt-14 low:pt-3"
    >
      <header className="mb-3 flex low:mb-2 flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm text-mute tabular-nums">
            {calendarDate(session.session_date)}
            <span aria-hidden="true"> · </span>
            {isLoading ? <span role="status">Loading gallery...</span> : formatPhotoCount(count)}
            {said && <span data-stage=""> · {said.words}</span>}
          </p>
          <h2
            dir="auto"
            id={`session-${session.id}-name`}
            className="mt-1 text-title [overflow-wrap:anywhere] low:mt-0"
          >
            <Link
              to={`/dashboard/gallery/${session.session_label}`}
              className="decoration-line decoration-2 underline-offset-6 hover:underline"
            >
              {session.session_name}
            </Link>
          </h2>
        </div>
        {action}
      </header>
      <SaidStageContext value={said?.stage ?? null}>{children}</SaidStageContext>
    </section>
  );
}
