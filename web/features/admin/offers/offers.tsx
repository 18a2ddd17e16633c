import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type * as z from 'zod';
import type { OfferFigures, OfferGroup, OfferSummary } from '#shared/contract/offers/offers.ts';
import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { today } from '#shared/time/studio-time.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Views } from '../../../ui/navigation/views.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { LoadMore, useEveryPage } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { offerFiguresQuery, offersQuery } from './api.ts';
import { Figures, presentMonth } from './figures.tsx';
import { NewOfferForSomeone } from './new-offer.tsx';
import { NextDays } from './next-days.tsx';
import { OfferTable } from './offer-table.tsx';

/** The views of the screen, by the lists that each shows. */
const views = {
  open: { label: 'Open', groups: ['draft', 'client', 'agreed'] },
  drafts: { label: 'Drafts', groups: ['draft'] },
  client: { label: 'With the client', groups: ['client'] },
  agreed: { label: 'Agreed', groups: ['agreed'] },
  ended: { label: 'Ended', groups: ['ended'] },
} as const satisfies Record<string, { label: string; groups: OfferGroup[] }>;
type View = keyof typeof views;
const isView = (name: string | null): name is View => name !== null && Object.hasOwn(views, name);

/** The screen 'Offers': what was agreed in the month, and the offers by what they wait for. */
export function Component() {
  const search = useSearch();
  const named = search.query.get('view');
  const view: View = isView(named) ? named : 'open';
  const figures = useQuery(offerFiguresQuery(presentMonth()));
  const text = useDeferredValue(search.text).trim();
  const matches = searchWords(text);
  const lists = useLists(view, text !== '');
  const rows = lists.map(({ group, list }) => ({
    heading: headings[group],
    hasMore: list.hasNextPage,
    rows: itemsOf(list.data)
      .filter(({ title, customer_name }) => matches(searchableText([title, customer_name])))
      .filter((offer) => view !== 'open' || isOpen(offer)),
  }));
  const isLoaded = lists.every(({ list }) => list.data && !list.hasNextPage);
  const hasRows = rows.some((group) => group.rows.length > 0);
  const isEmpty = isLoaded && !hasRows;
  const damagedPages = lists.flatMap(({ list }) => list.data?.pages ?? []);
  return (
    <Screen
      title="Offers"
      actions={
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <div className="w-full sm:w-72">
            <SearchField search={search} label="Search by name or offer" />
          </div>
          <NewOfferForSomeone />
        </div>
      }
    >
      <Figures />
      {view === 'open' && (
        <NextDays
          offers={lists.flatMap(({ list }) => itemsOf(list.data))}
          hasMore={lists.some(({ list }) => list.hasNextPage)}
        />
      )}
      <div className="-mx-4 mt-6 border-b border-line px-4 md:-mx-8 md:px-8">
        <Views label="Offers by state" views={viewLinks(view, figures.data)} />
      </div>
      {lists.map(({ group, list }) => (
        <QueryStatus
          key={group}
          query={list}
          {...(group === lists[0]?.group && { loading: 'Loading offers...' })}
          failed={`The offers ‘${headings[group]}’ could not be loaded.`}
        />
      ))}
      <DamagedRows pages={damagedPages} list="offers" />
      {isEmpty && <NoOffers search={text !== '' ? search : undefined} view={view} figures={figures.data} />}
      {hasRows && <OfferTable groups={rows} />}
      {text === '' && lists.map(({ group, list }) => <LoadMoreOf key={group} heading={headings[group]} list={list} />)}
    </Screen>
  );
}

const headings: Record<OfferGroup, string> = {
  draft: 'Waits for you',
  client: 'With the client',
  agreed: 'Agreed',
  ended: 'Ended',
};

/** Returns the lists of a view; all pages of them while something is searched. */
function useLists(view: View, isSearched: boolean) {
  const groups: readonly OfferGroup[] = views[view].groups;
  const draft = useInfiniteQuery({ ...offersQuery('draft'), enabled: groups.includes('draft') });
  const client = useInfiniteQuery({ ...offersQuery('client'), enabled: groups.includes('client') });
  const agreed = useInfiniteQuery({ ...offersQuery('agreed'), enabled: groups.includes('agreed') });
  const ended = useInfiniteQuery({ ...offersQuery('ended'), enabled: groups.includes('ended') });
  const lists = { draft, client, agreed, ended };
  useEveryPage(isSearched && groups.includes('draft'), draft);
  useEveryPage(isSearched && groups.includes('client'), client);
  useEveryPage(isSearched && groups.includes('agreed'), agreed);
  useEveryPage(isSearched && groups.includes('ended'), ended);
  return groups.map((group) => ({ group, list: lists[group] }));
}

/** Whether an offer still waits for something: an agreed one until the day of its session is over. */
const isOpen = ({ state, session_date }: OfferSummary): boolean =>
  state !== 'agreed' || session_date === null || session_date >= today(new Date());

const viewLinks = (current: View, figures: z.infer<typeof OfferFigures> | undefined) =>
  (Object.entries(views) as [View, (typeof views)[View]][]).map(([view, { label, groups }]) => ({
    to: view === 'open' ? '/admin/offers' : `/admin/offers?view=${view}`,
    label,
    // Among the agreed ones of the first view are only those whose session is to come.
    count: groups.length === 1 ? figures?.groups[groups[0]] : undefined,
    isCurrent: view === current,
  }));

function LoadMoreOf({ heading, list }: { heading: string; list: Parameters<typeof LoadMore>[0]['list'] }) {
  if (!list.hasNextPage) return null;
  return (
    <section aria-label={`More of ‘${heading}’`}>
      <p className="pt-4 text-center text-xs text-mute">There are more under ‘{heading}’.</p>
      <LoadMore list={list} />
    </section>
  );
}

/** What stands in place of rows: nothing matches, nothing is in this view, or there are no offers at all. */
function NoOffers({
  search,
  view,
  figures,
}: {
  search: ReturnType<typeof useSearch> | undefined;
  view: View;
  figures: z.infer<typeof OfferFigures> | undefined;
}) {
  if (search) {
    return (
      <Empty
        action={
          <Button look="secondary" onClick={search.clear}>
            Show all offers
          </Button>
        }
      >
        No offer matches “{search.text.trim()}”.
      </Empty>
    );
  }
  const hasOthers = figures !== undefined && Object.values(figures.groups).some((count) => count > 0);
  if (hasOthers) return <Empty>{view === 'open' ? 'Nothing waits for you or a client.' : 'No offers here.'}</Empty>;
  return <Empty action={<NewOfferForSomeone look="secondary" />}>No offers yet.</Empty>;
}
