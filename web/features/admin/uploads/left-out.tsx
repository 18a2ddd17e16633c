import { formatCount } from '#shared/format-count.ts';
import { Notice } from '../../../ui/notice.tsx';

export interface LeftOut {
  name: string;
  reason: string;
}

/** Files that can't be uploaded, listed before the upload. */
export function LeftOutFiles({ files }: { files: LeftOut[] }) {
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {files.length === 1 ? '1 file is left out:' : `${formatCount(files.length)} files are left out:`}
      </p>
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {files.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list never changes
          <li key={index} className="py-0.5">
            {name} <span className="text-mute">{reason}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
