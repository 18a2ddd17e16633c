import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isOf, useEveryPick } from '../../../links/links-api.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { PhotoStrip } from '../photo-strip.tsx';
import { linksApi } from '../sessions/api.ts';
import { PhotoNote } from './photo-note.tsx';
import { photoPath } from './photo-path.ts';

interface Props {
  session: SessionDetails;
  selection: StudioSelectionDetails;
}

/** The photos that guests and the partner have picked in the session, by person, as suggestions. */
export function PicksOfGuests({ session, selection }: Props) {
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
                            to: photoPath(session.id, id),
                            caption: (
                              <>
                                {chosen.has(id) && <p className="text-xs font-semibold text-leaf-deep">Chosen</p>}
                                <PhotoNote>{note}</PhotoNote>
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
