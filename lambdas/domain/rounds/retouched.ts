import type { Retouched } from '#shared/selections/standing.ts';
import { canSee, withoutEnd } from '../photos/access/access.ts';
import { stageOf } from '../photos/access/attributes.ts';
import { readKeys } from '../photos/row/repository.ts';
import { readSessions } from '../sessions/repository.ts';
import { readRoundPhotos } from './repository.ts';

/** The attributes of a quote that identify its round and state whether the client has accepted it. */
interface AnswerToRound {
  id: string;
  accepted: object | null;
  superseded_at: string | null;
  selection: { session_id: string; selection_id: string; round: number } | null;
}

/**
 * Returns the numbers of chosen and of finished photos by quote, for accepted quotes of selections. A photo counts as
 * finished if the client can see it finished now; deleted photos do not count. Leaves out other quotes.
 * @param hasUnbegun whether quotes of sessions without finished photos are among them: they are needed only to tell
 * whether chosen photos are left to retouch
 */
export async function readRetouched(
  quotes: AnswerToRound[],
  { hasUnbegun = false } = {},
): Promise<Map<string, Retouched>> {
  const acceptedQuotes = quotes.flatMap(({ id, accepted, superseded_at, selection }) =>
    accepted && superseded_at === null && selection ? [{ id, ...selection }] : [],
  );
  if (acceptedQuotes.length === 0) return new Map();
  const sessions = await readSessions(acceptedQuotes.map(({ session_id }) => session_id));
  const begunQuotes = acceptedQuotes.filter(({ session_id }) => {
    const session = sessions.get(session_id);
    return session !== undefined && (hasUnbegun || session.finished_count > 0);
  });
  const chosenKeys = await Promise.all(
    begunQuotes.map(async ({ id, session_id, selection_id, round }) => {
      const photos = await readRoundPhotos({ session_id, id: selection_id }, round);
      return { id, keys: photos.map(({ photo_id }) => ({ session_id, id: photo_id })) };
    }),
  );
  // A photo can be in several selections.
  const keys = new Map(chosenKeys.flatMap((entry) => entry.keys.map((key) => [key.id, key])));
  const photosRead = keys.size > 0 ? await readKeys([...keys.values()]) : [];
  const photos = new Map(photosRead.filter(({ state }) => state !== 'deleted').map((photo) => [photo.id, photo]));
  const isFinished = (id: string) => {
    const photo = photos.get(id);
    const session = photo && sessions.get(photo.session_id);
    if (!session || !canSee({ kind: 'client', customer_id: session.customer_id }, photo, withoutEnd(session)))
      return false;
    return stageOf(photo) === 'finished';
  };
  return new Map(
    chosenKeys.map(({ id, ...entry }) => {
      const existingKeys = entry.keys.filter((key) => photos.has(key.id));
      return [id, { finished: existingKeys.filter((key) => isFinished(key.id)).length, of: existingKeys.length }];
    }),
  );
}
