import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EditSession, type Session, type SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { useIsMounted } from '../../../lib/browser/is-mounted.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Confirm, Dialog } from '../../../ui/layers/dialog.tsx';
import { inMore, More } from '../../../ui/layers/more.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { customerSessionsQuery } from '../customers/api.ts';
import { useIsStaff } from '../is-staff.ts';
import { keptAddresses } from '../kept-addresses.ts';
import { uploadPath } from '../uploads/upload-path.ts';
import { deletedSessionsQuery, deleteSession, editSession, sessionQuery, sessionsQuery } from './api.ts';
import { DownloadsDialog } from './settings/download-settings.tsx';
import { ShareSession } from './share-session.tsx';

// With the outlines of all letters.
const WatermarkDialog = lazy(() => import('./settings/watermark-dialog.tsx'));
const ClocksDialog = lazy(() => import('../clocks/clocks-dialog.tsx'));

/** A session's facts in one line, and actions for the whole session. */
export function SessionFacts({ session }: { session: SessionDetails }) {
  const hidden = session.photos_count - session.visible_count;
  return (
    <div className="mt-2 max-w-3xl text-sm text-mute">
      <p>
        <Link to={`/admin/customer/${session.customer_id}/edit`} className="inline-link text-ink">
          <bdi>{session.customer_name || 'Unknown'}</bdi>
        </Link>{' '}
        · {calendarDate(session.session_date)} · {session.session_label} ·{' '}
        <span className="tabular-nums">
          {formatPhotoCount(session.photos_count)}
          {hidden > 0 && `, ${formatCount(hidden)} hidden`}
        </span>
        {session.finished_count > 0 && (
          <>
            {' · '}
            <span className="text-ink tabular-nums">
              Finished {formatCount(session.finished_count)} of {formatCount(session.photos_count)}
            </span>
          </>
        )}
      </p>
      {session.notes && (
        <p dir="auto" className="mt-2 whitespace-pre-line text-ink [overflow-wrap:anywhere]">
          {session.notes}
        </p>
      )}
    </div>
  );
}

export function SessionActions({ session }: { session: SessionDetails }) {
  const [open, setOpen] = useState<'edit' | 'share' | 'downloads' | 'watermark' | 'clocks' | 'delete'>();
  const close = () => setOpen(undefined);
  const isStaff = useIsStaff();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const gone = useRef(false);
  const forget = useCallback(
    () => queries.removeQueries({ queryKey: sessionQuery(session.id).queryKey }),
    [queries, session.id],
  );
  // Only on unmount: while mounted, invalidating would refetch the deleted session.
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
    // In a row of their own, the first one's text begins where the title does.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:-ml-3">
      <ButtonLink
        look="secondary"
        className="max-sm:px-4! md:order-last"
        to={uploadPath(session.customer_id, session.id)}
      >
        Upload Photos
      </ButtonLink>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('edit')}>
        Edit Session
      </Button>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('share')}>
        Share
      </Button>
      <More label="More for this session">
        {session.photos_count > 0 && (
          <Link className={inMore} to={`/admin/session/${session.id}/finished`}>
            Upload finished versions
          </Link>
        )}
        <Link
          className={inMore}
          to={`/admin/view/${session.customer_id}/session/${session.id}/dashboard/gallery/${session.session_label}`}
        >
          View as the client
        </Link>
        <Link className={inMore} to={`/admin/session/${session.id}/timeline`}>
          Timeline
        </Link>
        <button type="button" className={inMore} onClick={() => setOpen('downloads')}>
          Change downloads
        </button>
        <button type="button" className={inMore} onClick={() => setOpen('watermark')}>
          Change watermark
        </button>
        <button type="button" className={inMore} onClick={() => setOpen('clocks')}>
          Time zone and clocks
        </button>
        {isStaff ? (
          <AdminsOnly act="delete sessions" className="px-4 py-2" />
        ) : (
          <button type="button" className={`${inMore} text-alert`} onClick={() => setOpen('delete')}>
            Delete Session
          </button>
        )}
      </More>
      {open === 'edit' && <EditDialog session={session} onClose={close} />}
      {open === 'share' && <ShareSession session={session} onClose={close} />}
      {open === 'downloads' && <DownloadsDialog session={session} onClose={close} />}
      {open === 'watermark' && (
        <Suspense>
          <WatermarkDialog session={session} onClose={close} />
        </Suspense>
      )}
      {open === 'clocks' && (
        <Suspense>
          <ClocksDialog session={session} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteDialog session={session} onDeleted={leave} onClose={close} />}
    </div>
  );
}

const fields = {
  session_name: 'Session Name',
  session_date: 'Session Date',
  session_label: 'Session ID',
  client_words: 'Words for the client (optional)',
  notes: 'Notes (optional)',
};

const Editable = EditSession.pick({
  session_name: true,
  session_date: true,
  session_label: true,
  client_words: true,
  notes: true,
});

/** Edits name, date, label, the words for the client and notes. */
function EditDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <Dialog title="Edit Session" onClose={onClose}>
      <EditForm<Session, typeof Editable>
        schema={Editable}
        row={session}
        valuesOf={({ session_name, session_date, session_label, client_words, notes }) => ({
          session_name,
          session_date,
          session_label,
          client_words,
          notes,
        })}
        labels={fields}
        draft={`session ${session.id}`}
        describe={(error) =>
          error instanceof ApiError && error.code === 'LABEL_TAKEN'
            ? `${error.message} ${String(error.details.suggestion ?? '')} is free.`
            : `The session was not saved. ${messageOf(error)}`
        }
        send={(values, version) => editSession(session.id, { ...values, version })}
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          void queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save Session
          </DialogActions>
        )}
      >
        <TextField name="session_name" label={fields.session_name} />
        <TextField name="session_date" label={fields.session_date} type="date" />
        <TextField
          name="session_label"
          label={fields.session_label}
          hint="Unique for this customer. Lower-case letters, digits and hyphens."
        />
        <TextArea
          name="client_words"
          label={fields.client_words}
          hint="Shown to the client on the session’s page, below its title."
        />
        <TextArea name="notes" label={fields.notes} hint="Only the studio sees them." />
      </EditForm>
    </Dialog>
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
      setError(messageOf(cause));
      void queries.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey });
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={
        <>
          Delete <bdi>{session.session_name || 'this session'}</bdi>?
        </>
      }
      action="Delete Session"
      busy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The session goes with everything in it: {formatPhotoCount(session.photos_count)}. The client sees nothing of it
        from now on. {keptAddresses} It can be restored for {limits.trashDays} days.
      </p>
      {error && (
        <div className="mt-4">
          <Notice tone="error">The session was not deleted. {error}</Notice>
        </div>
      )}
    </Confirm>
  );
}
