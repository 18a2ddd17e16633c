import { eraseAttachmentsOf } from '../../domain/attachments/erasure.ts';
import { askToWithdrawSession } from '../../domain/jobs/media-jobs.ts';
import { eraseLinksOf } from '../../domain/links/erasure.ts';
import { eraseSessionForGood } from '../../domain/photos/trash/deleted-sessions.ts';
import { eraseSelectionsOf } from '../../domain/selections/erasure.ts';
import { readTrash } from '../../domain/sessions/repository.ts';

import { erasableMs } from '../../domain/trash/time-in-trash.ts';
import type { Key } from '../../platform/table.ts';
import { movingAge } from './ages.ts';
import { type Outcome, type Report, sumOf } from './report.ts';
import { attempt, type Sweep } from './task.ts';

const sessionsAtOnce = 25;

type DeletedSession = Awaited<ReturnType<typeof readTrash>>['rows'][number];

/** Withdraws deleted sessions whose files still have their old keys, and erases sessions whose 30 days are over. */
export async function sweepSessions(sweep: Sweep): Promise<Report> {
  const outcomes: Outcome[] = [];
  let from: Key | undefined;
  do {
    const { rows, last } = await readTrash(sessionsAtOnce, from);
    for (const session of rows) {
      if (sweep.isOver()) return sumOf([...outcomes, { unfinished: true }]);
      outcomes.push(await attempt('a deleted session', () => sweepSession(session, sweep), { session_id: session.id }));
    }
    from = last;
  } while (from);
  return sumOf(outcomes);
}

async function sweepSession(session: DeletedSession, { ago, isOver }: Sweep): Promise<Outcome> {
  const settledBefore = ago(movingAge).toISOString();
  if (session.deleted_at > ago(erasableMs).toISOString()) {
    if (!session.withdrawing || session.deleted_at > settledBefore) return {};
    await askToWithdrawSession(session.id);
    return { withdrawn: 1 };
  }
  await eraseLinksOf(session.id);
  await eraseSelectionsOf(session.id);
  const isErased =
    (await eraseAttachmentsOf(session.id, isOver, settledBefore)) &&
    (await eraseSessionForGood(session.id, isOver, settledBefore));
  return isErased ? { sessions_erased: 1 } : { unfinished: isOver() };
}
