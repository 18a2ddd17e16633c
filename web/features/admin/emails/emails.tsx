import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { EmailKind, type SentEmail } from '#shared/contract/emails.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { MessageViews } from '../messages/message-views.tsx';
import { LoadMore, useEveryPage } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { emailsQuery, sentEmailsQuery } from './api.ts';
import { EmailRow } from './email-row.tsx';
import { asSent, emailKinds } from './labels.ts';

/** The screen 'Emails': those of the last 90 days, newest first, or of 30 days those that were not delivered. */
export function Component() {
  const search = useSearch();
  const text = useDeferredValue(search.text);
  const kind = EmailKind.safeParse(search.query.get('kind')).data ?? '';
  const isFailed = search.query.get('show') === 'failed';
  const sent = useInfiniteQuery({ ...sentEmailsQuery, enabled: !isFailed });
  const undelivered = useInfiniteQuery({ ...emailsQuery, enabled: isFailed });
  const list = isFailed ? undelivered : sent;
  const isFiltered = kind !== '' || text.trim() !== '';
  useEveryPage(isFiltered, list);
  const loaded = isFailed ? itemsOf(undelivered.data).map(asSent) : itemsOf(sent.data);
  const items = loaded.filter(matcherOf(kind, text));
  return (
    <Screen title="Emails">
      <MessageViews current="emails" />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField search={search} label="Search by address, name or subject" />
        <select
          aria-label="Which emails"
          value={isFailed ? 'failed' : ''}
          onChange={({ target }) => search.keep({ show: target.value || null })}
          className="h-12 min-w-0 rounded-md border border-edge bg-white px-3.5 max-sm:flex-1"
        >
          <option value="">All</option>
          <option value="failed">Not delivered</option>
        </select>
        <select
          aria-label="Kind"
          value={kind}
          onChange={({ target }) => search.keep({ kind: target.value || null })}
          className="h-12 max-w-full min-w-0 rounded-md border border-edge bg-white px-3.5 max-sm:flex-1"
        >
          <option value="">Every kind</option>
          {EmailKind.options.map((option) => (
            <option key={option} value={option}>
              {emailKinds[option]}
            </option>
          ))}
        </select>
        <p role="status" className="text-sm text-mute tabular-nums max-sm:basis-full">
          {isFiltered &&
            list.data &&
            `${formatCount(items.length)} found${list.hasNextPage ? ` among ${formatCount(loaded.length)} so far...` : ''}`}
        </p>
      </div>
      <QueryStatus query={list} lines={4} loading="Loading emails..." failed="The emails could not be loaded." />
      {list.data && isEmptyList(list.data.pages) && (
        <Empty
          action={
            <ButtonLink look="secondary" to="/admin/sessions">
              All sessions
            </ButtonLink>
          }
        >
          {isFailed
            ? 'Every email of the last 30 days went out. One that is refused or comes back is listed here.'
            : 'No emails yet. Each one that is sent to you or to a client is listed here for 90 days.'}
        </Empty>
      )}
      {isFiltered && loaded.length > 0 && items.length === 0 && !list.hasNextPage && (
        <Empty>No email matches. Change the search or the filter.</Empty>
      )}
      <DamagedRows pages={list.data?.pages} list={isFailed ? 'emails' : 'sent emails'} />
      <h2 className="sr-only">{isFailed ? 'Emails that were not delivered' : 'All emails'}</h2>
      <ul className="mt-2">
        {items.map((email) => (
          <EmailRow key={email.id} email={email} isOfAll />
        ))}
      </ul>
      {!isFiltered && <LoadMore list={list} />}
    </Screen>
  );
}

/** Returns a predicate for emails of a kind whose address, name or subject contains every word of the search. */
function matcherOf(kind: string, search: string): (email: SentEmail) => boolean {
  const isFound = searchWords(search);
  return (email) =>
    (kind === '' || email.kind === kind) &&
    isFound(searchableText([email.to ?? 'the studio', email.name, email.subject]));
}
