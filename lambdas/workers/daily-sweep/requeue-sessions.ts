import { enqueue } from '../../domain/jobs/photo-jobs.ts';
import { isDrawnAsBefore, markAnew, readAllSessions, type SessionRow } from '../../domain/sessions/repository.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';

/** Queues the sessions again whose watermark is being made or given up, or whose photos wait for their clocks. */
export async function requeueSessions(): Promise<{ marking: number; ordering: number }> {
  const sessions = await readAllSessions();
  const marking = await requeueMarks(sessions);
  const unordered = sessions.filter(({ clocks_pending }) => clocks_pending);
  for (const { id } of unordered) await enqueue({ kind: 'set-clocks', session_id: id });
  return { marking, ordering: unordered.length };
}

/** Also has sessions marked anew whose watermark is drawn in another way since. */
async function requeueMarks(sessions: SessionRow[]): Promise<number> {
  const outdated = sessions.filter(isDrawnAsBefore);
  for (const session of outdated) {
    await write(markAnew(session)).catch((error: unknown) => {
      // It got another watermark, or was deleted, since it was read.
      if (!(error instanceof WriteConflictError)) throw error;
    });
  }
  const pending = sessions.filter((session) => session.marks_pending || outdated.includes(session));
  for (const { id } of pending) await enqueue({ kind: 'mark-session', session_id: id });
  return pending.length;
}
