import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { uploadedPhotosQuery } from './api.ts';
import { isAttachment, refusal, typedByBytes } from './files/acceptable.ts';
import { folderOf, inFolder } from './files/folder-of.ts';
import { sameAsOneOf } from './files/kept-files.ts';
import { inNaturalOrder } from './files/natural-order.ts';
import { forgetLastUpload, type KeptFile, type LastUpload, noteArrived, useLastUpload } from './last-upload.ts';
import { useUploads } from './uploads.ts';

/** Names in a line, before 'and n more'. */
const namesInLine = 3;

/**
 * Shows what is there and what is missing of an upload to a session of which the page was closed, and the button with
 * which its folder is chosen again. Nothing while this page has all of its missing files.
 * @param finished whether the screen is for finished versions
 * @param onFiles receives the files of the chosen folder that are missing, in natural order
 */
export function InterruptedUpload({
  session,
  finished = false,
  onFiles,
}: {
  session: string;
  finished?: boolean;
  onFiles: (files: File[], upload: LastUpload) => void;
}) {
  const last = useLastUpload();
  const { items, running } = useUploads();
  const upload = last?.session === session && last.finished === finished && !running ? last : null;
  const missing = upload?.files.filter((file) => !file.is_there) ?? [];
  const isInRun = items.length > 0 && sameAsOneOf(missing, items).length === missing.length;
  return upload && !isInRun ? <Interrupted upload={upload} missing={missing} onFiles={onFiles} /> : null;
}

interface InterruptedProps {
  upload: LastUpload;
  missing: KeptFile[];
  onFiles: (files: File[], upload: LastUpload) => void;
}

function Interrupted({ upload, missing, onFiles }: InterruptedProps) {
  const photos = useQuery(uploadedPhotosQuery(upload.session));
  useEffect(() => {
    if (photos.data) noteArrived(photos.data);
  }, [photos.data]);
  const input = useRef<HTMLInputElement>(null);
  const there = upload.files.filter((file) => file.is_there);
  const count = upload.total - upload.completed;
  const { choose, refused } = useFolderAgain({ upload, missing, onFiles });
  if (count === 0) {
    return (
      <Notice tone="success">
        <p className="font-semibold">
          {formatCounted(upload.total, 'file')} of {whatOf(upload)} {upload.total === 1 ? 'is' : 'are'} in this session.
          Nothing is missing.
        </p>
        <Button look="quiet" className="-ml-3" onClick={forgetLastUpload}>
          Dismiss
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      <p className="font-semibold">The upload of {whatOf(upload)} was interrupted.</p>
      <p>
        {formatCount(upload.completed)} of {formatCounted(upload.total, 'file')} {upload.completed === 1 ? 'is' : 'are'}{' '}
        in this session, {formatCount(count)} {count === 1 ? 'is' : 'are'} missing. Choose the same folder again: only
        what is missing is uploaded.
      </p>
      <Names title="Missing" files={missing} count={count} />
      <Names title="There" files={there} count={upload.completed} />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button look="secondary" onClick={() => input.current?.click()}>
          Choose the same folder again
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Folder to choose again"
          onChange={({ target }) => {
            const picked = [...(target.files ?? [])];
            // The same folder can be chosen again.
            target.value = '';
            void choose(picked);
          }}
          {...{ webkitdirectory: '' }}
        />
        <Button look="quiet" className="px-0!" onClick={forgetLastUpload}>
          Dismiss
        </Button>
      </div>
      {refused && (
        <p role="alert" className="mt-2 text-alert">
          {refused}
        </p>
      )}
    </Notice>
  );
}

/**
 * Returns the act that takes the missing files out of a folder that is chosen again, and why nothing was taken of the
 * last one.
 */
function useFolderAgain({ upload, missing, onFiles }: InterruptedProps) {
  const [refused, setRefused] = useState('');
  const choose = async (picked: readonly File[]) => {
    setRefused('');
    const found = inNaturalOrder(picked.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
    const files = await Promise.all(found.map(async ({ file, path }) => inFolder(await typedByBytes(file), path)));
    const absent = new Set(sameAsOneOf(files, missing));
    // Of files whose names were not kept, the server skips those that are there.
    const isUnnamed = missing.length < upload.total - upload.completed;
    const there = upload.files.filter((file) => file.is_there);
    const known = new Set(sameAsOneOf(files, there));
    const again = files.filter(
      (file) => absent.has(file) || (isUnnamed && !known.has(file) && (refusal(file) === null || isAttachment(file))),
    );
    if (again.length > 0) return onFiles(again, upload);
    const names = new Set(missing.map(({ name }) => name.normalize()));
    const changed = files.filter(({ name }) => names.has(name.normalize()));
    const folder = folderOf(files[0] ?? new File([], ''));
    const where = folder === undefined ? 'what you chose' : `the folder ‘${folder}’`;
    setRefused(
      changed.length > 0
        ? `The files in ${where} have changed since, so they are not taken for the same ones: ${inLine(changed)}. Select them below to upload them.`
        : `None of the missing files is in ${where}.`,
    );
  };
  return { choose, refused };
}

/** Returns the folders of an upload, as far as the browser told them. */
function whatOf({ folders }: LastUpload): string {
  if (folders.length === 0) return 'your files';
  const first = folders.slice(0, namesInLine).map((folder) => `‘${folder}’`);
  const hidden = folders.length - first.length;
  const names = hidden > 0 ? `${first.join(', ')} and ${hidden} more` : first.join(' and ');
  return `the ${folders.length === 1 ? 'folder' : 'folders'} ${names}`;
}

function inLine(files: readonly { name: string }[], count = files.length): string {
  const first = files.slice(0, namesInLine).map(({ name }) => name);
  return `${first.join(', ')}${count > first.length ? ` and ${formatCount(count - first.length)} more` : ''}`;
}

/**
 * The first names in a line, which opens the list of all.
 * @param count how many there are, also of those whose names were not kept
 */
function Names({ title, files, count }: { title: string; files: KeptFile[]; count: number }) {
  if (files.length === 0) return null;
  const unnamed = count - files.length;
  return (
    <Disclosure
      className="[overflow-wrap:anywhere]"
      summary={
        <span className="min-w-0">
          <b className="font-semibold">{title}:</b> {inLine(files, count)}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <ul aria-label={`${title} files`} tabIndex={0} className="max-h-48 overflow-y-auto pl-5.5">
        {files.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat
          <li key={index} className="py-0.5 [overflow-wrap:anywhere]">
            {name}
          </li>
        ))}
        {unnamed > 0 && <li className="py-0.5">and {formatCount(unnamed)} more</li>}
      </ul>
    </Disclosure>
  );
}
