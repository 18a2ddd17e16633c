import { transact } from '../../platform/table.ts';
import { eraseSelectionRow, readSelectionKeys } from './repository.ts';

/** Rows in one transaction; DynamoDB takes 100 writes. */
const rowsAtOnce = 100;

/** Erases the selections of a session that is about to be erased, with what was chosen and submitted in them. */
export async function eraseSelectionsOf(sessionId: string): Promise<void> {
  for (;;) {
    const rows = await readSelectionKeys(sessionId, rowsAtOnce);
    if (rows.length === 0) return;
    await transact(rows.map(eraseSelectionRow));
  }
}
