import { formatCounted } from '#shared/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { attachmentRefusal, refusal } from './acceptable.ts';

/** Chosen files that can't be shown: why, and the act that attaches them for download instead. */
export function AttachableFiles({
  files,
  onAttach,
  onLeaveOut,
}: {
  files: File[];
  onAttach: (files: File[]) => void;
  onLeaveOut: () => void;
}) {
  const attachable = files.filter((file) => attachmentRefusal(file) === null);
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {files.length === 1 ? '1 file can’t be shown:' : `${formatCounted(files.length, 'file')} can’t be shown:`}
      </p>
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list never changes
          <li key={index} className="py-0.5">
            {file.name} <span className="text-mute">{[refusal(file), attachmentRefusal(file)].join(' ')}</span>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-x-2">
        {attachable.length > 0 && (
          <Button look="secondary" onClick={() => onAttach(attachable)}>
            Attach {formatCounted(attachable.length, 'file')} for download
          </Button>
        )}
        <Button look="quiet" onClick={onLeaveOut}>
          Leave out
        </Button>
      </div>
    </Notice>
  );
}
