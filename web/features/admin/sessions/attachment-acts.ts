import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudioAttachment, StudioAttachments } from '#shared/contract/attachments.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { attachmentLink, attachmentsQuery, restoreAttachments, trashAttachments } from './attachments-api.ts';

type FileOf = Pick<StudioAttachment, 'id' | 'file_name'>;

/**
 * Returns functions that act on a session's attachments, one at a time.
 * @returns the functions; `busy`: id of the attachment that is being changed or downloaded; `removed`: the attachment that was
 * removed last and can be restored; `error`: why the last act failed
 */
export function useAttachmentActs(session: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [removed, setRemoved] = useState<StudioAttachment>();
  const [error, setError] = useState<string>();

  /**
   * Runs an act, and stores the attachments that it returns.
   * @returns whether it succeeded
   */
  const run = async (id: string, failureText: string, act: () => Promise<StudioAttachments | undefined>) => {
    setBusy(id);
    setError(undefined);
    try {
      const changed = await act();
      if (changed) queries.setQueryData(attachmentsQuery(session).queryKey, changed);
      return true;
    } catch (cause) {
      setError(`${failureText} ${messageOf(cause)}`);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const remove = async (attachment: StudioAttachment) => {
    const { id, file_name, state } = attachment;
    const isRemoved = await run(id, `${isolated(file_name)} was not removed.`, () => trashAttachments(session, [id]));
    // A file that was never stored can't be restored.
    if (isRemoved) setRemoved(state === 'ready' ? attachment : undefined);
  };
  const restore = async ({ id, file_name }: FileOf) => {
    setRemoved(undefined);
    await run(id, `${isolated(file_name)} was not restored.`, () => restoreAttachments(session, [id]));
  };
  const download = ({ id, file_name }: FileOf) =>
    run(id, `${isolated(file_name)} was not downloaded.`, async () => {
      const link = await attachmentLink(session, id);
      saveLink(link.url, link.file_name);
      return undefined;
    });
  return { remove, restore, download, busy, removed, error };
}
