import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { PhotoFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Views } from '../../../ui/navigation/views.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { ClocksState, ZoneProposal } from '../clocks/clocks-state.tsx';
import { Screen } from '../screen.tsx';
import { selectionsQuery } from '../selections/api.ts';
import { SessionSelections } from '../selections/session-selections.tsx';
import { AnnounceFinished, AnnounceGallery } from './announce.tsx';
import { markSeen, workingSessionQuery } from './api.ts';
import { workingCountsQuery } from './grid/api.ts';
import { SessionPhotos } from './grid/session-photos.tsx';
import { SessionTrash } from './grid/session-trash.tsx';
import { Unsettled } from './grid/unsettled/unsettled.tsx';
import { useUnsettled } from './grid/unsettled/unsettled-photos.ts';
import { SessionAttachments } from './session-attachments.tsx';
import { SessionActions, SessionFacts } from './session-head.tsx';
import { DownloadsState } from './settings/download-settings.tsx';
import { WatermarkState } from './settings/watermark-settings.tsx';

const views = [
  { show: 'all', label: 'All' },
  { show: 'favorites', label: 'Favorites' },
  { show: 'noted', label: 'With note' },
  { show: 'hidden', label: 'Hidden' },
  { show: 'undownloadable', label: 'Not downloadable' },
  { show: 'trash', label: 'Trash' },
] as const;

/** The screen 'Session: {name}': its photos with bulk actions, pending and failed photos, and the trash. */
export function Component() {
  const { id = '' } = useParams();
  const session = useQuery(workingSessionQuery(id));
  const name = session.data?.session_name || (session.data ? 'Unnamed Session' : '...');
  return (
    <Screen
      title={`Session: ${name}`}
      heading={
        <>
          Session: <bdi>{name}</bdi>
        </>
      }
      back={{ to: '/admin/sessions', label: 'All sessions' }}
      actions={session.data && <SessionActions session={session.data} />}
    >
      {!session.data && (
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
      )}
      {session.data && <Content key={id} session={session.data} />}
    </Screen>
  );
}

function Content({ session }: { session: SessionDetails }) {
  const [query] = useSearchParams();
  const selections = useQuery(selectionsQuery(session.id)).data?.items ?? [];
  const chosenIn = query.get('show') === 'chosen' ? (query.get('in') ?? undefined) : undefined;
  const view = chosenIn ? `chosen ${chosenIn}` : (query.get('show') ?? 'all');
  const show = PhotoFilter.safeParse(view).data ?? 'all';
  const requestedChapter = query.get('chapter') ?? undefined;
  // If the chapter of the URL was deleted, show all photos.
  const chapter =
    requestedChapter === 'none' || session.chapters.some(({ id }) => id === requestedChapter)
      ? requestedChapter
      : undefined;
  const unsettled = useUnsettled(session.id);
  useMarkAsSeen(session.id);
  const { data: counts } = useQuery(workingCountsQuery(session));
  const viewOf = ({ show, label }: (typeof views)[number]) => ({
    to: show === 'all' ? '.' : `?show=${show}`,
    label,
    count: counts?.[show],
    isCurrent: show === view || (show === 'all' && (view === 'proof' || view === 'finished')),
  });
  return (
    <>
      <SessionFacts session={session} />
      <div className="mt-4 flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-12 gap-y-3">
          <AnnounceGallery session={session} />
          <AnnounceFinished session={session} />
          <SessionSelections session={session} />
        </div>
        <p className="text-sm text-mute">
          <DownloadsState session={session} /> <WatermarkState session={session} counts={counts} />{' '}
          <ClocksState session={session} />
        </p>
        <ZoneProposal session={session} statedZone={counts?.told_zone} />
        <Unsettled session={session} unsettled={unsettled} />
        <SessionAttachments session={session} />
      </div>
      <div className="sticky top-14 z-10 -mx-4 mt-6 border-b border-line bg-white px-4 md:-mx-8 md:px-8 lg:top-0 low:static">
        <Views
          label="Which photos"
          views={[
            ...views.slice(0, -1).map(viewOf),
            ...selections.map(({ id, name, chosen_count }) => ({
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
      <div className="mt-2">
        {view === 'trash' ? (
          <SessionTrash session={session} />
        ) : (
          <SessionPhotos
            key={`${chosenIn ?? show} ${chapter ?? ''}`}
            session={session}
            show={show}
            chosenIn={chosenIn}
            chapter={chosenIn ? undefined : chapter}
            isAwaiting={unsettled.data?.items.some((photo) => photo.state === 'pending') ?? false}
          />
        )}
      </div>
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
