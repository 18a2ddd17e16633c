import type { SessionCovers } from '#shared/contract/sessions/covers.ts';
import type { Admin, Client } from '../../../platform/auth.ts';
import { readSessions, type SessionRow } from '../../sessions/repository.ts';
import { canSee, cleanFiles } from '../access/access.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readPage } from '../row/reading.ts';
import { readKeys } from '../row/repository.ts';
import { viewOf } from '../row/views.ts';

/** Reads the photos that stand for sessions. */

/**
 * Returns the covers of these sessions for the studio: the chosen cover, also a hidden one, or else the first photo.
 * Sessions without photos and in the trash have none.
 */
export async function listCovers(actor: Admin, sessionIds: string[]): Promise<SessionCovers['items']> {
  const sessions = [...(await readSessions(sessionIds)).values()].filter(({ photos_count }) => photos_count > 0);
  const chosenCovers = await readChosenCovers(actor, sessions);
  const firstPhotos = await readFirstPhotos(
    actor,
    sessions.filter(({ id }) => !chosenCovers.has(id)),
  );
  return [...chosenCovers, ...firstPhotos].map(([session_id, photo]) => ({
    session_id,
    photo: viewOf(photo, cleanFiles(photo)),
  }));
}

/** Returns the chosen covers that the actor may see, by session. */
export async function readChosenCovers(
  actor: Client | Admin,
  sessions: SessionRow[],
): Promise<Map<string, ReadyPhoto>> {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const keys = sessions.flatMap(({ id, cover_id }) => (cover_id === null ? [] : [{ session_id: id, id: cover_id }]));
  const covers = keys.length > 0 ? await readKeys(keys) : [];
  return new Map(
    covers.flatMap((photo) => (canSee(actor, photo, byId.get(photo.session_id)!) ? [[photo.session_id, photo]] : [])),
  );
}

/** Returns the first photo of each session that the actor sees, by session. */
export async function readFirstPhotos(actor: Client | Admin, sessions: SessionRow[]): Promise<Map<string, ReadyPhoto>> {
  const firstPhotos = await Promise.all(
    sessions.map(async (session) => (await readPage(actor, session, undefined, { size: 1 })).photos),
  );
  return new Map(firstPhotos.flat().map((photo) => [photo.session_id, photo]));
}
