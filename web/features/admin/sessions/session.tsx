import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { PhotoFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChevronLeft } from '../../../ui/icons.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { Views } from '../../../ui/navigation/views.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { OpenSelectionDialog } from '../selections/session-selections.tsx';
import { AnnouncementDialog } from './announce.tsx';
import { markSeen, workingSessionQuery } from './api.ts';
import { SessionPhotos } from './grid/session-photos.tsx';
import { SessionTrash } from './grid/session-trash.tsx';
import { ProgressLine } from './progress/progress-line.tsx';
import { OpenedPanel } from './progress/progress-panel.tsx';
import { type SessionProgress, useSessionProgress } from './progress/session-progress.ts';
import { SessionActions, SessionFacts } from './session-head.tsx';
import { starsOfFilter } from './stars.ts';

const views = [
  { show: 'all', label: 'All' },
  { show: 'favorites', label: 'Favorites' },
  { show: 'noted', label: 'With note' },
  { show: 'hidden', label: 'Hidden' },
  { show: 'undownloadable', label: 'Not downloadable' },
  { show: 'trash', label: 'Trash' },
] as const;

/** The screen 'Session: {name}': where the session stands, its photos with bulk actions, and the trash. */
export function Component() {
  const { id = '' } = useParams();
  const session = useQuery(workingSessionQuery(id));
  if (session.data) return <SessionScreen key={id} session={session.data} />;
  return (
    <Screen title="Session: ..." back={{ to: '/admin/sessions', label: 'All sessions' }}>
      <QueryStatus
        query={session}
        loading="Loading session..."
        failed="Failed to load session."
        missing={
          <div className="flex flex-col items-start gap-4">
            <Notice tone="error">
              <span>Failed to load session.</span> It may have been deleted.
            </Notice>
            <ButtonLink look="secondary" to="/admin/sessions">
              All Photo Sessions
            </ButtonLink>
          </div>
        }
      />
    </Screen>
  );
}

/** The length from which a session's name is set in smaller letters, so that it fits into two lines of a phone. */
const longName = 24;

function SessionScreen({ session }: { session: SessionDetails }) {
  const progress = useSessionProgress(session);
  const panelId = useId();
  const name = session.session_name || 'Unnamed Session';
  useMarkAsSeen(session.id);
  const { selections, entries, opened, toggle, openSelection, closeSelection, isOpeningSelection } = progress;
  return (
    <div className="px-4 pt-2 pb-16 md:px-8 md:pt-4">
      <PageTitle screen={`Session: ${name}`} />
      <div className="flex flex-wrap items-center gap-x-4 md:gap-x-5">
        <div className="flex min-w-0 flex-1 items-center md:max-xl:basis-full">
          <Link
            to="/admin/sessions"
            aria-label="All sessions"
            title="All sessions"
            className="-ml-3 grid size-11 shrink-0 place-items-center text-mute hover:text-ink print:hidden"
          >
            <ChevronLeft className="size-5" />
          </Link>
          <h1
            dir="auto"
            title={name}
            className={`line-clamp-2 min-w-0 [overflow-wrap:anywhere] print:line-clamp-none ${name.length < longName ? 'text-title' : 'text-lg leading-[1.2]'}`}
          >
            Session: <bdi>{name}</bdi>
          </h1>
        </div>
        <SessionActions session={session} progress={progress} />
      </div>
      <SessionFacts session={session} />
      <ProgressLine
        session={session}
        entries={entries}
        opened={opened}
        panelId={panelId}
        onOpen={toggle}
        onOpenSelection={selections.data?.items.length === 0 ? openSelection : undefined}
      />
      <OpenedPanel id={panelId} session={session} progress={progress} />
      <PhotoViews session={session} progress={progress} />
      <AnnouncementDialog announcement={progress.gallery} />
      <AnnouncementDialog announcement={progress.finished} />
      {isOpeningSelection && <OpenSelectionDialog session={session} onClose={closeSelection} />}
    </div>
  );
}

/** The session's photos by view, and the trash. */
function PhotoViews({
  session,
  progress: { counts, selections, arrivals },
}: {
  session: SessionDetails;
  progress: SessionProgress;
}) {
  const [query] = useSearchParams();
  const chosenIn = query.get('show') === 'chosen' ? (query.get('in') ?? undefined) : undefined;
  const view = chosenIn ? `chosen ${chosenIn}` : (query.get('show') ?? 'all');
  const show = PhotoFilter.safeParse(view).data ?? 'all';
  // Stages and stars are chosen below the views.
  const isWithinAll = view === 'proof' || view === 'finished' || starsOfFilter(show) !== undefined;
  const requestedChapter = query.get('chapter') ?? undefined;
  // If the chapter of the URL was deleted, show all photos.
  const chapter =
    requestedChapter === 'none' || session.chapters.some(({ id }) => id === requestedChapter)
      ? requestedChapter
      : undefined;
  const viewOf = ({ show, label }: (typeof views)[number]) => ({
    to: show === 'all' ? '.' : `?show=${show}`,
    label,
    count: counts?.[show],
    isCurrent: show === view || (show === 'all' && isWithinAll),
  });
  return (
    <>
      <div className="sticky top-14 z-10 -mx-4 border-b border-line bg-white px-4 md:-mx-8 md:px-8 lg:top-0 low:static">
        <Views
          label="Which photos"
          views={[
            ...views.slice(0, -1).map(viewOf),
            ...(selections.data?.items ?? []).map(({ id, name, chosen_count }) => ({
              to: `?show=chosen&in=${id}`,
              label: (
                <>
                  Chosen in <bdi>{name}</bdi>
                </>
              ),
              count: chosen_count,
              isCurrent: id === chosenIn,
            })),
            ...views.slice(-1).map(viewOf),
          ]}
        />
      </div>
      {view === 'trash' ? (
        <SessionTrash session={session} />
      ) : (
        <SessionPhotos
          key={`${chosenIn ?? show} ${chapter ?? ''}`}
          session={session}
          show={show}
          chosenIn={chosenIn}
          chapter={chosenIn ? undefined : chapter}
          isAwaiting={arrivals.pending.length + arrivals.interrupted.length > 0}
        />
      )}
    </>
  );
}

/** Marks the session's new favorites and notes as seen. */
function useMarkAsSeen(session: string) {
  useEffect(() => {
    markSeen(session).catch((error) =>
      console.warn('The dashboard still shows this session’s favorites as new.', error),
    );
  }, [session]);
}
