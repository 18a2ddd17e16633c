import type { GuestPicks } from '#shared/contract/links.ts';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { formatCounted } from '#shared/format-count.ts';
import { Picture } from '../photos/picture.tsx';

type Guest = GuestPicks['guests'][number];

/** '2 picks · 1 note' of one or several guests; what is none is left out. */
export function formatPicks(guests: Guest[]): string {
  const picks = guests.reduce((sum, guest) => sum + guest.picks.length, 0);
  const notes = guests.reduce((sum, guest) => sum + guest.notes.length, 0);
  const parts = [
    ...(picks > 0 || notes === 0 ? [formatCounted(picks, 'pick')] : []),
    ...(notes > 0 ? [formatCounted(notes, 'note')] : []),
  ];
  return parts.join(' · ');
}

/**
 * Guests with what each has picked and noted.
 * @param onOpen opens a photo; without it, the pictures are no buttons.
 */
export function GuestList({
  guests,
  photos,
  isOpen = false,
  onOpen,
}: {
  guests: Guest[];
  photos: GalleryPhoto[];
  /** Show picks and notes at once, not only after a click on the name. */
  isOpen?: boolean;
  onOpen?: ((photo: string) => void) | undefined;
}) {
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const thumb = (id: string) => {
    const photo = byId.get(id);
    if (!photo) return null;
    const picture = <Picture photo={photo} alt={photo.file_name} sizes="96px" className="size-full rounded-sm" />;
    if (!onOpen) return picture;
    return (
      <button
        type="button"
        aria-label={`Open ${photo.file_name}`}
        onClick={() => onOpen(id)}
        className="block size-full cursor-pointer"
      >
        {picture}
      </button>
    );
  };
  return (
    <ul>
      {guests.map((guest) => (
        <li key={guest.id} className="border-line border-t text-sm first:border-t-0">
          <details open={isOpen}>
            <summary className="min-h-11 cursor-pointer py-3 [overflow-wrap:anywhere]">
              <span className="font-semibold">{guest.name}</span>{' '}
              <span className="text-mute tabular-nums">
                {guest.email && `${guest.email} · `}
                {formatPicks([guest])}
              </span>
            </summary>
            {guest.picks.length > 0 && (
              <ul className="mb-4 flex flex-wrap gap-2" aria-label={`Picks of ${guest.name}`}>
                {guest.picks.map((id) => (
                  <li key={id} className="size-20 empty:hidden md:size-24">
                    {thumb(id)}
                  </li>
                ))}
              </ul>
            )}
            {guest.notes.length > 0 && (
              <ul className="mb-4 flex flex-col gap-3" aria-label={`Notes of ${guest.name}`}>
                {guest.notes.map(({ photo_id, note }) => (
                  <li key={photo_id} className="flex gap-3">
                    <span className="size-16 shrink-0">{thumb(photo_id)}</span>
                    <span className="min-w-0">
                      <span className="block text-xs text-mute [overflow-wrap:anywhere]">
                        {byId.get(photo_id)?.file_name}
                      </span>
                      <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{note}</span>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}
