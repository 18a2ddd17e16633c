import { transact } from '../../platform/table.ts';
import { eraseSelectionRow, readSelectionKeys } from './repository.ts';

/** The number of rows in one transaction; DynamoDB allows 100 writes. */
const rowsPerTransaction = 100;

/** Erases the selections of a session that is about to be erased, with their choices and submitted rounds. */
export async function eraseSelectionsOf(sessionId: string): Promise<void> {
  for (;;) {
    const rows = await readSelectionKeys(sessionId, rowsPerTransaction);
    if (rows.length === 0) return;
    await transact(rows.map(eraseSelectionRow));
  }
}
