import type { Retouched } from '#shared/selections/standing.ts';
import { canSee } from '../photos/access/access.ts';
import { stageOf } from '../photos/access/attributes.ts';
import { readKeys } from '../photos/row/repository.ts';
import { readSessions } from '../sessions/repository.ts';
import { readRoundPhotos } from './repository.ts';

/** The attributes of a quote that say which round it answers, and whether the client has accepted it. */
interface AnswerToRound {
  id: string;
  accepted: object | null;
  superseded_at: string | null;
  selection: { session_id: string; selection_id: string; round: number } | null;
}

/**
 * Returns how many of the photos of accepted choices are finished, as their client sees them now, by quote; nothing for
 * other quotes, and where no photo of the session is finished. Photos that are deleted count no more.
 */
export async function readRetouched(quotes: AnswerToRound[]): Promise<Map<string, Retouched>> {
  const accepted = quotes.flatMap(({ id, accepted, superseded_at, selection }) =>
    accepted && superseded_at === null && selection ? [{ id, ...selection }] : [],
  );
  if (accepted.length === 0) return new Map();
  const sessions = await readSessions(accepted.map(({ session_id }) => session_id));
  const begun = accepted.filter(({ session_id }) => (sessions.get(session_id)?.finished_count ?? 0) > 0);
  const chosen = await Promise.all(
    begun.map(async ({ id, session_id, selection_id, round }) => {
      const photos = await readRoundPhotos({ session_id, id: selection_id }, round);
      return { id, keys: photos.map(({ photo_id }) => ({ session_id, id: photo_id })) };
    }),
  );
  // A photo can be in several choices.
  const keys = new Map(chosen.flatMap((one) => one.keys.map((key) => [key.id, key])));
  const found = keys.size > 0 ? await readKeys([...keys.values()]) : [];
  const photos = new Map(found.filter(({ state }) => state !== 'deleted').map((photo) => [photo.id, photo]));
  const isFinished = (id: string) => {
    const photo = photos.get(id);
    const session = photo && sessions.get(photo.session_id);
    if (!session || !canSee({ kind: 'client', customer_id: session.customer_id }, photo, session)) return false;
    return stageOf(photo) === 'finished';
  };
  return new Map(
    chosen.map(({ id, ...one }) => {
      const there = one.keys.filter((key) => photos.has(key.id));
      return [id, { finished: there.filter((key) => isFinished(key.id)).length, of: there.length }];
    }),
  );
}
