import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { limits } from '#shared/limits.ts';
import { slugOf } from '#shared/text/session-label.ts';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerQuery, customerSessionsQuery, directoryQuery } from '../customers/api.ts';
import { optionOf, useCustomerFilter } from '../customers/customer-filter.tsx';
import { Screen } from '../screen.tsx';
import { ensureSession, sessionQuery, sessionsQuery } from '../sessions/api.ts';
import { useChosen } from './files/chosen.ts';
import { Uploader } from './uploader.tsx';

const control =
  'h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base disabled:bg-petal disabled:text-mute';

/** The screen 'Manage Customer': uploads to the session with the entered label, which is created if missing. */
export function ManageCustomer() {
  const { id = '' } = useParams();
  const customer = useQuery(customerQuery(id));
  const queries = useQueryClient();
  const { chosen, choose } = useChosen(useLocation().pathname);
  const { label } = chosen;
  const setLabel = (text: string) => choose(() => ({ label: text }));
  const slug = slugOf(label);
  const isTooLong = slug.length > limits.sessionLabel;
  const findSession = async () => {
    const session = await ensureSession({ customer_id: id, session_label: slug });
    // The session may be new.
    void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: customerSessionsQuery(id).queryKey });
    return session.id;
  };
  return (
    <Screen title="Manage Customer" back={{ to: '/admin/customers', label: 'Customers' }}>
      <QueryStatus
        query={customer}
        loading="Loading customer info..."
        failed="The customer could not be loaded."
        missing={<Notice tone="error">Customer not found.</Notice>}
      />
      {customer.data && (
        <>
          <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-mute">
            <span dir="auto" className="font-semibold text-ink [overflow-wrap:anywhere]">
              {customer.data.name || 'Unknown'}
            </span>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              <EmailAddress address={customer.data.email} />
            </span>
            <span className="whitespace-nowrap tabular-nums">{customer.data.customer_id}</span>
          </p>
          <Uploader
            missing={(files) => {
              if (!slug || files === 0) return 'Missing session ID, files, or customer ID.';
              return isTooLong ? `Session ID can have at most ${limits.sessionLabel} characters.` : null;
            }}
            customer={id}
            findSession={findSession}
          >
            <div className="flex flex-col gap-1.5">
              <label className="flex flex-col gap-1.5 text-sm font-semibold">
                Session ID
                <input
                  value={label}
                  onChange={(event) => setLabel(event.target.value)}
                  onBlur={() => !isTooLong && setLabel(slug)}
                  placeholder="may2025-family-session"
                  autoComplete="off"
                  className={`${control} font-normal placeholder:text-mute`}
                />
              </label>
              <CharacterCount text={slug} limit={limits.sessionLabel} />
              <p role="status" className="min-h-5 text-xs text-mute">
                {slug && !isTooLong && slug !== label && `Will be saved as ${slug}`}
              </p>
            </div>
          </Uploader>
        </>
      )}
    </Screen>
  );
}

const noCustomers: DirectoryEntry[] = [];

/** Returns the customer and the session that the URL selects, the options for both, and the function that selects. */
function useUploadTarget() {
  const [query, setQuery] = useSearchParams();
  const customer = query.get('customer_id') ?? '';
  const sessionInUrl = query.get('session_id') ?? '';
  const customers = useQuery(directoryQuery);
  const filter = useCustomerFilter(customers.data ?? noCustomers, customer);
  const sessions = useQuery({ ...customerSessionsQuery(customer), enabled: customer !== '' });
  // A session that was just created may be missing in the list.
  const isListed = sessions.data?.some(({ id }) => id === sessionInUrl);
  const unlistedSession = useQuery({
    ...sessionQuery(sessionInUrl),
    enabled: sessionInUrl !== '' && isListed === false,
  });
  const sessionOptions = [
    ...(!isListed && unlistedSession.data?.customer_id === customer ? [unlistedSession.data] : []),
    ...(sessions.data ?? []),
  ];
  // Accept the URL's session only if it belongs to the selected customer, so that photos can't go to another customer's
  // session.
  const session = sessionOptions.some(({ id }) => id === sessionInUrl) ? sessionInUrl : '';
  const isLoadingSession = customer !== '' && sessionInUrl !== '' && (sessions.isPending || unlistedSession.isLoading);
  const choose = (customer_id: string, session_id = '') =>
    setQuery({ ...(customer_id && { customer_id }), ...(session_id && { session_id }) }, { replace: true });
  return { customer, customers, filter, session, sessions, sessionOptions, isLoadingSession, choose };
}

/** The screen 'Admin Photo Upload': uploads to a session of the selected customer. */
export function PhotoUpload() {
  const { customer, customers, filter, session, sessions, sessionOptions, isLoadingSession, choose } =
    useUploadTarget();
  const error = customers.error ?? sessions.error;
  return (
    <Screen
      title="Admin Photo Upload"
      back={
        session
          ? { to: `/admin/session/${session}`, label: 'Session' }
          : { to: '/admin/sessions', label: 'All sessions' }
      }
    >
      {error && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => (customers.error ? customers.refetch() : sessions.refetch())}>
            {customers.error ? 'Failed to load customers' : `The sessions could not be loaded. ${error.message}`}
          </Notice>
        </div>
      )}
      <Uploader
        missing={(files) => (customer && session && files > 0 ? null : 'Please select customer, session, and files.')}
        finding={isLoadingSession}
        customer={customer}
        session={session}
        findSession={async () => session}
      >
        {filter.field}
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Customer
          <select
            value={customer}
            onChange={(event) => choose(event.target.value)}
            className={`${control} font-normal placeholder:text-mute`}
          >
            <option value="">{customer && customers.isPending ? 'Loading...' : 'Select a customer'}</option>
            {filter.options.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {optionOf(entry)}
              </option>
            ))}
          </select>
        </label>
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Session
          <select
            value={session}
            disabled={!customer}
            onChange={(event) => choose(customer, event.target.value)}
            className={`${control} font-normal placeholder:text-mute`}
          >
            <option value="">{isLoadingSession ? 'Loading...' : 'Select a session'}</option>
            {sessionOptions.map((entry) => (
              <option key={entry.id} value={entry.id}>
                <bdi>{entry.session_name}</bdi> ({entry.session_label})
              </option>
            ))}
          </select>
        </label>
        {customer && !isLoadingSession && sessions.data && sessionOptions.length === 0 && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
            <span>No sessions yet.</span>
            <Link to={`/admin/session/create?customer_id=${customer}`} className="text-link text-ink">
              Create New Session
            </Link>
          </p>
        )}
      </Uploader>
    </Screen>
  );
}
