import * as z from 'zod';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { table, transact, type Write, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { readSession, type SessionRow } from './repository.ts';

/**
 * A session may limit how many different photos its client downloads, in whatever sizes. A photo counts once, from the
 * request that is granted its file. An attachment counts as a photo.
 */

/** The photos of a session that count. In the downloads table, in a partition of their own. */
const CountedRow = z.object({
  customer_id: z.string(),
  id: z.literal('counted'),
  photo_ids: z.array(z.string()),
  version: z.number(),
  expires_at: z.number(),
});
const counted = table('DOWNLOADS_TABLE', { key: ['customer_id', 'id'] }, CountedRow);

const keyOf = (sessionId: string) => ({ customer_id: `counted#${sessionId}`, id: 'counted' as const });

/** Seconds after a session's last counted photo at which its count is forgotten: three years. */
const lifetime = 3 * 366 * daySeconds;

interface PhotoKey {
  session_id: string;
  id: string;
}

interface Allowance {
  session: SessionRow;
  limit: number;
  counted: Set<string>;
  /** Ids of requested photos that do not count yet. */
  added: string[];
  version: number | undefined;
}

/** Returns the limits of these photos' sessions; none for a session without a limit. */
async function readAllowances(photos: PhotoKey[]): Promise<Allowance[]> {
  const sessions = Map.groupBy(photos, (photo) => photo.session_id);
  const found = await Promise.all(
    [...sessions].map(async ([id, some]): Promise<Allowance[]> => {
      const session = await readSession(id);
      if (!session || session.download_allowance === null) return [];
      const row = await counted.get(keyOf(id), { consistent: true });
      const known = new Set(row?.photo_ids);
      const added = [...new Set(some.map((photo) => photo.id))].filter((photo) => !known.has(photo));
      return [{ session, limit: session.download_allowance, counted: known, added, version: row?.version }];
    }),
  );
  return found.flat();
}

/**
 * Returns the limit of each session that has one, what counts already, and how many of these photos would be added.
 * @param attachments ids of attachments of the photos' one session, which count like photos
 */
export async function listAllowances(photos: PhotoKey[], attachments: string[]) {
  return (await readAllowances(photos)).map(({ session, limit, counted: known, added }) => ({
    session_id: session.id,
    session_name: session.session_name,
    limit,
    used: known.size,
    takes: added.length,
    attachments_take: attachments.filter((id) => !known.has(id)).length,
  }));
}

/** Returns how many photos of a session count. */
export async function countDownloaded(sessionId: string): Promise<number> {
  return (await counted.get(keyOf(sessionId), { consistent: true }))?.photo_ids.length ?? 0;
}

/** Returns whether all of these photos count, where their session has a limit. */
export const isCounted = async (photos: PhotoKey[]): Promise<boolean> =>
  (await readAllowances(photos)).every(({ added }) => added.length === 0);

/**
 * Counts these photos, all or none of them. Of requests at the same time, each sees what the others have counted.
 * @throws StudioError ALLOWANCE_USED when they exceed a session's limit; BUSY
 */
export async function countPhotosDownloaded(photos: PhotoKey[]): Promise<void> {
  await retryOnConflict(async () => {
    const allowances = (await readAllowances(photos)).filter(({ added }) => added.length > 0);
    for (const allowance of allowances) {
      if (allowance.counted.size + allowance.added.length > allowance.limit) throw exceeded(allowance);
    }
    const writes = allowances.map(add);
    if (writes.length === 1) await write(writes[0]!);
    else if (writes.length > 1) await transact(writes);
  });
}

/** Fails when another request has counted photos of the session since it was read. */
function add({ session, counted: before, added, version }: Allowance): Write {
  const photo_ids = [...before, ...added];
  const expires_at = Math.floor(Date.now() / 1_000) + lifetime;
  return version === undefined
    ? counted.insert({ ...keyOf(session.id), photo_ids, version: 0, expires_at })
    : counted.change(
        keyOf(session.id),
        { set: { photo_ids, version: version + 1, expires_at } },
        { where: { version } },
      );
}

function exceeded({ session, limit, counted: { size: used }, added }: Allowance): StudioError {
  const left = Math.max(0, limit - used);
  const name = session.session_name;
  return new StudioError(
    'ALLOWANCE_USED',
    left === 0
      ? `All ${limit} downloads of “${name}” are used. Please ask the studio for more.`
      : `This needs ${added.length} more of the ${limit} downloads of “${name}”, and ${left} ${left === 1 ? 'is' : 'are'} left. Please choose fewer photos, or ask the studio for more.`,
  );
}
