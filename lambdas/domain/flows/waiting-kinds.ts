import type { Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { cleanFiles } from '../photos/access/access.ts';
import { type PhotoKey, readKeys } from '../photos/row/repository.ts';
import { viewOf } from '../photos/row/views.ts';
import type { SessionRow } from '../sessions/repository.ts';

/** Parts of the kinds of things that wait for the studio. */

/** The largest number of photos shown for a session. */
export const photosPerSession = 3;

export type Kind<Name extends keyof Waiting> = Promise<Waiting[Name]>;

/**
 * Returns a kind with its number, earliest time and items; null when nothing waits.
 * @param times the times at which each item began to wait
 */
export function toKind<Item>(count: number, times: string[], items: Item[]) {
  const [since] = times.toSorted();
  return since === undefined ? null : { count, since, items };
}

export const firstRows = <Row>(rows: Row[]): Row[] => rows.slice(0, limits.waitingNamed);
export const timesOf = (rows: { created_at: string }[]) => rows.map(({ created_at }) => created_at);

export const nameOf = ({ id, session_name }: SessionRow) => ({ session_id: id, session_name });

/** Returns a function from a session's id to the responses of its ready photos among these. */
export async function readPhotosBySession(keys: PhotoKey[]) {
  const photos = await readKeys(keys);
  const readyPhotos = photos.flatMap((photo) =>
    photo.state === 'ready' ? [{ photo, view: viewOf(photo, cleanFiles(photo)) }] : [],
  );
  return (sessionId: string) =>
    readyPhotos.filter(({ photo }) => photo.session_id === sessionId).map(({ view }) => view);
}
