import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { GuestPicks } from '#shared/contract/links.ts';
import { type Admin, requireAdmin } from '../platform/auth.ts';
import { readCustomer } from './customers/repository.ts';
import { listGuestPicks } from './links/links.ts';
import { canSee } from './photos/access.ts';
import { requireSession } from './photos/find.ts';
import type { ReadyPhoto } from './photos/lifecycle.ts';
import { sortInOrder } from './photos/order.ts';
import { readAllReadable } from './photos/repository.ts';
import { filters } from './photos/studio-list.ts';
import { toStudioPhoto } from './photos/views.ts';
import { readChoices, toChosenVersion } from './selections/reading.ts';
import { readRoundPhotos, readSelection } from './selections/repository.ts';
import type { SessionRow } from './sessions/repository.ts';

type Exported = ExportedNames['items'][number];

/**
 * Returns the file names of a list of a session's photos, with all words about them, for the studio's other programs.
 * @param list as in `ExportedList`
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND for the session
 */
export async function listExportedNames(actor: Admin, sessionId: string, list: string): Promise<Exported[]> {
  requireAdmin(actor, 'export file names');
  const session = await requireSession(actor, sessionId);
  const from = (await readCustomer(session.customer_id))?.name || 'Client';
  const [kind, id = ''] = list.split(' ');
  if (kind === 'chosen') return listChosen(actor, session, id, from);
  if (kind === 'favorites') return listFiltered(actor, session, 'favorites', from);
  const { guests, photos } = await listGuestPicks(actor, sessionId);
  const nameOf = new Map(photos.map((photo) => [photo.id, photo.file_name]));
  if (kind === 'noted') {
    const own = await listFiltered(actor, session, 'noted', from);
    return [...own, ...guests.flatMap((guest) => notesOf(guest, nameOf))];
  }
  const guest = guests.find((one) => one.id === id);
  return guest ? picksOf(guest, nameOf) : [];
}

async function listFiltered(
  actor: Admin,
  session: SessionRow,
  filter: 'favorites' | 'noted',
  from: string,
): Promise<Exported[]> {
  const photos = (await readAllReadable(session.id)).filter((photo) => canSee(actor, photo, session));
  return sortInOrder(session, photos.filter(filters[filter])).map((photo) => toExported(photo, from));
}

/** What is chosen now; words and versions of a submitted selection are those of its last round. */
async function listChosen(actor: Admin, session: SessionRow, id: string, from: string): Promise<Exported[]> {
  const selection = await readSelection(session.id, id);
  if (!selection || selection.deleted_at !== null) return [];
  const { seen } = await readChoices(actor, session, selection);
  const photos = selection.status === 'submitted' ? await readRoundPhotos(selection, selection.round) : [];
  const submitted = new Map(photos.map((one) => [one.photo_id, one]));
  return seen.map(({ photo, choice }) => {
    const handedIn = submitted.get(photo.id);
    const words = (submitted.size > 0 ? handedIn : choice)?.note ?? '';
    return {
      ...toExported(photo, from),
      words,
      version: handedIn?.version && toChosenVersion(handedIn.version, photo),
    };
  });
}

function toExported(photo: ReadyPhoto, from: string): Exported {
  const { file_name, note, captured_at, is_approved } = toStudioPhoto(photo);
  return { file_name, note, captured_at, is_approved, from };
}

type Guest = GuestPicks['guests'][number];

const notesOf = ({ name, notes }: Guest, nameOf: Map<string, string>): Exported[] =>
  notes.flatMap(({ photo_id, note }) => {
    const file_name = nameOf.get(photo_id);
    return file_name === undefined ? [] : [{ file_name, note, from: name }];
  });

function picksOf({ name, picks, notes }: Guest, nameOf: Map<string, string>): Exported[] {
  const written = new Map(notes.map(({ photo_id, note }) => [photo_id, note]));
  return picks.flatMap((photo_id) => {
    const file_name = nameOf.get(photo_id);
    return file_name === undefined ? [] : [{ file_name, note: written.get(photo_id) ?? '', from: name }];
  });
}
