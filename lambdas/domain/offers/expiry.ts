import { dayAhead } from '#shared/time/studio-time.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { type Key, transact } from '../../platform/table.ts';
import { recordActivity } from '../timeline/record.ts';
import { changeOffer, readExpiring, readOffer } from './repository.ts';
import { stateAt } from './row.ts';
import { nextStep } from './steps.ts';

const rowsPerPage = 25;

/**
 * Records that offers have expired whose last day in the studio's time zone is over. Screens and the API say so before this, by
 * the clock; from then on it is a step of the offer, and the studio's lists have it among those that ended.
 * @returns the numbers of offers that were recorded and of those that could not be, such as damaged ones, which keep no others
 * back; and whether all were looked at before the time was over
 */
export async function expireOffers(
  now: Date,
  isTimeOver: () => boolean,
): Promise<{ expired: number; failed: number; isDone: boolean }> {
  const counts = { expired: 0, failed: 0 };
  let from: Key | undefined;
  do {
    if (isTimeOver()) return { ...counts, isDone: false };
    const { rows, last } = await readExpiring(dayAhead(-1, now), rowsPerPage, from);
    for (const { offer_id } of rows) {
      try {
        counts.expired += Number(await expireOffer(offer_id, now));
      } catch (error) {
        counts.failed += 1;
        log.error('The sweep failed on an offer.', { offer_id, error });
      }
    }
    from = last;
  } while (from);
  return { ...counts, isDone: true };
}

const expireOffer = (id: string, now: Date): Promise<boolean> =>
  retryOnConflict(async () => {
    const row = await readOffer(id);
    if (!row || row.state === 'expired' || stateAt(row, now) !== 'expired') return false;
    const at = now.toISOString();
    const step = nextStep(row, { kind: 'system' }, { kind: 'expired', at });
    await transact([
      changeOffer(row, {
        ...{ state: 'expired', ended_at: at, changed_at: at, version: row.version + 1 },
        ...step.set,
      }),
      step.write,
      ...recordActivity(
        { kind: 'system' },
        { kind: 'offer-expired', customer_id: row.customer_id, offer_id: row.offer_id, what: row.title },
      ),
    ]);
    return true;
  });
