import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  type RoundDetails,
  type StudioSelectionDetails,
  type SubmittedRound,
  sayVersion,
} from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { timeOf } from '../../../lib/dates.ts';
import { SubmittedNote } from '../../../photos/submitted-note.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { PhotoStrip } from '../photo-strip.tsx';
import { trashedQuery } from '../sessions/grid/api.ts';
import { roundQuery } from './api.ts';
import { chosenPhotoPath, photoPath } from './photo-path.ts';
import { sumOf } from './selection-words.ts';

interface Props {
  session: SessionDetails;
  selection: StudioSelectionDetails;
}

/** The photos that were submitted in one round; says which have been hidden or deleted since. */
export function Round({ session, selection, round }: Props & { round: number }) {
  const details = useQuery(roundQuery(session.id, selection.id, round));
  return (
    <>
      <QueryStatus query={details} lines={3} loading="Loading photos..." failed="The photos could not be loaded." />
      {details.data && <RoundPhotos session={session} selection={selection} details={details.data} />}
    </>
  );
}

function RoundPhotos({ session, selection, details }: Props & { details: RoundDetails }) {
  const deletedPhotos = details.photos.filter(({ photo }) => photo === null);
  const visible = new Set(selection.photos.map(({ id }) => id));
  const isLast = selection.state === 'submitted' && details.round === selection.round;
  return (
    <>
      {deletedPhotos.length > 0 && <DeletedPhotos session={session} deletedPhotos={deletedPhotos} />}
      <PhotoStrip
        label={`Submitted in round ${details.round}`}
        size="large"
        items={details.photos.flatMap(({ photo, note, note_now, version, file_name }) =>
          photo === null
            ? []
            : [
                {
                  photo,
                  to: isLast ? chosenPhotoPath(session.id, selection.id, photo.id) : photoPath(session.id, photo.id),
                  caption: (
                    <>
                      {isLast && !visible.has(photo.id) && (
                        <p className="text-xs font-semibold text-amber-ink">Hidden since</p>
                      )}
                      {version && (
                        <p dir="auto" className="text-xs text-mute [overflow-wrap:anywhere]">
                          {sayVersion(version)}
                          {version.file_name !== file_name && ` (${isolated(version.file_name)})`}
                        </p>
                      )}
                      <SubmittedNote note={note} note_now={note_now} />
                    </>
                  ),
                },
              ],
        )}
      />
    </>
  );
}

/** The names of a round's photos that are no longer in the session: in the trash, or deleted for good. */
function DeletedPhotos({ session, deletedPhotos }: { session: SessionDetails; deletedPhotos: RoundDetails['photos'] }) {
  const trashed = useQuery(trashedQuery(session.id));
  const inTrash = deletedPhotos.filter(({ photo_id }) => trashed.data?.has(photo_id));
  const erasedPhotos = deletedPhotos.filter((photo) => !inTrash.includes(photo));
  return (
    <div className="mb-4 max-w-prose text-sm text-amber-ink [overflow-wrap:anywhere]">
      {inTrash.length > 0 && (
        <p>
          In the trash: {inTrash.map(nameOfDeleted).join(', ')}.{' '}
          <Link to={`/admin/session/${session.id}?show=trash`} className="text-link font-semibold">
            Restore {inTrash.length === 1 ? 'it' : 'them'} there
          </Link>
        </p>
      )}
      {erasedPhotos.length > 0 && (
        <p>
          {trashed.data ? 'Deleted for good' : 'Deleted since'}: {erasedPhotos.map(nameOfDeleted).join(', ')}.
        </p>
      )}
    </div>
  );
}

function nameOfDeleted({ file_name, version, note }: RoundDetails['photos'][number]): string {
  const originalName = isolated(file_name);
  const fullName =
    version && version.file_name !== file_name ? `${originalName}, as ${isolated(version.file_name)}` : originalName;
  return note ? `${fullName} (“${isolated(note)}”)` : fullName;
}

/** A row of a round that was submitted before, with its photos when it is opened. */
export function EarlierRound({ session, selection, round }: Props & { round: SubmittedRound }) {
  const currency = useCurrency();
  return (
    <li className="border-b border-line text-sm">
      <Disclosure
        look="row"
        summary={
          <>
            <span className="font-semibold">Round {round.round}</span>
            <span className="text-mute tabular-nums">
              {timeOf(round.submitted_at)} · {sumOf(round, currency)}
            </span>
          </>
        }
      >
        <div className="pt-2 pb-5">
          {round.words && (
            <p dir="auto" className="mb-3 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
              “{round.words}”
            </p>
          )}
          <Round session={session} selection={selection} round={round.round} />
        </div>
      </Disclosure>
    </li>
  );
}
