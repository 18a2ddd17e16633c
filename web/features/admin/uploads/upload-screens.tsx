import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { slugify } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../../lib/api.ts';
import { accessToken } from '../../../lib/auth.ts';
import { inThousands } from '../../../photos/in-words.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Loading, Notice } from '../../../ui/notice.tsx';
import {
  customerQuery,
  customerSessionsQuery,
  directoryQuery,
  openSession,
  sessionQuery,
  sessionsQuery,
} from '../queries.ts';
import { Screen } from '../screen.tsx';
import { DropArea } from './drop-area.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploads, useUploads } from './uploads.ts';

const control =
  'h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base disabled:bg-petal disabled:text-mute';

/** What both upload screens share: the files chosen, what new photos may be, and the run itself. */
function Uploader({
  children,
  missing,
  finding = false,
  findSession,
  onStarted,
}: {
  /** The fields that say where the photos go. */
  children: ReactNode;
  /** The sentence for what is not chosen yet, given the number of files; null when all is there. */
  missing: (files: number) => string | null;
  /** The session that is chosen is still being looked up: nothing starts before the screen shows it. */
  finding?: boolean;
  /** Id of the session the photos go to; may create it. */
  findSession: () => Promise<string>;
  onStarted?: () => void;
}) {
  const [files, setFiles] = useState<File[]>([]);
  const [approved, setApproved] = useState(true);
  const [downloadable, setDownloadable] = useState(true);
  const [error, setError] = useState<string>();
  const [starting, setStarting] = useState(false);
  const run = useUploads();

  // One run takes so many; what is over stays selected for the next.
  const fitting = files.slice(0, limits.filesPerBatch);

  const choose = (chosen: File[]) => {
    setError(undefined);
    // A folder may take a while to read, and other files may be chosen meanwhile.
    setFiles((before) => [...before, ...chosen]);
  };

  const upload = async (event: FormEvent) => {
    event.preventDefault();
    const sentence = missing(files.length);
    if (sentence) return setError(sentence);
    setError(undefined);
    setStarting(true);
    try {
      if (!(await accessToken())) throw new Error('Auth session missing.');
      const id = await findSession();
      uploads.add({ session: id, is_approved: approved, downloadable }, fitting);
      setFiles((now) => now.filter((file) => !fitting.includes(file)));
      onStarted?.();
    } catch (cause) {
      setError(
        cause instanceof ApiError && cause.code === 'SIGNED_OUT' ? 'Auth session missing.' : (cause as Error).message,
      );
    } finally {
      setStarting(false);
    }
  };

  return (
    <div className="mt-8 grid max-w-5xl gap-10 lg:grid-cols-2">
      <form onSubmit={upload} noValidate className="flex flex-col gap-6">
        {children}
        <DropArea
          onFiles={choose}
          onUnreadable={(names) => setError(`Could not be read, and is not selected: ${names.join(', ')}.`)}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm tabular-nums">
            {files.length === 0
              ? 'No files selected'
              : `${files.length} ${files.length === 1 ? 'file' : 'files'} selected`}
            {files.length > fitting.length &&
              `. One upload takes at most ${inThousands(limits.filesPerBatch)}: the others stay selected for the next.`}
          </p>
          {files.length > 0 && (
            <Button look="quiet" onClick={() => setFiles([])}>
              Clear
            </Button>
          )}
        </div>
        <fieldset className="flex flex-col">
          <legend className="text-sm font-semibold">New photos are</legend>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={approved}
              onChange={(event) => setApproved(event.target.checked)}
              className="size-5 accent-leaf"
            />
            Visible to the client
          </label>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={downloadable}
              onChange={(event) => setDownloadable(event.target.checked)}
              className="size-5 accent-leaf"
            />
            Downloadable
          </label>
        </fieldset>
        {error && <Notice tone="error">{error}</Notice>}
        <div>
          <Button type="submit" busy={starting || finding}>
            {run.running ? `Uploading... ${run.percent}%` : 'Upload'}
          </Button>
        </div>
      </form>
      <div className="flex flex-col gap-6">
        <UploadPanel />
        {run.session && !run.running && (
          <div>
            <ButtonLink look="secondary" to={`/admin/session/${run.session}`}>
              View Session
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

/** 'Manage Customer': uploads into the session of a label, which is made when the customer has none of that label. */
export function ManageCustomer() {
  const { id = '' } = useParams();
  const customer = useQuery(customerQuery(id));
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const slug = slugify(label);
  const findSession = async () => {
    const session = await openSession({ customer_id: id, session_label: slug });
    // It may be a new one.
    void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: customerSessionsQuery(id).queryKey });
    return session.id;
  };
  return (
    <Screen title="Manage Customer">
      {customer.isPending && <Loading>Loading customer info...</Loading>}
      {customer.isError &&
        (customer.error instanceof ApiError && customer.error.code === 'NOT_FOUND' ? (
          <Notice tone="error">Customer not found.</Notice>
        ) : (
          <Notice tone="error" onRetry={() => customer.refetch()}>
            {customer.error.message}
          </Notice>
        ))}
      {customer.data && (
        <>
          <p className="mt-2 text-mute">
            {customer.data.name} · {customer.data.email} ·{' '}
            <span className="whitespace-nowrap tabular-nums">{customer.data.customer_id}</span>
          </p>
          <Uploader
            missing={(files) => (slug && files > 0 ? null : 'Missing session ID, files, or customer ID.')}
            findSession={findSession}
            onStarted={() => setLabel('')}
          >
            <div className="flex flex-col gap-1.5">
              <label className="flex flex-col gap-1.5 text-sm font-semibold">
                Session ID
                <input
                  value={label}
                  onChange={(event) => setLabel(event.target.value)}
                  onBlur={() => setLabel(slug)}
                  placeholder="may2025-family-session"
                  autoComplete="off"
                  className={`${control} font-normal`}
                />
              </label>
              <p role="status" className="min-h-5 text-xs text-mute">
                {slug && slug !== label && `Will be saved as ${slug}`}
              </p>
            </div>
          </Uploader>
        </>
      )}
    </Screen>
  );
}

/** 'Admin Photo Upload': uploads into a session that is chosen from the customer's. */
export function PhotoUpload() {
  const [query, setQuery] = useSearchParams();
  const customer = query.get('customer_id') ?? '';
  const wanted = query.get('session_id') ?? '';
  const customers = useQuery(directoryQuery);
  const sessions = useQuery({ ...customerSessionsQuery(customer), enabled: customer !== '' });
  // The list may not have caught up with a session that was just made.
  const isListed = sessions.data?.some(({ id }) => id === wanted);
  const unlisted = useQuery({ ...sessionQuery(wanted), enabled: wanted !== '' && isListed === false });
  const choices = [
    ...(!isListed && unlisted.data?.customer_id === customer ? [unlisted.data] : []),
    ...(sessions.data ?? []),
  ];
  // What the address names counts only as this customer's: nobody's photos go where the screen does not say.
  const session = choices.some(({ id }) => id === wanted) ? wanted : '';
  const finding = customer !== '' && wanted !== '' && (sessions.isPending || unlisted.isLoading);
  const failed = customers.error ?? sessions.error;
  return (
    <Screen title="Admin Photo Upload">
      {failed && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => (customers.error ? customers.refetch() : sessions.refetch())}>
            {customers.error ? 'Failed to load customers' : `The sessions could not be loaded. ${failed.message}`}
          </Notice>
        </div>
      )}
      <Uploader
        missing={(files) => (customer && session && files > 0 ? null : 'Please select customer, session, and files.')}
        finding={finding}
        findSession={async () => session}
      >
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Customer
          <select
            value={customer}
            onChange={(event) =>
              setQuery(event.target.value ? { customer_id: event.target.value } : {}, { replace: true })
            }
            className={`${control} font-normal`}
          >
            <option value="">{customer && customers.isPending ? 'Loading...' : 'Select a customer'}</option>
            {customers.data?.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {entry.name || entry.email} ({entry.email})
              </option>
            ))}
          </select>
        </label>
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Session
          <select
            value={session}
            disabled={!customer}
            onChange={(event) =>
              setQuery(
                { customer_id: customer, ...(event.target.value ? { session_id: event.target.value } : {}) },
                { replace: true },
              )
            }
            className={`${control} font-normal`}
          >
            <option value="">{finding ? 'Loading...' : 'Select a session'}</option>
            {choices.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {entry.session_name} ({entry.session_label})
              </option>
            ))}
          </select>
        </label>
        {customer && !finding && sessions.data && choices.length === 0 && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
            No sessions yet.
            <Link
              to={`/admin/session/create?customer_id=${customer}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Create New Session
            </Link>
          </p>
        )}
      </Uploader>
    </Screen>
  );
}
