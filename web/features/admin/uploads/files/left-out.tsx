import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { isAttachment, refusal, unshownByKind } from './acceptable.ts';
import { besideKindOf } from './beside-photos.ts';

/** Notice of files that can't be uploaded, shown before the upload. */
export function LeftOutFiles({ files }: { files: File[] }) {
  const unattachable = files.filter((file) => !isAttachment(file));
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {files.length === 1 ? '1 file is left out:' : `${formatCount(files.length)} files are left out:`}
      </p>
      <Reasons
        lines={[
          ...unshownByKind(files),
          ...unattachable.map((file) => ({ subject: file.name, reason: refusal(file) ?? '' })),
        ]}
      />
    </Notice>
  );
}

/** List of the files that can't be uploaded or shown, each with the reason. */
export function Reasons({ lines }: { lines: { subject: string; reason: string }[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <ul aria-label="Reasons" tabIndex={0} className="mt-1 max-h-48 overflow-y-auto">
      {lines.map(({ subject, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list never changes
        <li key={index} className="py-0.5">
          {subject} <span className="text-mute">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** Largest number of names in the list. */
const mostNames = 200;

/** The numbers of files beside photos that were left out; their names on request. */
export function BesideFiles({ paths }: { paths: string[] }) {
  const sidecarCount = paths.filter((path) => besideKindOf(path) === 'sidecar').length;
  const otherCount = paths.length - sidecarCount;
  const counts = [
    sidecarCount > 0 && formatCounted(sidecarCount, 'sidecar file'),
    otherCount > 0 && formatCounted(otherCount, 'other file'),
  ];
  return (
    <div role="status" className="text-sm text-mute">
      <Disclosure
        summary={
          <span>
            {counts.filter(Boolean).join(' and ')} left out{' '}
            <span className="underline">
              <span className="group-open:hidden">Show</span>
              <span className="hidden group-open:inline">Hide</span>
            </span>
          </span>
        }
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
        <ul aria-label="Left out" tabIndex={0} className="max-h-48 overflow-y-auto">
          {paths.slice(0, mostNames).map((path, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paths can repeat, and the list only grows
            <li dir="auto" key={index} className="py-0.5 [overflow-wrap:anywhere]">
              {path}
            </li>
          ))}
          {paths.length > mostNames && <li className="py-0.5">and {formatCount(paths.length - mostNames)} more</li>}
        </ul>
      </Disclosure>
    </div>
  );
}
