import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { LinkDownload } from '#shared/contract/links.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import ShareDialog from '../../../links/share-dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { customerSessionsQuery } from '../customers/api.ts';
import { useIsStaff } from '../is-staff.ts';
import { editSession, linksApi, sessionQuery } from './api.ts';

/**
 * The studio's dialog with a session's links.
 * @param link id of the link that is shown at first
 */
export function ShareSession({ session, link, onClose }: { session: Session; link?: string; onClose: () => void }) {
  const isStaff = useIsStaff();
  return (
    <ShareDialog
      api={linksApi}
      session={session}
      downloads={isStaff ? LinkDownload.options.filter((size) => size !== 'original') : LinkDownload.options}
      refused={isStaff ? sayAdminsOnly('let guests download originals') : undefined}
      first={link}
      settings={<ClientMayShare session={session} />}
      onClose={onClose}
    />
  );
}

/** Checkbox that allows the client to share the session; saved at once. */
function ClientMayShare({ session }: { session: Session }) {
  const queries = useQueryClient();
  const [savingValue, setSaving] = useState<boolean>();
  const [error, setError] = useState<string>();
  const save = async (client_may_share: boolean) => {
    setSaving(client_may_share);
    setError(undefined);
    const { queryKey } = sessionQuery(session.id);
    try {
      overwrite(queries, queryKey, await editSession(session.id, { client_may_share, version: session.version }));
    } catch (cause) {
      setError(messageOf(cause));
      await queries.invalidateQueries({ queryKey });
    }
    await queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
    setSaving(undefined);
  };
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={savingValue ?? session.client_may_share}
          // A second change while saving would use an outdated version.
          disabled={savingValue !== undefined}
          onChange={({ target }) => void save(target.checked)}
          className="size-5 shrink-0 accent-leaf"
        />
        The client may share this session
      </label>
      <p className="pl-8 text-xs text-mute">
        {session.client_may_share
          ? 'By links of their own, which allow no more downloads than the client has.'
          : `While this is off, links that the client has made open nothing. Pages that are open now can show pictures for ${limits.guestPictureMinutes} more minutes at most.`}
      </p>
      {error !== undefined && (
        <div className="mt-2">
          <Notice tone="error">This was not saved. {error}</Notice>
        </div>
      )}
    </>
  );
}
