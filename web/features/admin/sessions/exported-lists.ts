import { queryOptions } from '@tanstack/react-query';
import type { GuestPicks } from '#shared/contract/links.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import type { ExportedPhoto } from '#shared/lightroom.ts';
import { everyPhoto, linksApi, readSelectionPhotos } from '../queries.ts';

/** A list of a session's photos that can be exported: by what was done, and by whom. */
export interface ExportedList {
  /** 'favorites', 'noted', `chosen {selection}` or `picks {guest}`. */
  id: string;
  label: string;
  /** Part of the files' names. */
  file: string;
}

/** The lists of a session: the client's favorites, all notes, each selection, each guest's picks. */
export function listsOf(
  { customer_name }: SessionDetails,
  selections: StudioSelection[],
  guests: GuestPicks['guests'],
): ExportedList[] {
  const client = customer_name || 'the client';
  return [
    ...selections.map(({ id, name }) => ({ id: `chosen ${id}`, label: `Chosen in ${name} by ${client}`, file: name })),
    { id: 'favorites', label: `Favorites of ${client}`, file: 'favorites' },
    { id: 'noted', label: 'All photos with a note', file: 'notes' },
    ...guests.map(({ id, name }) => ({ id: `picks ${id}`, label: `Picked by ${name}`, file: `picks-${name}` })),
  ];
}

/** The photos of a list, as of now. */
export const exportQuery = (session: SessionDetails, list: string) =>
  queryOptions({
    queryKey: ['export', session.id, list],
    queryFn: () => photosOf(session, list),
    staleTime: 0,
    gcTime: 0,
  });

async function photosOf(session: SessionDetails, list: string): Promise<ExportedPhoto[]> {
  const from = session.customer_name || 'Client';
  const [kind, id = ''] = list.split(' ');
  if (kind === 'chosen') {
    const { photos, words } = await readSelectionPhotos(session.id, id);
    return photos.map((photo) => ({ ...photo, from, words: words.get(photo.id) ?? '' }));
  }
  if (kind === 'favorites') return (await everyPhoto(session.id, 'favorites')).map((photo) => ({ ...photo, from }));
  const picks = await linksApi.guestPicks(session.id);
  const byId = new Map(picks.photos.map((photo) => [photo.id, photo]));
  const noted = (guest: GuestPicks['guests'][number]) =>
    guest.notes.flatMap(({ photo_id, note }) => {
      const photo = byId.get(photo_id);
      return photo ? [{ file_name: photo.file_name, note, from: guest.name }] : [];
    });
  if (kind === 'noted') {
    const own = (await everyPhoto(session.id, 'noted')).map((photo) => ({ ...photo, from }));
    return [...own, ...picks.guests.flatMap(noted)];
  }
  const guest = picks.guests.find((one) => one.id === id);
  if (!guest) return [];
  const notes = new Map(guest.notes.map(({ photo_id, note }) => [photo_id, note]));
  return guest.picks.flatMap((photo_id) => {
    const photo = byId.get(photo_id);
    return photo ? [{ file_name: photo.file_name, note: notes.get(photo_id) ?? '', from: guest.name }] : [];
  });
}
