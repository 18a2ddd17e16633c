import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudioAttachment, StudioAttachments } from '#shared/contract/attachments.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { attachmentLink, attachmentsQuery, restoreAttachments, trashAttachments } from './attachments-api.ts';

type FileOf = Pick<StudioAttachment, 'id' | 'file_name'>;

/**
 * Acts on a session's attachments, one at a time.
 * @returns the acts; `busy`: id of the attachment that an act is at work on; `removed`: the one that was removed last and
 * can be restored; `error`: why the last act failed
 */
export function useAttachmentActs(session: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [removed, setRemoved] = useState<StudioAttachment>();
  const [error, setError] = useState<string>();

  /** @returns whether it succeeded */
  const work = async (id: string, failed: string, act: () => Promise<StudioAttachments | undefined>) => {
    setBusy(id);
    setError(undefined);
    try {
      const now = await act();
      if (now) queries.setQueryData(attachmentsQuery(session).queryKey, now);
      return true;
    } catch (cause) {
      setError(`${failed} ${messageOf(cause)}`);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const remove = async (attachment: StudioAttachment) => {
    const { id, file_name, state } = attachment;
    const isRemoved = await work(id, `${isolated(file_name)} was not removed.`, () => trashAttachments(session, [id]));
    // What never was stored can't be restored.
    if (isRemoved) setRemoved(state === 'ready' ? attachment : undefined);
  };
  const restore = async ({ id, file_name }: FileOf) => {
    setRemoved(undefined);
    await work(id, `${isolated(file_name)} was not restored.`, () => restoreAttachments(session, [id]));
  };
  const download = ({ id, file_name }: FileOf) =>
    work(id, `${isolated(file_name)} was not downloaded.`, async () => {
      const link = await attachmentLink(session, id);
      saveLink(link.url, link.file_name);
      return undefined;
    });
  return { remove, restore, download, busy, removed, error };
}
