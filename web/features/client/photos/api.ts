import type { SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { repeatable } from '../../../lib/query/patience.ts';

/** Saves a favorite or a note. `keepalive` completes the request even if the page is closed. */
export function setFavoriteOrNote(session: string, photo: string, change: SetFavoriteOrNote) {
  return answerOf(
    clientApi.sessions[':session'].photos[':photo'].$patch(
      { param: { session, photo }, json: change },
      { init: { keepalive: true, ...repeatable } },
    ),
  );
}
