import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { useIsMounted } from '../../../lib/browser/is-mounted.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { customerSessionsQuery } from '../customers/api.ts';
import { keptAddresses } from '../kept-addresses.ts';
import { deletedSessionsQuery, deleteSession, sessionQuery, sessionsQuery } from './api.ts';

/** Returns a function that leaves the screen of a deleted session, and removes the session's cached data. */
export function useLeaveDeleted(session: SessionDetails): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const isDeleted = useRef(false);
  const forget = useCallback(
    () => queries.removeQueries({ queryKey: sessionQuery(session.id).queryKey }),
    [queries, session.id],
  );
  // Only on unmount: while mounted, removing the data would refetch the deleted session.
  useEffect(
    () => () => {
      if (isDeleted.current) forget();
    },
    [forget],
  );
  return () => {
    if (!isMounted.current) return forget();
    isDeleted.current = true;
    navigate('/admin/sessions', { state: { deleted: { id: session.id, name: session.session_name } } });
  };
}

/** Dialog that confirms the deletion of a session, and deletes it. */
export function DeleteSessionDialog({
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
  const deleteNow = async () => {
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
      onConfirm={deleteNow}
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
