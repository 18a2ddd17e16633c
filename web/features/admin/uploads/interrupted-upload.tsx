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

/** Number of names in a line, before 'and n more'. */
const namesInLine = 3;

/**
 * Notice of an interrupted upload to a session, whose page was closed: the files that the session has and the missing ones, with
 * a button to choose their folder again. Renders nothing while this page's upload run has all of its missing files.
 * @param finished whether the screen is for finished versions
 * @param onFiles receives the missing files of the chosen folder, in natural order
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
  const lastUpload = useLastUpload();
  const { items, running } = useUploads();
  const upload = lastUpload?.session === session && lastUpload.finished === finished && !running ? lastUpload : null;
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
  const presentFiles = upload.files.filter((file) => file.is_there);
  const count = upload.total - upload.completed;
  const { choose, refusalText } = useFolderAgain({ upload, missing, onFiles });
  if (count === 0) {
    return (
      <Notice tone="success">
        <p className="font-semibold">
          {formatCounted(upload.total, 'file')} of {describeFolders(upload)} {upload.total === 1 ? 'is' : 'are'} in this
          session. Nothing is missing.
        </p>
        <Button look="quiet" className="-ml-3" onClick={forgetLastUpload}>
          Dismiss
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      <p className="font-semibold">The upload of {describeFolders(upload)} was interrupted.</p>
      <p>
        {formatCount(upload.completed)} of {formatCounted(upload.total, 'file')} {upload.completed === 1 ? 'is' : 'are'}{' '}
        in this session, {formatCount(count)} {count === 1 ? 'is' : 'are'} missing. Choose the same folder again: only
        what is missing is uploaded.
      </p>
      <Names title="Missing" files={missing} count={count} />
      <Names title="There" files={presentFiles} count={upload.completed} />
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
            // Clear, so that the same folder can be chosen again.
            target.value = '';
            void choose(picked);
          }}
          {...{ webkitdirectory: '' }}
        />
        <Button look="quiet" className="px-0!" onClick={forgetLastUpload}>
          Dismiss
        </Button>
      </div>
      {refusalText && (
        <p role="alert" className="mt-2 text-alert">
          {refusalText}
        </p>
      )}
    </Notice>
  );
}

/** Returns the function that selects the missing files of a folder that was chosen again, and why the last folder had none. */
function useFolderAgain({ upload, missing, onFiles }: InterruptedProps) {
  const [refusalText, setRefusalText] = useState('');
  const choose = async (picked: readonly File[]) => {
    setRefusalText('');
    const sortedFiles = inNaturalOrder(picked.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
    const files = await Promise.all(
      sortedFiles.map(async ({ file, path }) => inFolder(await typedByBytes(file), path)),
    );
    const missingInFolder = new Set(sameAsOneOf(files, missing));
    // If the names of some missing files were not stored, send all unknown files: the server skips those that it has.
    const isUnnamed = missing.length < upload.total - upload.completed;
    const presentFiles = upload.files.filter((file) => file.is_there);
    const presentInFolder = new Set(sameAsOneOf(files, presentFiles));
    const filesToUpload = files.filter(
      (file) =>
        missingInFolder.has(file) ||
        (isUnnamed && !presentInFolder.has(file) && (refusal(file) === null || isAttachment(file))),
    );
    if (filesToUpload.length > 0) return onFiles(filesToUpload, upload);
    const names = new Set(missing.map(({ name }) => name.normalize()));
    const changed = files.filter(({ name }) => names.has(name.normalize()));
    const folder = folderOf(files[0] ?? new File([], ''));
    const folderText = folder === undefined ? 'what you chose' : `the folder ‘${folder}’`;
    setRefusalText(
      changed.length > 0
        ? `The files in ${folderText} have changed since, so they are not taken for the same ones: ${inLine(changed)}. Select them below to upload them.`
        : `None of the missing files is in ${folderText}.`,
    );
  };
  return { choose, refusalText };
}

/** Returns the text that names an upload by its folders, if the browser reported them. */
function describeFolders({ folders }: LastUpload): string {
  if (folders.length === 0) return 'your files';
  const firstNames = folders.slice(0, namesInLine).map((folder) => `‘${folder}’`);
  const hiddenCount = folders.length - firstNames.length;
  const names = hiddenCount > 0 ? `${firstNames.join(', ')} and ${hiddenCount} more` : firstNames.join(' and ');
  return `the ${folders.length === 1 ? 'folder' : 'folders'} ${names}`;
}

function inLine(files: readonly { name: string }[], count = files.length): string {
  const firstNames = files.slice(0, namesInLine).map(({ name }) => name);
  return `${firstNames.join(', ')}${count > firstNames.length ? ` and ${formatCount(count - firstNames.length)} more` : ''}`;
}

/**
 * The first names in a line, which expands to the list of all names.
 * @param count number of files, also of those whose names were not stored
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
