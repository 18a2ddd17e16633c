import { useCallback, useEffect, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../lib/browser/save-file.ts';
import { AttachmentList } from '../../photos/attachment-list.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { attachmentLink, listAttachments } from './api.ts';

/** The shared session's attachments, which the link lets guests download. */
export function Attachments({ link }: { link: string }) {
  const [items, setItems] = useState<Attachment[]>();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const load = useCallback(() => {
    setTrouble(undefined);
    listAttachments(link).then(
      (answer) => setItems(answer.items),
      (error: unknown) => setTrouble(`The files could not be loaded. ${messageOf(error)}`),
    );
  }, [link]);
  useEffect(load, [load]);
  const download = async ({ id, file_name }: Attachment) => {
    setBusy(id);
    setTrouble(undefined);
    try {
      const file = await attachmentLink(link, id);
      saveLink(file.url, file.file_name);
    } catch (error) {
      setTrouble(`${isolated(file_name)} was not downloaded. ${messageOf(error)}`);
    }
    setBusy(undefined);
  };
  return (
    <section aria-labelledby="files" className="pt-10">
      <h2 id="files" className="text-title">
        Files
      </h2>
      <p className="mt-1 text-sm text-mute">For download only. A ZIP of all originals has them, too.</p>
      <KeepFocus>
        {trouble !== undefined && (
          <div className="mt-3 max-w-3xl">
            {items ? (
              <Notice tone="error">{trouble}</Notice>
            ) : (
              <Notice tone="error" onRetry={load}>
                {trouble}
              </Notice>
            )}
          </div>
        )}
      </KeepFocus>
      {items && <AttachmentList items={items} busy={busy} onDownload={download} />}
    </section>
  );
}
