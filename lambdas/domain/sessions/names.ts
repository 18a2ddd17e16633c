import * as z from 'zod';
import type { SessionNames } from '#shared/contract/search.ts';
import type { Admin } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { table } from '../../platform/table.ts';

/** The attributes of sessions that the search looks through. */
const NameRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  session_label: z.string(),
  session_name: z.string(),
  session_date: z.string(),
});

const names = table('SESSIONS_TABLE', { key: ['id'], indexes: { directory: ['directory', 'created_at'] } }, NameRow);

/** The number of sessions on a page. The browser loads all pages, as it does with the directory of customers. */
const sessionsPerPage = 2_000;

/** Returns a page of the names of all sessions, newest first. */
export async function listSessionNames(actor: Admin, cursor?: string): Promise<SessionNames> {
  const cursorScope = `${actor.sub} session names`;
  const { rows, last, damaged } = await names.page(
    { index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true },
    sessionsPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: rows, next_cursor: await encryptCursor(cursorScope, last), damaged };
}
