import { readTrash } from '../../domain/customers/repository.ts';
import { sweepDeletedCustomer } from '../../domain/flows/customer-deletion.ts';
import { erasableMs } from '../../domain/trash/time-in-trash.ts';
import { type Outcome, type Report, sumOf } from './report.ts';
import { attempt, type Sweep } from './task.ts';

/** Completes interrupted deletions of customers, and erases customers whose 30 days are over. */
export async function sweepCustomers({ ago, isOver }: Sweep): Promise<Report> {
  const eraseBefore = ago(erasableMs).toISOString();
  const outcomes: Outcome[] = [];
  for (const { id } of await readTrash()) {
    if (isOver()) return sumOf([...outcomes, { unfinished: true }]);
    const work = async (): Promise<Outcome> =>
      (await sweepDeletedCustomer(id, eraseBefore)) ? { customers_erased: 1 } : {};
    outcomes.push(await attempt('a deleted customer', work, { record_id: id }));
  }
  return sumOf(outcomes);
}
