import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { isAttachment, refusal } from './acceptable.ts';
import { useChosen } from './chosen.ts';

export type FileChoice = ReturnType<typeof useFileChoice>;

/**
 * Returns the files that are chosen on this upload screen, the files that are left out, and functions that change them.
 * @param attachments whether files that can't be shown can be attached; they wait in `attachable` until the person decides
 */
export function useFileChoice({ attachments = false } = {}) {
  const { chosen, choose } = useChosen(useLocation().pathname);
  const [leftOut, setLeftOut] = useState<File[]>([]);
  const [beside, setBeside] = useState<string[]>([]);
  const [attachable, setAttachable] = useState<File[]>([]);
  const [error, setError] = useState<string>();
  const { files, sent } = chosen;
  const unsent = useMemo(() => files.filter((file) => !sent.includes(file)), [files, sent]);
  const fitting = useMemo(() => unsent.slice(0, limits.filesPerBatch), [unsent]);

  const add = (added: File[]) => {
    setError(undefined);
    const photos = added.filter((file) => refusal(file) === null);
    const newAttachable = attachments ? added.filter(isAttachment) : [];
    setAttachable((before) => [...before, ...newAttachable]);
    setLeftOut(added.filter((file) => !photos.includes(file) && !newAttachable.includes(file)));
    // A functional update: reading a folder takes time, and other files may be added meanwhile.
    choose((before) => ({ files: [...before.files, ...photos] }));
  };

  return {
    chosen,
    choose,
    /** The chosen files that are not in the upload run. */
    unsent,
    /** The files that one run accepts; further files stay selected for the next run. */
    fitting,
    /** The files of the last choice that can't be uploaded. */
    leftOut,
    /** Paths of the files that lie beside photos and are left out. */
    beside,
    attachable,
    error,
    setError,
    add,
    /** The handlers of a DropArea. */
    dropArea: {
      onFiles: add,
      onBeside: (paths: string[]) => setBeside((before) => [...before, ...paths]),
      onUnreadable: (names: string[]) => setError(`Could not be read, and is not selected: ${names.join(', ')}.`),
    },
    /** Adds attachable files to the chosen files. */
    attach: (attached: File[]) => {
      setAttachable([]);
      setError(undefined);
      choose((before) => ({ files: [...before.files, ...attached] }));
    },
    leaveOutAttachable: () => setAttachable([]),
    remove: (file: File) => choose((before) => ({ files: before.files.filter((other) => other !== file) })),
    /** Removes all files that are not in the upload run. */
    clear: () => {
      choose((before) => ({ files: before.sent }));
      setBeside([]);
    },
    /** Moves files to the upload run, and removes skipped files. */
    markSent: (started: readonly File[], skipped: readonly File[] = []) => {
      choose((before) => ({
        files: before.files.filter((file) => !skipped.includes(file)),
        sent: [...before.sent, ...started],
      }));
      setLeftOut([]);
      setBeside([]);
    },
  };
}
