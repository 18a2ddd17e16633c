import { enqueue, type PhotoJobOf } from '../../domain/jobs/photo-jobs.ts';
import { photosPerTransaction, writeTogether } from '../../domain/photos/editing.ts';
import { inClocks } from '../../domain/photos/order/clocks.ts';
import { isVersioned } from '../../domain/photos/row/lifecycle.ts';
import { readEvery } from '../../domain/photos/row/repository.ts';
import { endClocks, readSession } from '../../domain/sessions/repository.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';

/**
 * Sets the capture times of a session's photos by its clocks, a page of photos at a time, in the trash, too; each page
 * queues the next. Every step may be repeated, and the session says whether the work is done. A step's write fails when
 * the session's clocks changed after they were read, as the registration of a photo does, so that both use the current
 * clocks.
 * @throws WriteConflictError when other requests keep changing the same photos
 */
export async function setClocks({ session_id, after }: PhotoJobOf<'set-clocks'>): Promise<void> {
  const lastId = await retryOnConflict(async () => {
    const session = await readSession(session_id);
    if (!session?.clocks_pending) return 'done';
    const from = after === undefined ? undefined : { session_id, id: after };
    const page = await readEvery(session_id, photosPerTransaction, from);
    const changes = page.rows
      .filter(isVersioned)
      .map((photo) => ({ photo, edited: inClocks(photo, session) }))
      .filter(({ photo, edited }) => photo !== edited);
    await writeTogether('clock', session, changes, []);
    if (!page.last) await write(endClocks(session));
    return page.last?.id ?? 'done';
  });
  if (lastId !== 'done') await enqueue({ kind: 'set-clocks', session_id, after: lastId });
}
