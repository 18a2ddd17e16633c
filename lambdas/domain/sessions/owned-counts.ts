import type * as z from 'zod';
import { WriteConflictError } from '../../platform/conflicts.ts';
import type { Attributes } from '../../platform/table/expressions.ts';
import { table, type Write, write } from '../../platform/table.ts';
import { readSession, SessionRow, sessions } from './repository.ts';

/** The numbers of a session's rows in other tables. */
const OwnedCounts = SessionRow.pick({
  id: true,
  selections_count: true,
  studio_links_count: true,
  client_links_count: true,
});
export type OwnedCounts = z.infer<typeof OwnedCounts>;
export type OwnedCount = Exclude<keyof OwnedCounts, 'id'>;
const ownedCounts = table('SESSIONS_TABLE', { key: ['id'] }, OwnedCounts);

/** Returns these numbers, also for a session in the trash, and for a row with other attributes damaged. */
export const readOwnedCounts = (id: string) => ownedCounts.get({ id }, { consistent: true });

/**
 * Stores a number of a session's rows that was not stored before. Each write that adds or removes such a row needs the
 * stored number, so that the number of rows can't change between the caller's count and this write.
 */
export async function startCount({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount, count: number): Promise<void> {
  try {
    await write(sessions.change({ id }, { set: { [name]: count } }, { where: { [name]: undefined } }));
  } catch (error) {
    // Another request has stored it meanwhile, or the session is erased, which the write that needs the number reports.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Returns the write that counts a row that is added in the same transaction. It fails with `full` when the session has
 * no room for the row, and with WriteConflictError when the number is not stored yet (`startCount`).
 * @param ifDeleted creates the error when the session is in the trash
 * @param set further attributes of the session
 */
export const countAdded = (
  { id }: Pick<OwnedCounts, 'id'>,
  name: OwnedCount,
  maxCount: number,
  { full, ifDeleted, set }: { full: () => Error; ifDeleted: () => Error; set?: Attributes },
): Write =>
  sessions.change(
    { id },
    { add: { [name]: 1 }, ...(set && { set }) },
    {
      where: { deleted_at: undefined },
      present: [name],
      atMost: { [name]: maxCount - 1 },
      onConflict: async () => {
        const row = await readSession(id);
        if (!row) return ifDeleted();
        return row[name] === undefined ? new WriteConflictError() : full();
      },
    },
  );

/**
 * Returns the write that counts a row that is removed in the same transaction, also in the trash. It fails when the
 * number is not stored yet.
 * @param remove further attributes that the session loses
 */
export const countRemoved = ({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount, remove: string[] = []): Write =>
  sessions.change({ id }, { add: { [name]: -1 }, remove }, { present: [name] });
