import { useEffect, useRef, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { inThousands } from '../../photos/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { asCsv, forLightroom } from './lightroom.ts';

/** The favorites as file names: a line to paste into Lightroom's filter, and a table. Loads the rest of them first. */
export function ExportFavorites({
  session,
  photos,
  isWhole,
  onNeedMore,
}: {
  session: SessionDetails;
  photos: StudioPhoto[];
  isWhole: boolean;
  onNeedMore: () => void;
}) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open && !isWhole) onNeedMore();
  }, [open, isWhole, onNeedMore]);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Export file names
      </Button>
      {open && (
        <Dialog title="Export file names" onClose={() => setOpen(false)}>
          {isWhole ? (
            <Names session={session} photos={photos} />
          ) : (
            <p role="status" className="text-mute tabular-nums">
              Loading favorites... {inThousands(photos.length)} so far
            </p>
          )}
          <div className="mt-6 flex justify-end">
            <Button look="secondary" onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Names({ session, photos }: { session: SessionDetails; photos: StudioPhoto[] }) {
  const names = forLightroom(photos);
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(names);
      setCopied(true);
    } catch {
      // Some browsers let nobody write to the clipboard: then it is one key away.
      field.current?.select();
      setCopied(false);
    }
  };
  const save = () =>
    saveBlob(new Blob([asCsv(photos)], { type: 'text/csv;charset=utf-8' }), `${session.session_label}-favorites.csv`);
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1.5 text-sm font-semibold">
        For Lightroom: Library filter, Text, Filename, Contains
        <textarea
          ref={field}
          readOnly
          rows={5}
          value={names}
          onFocus={(event) => event.target.select()}
          className="w-full rounded-md border border-edge bg-paper px-3.5 py-2.5 text-sm font-normal"
        />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={copy}>Copy file names</Button>
        <Button look="secondary" onClick={save}>
          Download CSV
        </Button>
        <p role="status" className="text-sm text-mute">
          {copied === true && 'Copied.'}
          {copied === false && 'Selected: copy with your keyboard.'}
        </p>
      </div>
    </div>
  );
}
