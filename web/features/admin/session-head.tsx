import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EditSession, Session, type SessionDetails } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../lib/api.ts';
import { calendarDate, timeOf } from '../../lib/dates.ts';
import { useIsMounted } from '../../lib/is-mounted.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { inThousands, photosInWords } from '../../photos/in-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, TextArea, TextField } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  announceSession,
  customerSessionsQuery,
  deletedSessionsQuery,
  deleteSession,
  editSession,
  sessionQuery,
  sessionsQuery,
} from './queries.ts';

/** What a session is, in one line, and what can be done to all of it. */
export function SessionFacts({ session }: { session: SessionDetails }) {
  const hidden = session.photos_count - session.visible_count;
  return (
    <div className="mt-2 max-w-3xl text-sm text-mute">
      <p>
        <Link to={`/admin/customer/${session.customer_id}/edit`} className="text-ink underline underline-offset-4">
          {session.customer_name ?? 'Unknown'}
        </Link>{' '}
        · {calendarDate(session.session_date)} · {session.session_label} ·{' '}
        <span className="tabular-nums">
          {photosInWords(session.photos_count)}
          {hidden > 0 && `, ${inThousands(hidden)} hidden`}
        </span>
      </p>
      {session.notes && <p className="mt-2 whitespace-pre-line text-ink [overflow-wrap:anywhere]">{session.notes}</p>}
    </div>
  );
}

export function SessionActions({ session }: { session: SessionDetails }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const gone = useRef(false);
  const forget = useCallback(
    () => queries.removeQueries({ queryKey: sessionQuery(session.id).queryKey }),
    [queries, session.id],
  );
  // Not before its screen is left: that would ask for it again.
  useEffect(
    () => () => {
      if (gone.current) forget();
    },
    [forget],
  );
  const leave = () => {
    if (!isMounted.current) return forget();
    gone.current = true;
    navigate('/admin/sessions', { state: { deleted: { id: session.id, name: session.session_name } } });
  };
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      <ButtonLink
        look="secondary"
        className="max-sm:px-4! md:order-last"
        to={`/admin/photo-upload?customer_id=${session.customer_id}&session_id=${session.id}`}
      >
        Upload Photos
      </ButtonLink>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('edit')}>
        Edit Session
      </Button>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('delete')}>
        Delete Session
      </Button>
      {open === 'edit' && <EditDialog session={session} onClose={close} />}
      {open === 'delete' && <DeleteDialog session={session} onDeleted={leave} onClose={close} />}
    </div>
  );
}

const fields = [
  ['session_name', 'Session Name'],
  ['session_date', 'Session Date'],
  ['session_label', 'Session ID'],
  ['notes', 'Notes'],
] as const;

/** Name, date, label and notes. Who saves second sees what the first has saved, and decides. */
function EditDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Session>();
  const [base, setBase] = useState<Session>(session);
  return (
    <Dialog title="Edit Session" onClose={onClose}>
      <Form
        key={base.version}
        schema={EditSession}
        defaultValues={{
          session_name: base.session_name,
          session_date: base.session_date,
          session_label: base.session_label,
          notes: base.notes,
          version: base.version,
        }}
        describe={(error) => {
          if (!(error instanceof ApiError)) return `The session was not saved. ${(error as Error).message}`;
          if (error.code === 'LABEL_TAKEN')
            return `${error.message} ${String(error.details.suggestion ?? '')} is free.`;
          const { data } = Session.safeParse(error.details.current);
          if (error.code === 'CHANGED_MEANWHILE' && data) setTheirs(data);
          return `The session was not saved. ${error.message}`;
        }}
        onSubmit={async (values) => {
          const saved = await editSession(session.id, { ...values, version: theirs?.version ?? base.version });
          overwrite(queries, sessionQuery(session.id).queryKey, saved);
          void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          void queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
          onClose();
        }}
      >
        <TextField name="session_name" label="Session Name" />
        <TextField name="session_date" label="Session Date" type="date" />
        <TextField
          name="session_label"
          label="Session ID"
          hint="Unique for this customer. Lower-case letters, digits and hyphens."
        />
        <TextArea name="notes" label="Notes (optional)" />
        {theirs && (
          <StoredNow
            before={base}
            now={theirs}
            onTakeOver={() => {
              setBase(theirs);
              setTheirs(undefined);
            }}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busyText="Saving...">{theirs ? 'Save mine instead' : 'Save Session'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** The other side of a lost race. What was changed may be nothing of this form's: then there is nothing to take over. */
function StoredNow({ before, now, onTakeOver }: { before: Session; now: Session; onTakeOver: () => void }) {
  const changed = fields.filter(([name]) => now[name] !== before[name]);
  return (
    <section aria-label="What is stored now" className="rounded-md bg-petal px-4 py-3 text-sm">
      <p className="font-semibold">Stored now, by somebody else:</p>
      {changed.length === 0 ? (
        <p className="mt-1">Something that this form does not show, such as the order of the photos.</p>
      ) : (
        <>
          <dl className="mt-1">
            {changed.map(([name, label]) => (
              <div key={name} className="[overflow-wrap:anywhere]">
                <dt className="inline text-mute">{label}: </dt>
                <dd className="inline">{now[name] || 'nothing'}</dd>
              </div>
            ))}
          </dl>
          <Button look="quiet" className="px-0!" onClick={onTakeOver}>
            Take these over
          </Button>
        </>
      )}
    </section>
  );
}

function DeleteDialog({
  session,
  onDeleted,
  onClose,
}: {
  session: SessionDetails;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await deleteSession(session.id, session.version);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: deletedSessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
      onDeleted();
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'The studio did not answer.');
      void queries.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey });
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={`Delete ${session.session_name || 'this session'}?`}
      action="Delete Session"
      busy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The session goes with everything in it: {photosInWords(session.photos_count)}. The client sees nothing of it
        from now on; copies at the edge of the network are gone within minutes. It can be restored for {limits.binDays}{' '}
        days.
      </p>
      {error && (
        <div className="mt-4">
          <Notice tone="error">The session was not deleted. {error}</Notice>
        </div>
      )}
    </Confirm>
  );
}

/** Whether and when the client was told, and the button that tells them: one letter a press. */
export function TellClient({ session }: { session: SessionDetails }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const client = session.customer_name ?? 'the client';
  const { queryKey } = sessionQuery(session.id);
  const tell = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const told = await announceSession(session.id, session.told_at ?? null);
      overwrite(queries, queryKey, told);
    } catch (cause) {
      // It may have been sent, and only the receipt lost.
      await queries.refetchQueries({ queryKey });
      const now = queries.getQueryState(queryKey);
      if (!isRefused(cause) && now?.status === 'error') {
        setError(`It is not known whether the email was sent. ${wordsOf(cause)}`.trim());
      } else if (isRefused(cause) || now?.data?.told_at === session.told_at) {
        setError(wordsFor(cause));
      }
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Button look="secondary" onClick={() => setAsking(true)}>
          Tell the client that the gallery is ready
        </Button>
        <p role="status" className={hasMissed(session) ? 'text-alert' : 'text-mute'}>
          {toldWords(session)}
        </p>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      {asking && (
        <Dialog title="Tell the client that the gallery is ready?" onClose={() => setAsking(false)}>
          <p className="text-mute">
            One email goes to {client}, with a link to the gallery and the number of photos that they can see there:{' '}
            {inThousands(session.visible_count)}.
          </p>
          {session.told_at && <p className="mt-2 text-mute">They were told before, on {timeOf(session.told_at)}.</p>}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button busy={busy} onClick={tell}>
              {session.told_at ? 'Send another email' : 'Send the email'}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function wordsFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
    return 'No email was sent now: the client has just been told by somebody else.';
  }
  return `No email was sent. ${wordsOf(error)}`.trim();
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** The studio itself has said no: then it is certain that nothing was done. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

const hasMissed = ({ announcement }: SessionDetails) =>
  announcement?.state === 'failed' || announcement?.state === 'returned';

function toldWords({ told_at, announcement }: SessionDetails): string {
  if (!told_at) return 'The client has not been told yet.';
  const at = `Last told on ${timeOf(told_at)}`;
  if (announcement?.state === 'queued') return `${at}: the email to ${announcement.to} is on its way.`;
  if (announcement?.state === 'failed') return `${at}, but the email to ${announcement.to} could not be delivered.`;
  if (announcement?.state === 'returned') {
    return `${at}, but the email to ${announcement.to} came back. Please ask the client for another address.`;
  }
  return announcement ? `${at}: email sent to ${announcement.to}.` : `${at}.`;
}
