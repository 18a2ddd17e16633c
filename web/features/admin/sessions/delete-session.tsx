import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { useIsMounted } from '../../../ui/is-mounted.ts';
import { ConfirmAct } from '../../../ui/layers/confirm-act.tsx';
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
  const refresh = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey });
  const deleteNow = async () => {
    await deleteSession(session.id, session.version);
    refresh(sessionsQuery.queryKey);
    refresh(deletedSessionsQuery.queryKey);
    refresh(customerSessionsQuery(session.customer_id).queryKey);
    onDeleted();
  };
  return (
    <ConfirmAct
      title={
        <>
          Delete <bdi>{session.session_name || 'this session'}</bdi>?
        </>
      }
      action="Delete Session"
      failed="The session was not deleted."
      onConfirm={deleteNow}
      onFail={() => refresh(sessionQuery(session.id).queryKey)}
      onClose={onClose}
    >
      <p>
        The session goes with everything in it: {formatPhotoCount(session.photos_count)}. The client sees nothing of it
        from now on. {keptAddresses} It can be restored for {limits.trashDays} days.
      </p>
    </ConfirmAct>
  );
}
