import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionGuest } from '#shared/contract/links.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { dayOf } from '../lib/dates.ts';
import { itemsOf } from '../lib/query/paged-query.ts';
import { PhotoImage } from '../photos/image/photo-image.tsx';
import { Button } from '../ui/button.tsx';
import { QueryStatus } from '../ui/status/query-status.tsx';
import { type LinksApi, photosOf, picksOfGuestQuery } from './links-api.ts';

/** Returns '2 picks · 1 note' of one or several guests; a count of zero is left out. */
export function formatPicks(guests: Pick<SessionGuest, 'picks_count' | 'notes_count'>[]): string {
  const picks = guests.reduce((sum, guest) => sum + guest.picks_count, 0);
  const notes = guests.reduce((sum, guest) => sum + guest.notes_count, 0);
  const counts = [
    ...(picks > 0 || notes === 0 ? [formatCounted(picks, 'pick')] : []),
    ...(notes > 0 ? [formatCounted(notes, 'note')] : []),
  ];
  return counts.join(' · ');
}

/** The number of guests whose picks are requested at once. */
const openAtOnce = 5;

interface Guests {
  api: LinksApi;
  session: string;
  /** Opens a photo; without it, the photos are no buttons. */
  onOpen?: ((photo: string) => void) | undefined;
}

/** A list of guests. The picks and notes of each are loaded when they are shown. */
export function GuestList({
  guests,
  isOpen = false,
  ...props
}: Guests & {
  guests: SessionGuest[];
  /** Show the picks and notes of the first guests at once, not only after a click on the name. */
  isOpen?: boolean;
}) {
  return (
    <ul>
      {guests.map((guest, index) => (
        <li key={`${guest.link_id} ${guest.id}`} className="border-line border-t text-sm first:border-t-0">
          <Guest guest={guest} startsOpen={isOpen && index < openAtOnce} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Guest({ guest, startsOpen, ...props }: Guests & { guest: SessionGuest; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-3 [overflow-wrap:anywhere]">
        <span dir="auto" className="font-semibold">
          {guest.name}
        </span>{' '}
        <span className="text-mute tabular-nums">
          {guest.email && `${guest.email} · `}
          {formatPicks([guest])}
          {guest.sent_at !== null && ` · sent ${dayOf(guest.sent_at)}`}
        </span>
      </summary>
      {isOpen && guest.picks_count + guest.notes_count > 0 && <Picks guest={guest} {...props} />}
    </details>
  );
}

function Picks({ api, session, guest, onOpen }: Guests & { guest: SessionGuest }) {
  const query = useInfiniteQuery(picksOfGuestQuery(api, session, guest));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = itemsOf(data);
  const byId = photosOf(data?.pages);
  const picks = items.filter(({ is_picked }) => is_picked);
  const notes = items.filter(({ note }) => note !== '');
  const thumb = (id: string) => {
    const photo = byId.get(id);
    if (!photo) return null;
    const image = <PhotoImage photo={photo} alt={photo.file_name} sizes="96px" className="size-full rounded-sm" />;
    if (!onOpen) return image;
    return (
      <button
        type="button"
        aria-label={`Open ${photo.file_name}`}
        onClick={() => onOpen(id)}
        className="block size-full cursor-pointer"
      >
        {image}
      </button>
    );
  };
  return (
    <>
      <QueryStatus query={query} lines={1} loading="Loading picks..." failed="What they picked could not be loaded." />
      {picks.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2" aria-label={`Picks of ${guest.name}`}>
          {picks.map(({ photo_id }) => (
            <li key={photo_id} className="size-20 empty:hidden md:size-24">
              {thumb(photo_id)}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className="mb-4 flex flex-col gap-3" aria-label={`Notes of ${guest.name}`}>
          {notes.map(({ photo_id, note }) => (
            <li key={photo_id} className="flex gap-3">
              <span className="size-16 shrink-0">{thumb(photo_id)}</span>
              <span className="min-w-0">
                <span dir="auto" className="block text-xs text-mute [overflow-wrap:anywhere]">
                  {byId.get(photo_id)?.file_name}
                </span>
                <span dir="auto" className="block whitespace-pre-line [overflow-wrap:anywhere]">
                  {note}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button look="secondary" className="mb-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
          <span className="sr-only"> of {guest.name}</span>
        </Button>
      )}
    </>
  );
}
