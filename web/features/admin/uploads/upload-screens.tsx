import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { slugOf } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { accessToken } from '../../../lib/auth/auth.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerQuery, customerSessionsQuery, directoryQuery } from '../customers/api.ts';
import { optionOf, useCustomerFilter } from '../customers/customer-filter.tsx';
import { Screen } from '../screen.tsx';
import { openSession, sessionQuery, sessionsQuery } from '../sessions/api.ts';
import { everyPhoto } from '../sessions/grid/api.ts';
import { isAttachment, refusal } from './files/acceptable.ts';
import { AttachableFiles } from './files/attachable.tsx';
import { useChosen } from './files/chosen.ts';
import { ChosenFiles } from './files/chosen-files.tsx';
import { DropArea } from './files/drop-area.tsx';
import { splitByOthers } from './files/kept-files.ts';
import { BesideFiles, LeftOutFiles } from './files/left-out.tsx';
import { NamesakesDialog, replacedBy } from './finished/namesakes-dialog.tsx';
import { namesakesOf } from './finished/version-plan.ts';
import { InterruptedUpload } from './interrupted-upload.tsx';
import type { LastUpload } from './last-upload.ts';
import { UploadPanel } from './upload-panel.tsx';
import { uploads, useUploads } from './uploads.ts';

/** What new photos are. */
type Settings = Pick<LastUpload, 'is_approved' | 'downloadable'>;

const control =
  'h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base disabled:bg-petal disabled:text-mute';

/** The common part of both upload screens: file selection, settings of new photos, and the upload run. */
function Uploader({
  children,
  missing,
  finding = false,
  customer,
  session,
  findSession,
}: {
  customer: string;
  /** The selected session, if it is selected among those that there are. */
  session?: string;
  /** The fields that select the target session. */
  children: ReactNode;
  /** Message for missing input, given the number of files; null if complete. */
  missing: (files: number) => string | null;
  /** The selected session is still loading; uploading waits for it. */
  finding?: boolean;
  /** Returns the target session's id; may create the session. */
  findSession: () => Promise<string>;
}) {
  const { chosen, choose } = useChosen(useLocation().pathname);
  const { files, sent, is_approved, downloadable } = chosen;
  const [leftOut, setLeftOut] = useState<File[]>([]);
  const [beside, setBeside] = useState<string[]>([]);
  const [attachable, setAttachable] = useState<File[]>([]);
  const [error, setError] = useState<string>();
  const [starting, setStarting] = useState(false);
  const [asking, setAsking] = useState<{ session: string; namesakes: ReadonlyMap<File, StudioPhoto[]> }>();
  const run = useUploads();

  // One run is limited; the other files stay selected for the next.
  const unsent = files.filter((file) => !sent.includes(file));
  const fitting = unsent.slice(0, limits.filesPerBatch);

  const add = (added: File[]) => {
    setError(undefined);
    // Files that can't be shown are attached only when the person says so.
    setAttachable((before) => [...before, ...added.filter(isAttachment)]);
    const photos = added.filter((file) => refusal(file) === null);
    setLeftOut(added.filter((file) => !photos.includes(file) && !isAttachment(file)));
    // A functional update: reading a folder takes time, and other files may be added in between.
    choose((before) => ({ files: [...before.files, ...photos] }));
  };

  const start = (
    session: string,
    some: File[],
    replaced?: ReadonlyMap<File, string>,
    settings: Settings = { is_approved, downloadable },
  ) => {
    setAsking(undefined);
    const skipped = fitting.filter((file) => !some.includes(file));
    const target = { customer, session, ...settings };
    const photos = some.filter((file) => !isAttachment(file));
    const attached = some.filter(isAttachment);
    if (photos.length > 0) uploads.add(target, photos, replaced);
    if (attached.length > 0) uploads.add({ ...target, attach: true }, attached);
    choose((before) => ({
      files: before.files.filter((file) => !skipped.includes(file)),
      sent: [...before.sent, ...some],
    }));
    setLeftOut([]);
    setBeside([]);
  };

  const upload = async (event: FormEvent) => {
    event.preventDefault();
    if (run.running && files.length > 0 && unsent.length === 0) return;
    const sentence = missing(unsent.length);
    if (sentence) return setError(sentence);
    await begin(fitting);
  };

  /** Uploads files; asks first if names are there already. */
  const begin = async (some: File[], settings?: Settings) => {
    setError(undefined);
    setStarting(true);
    try {
      if (!(await accessToken())) throw new Error('Auth session missing.');
      const id = await findSession();
      const namesakes = namesakesOf(
        some.filter((file) => !isAttachment(file)),
        await everyPhoto(id, 'all'),
      );
      if (namesakes.size > 0) setAsking({ session: id, namesakes });
      else start(id, some, undefined, settings);
    } catch (cause) {
      setError(cause instanceof ApiError && cause.code === 'SIGNED_OUT' ? 'Auth session missing.' : messageOf(cause));
    } finally {
      setStarting(false);
    }
  };

  /** Goes on with an interrupted upload: nothing becomes visible or downloadable that was not to be. */
  const goOn = async (found: File[], last: LastUpload) => {
    const settings = {
      is_approved: last.is_approved && (unsent.length === 0 || is_approved),
      downloadable: last.downloadable && (unsent.length === 0 || downloadable),
    };
    const added = splitByOthers(found, unsent).rest;
    choose((before) => ({ files: [...before.files, ...added], ...settings }));
    await begin([...unsent, ...added].slice(0, limits.filesPerBatch), settings);
  };

  return (
    <div className="mt-8 grid max-w-5xl gap-10 lg:grid-cols-2">
      {/* What has the focus is scrolled to above the foot. */}
      <form onSubmit={upload} noValidate className="flex flex-col gap-6 **:scroll-mb-24">
        {children}
        {session && <InterruptedUpload session={session} onFiles={(found, last) => void goOn(found, last)} />}
        <DropArea
          attachments
          onFiles={add}
          onBeside={(paths) => setBeside((before) => [...before, ...paths])}
          onUnreadable={(names) => setError(`Could not be read, and is not selected: ${names.join(', ')}.`)}
        />
        {leftOut.length > 0 && <LeftOutFiles files={leftOut} />}
        {attachable.length > 0 && (
          <AttachableFiles
            files={attachable}
            onAttach={(some) => {
              setAttachable([]);
              setError(undefined);
              choose((before) => ({ files: [...before.files, ...some] }));
            }}
            onLeaveOut={() => setAttachable([])}
          />
        )}
        {beside.length > 0 && <BesideFiles paths={beside} />}
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm tabular-nums">
            {files.length > 0
              ? `${files.length} ${files.length === 1 ? 'file' : 'files'} selected`
              : run.running
                ? `${formatCount(run.total)} ${run.total === 1 ? 'file is' : 'files are'} being uploaded. You can select more.`
                : 'No files selected'}
            {unsent.length > fitting.length &&
              `. One upload takes at most ${formatCount(limits.filesPerBatch)}: the others stay selected for the next.`}
          </p>
          {unsent.length > 0 && (
            <Button
              look="quiet"
              className="-mr-3"
              onClick={() => {
                choose(() => ({ files: sent }));
                setBeside([]);
              }}
            >
              Clear
            </Button>
          )}
        </div>
        {unsent.length > 0 && (
          <ChosenFiles
            files={unsent}
            onRemove={(file) => choose((before) => ({ files: before.files.filter((one) => one !== file) }))}
          />
        )}
        <fieldset className="flex flex-col">
          <legend className="text-sm font-semibold">New photos are</legend>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={is_approved}
              onChange={(event) => choose(() => ({ is_approved: event.target.checked }))}
              className="size-5 accent-leaf"
            />
            Visible to the client
          </label>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={downloadable}
              onChange={(event) => choose(() => ({ downloadable: event.target.checked }))}
              className="size-5 accent-leaf"
            />
            Downloadable
          </label>
        </fieldset>
        {error && <Notice tone="error">{error}</Notice>}
        {asking && (
          <NamesakesDialog
            namesakes={asking.namesakes}
            onReplace={() => start(asking.session, fitting, replacedBy(asking.namesakes))}
            onKeepBoth={() => start(asking.session, fitting)}
            onSkip={() =>
              start(
                asking.session,
                fitting.filter((file) => !asking.namesakes.has(file)),
              )
            }
            onClose={() => setAsking(undefined)}
          />
        )}
        <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-white px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:mx-0 lg:px-0">
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

/** 'Manage Customer': uploads to the session with the entered label, created if missing. */
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
    const session = await openSession({ customer_id: id, session_label: slug });
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

const none: DirectoryEntry[] = [];

/** 'Admin Photo Upload': uploads to a session selected from the customer's sessions. */
export function PhotoUpload() {
  const [query, setQuery] = useSearchParams();
  const customer = query.get('customer_id') ?? '';
  const wanted = query.get('session_id') ?? '';
  const customers = useQuery(directoryQuery);
  const filter = useCustomerFilter(customers.data ?? none, customer);
  const sessions = useQuery({ ...customerSessionsQuery(customer), enabled: customer !== '' });
  // A session that was just created may be missing in the list.
  const isListed = sessions.data?.some(({ id }) => id === wanted);
  const unlisted = useQuery({ ...sessionQuery(wanted), enabled: wanted !== '' && isListed === false });
  const choices = [
    ...(!isListed && unlisted.data?.customer_id === customer ? [unlisted.data] : []),
    ...(sessions.data ?? []),
  ];
  // Accept the URL's session only if it belongs to the selected customer, so that photos can't go to another customer's
  // session.
  const session = choices.some(({ id }) => id === wanted) ? wanted : '';
  const finding = customer !== '' && wanted !== '' && (sessions.isPending || unlisted.isLoading);
  const failed = customers.error ?? sessions.error;
  return (
    <Screen
      title="Admin Photo Upload"
      back={
        session
          ? { to: `/admin/session/${session}`, label: 'Session' }
          : { to: '/admin/sessions', label: 'All sessions' }
      }
    >
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
        customer={customer}
        session={session}
        findSession={async () => session}
      >
        {filter.field}
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Customer
          <select
            value={customer}
            onChange={(event) =>
              setQuery(event.target.value ? { customer_id: event.target.value } : {}, { replace: true })
            }
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
            onChange={(event) =>
              setQuery(
                { customer_id: customer, ...(event.target.value ? { session_id: event.target.value } : {}) },
                { replace: true },
              )
            }
            className={`${control} font-normal placeholder:text-mute`}
          >
            <option value="">{finding ? 'Loading...' : 'Select a session'}</option>
            {choices.map((entry) => (
              <option key={entry.id} value={entry.id}>
                <bdi>{entry.session_name}</bdi> ({entry.session_label})
              </option>
            ))}
          </select>
        </label>
        {customer && !finding && sessions.data && choices.length === 0 && (
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
