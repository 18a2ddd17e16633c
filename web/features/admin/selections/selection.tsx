import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import {
  type RoundDetails,
  type StudioSelectionDetails,
  type SubmittedRound,
  sayVersion,
} from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { timeOf } from '../../../lib/dates.ts';
import { isOf, useEveryPick } from '../../../links/links-api.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { SubmittedNote } from '../../../photos/submitted-note.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { PhotoStrip } from '../photo-strip.tsx';
import { Screen } from '../screen.tsx';
import { linksApi, sessionQuery } from '../sessions/api.ts';
import { trashedQuery } from '../sessions/grid/api.ts';
import { ExportNames } from '../sessions/names/export-names.tsx';
import { roundQuery, selectionQuery } from './api.ts';
import { ChangeRequest } from './change-request.tsx';
import { SelectionActions } from './selection-actions.tsx';
import { SelectionQuote } from './selection-quote.tsx';
import { stateOf, sumOf, termsOf } from './selection-words.ts';

/** The screen of a selection: the photos that the client has chosen, the quote of the last submit, and the picks of guests. */
export function Component() {
  const { id = '', selection: selectionId = '' } = useParams();
  const session = useQuery(sessionQuery(id));
  const selection = useQuery(selectionQuery(id, selectionId));
  const [notice, setNotice] = useState<string>();
  const loaded = session.data && selection.data && { session: session.data, selection: selection.data };
  return (
    <Screen
      title={selection.data?.name ?? 'Selection'}
      back={{ to: `/admin/session/${id}`, label: session.data?.session_name || 'The session' }}
      actions={selection.data && <SelectionActions key={selectionId} selection={selection.data} onNotice={setNotice} />}
    >
      {!selection.data && (
        <QueryStatus
          query={selection}
          lines={4}
          loading="Loading the selection..."
          failed="The selection could not be loaded."
          missing={
            <div className="flex flex-col items-start gap-4">
              <Notice tone="error">There is no such selection. It may have been deleted.</Notice>
              <ButtonLink look="secondary" to={`/admin/session/${id}`}>
                Back to the session
              </ButtonLink>
            </div>
          }
        />
      )}
      {selection.data && !session.data && <QueryStatus query={session} failed="The session could not be loaded." />}
      {notice && (
        <div className="mt-4">
          <Notice tone="success">{notice}</Notice>
        </div>
      )}
      {loaded && <Content key={selectionId} {...loaded} onNotice={setNotice} />}
    </Screen>
  );
}

interface SelectionProps {
  session: SessionDetails;
  selection: StudioSelectionDetails;
}

function Content({
  session,
  selection,
  onNotice,
}: SelectionProps & { onNotice: (notice: string | undefined) => void }) {
  const { state, quote, rounds, round, client_words } = selection;
  const isSubmitted = state === 'submitted';
  const earlierRounds = rounds.filter((earlierRound) => !isSubmitted || earlierRound.round !== round);
  const client = session.customer_name || 'the client';
  return (
    <>
      <p className="mt-2 tabular-nums">{stateOf(selection)}</p>
      <p className="mt-1 max-w-3xl text-sm text-mute">{termsOf(selection)}</p>
      {client_words && (
        <p dir="auto" className="mt-2 max-w-prose text-sm whitespace-pre-line text-mute [overflow-wrap:anywhere]">
          “{client_words}”
        </p>
      )}
      {isSubmitted && quote?.change_request && (
        <ChangeRequest selection={selection} quote={quote} request={quote.change_request} onNotice={onNotice} />
      )}
      {isSubmitted && quote && <SelectionQuote selection={selection} quote={quote} onNotice={onNotice} />}
      <section aria-label="Chosen photos" className="mt-8">
        <div className="mb-4 flex flex-wrap items-center gap-x-4">
          <h2 className="text-lg">
            Chosen by <bdi>{client}</bdi>{' '}
            <span className="text-sm text-mute tabular-nums">{selection.chosen_count}</span>
          </h2>
          <ButtonLink look="quiet" className="px-0!" to={`/admin/session/${session.id}?show=chosen&in=${selection.id}`}>
            Show in the session’s grid
          </ButtonLink>
          <ExportNames session={session} from={`chosen ${selection.id}`} />
        </div>
        {isSubmitted ? (
          <Round session={session} selection={selection} round={round} />
        ) : (
          <Chosen session={session} selection={selection} />
        )}
      </section>
      <Guests session={session} selection={selection} />
      {earlierRounds.length > 0 && (
        <section aria-label="Submitted before" className="mt-10">
          <h2 className="text-lg">Submitted before</h2>
          <ul className="mt-2 border-t border-line">
            {earlierRounds.toReversed().map((earlierRound) => (
              <EarlierRound key={earlierRound.round} session={session} selection={selection} round={earlierRound} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const photoIn = (session: SessionDetails, selection: StudioSelectionDetails, photo: string) =>
  `/admin/session/${session.id}?show=chosen&in=${selection.id}&session=${session.id}&photo=${photo}`;

/** The photos that are chosen now, before a submit. */
function Chosen({ session, selection }: SelectionProps) {
  const { choices, photos, left_count } = selection;
  const notes = new Map(choices.map(({ photo_id, note }) => [photo_id, note]));
  return (
    <>
      {left_count > 0 && (
        <p className="mb-4 max-w-prose text-sm text-amber-ink">
          {left_count === 1
            ? '1 chosen photo is hidden or deleted: the client no longer sees it, and it does not count.'
            : `${left_count} chosen photos are hidden or deleted: the client no longer sees them, and they do not count.`}
        </p>
      )}
      {photos.length === 0 && left_count === 0 && <p className="text-sm text-mute">Nothing is chosen yet.</p>}
      <PhotoStrip
        label={`Chosen in ${selection.name}`}
        size="large"
        items={photos.map((photo) => ({
          photo,
          to: photoIn(session, selection, photo.id),
          caption: <Note>{notes.get(photo.id) ?? ''}</Note>,
        }))}
      />
    </>
  );
}

/** The photos that were submitted in one round; says which have been hidden or deleted since. */
function Round({ session, selection, round }: SelectionProps & { round: number }) {
  const details = useQuery(roundQuery(session.id, selection.id, round));
  return (
    <>
      <QueryStatus query={details} lines={3} loading="Loading photos..." failed="The photos could not be loaded." />
      {details.data && <RoundPhotos session={session} selection={selection} details={details.data} />}
    </>
  );
}

function RoundPhotos({ session, selection, details }: SelectionProps & { details: RoundDetails }) {
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
                  to: isLast
                    ? photoIn(session, selection, photo.id)
                    : `/admin/session/${session.id}?session=${session.id}&photo=${photo.id}`,
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

/** The client's note on a photo. */
const Note = ({ children }: { children: string }) =>
  children === '' ? null : (
    <p dir="auto" className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </p>
  );

function EarlierRound({ session, selection, round }: SelectionProps & { round: SubmittedRound }) {
  return (
    <li className="border-b border-line text-sm">
      <Disclosure
        look="row"
        summary={
          <>
            <span className="font-semibold">Round {round.round}</span>
            <span className="text-mute tabular-nums">
              {timeOf(round.submitted_at)} · {sumOf(round)}
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

/** The photos that guests and the partner have picked in the session, by person, as suggestions. */
function Guests({ session, selection }: SelectionProps) {
  const { guests: guestsQuery, picks, items, photos, isComplete } = useEveryPick(linksApi, session.id);
  const guests = guestsQuery.data ?? [];
  const chosen = new Set(selection.choices.map(({ photo_id }) => photo_id));
  return (
    <section aria-label="Picks of guests" className="mt-10">
      <h2 className="text-lg">Picked by others</h2>
      <QueryStatus
        query={guestsQuery.error ? guestsQuery : picks}
        lines={1}
        failed="What guests picked could not be loaded."
      />
      {guestsQuery.data && guests.length === 0 && (
        <p className="mt-1 text-sm text-mute">Nobody else has picked a photo of this session.</p>
      )}
      {guests.length > 0 && (
        <ul className="mt-2 border-t border-line">
          {guests.map((guest) => {
            const guestPicks = items.filter(isOf(guest));
            const chosenPickCount = guestPicks.filter(
              ({ photo_id, is_picked }) => is_picked && chosen.has(photo_id),
            ).length;
            return (
              <li key={`${guest.link_id} ${guest.id}`} className="border-b border-line text-sm">
                <Disclosure
                  look="row"
                  summary={
                    <>
                      <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
                        {guest.name}
                      </span>
                      <span className="text-mute tabular-nums">
                        {formatPhotoCount(guest.picks_count)} picked
                        {isComplete && `, ${chosenPickCount} of them chosen`}
                      </span>
                    </>
                  }
                >
                  <div className="pt-2 pb-5">
                    <PhotoStrip
                      label={`Picked by ${guest.name}`}
                      size="small"
                      items={guestPicks.flatMap(({ photo_id: id, note }) => {
                        const photo = photos.get(id);
                        if (!photo) return [];
                        return [
                          {
                            photo,
                            to: `/admin/session/${session.id}?session=${session.id}&photo=${id}`,
                            caption: (
                              <>
                                {chosen.has(id) && <p className="text-xs font-semibold text-leaf-deep">Chosen</p>}
                                <Note>{note}</Note>
                              </>
                            ),
                          },
                        ];
                      })}
                    />
                  </div>
                </Disclosure>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
