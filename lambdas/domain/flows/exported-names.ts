import type { ExportedNames } from '#shared/contract/exported-names.ts';
import { starFilters } from '#shared/contract/photos/photos.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { readCustomer } from '../customers/repository.ts';
import { listGuestPicks, listGuests } from '../links/picks.ts';
import { canSee } from '../photos/access/access.ts';
import { filters } from '../photos/lists/studio-list.ts';
import { sortInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readAllReadable } from '../photos/row/repository.ts';
import { readRoundPhotos } from '../rounds/repository.ts';
import { readChoices } from '../selections/reading.ts';
import { readSelection } from '../selections/repository.ts';
import { toChosenVersion } from '../selections/round-details.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { everyPage } from './every-page.ts';

type Exported = ExportedNames['items'][number];

/**
 * Returns the file names of a list of a session's photos, with their notes, for the studio's other programs.
 * @param list as in `ExportNamesQuery`
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND for the session
 */
export async function listExportedNames(actor: Admin, sessionId: string, list: string): Promise<Exported[]> {
  requireAdmin(actor, 'export file names');
  const session = await requireSession(actor, sessionId);
  const from = (await readCustomer(session.customer_id))?.name || 'Client';
  const [kind, id = '', guest = ''] = list.split(' ');
  if (kind === 'chosen') return listChosen(actor, session, id, from);
  if (kind === 'picks') return listPicked(actor, sessionId, { link: id, guest });
  const stars = starFilters.find((filter) => filter === kind);
  if (stars) return listFiltered(actor, session, stars, from);
  const photosOfClient = await listFiltered(actor, session, kind === 'favorites' ? 'favorites' : 'noted', from);
  return kind === 'favorites' ? photosOfClient : [...photosOfClient, ...(await listNotes(actor, sessionId))];
}

async function listFiltered(
  actor: Admin,
  session: SessionRow,
  filter: 'favorites' | 'noted' | (typeof starFilters)[number],
  from: string,
): Promise<Exported[]> {
  const photos = (await readAllReadable(session.id)).filter((photo) => canSee(actor, photo, session));
  return sortInOrder(session, photos.filter(filters[filter])).map((photo) => toExported(photo, from));
}

/**
 * Returns the photos that are chosen now, with their present notes. For a submitted selection, `words` and `version`
 * are those of its last round.
 */
async function listChosen(actor: Admin, session: SessionRow, id: string, from: string): Promise<Exported[]> {
  const selection = await readSelection(session.id, id);
  if (!selection || selection.deleted_at !== null) return [];
  const { visibleChoices } = await readChoices(actor, session, selection);
  const photos = selection.status === 'submitted' ? await readRoundPhotos(selection, selection.round) : [];
  const submitted = new Map(photos.map((photo) => [photo.photo_id, photo]));
  return visibleChoices.map(({ photo, note }) => {
    const submittedPhoto = submitted.get(photo.id);
    return {
      ...toExported(photo, from),
      note,
      words: submitted.size > 0 ? (submittedPhoto?.note ?? '') : note,
      version: (submittedPhoto && toChosenVersion(submittedPhoto, photo)) ?? undefined,
    };
  });
}

function toExported(photo: ReadyPhoto, from: string): Exported {
  const { file_name, note, captured_at, is_approved } = photo;
  return { file_name, note, captured_at, is_approved, from };
}

async function listPicked(
  actor: Admin,
  sessionId: string,
  guestKey: { link: string; guest: string },
): Promise<Exported[]> {
  const guests = await readGuests(actor, sessionId);
  const name = guests.get(`${guestKey.link} ${guestKey.guest}`);
  if (name === undefined) return [];
  const reactions = await readPicks(actor, sessionId, guestKey);
  return reactions.filter(({ is_picked }) => is_picked).map(({ file_name, note }) => ({ file_name, note, from: name }));
}

async function listNotes(actor: Admin, sessionId: string): Promise<Exported[]> {
  const guests = await readGuests(actor, sessionId);
  const reactions = guests.size === 0 ? [] : await readPicks(actor, sessionId);
  return reactions
    .filter(({ note }) => note !== '')
    .map(({ link_id, guest_id, file_name, note }) => ({
      file_name,
      note,
      from: guests.get(`${link_id} ${guest_id}`) ?? '',
    }));
}

/** Returns the names of a session's guests by `{link} {guest}`. */
async function readGuests(actor: Admin, sessionId: string): Promise<Map<string, string>> {
  const pages = await everyPage((cursor) => listGuests(actor, sessionId, cursor));
  return new Map(pages.flatMap(({ items }) => items.map(({ link_id, id, name }) => [`${link_id} ${id}`, name])));
}

/** Returns guests' picks and notes, each with the photo's file name. */
async function readPicks(actor: Admin, sessionId: string, filter: { link?: string; guest?: string } = {}) {
  const pages = await everyPage((cursor) => listGuestPicks(actor, sessionId, { cursor, ...filter }));
  const names = new Map(pages.flatMap(({ photos }) => photos.map(({ id, file_name }) => [id, file_name])));
  return pages.flatMap(({ items }) =>
    items.map((reaction) => ({ ...reaction, file_name: names.get(reaction.photo_id) ?? '' })),
  );
}
