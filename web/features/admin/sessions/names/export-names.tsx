import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { asCsv, asText, type ExportedPhoto, forLightroom, xmpFiles } from '#shared/photos/lightroom.ts';
import { saveBlob } from '../../../../lib/browser/save-file.ts';
import { guestsQuery } from '../../../../links/links-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { useCopy } from '../../../../ui/fields/use-copy.ts';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { selectionsQuery } from '../../selections/api.ts';
import { linksApi } from '../api.ts';
import { type ExportedList, exportQuery, listsOf } from './exported-lists.ts';

/** Button that opens the dialog `ExportDialog`. */
export function ExportNames({ session, from }: { session: SessionDetails; from: string }) {
  const [open, setOpen] = useState(false);
  if (useIsStaff()) return <AdminsOnly act="export file names" />;
  return (
    <>
      <Button look="quiet" className="px-0!" onClick={() => setOpen(true)}>
        Export file names
      </Button>
      {open && <ExportDialog session={session} from={from} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Dialog that exports file names of favorites, notes, a selection or a guest's picks: as a line for Lightroom's filter, a text
 * file, a table with notes, and XMP files with ratings.
 * @param from id of the list that is preselected
 */
export function ExportDialog({
  session,
  from,
  onClose,
}: {
  session: SessionDetails;
  from: string;
  onClose: () => void;
}) {
  const id = useId();
  const [listId, setListId] = useState(from);
  const selections = useQuery(selectionsQuery(session.id));
  const guests = useQuery(guestsQuery(linksApi, session.id));
  const photos = useQuery(exportQuery(session, listId));
  const lists = listsOf(session, selections.data?.items ?? [], guests.data ?? []);
  const list = lists.find((each) => each.id === listId);
  return (
    <Dialog title="Export file names" onClose={onClose}>
      <label htmlFor={id} className="flex flex-col gap-1.5 text-sm font-semibold">
        Which photos
      </label>
      <select
        id={id}
        value={listId}
        onChange={({ target }) => setListId(target.value)}
        className="mt-1.5 mb-4 h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base text-ellipsis"
      >
        {lists.map((each) => (
          <option key={each.id} value={each.id}>
            {each.label}
          </option>
        ))}
      </select>
      {!selections.data && <QueryStatus query={selections} failed="The selections could not be loaded." />}
      {!guests.data && <QueryStatus query={guests} failed="What guests picked could not be loaded." />}
      <QueryStatus query={photos} lines={2} loading="Loading photos..." failed="The photos could not be loaded." />
      {photos.data && list && <Names key={listId} list={list} session={session} photos={photos.data} />}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Names({ list, session, photos }: { list: ExportedList; session: SessionDetails; photos: ExportedPhoto[] }) {
  const { line, unsafe } = forLightroom(photos);
  const { field, copy, copied } = useCopy<HTMLTextAreaElement>(line);
  if (photos.length === 0) return <p className="text-mute">There are no photos in this list.</p>;
  const file = `${session.session_label}-${list.file.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
  const save = (content: string, type: string, extension: string) =>
    saveBlob(new Blob([content], { type: `${type};charset=utf-8` }), `${file}.${extension}`);
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1.5 text-sm font-semibold">
        For Lightroom: Library filter, Text, Filename, Contains
        <textarea
          ref={field}
          readOnly
          rows={4}
          value={line}
          onFocus={(event) => event.target.select()}
          className="w-full rounded-md border border-edge bg-paper px-3.5 py-2.5 text-sm font-normal"
        />
      </label>
      {unsafe.length > 0 && (
        <div className="text-sm text-mute">
          <p>
            Not in this line: Lightroom searches each word of a name with spaces or commas separately and would find
            other photos too. The other files have all names.
          </p>
          <ul className="mt-1 max-h-32 overflow-y-auto text-ink [overflow-wrap:anywhere]">
            {unsafe.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={line === ''} onClick={copy}>
          Copy file names
        </Button>
        <Button look="secondary" onClick={() => save(asCsv(photos, session), 'text/csv', 'csv')}>
          Download CSV
        </Button>
        <Button look="secondary" onClick={() => save(asText(photos), 'text/plain', 'txt')}>
          Download text
        </Button>
        <p role="status" className="text-sm text-mute">
          {copied === true && 'Copied.'}
          {copied === false && 'Selected: copy with your keyboard.'}
        </p>
      </div>
      <Ratings photos={photos} file={file} />
    </div>
  );
}

/** Lightroom's color labels, by their names in Lightroom. */
const lightroomLabels = ['Red', 'Yellow', 'Green', 'Blue', 'Purple'];
const stars = [5, 4, 3, 2, 1];

/** Form that downloads XMP files with a rating and, if chosen, a label for the raw file of each photo. */
function Ratings({ photos, file }: { photos: ExportedPhoto[]; file: string }) {
  const [rating, setRating] = useState<number | null>(5);
  const [label, setLabel] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const save = async () => {
    setError(undefined);
    try {
      const { strToU8, zipSync } = await import('fflate');
      const files = xmpFiles(photos, { rating, label }).map(({ name, text }) => [name, strToU8(text)] as const);
      const zip = zipSync(Object.fromEntries(files), { level: 0 }) as Uint8Array<ArrayBuffer>;
      saveBlob(new Blob([zip], { type: 'application/zip' }), `${file}-xmp.zip`);
    } catch {
      setError('The files could not be made. Check your connection and try again.');
    }
  };
  const select = 'h-11 rounded-md border border-edge bg-white px-3 font-normal';
  return (
    <div className="text-sm">
      <Disclosure className="font-semibold" summary="Ratings for raw files (XMP)">
        <div className="flex flex-wrap items-end gap-3 pt-1">
          <label className="flex flex-col gap-1.5 font-semibold">
            Rating
            <select
              value={rating ?? ''}
              onChange={({ target }) => setRating(target.value === '' ? null : Number(target.value))}
              className={select}
            >
              {stars.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? '1 star' : `${count} stars`}
                </option>
              ))}
              <option value="">No rating</option>
            </select>
          </label>
          <label className="flex flex-col gap-1.5 font-semibold">
            Label
            <select value={label ?? ''} onChange={({ target }) => setLabel(target.value || null)} className={select}>
              <option value="">No label</option>
              {lightroomLabels.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <Button look="secondary" onClick={save}>
            Download XMP
          </Button>
        </div>
        <p className="mt-2 text-mute">
          A ZIP with one .xmp file for each photo, to put beside the raw files; all words become the description. A
          photo such as IMG_1234-Enhanced-NR has two, as its raw file may be called IMG_1234. Photos outside of this
          list get none, so their ratings stay. Don’t replace .xmp files that hold your own edits.
        </p>
        {error && (
          <p role="alert" className="mt-2 text-alert">
            {error}
          </p>
        )}
      </Disclosure>
    </div>
  );
}
