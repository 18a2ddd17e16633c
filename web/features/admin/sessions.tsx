import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SessionEntry } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { dayOf } from '../../lib/dates.ts';
import { inThousands, photosInWords } from '../../photos/in-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { daysLeftInWords } from './days-left.ts';
import { customerSessionsQuery, deletedSessionsQuery, restoreSession, sessionsQuery } from './queries.ts';
import { Screen } from './screen.tsx';
import { SearchField, useSearch } from './search.tsx';

/** 'All Photo Sessions', newest first. A search looks at all of them, so it loads those that are not here yet. */
export function Component() {
  const sessions = useInfiniteQuery(sessionsQuery);
  const search = useSearch();
  const deleted = (useLocation().state as { deleted?: { id: string; name: string } } | null)?.deleted;
  const [restored, setRestored] = useState<string[]>([]);
  const noteRestored = (id: string) => setRestored((before) => [...before, id]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = sessions;
  const deferred = useDeferredValue(search.text);
  const wanted = deferred.trim() !== '';
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [wanted, hasNextPage, isFetching, isError, fetchNextPage]);
  const all = useMemo(() => sessions.data?.pages.flatMap((page) => page.items) ?? [], [sessions.data]);
  const rows = useMemo(() => all.filter(matching(deferred)), [all, deferred]);
  return (
    <Screen title="All Photo Sessions" actions={<ButtonLink to="/admin/session/create">Create New Session</ButtonLink>}>
      {deleted && !restored.includes(deleted.id) && <JustDeleted session={deleted} onRestored={noteRestored} />}
      {sessions.isPending && <Loading lines={6}>Loading sessions...</Loading>}
      {isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => (sessions.isFetchNextPageError ? fetchNextPage() : sessions.refetch())}>
            The sessions could not be loaded. {sessions.error.message}
          </Notice>
        </div>
      )}
      {sessions.isSuccess && all.length === 0 && (
        <Empty action={<ButtonLink to="/admin/session/create">Create New Session</ButtonLink>}>No sessions yet.</Empty>
      )}
      {all.length > 0 && (
        <>
          <div className="sticky top-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 bg-white px-4 py-2 md:-mx-8 md:px-8 lg:top-0">
            <SearchField search={search} label="Search by session or customer" />
            <p role="status" className="text-sm text-mute tabular-nums">
              {wanted &&
                `${inThousands(rows.length)} found${hasNextPage ? ` among ${inThousands(all.length)} so far...` : ''}`}
            </p>
          </div>
          {rows.length > 0 && (
            <Table caption="All photo sessions" rows={rows} rowKey={(row) => row.id} columns={columns} />
          )}
          {wanted && rows.length === 0 && !hasNextPage && (
            <Empty
              action={
                <Button look="secondary" onClick={() => search.clear()}>
                  Clear the search
                </Button>
              }
            >
              No session matches “{deferred.trim()}”.
            </Empty>
          )}
          {hasNextPage && !wanted && (
            <div className="py-6">
              <Button look="secondary" busy={sessions.isFetchingNextPage} onClick={() => fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
      <DeletedSessions onRestored={noteRestored} />
    </Screen>
  );
}

/** Whether a session's label, name or customer contains all of these words, in any case. */
function matching(search: string): (row: SessionEntry) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ session_label, session_name, customer_name }) => {
    const text = `${session_label} ${session_name} ${customer_name ?? 'Unknown'}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

const columns: Column<SessionEntry>[] = [
  {
    heading: 'Session ID',
    inList: 'title',
    cell: (row) => (
      <span>
        <span className="block font-semibold">{row.session_label || row.id}</span>
        <span className="text-xs text-mute">{row.session_name}</span>
      </span>
    ),
  },
  { heading: 'Customer', cell: (row) => row.customer_name ?? 'Unknown' },
  { heading: 'Created', cell: (row) => dayOf(row.created_at) },
  { heading: 'Photos', align: 'right', cell: (row) => inThousands(row.photos_count) },
  {
    heading: 'Actions',
    inList: 'actions',
    cell: (row) => (
      <ButtonLink look="secondary" to={`/admin/session/${row.id}`} aria-label={`View session ${row.session_name}`}>
        View Session
      </ButtonLink>
    ),
  },
];

/** A session that was deleted a moment ago, on its own screen, can be taken back by one press. */
function JustDeleted({
  session,
  onRestored,
}: {
  session: { id: string; name: string };
  onRestored: (id: string) => void;
}) {
  const restore = useRestore(onRestored);
  return (
    <div className="mt-6">
      <Notice tone="success">
        <span className="flex flex-wrap items-center gap-x-4">
          <span className="min-w-0 flex-1 basis-56">
            {session.name || 'The session'} is deleted, and can be restored for {limits.binDays} days.
            {restore.error && <span className="block text-alert">{restore.error}</span>}
          </span>
          <Button look="quiet" busy={restore.busy === session.id} onClick={() => restore.run(session.id)}>
            Undo
          </Button>
        </span>
      </Notice>
    </div>
  );
}

/** The bin of sessions; not there while it is empty. */
function DeletedSessions({ onRestored }: { onRestored: (id: string) => void }) {
  const deleted = useQuery(deletedSessionsQuery);
  const restore = useRestore(onRestored);
  if (deleted.isError) {
    return (
      <div className="mt-10">
        <Notice tone="error" onRetry={() => deleted.refetch()}>
          Deleted sessions could not be loaded. {deleted.error.message}
        </Notice>
      </div>
    );
  }
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <section aria-labelledby="deleted" className="mt-12">
      <h2 id="deleted" className="text-lg">
        Deleted sessions
      </h2>
      <p className="text-sm text-mute">
        They stay here for {limits.binDays} days, then they are gone with all their photos.
      </p>
      {restore.error && (
        <div className="mt-3">
          <Notice tone="error">{restore.error}</Notice>
        </div>
      )}
      <ul className="mt-3 border-t border-line text-sm">
        {deleted.data.map((row) => (
          <li key={row.id} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-1">
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <span className="font-semibold">{row.session_name || row.session_label}</span>
              <span className="text-mute">
                {' '}
                · {row.customer_name ?? 'Unknown'} · {photosInWords(row.photos_count)} ·{' '}
                {daysLeftInWords(row.deleted_at)}
              </span>
            </span>
            <Button
              look="quiet"
              busy={restore.busy === row.id}
              onClick={() => restore.run(row.id)}
              aria-label={`Restore ${row.session_name}`}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRestore(onRestored: (id: string) => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const run = async (id: string) => {
    setBusy(id);
    setError(undefined);
    try {
      const restored = await restoreSession(id);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: customerSessionsQuery(restored.customer_id).queryKey });
      await queries.invalidateQueries({ queryKey: deletedSessionsQuery.queryKey });
      onRestored(id);
    } catch (cause) {
      setError(`The session was not restored. ${cause instanceof Error ? cause.message : ''}`);
    }
    setBusy(undefined);
  };
  return { run, busy, error };
}
