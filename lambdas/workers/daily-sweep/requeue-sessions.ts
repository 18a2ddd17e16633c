import { enqueue } from '../../domain/jobs/photo-jobs.ts';
import { beginMarking, isDrawnAsBefore } from '../../domain/sessions/marking.ts';
import { readAllSessions, type SessionRow } from '../../domain/sessions/repository.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';

/**
 * Queues sessions again whose watermarked derivatives are being made or deleted, or whose photos wait for their capture
 * times.
 */
export async function requeueSessions(): Promise<{ marking: number; ordering: number }> {
  const sessions = await readAllSessions();
  const marking = await requeueMarking(sessions);
  const unordered = sessions.filter(({ clocks_pending }) => clocks_pending);
  for (const { id } of unordered) await enqueue({ kind: 'set-clocks', session_id: id });
  return { marking, ordering: unordered.length };
}

/** Queues the marking of sessions. Sessions whose watermark is drawn in another way now are marked again. */
async function requeueMarking(sessions: SessionRow[]): Promise<number> {
  const outdated = sessions.filter(isDrawnAsBefore);
  for (const session of outdated) {
    await write(beginMarking(session)).catch((error: unknown) => {
      // The session got another watermark, or was deleted, since it was read.
      if (!(error instanceof WriteConflictError)) throw error;
    });
  }
  const pending = sessions.filter((session) => session.marks_pending || outdated.includes(session));
  for (const { id } of pending) await enqueue({ kind: 'mark-session', session_id: id });
  return pending.length;
}
