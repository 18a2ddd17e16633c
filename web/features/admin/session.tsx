import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { PhotoFilter } from '#shared/contract/photos.ts';
import type { PhotoOrder, SessionDetails } from '#shared/contract/sessions.ts';
import { ApiError } from '../../lib/api.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { Views } from '../../ui/views.tsx';
import { editSession, photosQuery, sessionQuery, unsettledQuery } from './queries.ts';
import { Screen } from './screen.tsx';
import { SessionBin } from './session-bin.tsx';
import { SessionActions, SessionFacts, TellClient } from './session-head.tsx';
import { SessionPhotos } from './session-photos.tsx';
import { Unsettled } from './unsettled.tsx';

const views = [
  { show: 'all', label: 'All' },
  { show: 'favorites', label: 'Favorites' },
  { show: 'hidden', label: 'Hidden' },
  { show: 'bin', label: 'Bin' },
] as const;

/** 'Session: {name}': its photos, what can be done to them, and those on their way, refused or thrown away. */
export function Component() {
  const { id = '' } = useParams();
  const session = useQuery(sessionQuery(id));
  const missing = session.error instanceof ApiError && session.error.code === 'NOT_FOUND';
  return (
    <Screen
      title={`Session: ${session.data?.session_name || (session.data ? 'Unnamed Session' : '...')}`}
      actions={session.data && <SessionActions session={session.data} />}
    >
      {session.isPending && <Loading>Loading session...</Loading>}
      {session.isError && !session.data && (
        <div className="mt-6 flex flex-col items-start gap-4">
          <Notice tone="error" {...(missing ? {} : { onRetry: () => session.refetch() })}>
            Failed to load session.{missing && ' It may have been deleted.'}
          </Notice>
          {missing && (
            <ButtonLink look="secondary" to="/admin/sessions">
              All Photo Sessions
            </ButtonLink>
          )}
        </div>
      )}
      {session.data && <Content key={id} session={session.data} />}
    </Screen>
  );
}

function Content({ session }: { session: SessionDetails }) {
  const [query] = useSearchParams();
  const shown = query.get('show') ?? 'all';
  const show = PhotoFilter.safeParse(shown).data ?? 'all';
  const unsettled = useUnsettled(session.id);
  return (
    <>
      <SessionFacts session={session} />
      <div className="mt-4 flex flex-col gap-4">
        <TellClient session={session} />
        <Unsettled session={session} unsettled={unsettled} />
      </div>
      <div className="sticky top-14 z-10 -mx-4 mt-6 border-b border-line bg-white px-4 md:-mx-8 md:px-8 lg:top-0">
        <Views
          label="Which photos"
          views={views.map(({ show, label }) => ({
            to: show === 'all' ? '.' : `?show=${show}`,
            label,
            isCurrent: show === shown,
          }))}
        />
      </div>
      <div className="mt-2">
        {shown === 'bin' ? (
          <SessionBin session={session} />
        ) : (
          <SessionPhotos
            key={show}
            session={session}
            show={show}
            order={<OrderSelect session={session} />}
            isAwaiting={unsettled.data?.items.some((photo) => photo.state === 'pending') ?? false}
          />
        )}
      </div>
    </>
  );
}

/** Photos that are not ready; when one of them becomes so, the lists are asked for again. */
function useUnsettled(session: string) {
  const queries = useQueryClient();
  const unsettled = useQuery(unsettledQuery(session));
  const { data, dataUpdatedAt } = unsettled;
  const before = useRef(data);
  useEffect(() => {
    const still = new Set(data?.items.map((photo) => photo.id));
    const arrived = before.current?.items.some((photo) => photo.state === 'pending' && !still.has(photo.id));
    before.current = data;
    // One that became ready between the session's answer and this one has never been seen as pending.
    const shown = queries.getQueryState(sessionQuery(session).queryKey);
    const missed =
      data && shown?.data && dataUpdatedAt >= shown.dataUpdatedAt && data.photos_count !== shown.data.photos_count;
    if (!arrived && !missed) return;
    const settled = !data?.items.some((photo) => photo.state === 'pending');
    const pages = queries.getQueryData(photosQuery(session).queryKey)?.pages.length ?? 0;
    // Many pages are read again once, at the end, rather than every two seconds.
    if (settled || pages <= 2) void queries.invalidateQueries({ queryKey: ['photos', session] });
    void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey });
  }, [data, dataUpdatedAt, session, queries]);
  return unsettled;
}

const orders: Record<PhotoOrder, string> = {
  uploaded: 'Order of upload',
  captured: 'Time of capture',
  name: 'File name',
};

/** What governs the order of the photos, here and for the client. */
function OrderSelect({ session }: { session: SessionDetails }) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<PhotoOrder>();
  const [error, setError] = useState<string>();
  const choose = async (photo_order: PhotoOrder) => {
    setWanted(photo_order);
    setError(undefined);
    try {
      const saved = await editSession(session.id, { photo_order, version: session.version });
      overwrite(queries, sessionQuery(session.id).queryKey, saved);
      await queries.resetQueries({ queryKey: ['photos', session.id] });
    } catch (cause) {
      setError(`The order was not saved. ${cause instanceof Error ? cause.message : ''}`);
      void queries.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey });
    }
    setWanted(undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label className="flex min-h-12 items-center gap-2 text-sm">
        <span className="text-mute">
          Order<span className="max-md:sr-only">, also for the client</span>
        </span>
        <select
          value={wanted ?? session.photo_order}
          // Another choice would be made on the version that is just being replaced.
          disabled={wanted !== undefined}
          onChange={(event) => choose(event.target.value as PhotoOrder)}
          className="h-9 rounded-md border border-edge bg-white px-2 text-sm"
        >
          {Object.entries(orders).map(([order, words]) => (
            <option key={order} value={order}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {error && (
        <p role="alert" className="text-sm text-alert">
          {error}
        </p>
      )}
    </div>
  );
}
