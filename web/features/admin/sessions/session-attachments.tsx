import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudioAttachment, StudioAttachments, TrashedAttachment } from '#shared/contract/attachments.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { formatDaysLeft } from '../days-left.ts';
import { keptDownloads } from '../kept-addresses.ts';
import {
  attachmentLink,
  attachmentsQuery,
  isArriving,
  restoreAttachments,
  trashAttachments,
} from './attachments-api.ts';

/** The session's files that are no photos: what the client can download besides the photos. None are shown without any. */
export function SessionAttachments({ session }: { session: SessionDetails }) {
  const query = attachmentsQuery(session.id);
  const attachments = useQuery(query);
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [removed, setRemoved] = useState<StudioAttachment>();
  const [error, setError] = useState<string>();
  const { items = [], trash = [] } = attachments.data ?? {};

  /** @returns whether it succeeded */
  const work = async (id: string, failed: string, act: () => Promise<StudioAttachments | undefined>) => {
    setBusy(id);
    setError(undefined);
    try {
      const now = await act();
      if (now) queries.setQueryData(query.queryKey, now);
      return true;
    } catch (cause) {
      setError(`${failed} ${messageOf(cause)}`);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const remove = async (one: StudioAttachment) => {
    const isRemoved = await work(one.id, `${isolated(one.file_name)} was not removed.`, () =>
      trashAttachments(session.id, [one.id]),
    );
    // What never was stored can't be restored.
    if (isRemoved) setRemoved(one.state === 'ready' ? one : undefined);
  };
  const restore = async ({ id, file_name }: { id: string; file_name: string }) => {
    setRemoved(undefined);
    await work(id, `${isolated(file_name)} was not restored.`, () => restoreAttachments(session.id, [id]));
  };
  const download = ({ id, file_name }: StudioAttachment) =>
    work(id, `${isolated(file_name)} was not downloaded.`, async () => {
      const link = await attachmentLink(session.id, id);
      saveLink(link.url, link.file_name);
      return undefined;
    });

  if (!attachments.data)
    return <QueryStatus query={attachments} failed="The files for download could not be loaded." />;
  if (items.length + trash.length === 0) return null;
  return (
    <section aria-label="Files for download" className="text-sm">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">Files for download</span>
        <span className="text-mute">{sayWhoGets(session, items)}</span>
      </p>
      {items.length > 0 && (
        <ul aria-label="Files for download" className="mt-2 max-h-96 max-w-3xl overflow-y-auto border-t border-line">
          {items.map((one) => (
            <li key={one.id} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line max-sm:pt-2">
              <span dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                {one.file_name}
              </span>
              <span className={`tabular-nums ${one.state === 'failed' ? 'text-alert' : 'text-mute'}`}>
                {stateOf(one)}
              </span>
              <span className="flex gap-x-5">
                {one.state === 'ready' && (
                  <Button
                    look="quiet"
                    className="px-0!"
                    busy={busy === one.id}
                    aria-label={`Download ${one.file_name}`}
                    onClick={() => download(one)}
                  >
                    Download
                  </Button>
                )}
                <Button
                  look="quiet"
                  className="px-0!"
                  busy={busy === one.id}
                  aria-label={`Remove ${one.file_name}`}
                  onClick={() => remove(one)}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <div className="mt-2 max-w-3xl">
          <Notice tone="success" retry="Undo" onRetry={() => restore(removed)}>
            <bdi>{removed.file_name}</bdi> is removed. It can be restored for {limits.trashDays} days. {keptDownloads}
          </Notice>
        </div>
      )}
      {error && (
        <div className="mt-2 max-w-3xl">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      {trash.length > 0 && <Removed attachments={trash} busy={busy} onRestore={restore} />}
    </section>
  );
}

function sayWhoGets(session: SessionDetails, items: StudioAttachment[]): string {
  const ready = items.filter(({ state }) => state === 'ready');
  if (ready.length === 0) return '';
  const bytes = ready.reduce((sum, { size }) => sum + size, 0);
  return `${formatCounted(ready.length, 'file')}, ${inBytes(bytes)}. ${sayWhetherClientGets(session)}`;
}

/** The rule of `canHaveAttachments`, which the server decides by. */
function sayWhetherClientGets({ download_sizes, marks_shown, watermark, visible_count }: SessionDetails): string {
  if (!download_sizes.includes('original')) {
    return 'The client doesn’t see them, because this session allows no originals.';
  }
  if (marks_shown) {
    return 'Clients and guests don’t see them while proofs have a watermark, because they may be what proofs were made from. Switch the watermark off to hand them over.';
  }
  if (visible_count === 0) return 'The client sees them once a photo of this session is visible.';
  const until = watermark ? ', until all proofs have their watermark' : '';
  return `The client downloads them one by one, or with all originals in a ZIP${until}.`;
}

function stateOf(one: StudioAttachment): string {
  if (one.state === 'ready') return inBytes(one.size);
  if (one.state === 'failed') return one.reason ?? '';
  return isArriving(one) ? 'On its way' : 'It has not arrived. Please attach it again, or remove it.';
}

function Removed({
  attachments,
  busy,
  onRestore,
}: {
  attachments: TrashedAttachment[];
  busy: string | undefined;
  onRestore: (attachment: TrashedAttachment) => void;
}) {
  return (
    <div className="mt-1">
      <Disclosure className="text-mute" summary={formatCounted(attachments.length, 'removed file')}>
        <ul className="max-w-3xl">
          {attachments.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 border-b border-line">
              <span dir="auto" className="mr-auto [overflow-wrap:anywhere]">
                {one.file_name}
              </span>
              <span className="text-mute tabular-nums">{formatDaysLeft(one.deleted_at)}</span>
              <Button
                look="quiet"
                className="px-0!"
                busy={busy === one.id}
                aria-label={`Restore ${one.file_name}`}
                onClick={() => onRestore(one)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
