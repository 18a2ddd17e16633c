import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { customerQuery } from '../features/admin/queries.ts';
import { Component as Gallery } from '../features/client/gallery.tsx';
import { viewAs } from '../lib/client-api.ts';
import { CustomerContext } from '../lib/customer.ts';
import { ReadOnlyContext } from '../photos/read-only.ts';
import { QueryStatus } from '../ui/query-status.tsx';

/**
 * The client's own gallery, for the studio: the client's components, with what the client may see, read-only. The
 * server has no route by which this view could write.
 */
export function Component() {
  const { id = '' } = useParams();
  // The session from which the view was opened; Gallery replaces the query.
  const [from] = useState(useSearchParams()[0].get('session'));
  const customer = useQuery(customerQuery(id));
  const isReady = useClientRequests(id);
  const outer = useQueryClient();
  // The client's queries have the same keys as the studio's.
  const [queries] = useState(() => new QueryClient({ defaultOptions: outer.getDefaultOptions() }));
  useEffect(() => () => queries.clear(), [queries]);
  if (!customer.data || !isReady) {
    return (
      <div className="px-4 py-8 md:px-8">
        <h1 className="text-title">View as the client</h1>
        <QueryStatus query={customer} loading="Loading gallery..." failed="The customer could not be loaded." />
      </div>
    );
  }
  return (
    <div className="pb-24">
      <QueryClientProvider client={queries}>
        <CustomerContext value={customer.data}>
          <ReadOnlyContext value={true}>
            <Gallery />
          </ReadOnlyContext>
        </CustomerContext>
      </QueryClientProvider>
      <aside
        aria-label="View as the client"
        className="fixed inset-x-0 bottom-0 z-25 flex flex-wrap items-center justify-between gap-x-6 border-t border-edge bg-amber-wash px-4 py-2 text-sm text-amber-ink md:px-8 lg:left-60 print:hidden"
      >
        <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          You see what {customer.data.name || 'Unknown'} sees. Nothing can be changed here.
        </p>
        <Link to={from ? `/admin/session/${from}` : `/admin/customer/${id}/edit`} className="text-link font-semibold">
          {from ? 'Back to the session' : 'Back to the customer'}
        </Link>
      </aside>
    </div>
  );
}

/** Directs the client's requests to this customer's view, while mounted. */
function useClientRequests(customer: string): boolean {
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    viewAs(customer);
    setReady(true);
    return () => {
      viewAs(undefined);
      setReady(false);
    };
  }, [customer]);
  return isReady;
}
