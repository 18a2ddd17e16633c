import { formatCounted } from '#shared/text/format-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { attachmentRefusal, refusal, unshownByKind } from './acceptable.ts';
import { Reasons } from './left-out.tsx';

/** Chosen files that can't be shown, with the reasons, and a button that attaches them for download instead. */
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
      <Reasons
        lines={[
          ...unshownByKind(attachable),
          ...files
            .filter((file) => !attachable.includes(file))
            .map((file) => ({ subject: file.name, reason: [refusal(file), attachmentRefusal(file)].join(' ') })),
        ]}
      />
      {attachable.length > 1 && (
        <Disclosure summary="Show names">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
          <ul aria-label="Files that can’t be shown" tabIndex={0} className="max-h-48 overflow-y-auto">
            {attachable.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list only grows
              <li key={index} className="py-0.5">
                {file.name}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <div className="mt-2 flex flex-wrap gap-x-4">
        {attachable.length > 0 && (
          <Button look="secondary" onClick={() => onAttach(attachable)}>
            Attach {formatCounted(attachable.length, 'file')} for download
          </Button>
        )}
        <Button look="quiet" className="px-0!" onClick={onLeaveOut}>
          Leave out
        </Button>
      </div>
    </Notice>
  );
}
