import type { FoundFiles } from '#shared/contract/search.ts';
import { foundPerKind } from '#shared/found-per-kind.ts';
import type { Admin } from '../../platform/auth.ts';
import { sessionIdOf } from '../attachments/repository.ts';
import { readCustomers } from '../customers/repository.ts';
import { cleanFiles } from '../photos/access/access.ts';
import { type FoundFile, findByName } from '../photos/row/found.ts';
import { readKeys } from '../photos/row/repository.ts';
import { viewOf } from '../photos/row/views.ts';
import { readSessions } from '../sessions/repository.ts';

/** The most files whose sessions are read, so that those in the trash leave enough others. */
const candidates = 24;

/** Returns the photos and attachments of all sessions with this number or name; those in the trash are left out. */
export async function findFiles(_actor: Admin, name: string): Promise<FoundFiles> {
  const [photos, attachments] = await Promise.all([findByName('photo', name), findByName('attachment', name)]);
  const somePhotos = photos.files.slice(0, candidates);
  const someAttachments = attachments.files
    .slice(0, candidates)
    .map((file) => ({ ...file, session_id: sessionIdOf(file) }));
  const placeOf = await readPlaces([...somePhotos, ...someAttachments]);
  const livePhotos = somePhotos.flatMap((file) => placeOf(file) ?? []);
  const liveAttachments = someAttachments.flatMap((file) => placeOf(file) ?? []);
  const shownPhotos = livePhotos.slice(0, foundPerKind);
  // The index may still list a photo that has just been deleted.
  const rows = await readKeys(shownPhotos.map(({ session_id, id }) => ({ session_id, id })));
  const readyPhotos = new Map(rows.flatMap((row) => (row.state === 'ready' ? [[row.id, row]] : [])));
  return {
    photos: shownPhotos.flatMap((file) => {
      const photo = readyPhotos.get(file.id);
      return photo ? [{ ...viewOf(photo, cleanFiles(photo)), ...file }] : [];
    }),
    attachments: liveAttachments.slice(0, foundPerKind),
    is_more:
      photos.isCut ||
      attachments.isCut ||
      photos.files.length > candidates ||
      attachments.files.length > candidates ||
      livePhotos.length > foundPerKind ||
      liveAttachments.length > foundPerKind,
  };
}

/** Returns a function that adds to a file where it is; it returns undefined for a file of a session in the trash. */
async function readPlaces(files: FoundFile[]) {
  const sessions = await readSessions(files.map(({ session_id }) => session_id));
  const customers = await readCustomers([...sessions.values()].map(({ customer_id }) => customer_id));
  return (file: FoundFile) => {
    const session = sessions.get(file.session_id);
    const customer_name = session && (customers.get(session.customer_id)?.name ?? '');
    return session && { ...file, session_name: session.session_name, customer_name: customer_name ?? '' };
  };
}
