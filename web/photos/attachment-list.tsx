import type { Attachment } from '#shared/contract/attachments.ts';
import { inBytes } from '../lib/sizes.ts';
import { Download } from '../ui/icons.tsx';

/** The attachments of a session, each with its size, to download. */
export function AttachmentList({
  items,
  busy,
  disabled = false,
  onDownload,
}: {
  items: Attachment[];
  /** The id of the attachment whose download is starting. */
  busy: string | undefined;
  disabled?: boolean;
  onDownload: (attachment: Attachment) => void;
}) {
  return (
    <ul className="mt-3 max-w-3xl divide-y divide-line border-y border-line">
      {items.map((attachment) => (
        <li key={attachment.id}>
          <button
            type="button"
            disabled={disabled}
            aria-busy={busy === attachment.id || undefined}
            onClick={busy === undefined ? () => onDownload(attachment) : undefined}
            className="group flex min-h-12 w-full cursor-pointer items-center gap-4 py-1.5 text-left text-sm disabled:cursor-default"
          >
            <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere] group-hover:text-leaf">
              <span className="sr-only">Download </span>
              {attachment.file_name}
            </span>
            <span className="shrink-0 text-mute tabular-nums">{inBytes(attachment.size)}</span>
            <Download className="size-5 shrink-0 text-mute" />
          </button>
        </li>
      ))}
    </ul>
  );
}
