import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SessionState } from '#shared/contract/sessions/session-state.ts';
import type { SessionEntry } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayOf } from '../../../lib/dates.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { type Column, DateCell, Table } from '../../../ui/table.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { customerSessionsQuery } from '../customers/api.ts';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { formatDaysLeft } from '../days-left.ts';
import { useIsStaff } from '../is-staff.ts';
import { useEveryPage } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { deletedSessionsQuery, restoreSession, sessionsQuery } from './api.ts';
import { SessionCover } from './covers/session-cover.tsx';
import { sessionStateWords } from './progress/session-state-words.ts';

/** The screen 'All Photo Sessions', newest first. A search or a filter by state loads all pages first. */
export function Component() {
  const sessions = useInfiniteQuery(sessionsQuery);
  const search = useSearch();
  const deletedSession = (useLocation().state as { deleted?: { id: string; name: string } } | null)?.deleted;
  const [restoredIds, setRestored] = useState<string[]>([]);
  const noteRestored = (id: string) => setRestored((previousIds) => [...previousIds, id]);
  const { hasNextPage, fetchNextPage } = sessions;
  const deferred = useDeferredValue(search.text);
  const stateInUrl = search.query.get('state') ?? '';
  const state = isSessionState(stateInUrl) ? stateInUrl : undefined;
  const isFiltered = state !== undefined || deferred.trim() !== '';
  useEveryPage(isFiltered, sessions);
  const loadedSessions = useMemo(() => itemsOf(sessions.data), [sessions.data]);
  const rows = useMemo(() => loadedSessions.filter(matcherOf(deferred, state)), [loadedSessions, deferred, state]);
  const showAll = () => {
    search.keep({ state: null, search: null });
    search.clear();
  };
  return (
    <Screen title="All Photo Sessions" actions={<ButtonLink to="/admin/session/create">Create New Session</ButtonLink>}>
      {deletedSession && !restoredIds.includes(deletedSession.id) && (
        <JustDeleted session={deletedSession} onRestored={noteRestored} />
      )}
      <QueryStatus
        query={sessions}
        lines={6}
        loading="Loading sessions..."
        failed="The sessions could not be loaded."
      />
      <DamagedRows pages={sessions.data?.pages} list="sessions" />
      {sessions.isSuccess && isEmptyList(sessions.data.pages) && (
        <Empty
          action={
            <ButtonLink look="secondary" to="/admin/session/create">
              Create New Session
            </ButtonLink>
          }
        >
          No sessions yet.
        </Empty>
      )}
      {loadedSessions.length > 0 && (
        <>
          <div className="sticky top-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 bg-white px-4 py-2 md:-mx-8 md:px-8 lg:top-0 low:static">
            <SearchField search={search} label="Search by session or customer" />
            <select
              aria-label="State"
              value={state ?? ''}
              onChange={({ target }) => search.keep({ state: target.value || null })}
              className="h-12 rounded-md border border-edge bg-white px-3.5"
            >
              <option value="">All states</option>
              {Object.entries(sessionStateWords).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
            <p role="status" className="text-sm text-mute tabular-nums">
              {isFiltered &&
                `${formatCount(rows.length)} found${hasNextPage ? ` among ${formatCount(loadedSessions.length)} so far...` : ''}`}
            </p>
          </div>
          {rows.length > 0 && (
            <Table caption="All photo sessions" rows={rows} rowKey={(row) => row.id} columns={columns} />
          )}
          {isFiltered && rows.length === 0 && !hasNextPage && (
            <Empty
              action={
                <Button look="secondary" onClick={state ? showAll : () => search.clear()}>
                  {state ? 'Show all' : 'Clear the search'}
                </Button>
              }
            >
              {sayNone(deferred.trim(), state)}
            </Empty>
          )}
          {hasNextPage && !isFiltered && (
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

const isSessionState = (text: string): text is SessionState => Object.hasOwn(sessionStateWords, text);

/** Returns a predicate for sessions in a state whose label, name and customer contain every word of a search. */
function matcherOf(search: string, wanted: SessionState | undefined): (row: SessionEntry) => boolean {
  const isFound = searchWords(search);
  return ({ session_label, session_name, customer_name, state }) =>
    (wanted === undefined || state === wanted) &&
    isFound(searchableText([session_label, session_name, customer_name || 'Unknown']));
}

/** Returns the text of an empty list. */
function sayNone(search: string, state: SessionState | undefined): string {
  if (!state) return `No session matches “${search}”.`;
  return search
    ? `No session in the state “${sessionStateWords[state]}” matches “${search}”.`
    : `No session is in the state “${sessionStateWords[state]}”.`;
}

const columns: Column<SessionEntry>[] = [
  { heading: 'Cover', isMinor: true, inList: 'picture', cell: (row) => <SessionCover session={row} size="row" /> },
  {
    heading: 'Session ID',
    isText: true,
    inList: 'title',
    cell: (row) => (
      <>
        <span className="block font-semibold xs:truncate">{row.session_name || 'Unnamed Session'}</span>
        <span className="block text-xs text-mute xs:truncate">{row.session_label || row.id}</span>
      </>
    ),
  },
  { heading: 'Customer', isText: true, cell: (row) => row.customer_name || 'Unknown' },
  { heading: 'State', cell: (row) => <StateCell row={row} /> },
  {
    heading: 'Next date',
    cell: (row) => row.next_date !== null && <DateCell>{calendarDate(row.next_date)}</DateCell>,
  },
  { heading: 'Date', isMinor: true, cell: (row) => <DateCell>{calendarDate(row.session_date)}</DateCell> },
  { heading: 'Created', isMinor: true, cell: (row) => <DateCell>{dayOf(row.created_at)}</DateCell> },
  { heading: 'Photos', align: 'right', cell: (row) => formatCount(row.photos_count) },
  { heading: 'Favorites', isExtra: true, align: 'right', cell: (row) => formatCount(row.favorites_count) },
  {
    heading: 'Actions',
    inList: 'actions',
    cell: (row) => (
      <ButtonLink
        look="secondary"
        className="xs:max-xl:px-3! xs:max-xl:text-xs! xs:max-xl:leading-4! xs:max-xl:whitespace-normal"
        to={`/admin/session/${row.id}`}
        aria-label={`View session ${row.session_name}`}
      >
        View Session
      </ButtonLink>
    ),
  },
];

function StateCell({ row: { state, waiting_announcement, marks_pending } }: { row: SessionEntry }) {
  const waitingText = waiting_announcement && (marks_pending ? 'Waits for the watermark' : 'Email still waits');
  return (
    <>
      {sessionStateWords[state]}
      {waitingText && (
        <span className={`block text-xs ${marks_pending ? 'text-mute' : 'text-alert'}`}>{waitingText}</span>
      )}
    </>
  );
}

/** Notice with 'Undo' after a session was deleted on its screen. */
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
            <bdi>{session.name || 'The session'}</bdi> is deleted, and can be restored for {limits.trashDays} days.
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

/** The trash of sessions; renders nothing if it is empty. */
function DeletedSessions({ onRestored }: { onRestored: (id: string) => void }) {
  const isStaff = useIsStaff();
  const deleted = useInfiniteQuery(deletedSessionsQuery);
  const restore = useRestore(onRestored);
  const rows = itemsOf(deleted.data);
  const status = (
    <>
      <QueryStatus query={deleted} failed="Deleted sessions could not be loaded." />
      <DamagedRows pages={deleted.data?.pages} list="sessions" />
    </>
  );
  if (rows.length === 0 && !deleted.hasNextPage) return status;
  return (
    <section aria-labelledby="deleted" className="mt-12">
      <h2 id="deleted" className="text-lg">
        Deleted sessions
      </h2>
      <p className="text-sm text-mute">
        They stay here for {limits.trashDays} days, then they are gone with all their photos.
      </p>
      <AdminsOnly act="restore sessions" className="mt-1" />
      {restore.error && (
        <div className="mt-3">
          <Notice tone="error">{restore.error}</Notice>
        </div>
      )}
      <ul className="mt-3 border-t border-line text-sm">
        {rows.map((row) => (
          <li key={row.id} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-1">
            <span dir="auto" className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <span className="font-semibold">{row.session_name || row.session_label}</span>
              <span className="text-mute">
                {' '}
                · <bdi>{row.customer_name || 'Unknown'}</bdi> · {formatPhotoCount(row.photos_count)} ·{' '}
                {formatDaysLeft(row.deleted_at)}
              </span>
            </span>
            <Button
              look="quiet"
              className="-mr-3"
              disabled={isStaff}
              busy={restore.busy === row.id}
              onClick={() => restore.run(row.id)}
              aria-label={`Restore ${row.session_name}`}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {status}
      {deleted.hasNextPage && !deleted.isError && (
        <div className="py-6">
          <Button look="secondary" busy={deleted.isFetchingNextPage} onClick={() => deleted.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
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
      const restoredSession = await restoreSession(id);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: customerSessionsQuery(restoredSession.customer_id).queryKey });
      await queries.invalidateQueries({ queryKey: deletedSessionsQuery.queryKey });
      onRestored(id);
    } catch (cause) {
      setError(`The session was not restored. ${messageOf(cause)}`);
    }
    setBusy(undefined);
  };
  return { run, busy, error };
}
