import * as z from 'zod';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { table, transact, type Write, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { readSession, type SessionRow } from './repository.ts';

/**
 * Counts the downloads of a session with an allowance: how many different photos its client may download, in whatever
 * sizes. A photo counts once, from the first request that is granted its file. An attachment counts as a photo.
 */

/** The row with the photos of a session that count; it is in the downloads table, in its own partition. */
const CountedRow = z.object({
  customer_id: z.string(),
  id: z.literal('counted'),
  photo_ids: z.array(z.string()),
  version: z.number(),
  expires_at: z.number(),
});
const countedRows = table('DOWNLOADS_TABLE', { key: ['customer_id', 'id'] }, CountedRow);

const keyOf = (sessionId: string) => ({ customer_id: `counted#${sessionId}`, id: 'counted' as const });

/** Seconds after a session's last counted photo until its count expires: three years. */
const countLifetime = 3 * 366 * daySeconds;

interface PhotoKey {
  session_id: string;
  id: string;
}

interface Allowance {
  session: SessionRow;
  limit: number;
  /** The ids of photos that count. */
  countedIds: Set<string>;
  /** The ids of requested photos that do not count yet. */
  added: string[];
  version: number | undefined;
}

/** Returns the allowances of these photos' sessions; none for a session without an allowance. */
async function readAllowances(photos: PhotoKey[]): Promise<Allowance[]> {
  const sessions = Map.groupBy(photos, (photo) => photo.session_id);
  const allowances = await Promise.all(
    [...sessions].map(async ([id, photosOfSession]): Promise<Allowance[]> => {
      const session = await readSession(id);
      if (!session || session.download_allowance === null) return [];
      const row = await countedRows.get(keyOf(id), { consistent: true });
      const countedIds = new Set(row?.photo_ids);
      const added = [...new Set(photosOfSession.map((photo) => photo.id))].filter((photo) => !countedIds.has(photo));
      return [{ session, limit: session.download_allowance, countedIds, added, version: row?.version }];
    }),
  );
  return allowances.flat();
}

/**
 * Returns each session that has an allowance, with its limit, the number of photos that count, and the number of these
 * photos that would be added.
 * @param attachments ids of attachments of the photos' only session; they count like photos
 */
export async function listAllowances(photos: PhotoKey[], attachments: string[]) {
  return (await readAllowances(photos)).map(({ session, limit, countedIds, added }) => ({
    session_id: session.id,
    session_name: session.session_name,
    limit,
    used: countedIds.size,
    takes: added.length,
    attachments_take: attachments.filter((id) => !countedIds.has(id)).length,
  }));
}

/** Returns the number of a session's photos that count. */
export async function countDownloaded(sessionId: string): Promise<number> {
  return (await countedRows.get(keyOf(sessionId), { consistent: true }))?.photo_ids.length ?? 0;
}

/** Whether each of these photos counts already, or belongs to a session without an allowance. */
export const isCounted = async (photos: PhotoKey[]): Promise<boolean> =>
  (await readAllowances(photos)).every(({ added }) => added.length === 0);

/**
 * Counts these photos: all of them, or none. Requests at the same time can't exceed the limit together.
 * @throws StudioError ALLOWANCE_USED when the photos exceed a session's limit; BUSY
 */
export async function countPhotosDownloaded(photos: PhotoKey[]): Promise<void> {
  await retryOnConflict(async () => {
    const allowances = (await readAllowances(photos)).filter(({ added }) => added.length > 0);
    for (const allowance of allowances) {
      if (allowance.countedIds.size + allowance.added.length > allowance.limit) throw allowanceUsedError(allowance);
    }
    const writes = allowances.map(writeOfCount);
    if (writes.length === 1) await write(writes[0]!);
    else if (writes.length > 1) await transact(writes);
  });
}

/**
 * Returns the write that adds the photos; it fails when another request has counted photos of the session since it was
 * read.
 */
function writeOfCount({ session, countedIds, added, version }: Allowance): Write {
  const photo_ids = [...countedIds, ...added];
  const expires_at = Math.floor(Date.now() / 1_000) + countLifetime;
  return version === undefined
    ? countedRows.insert({ ...keyOf(session.id), photo_ids, version: 0, expires_at })
    : countedRows.change(
        keyOf(session.id),
        { set: { photo_ids, version: version + 1, expires_at } },
        { where: { version } },
      );
}

function allowanceUsedError({ session, limit, countedIds: { size: used }, added }: Allowance): StudioError {
  const remaining = Math.max(0, limit - used);
  const name = session.session_name;
  return new StudioError(
    'ALLOWANCE_USED',
    remaining === 0
      ? `All ${limit} downloads of “${name}” are used. Please ask the studio for more.`
      : `This needs ${added.length} more of the ${limit} downloads of “${name}”, and ${remaining} ${remaining === 1 ? 'is' : 'are'} left. Please choose fewer photos, or ask the studio for more.`,
  );
}
