import { useQuery } from '@tanstack/react-query';
import type { StudioAttachment, TrashedAttachment } from '#shared/contract/attachments.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { formatDaysLeft } from '../days-left.ts';
import { keptDownloads } from '../kept-addresses.ts';
import { useAttachmentActs } from './attachment-acts.ts';
import { attachmentsQuery, isArriving } from './attachments-api.ts';

type AttachmentActs = ReturnType<typeof useAttachmentActs>;

/** The session's attachments: files that the client can download besides the photos. Renders nothing if there are none. */
export function SessionAttachments({ session }: { session: SessionDetails }) {
  const attachments = useQuery(attachmentsQuery(session.id));
  const { items = [], trash = [] } = attachments.data ?? {};
  const acts = useAttachmentActs(session.id);
  const { removed, error } = acts;

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
          {items.map((attachment) => (
            <AttachmentRow key={attachment.id} attachment={attachment} acts={acts} />
          ))}
        </ul>
      )}
      {removed && (
        <div className="mt-2 max-w-3xl">
          <Notice tone="success" retry="Undo" onRetry={() => acts.restore(removed)}>
            <bdi>{removed.file_name}</bdi> is removed. It can be restored for {limits.trashDays} days. {keptDownloads}
          </Notice>
        </div>
      )}
      {error && (
        <div className="mt-2 max-w-3xl">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      {trash.length > 0 && <RemovedAttachments attachments={trash} acts={acts} isAlone={items.length === 0} />}
    </section>
  );
}

/** An attachment with its size or state, and buttons to download or remove it. */
function AttachmentRow({ attachment, acts }: { attachment: StudioAttachment; acts: AttachmentActs }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line max-sm:pt-2">
      <span dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        {attachment.file_name}
      </span>
      <span className={`tabular-nums ${attachment.state === 'failed' ? 'text-alert' : 'text-mute'}`}>
        {stateOf(attachment)}
      </span>
      <span className="flex gap-x-5">
        {attachment.state === 'ready' && (
          <Button
            look="quiet"
            className="px-0!"
            busy={acts.busy === attachment.id}
            aria-label={`Download ${attachment.file_name}`}
            onClick={() => acts.download(attachment)}
          >
            Download
          </Button>
        )}
        <Button
          look="quiet"
          className="px-0!"
          busy={acts.busy === attachment.id}
          aria-label={`Remove ${attachment.file_name}`}
          onClick={() => acts.remove(attachment)}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

function sayWhoGets(session: SessionDetails, items: StudioAttachment[]): string {
  const readyItems = items.filter(({ state }) => state === 'ready');
  if (readyItems.length === 0) return '';
  const bytes = readyItems.reduce((sum, { size }) => sum + size, 0);
  return `${formatCounted(readyItems.length, 'file')}, ${inBytes(bytes)}. ${sayWhetherClientGets(session)}`;
}

/** Returns a sentence by the rule of `canHaveAttachments`, which decides on the server. */
function sayWhetherClientGets({ download_sizes, marks_shown, watermark, visible_count }: SessionDetails): string {
  if (!download_sizes.includes('original')) {
    return 'The client doesn’t see them, because this session allows no originals.';
  }
  if (marks_shown) {
    return 'Clients and guests don’t see them while proofs have a watermark, because they may be what proofs were made from. Switch the watermark off to hand them over.';
  }
  if (visible_count === 0) return 'The client sees them once a photo of this session is visible.';
  const untilText = watermark ? ', until all proofs have their watermark' : '';
  return `The client downloads them one by one, or with all originals in a ZIP${untilText}.`;
}

function stateOf(attachment: StudioAttachment): string {
  if (attachment.state === 'ready') return inBytes(attachment.size);
  if (attachment.state === 'failed') return attachment.reason ?? '';
  return isArriving(attachment) ? 'On its way' : 'It has not arrived. Please attach it again, or remove it.';
}

/**
 * The removed attachments, which can be restored.
 * @param isAlone whether there are no others: they are shown at once then
 */
function RemovedAttachments({
  attachments,
  acts,
  isAlone,
}: {
  attachments: TrashedAttachment[];
  acts: AttachmentActs;
  isAlone: boolean;
}) {
  return (
    <div className="mt-1">
      <Disclosure
        className="text-mute"
        startsOpen={isAlone}
        summary={formatCounted(attachments.length, 'removed file')}
      >
        <ul className="max-w-3xl">
          {attachments.map((attachment) => (
            <li key={attachment.id} className="flex flex-wrap items-center gap-x-4 border-b border-line">
              <span dir="auto" className="mr-auto [overflow-wrap:anywhere]">
                {attachment.file_name}
              </span>
              <span className="text-mute tabular-nums">{formatDaysLeft(attachment.deleted_at)}</span>
              <Button
                look="quiet"
                className="px-0!"
                busy={acts.busy === attachment.id}
                aria-label={`Restore ${attachment.file_name}`}
                onClick={() => acts.restore(attachment)}
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
