import type { EditCurrency, StudioCurrency } from '#shared/contract/money.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { changeCurrency, readCurrency } from './repository.ts';

/** Returns the currency of all prices. */
export const getCurrency = (_actor: Admin): Promise<StudioCurrency> => readCurrency();

/**
 * Changes the currency of all prices, whose numbers stay: the table's stream starts the worker that renders the site
 * again.
 * @throws StudioError FORBIDDEN for staff; CHANGED_MEANWHILE with the present currency in `details.current`
 */
export async function editCurrency(actor: Admin, { currency, version }: EditCurrency): Promise<StudioCurrency> {
  requireAdmin(actor, 'change the currency or taxes');
  const onConflict = async () =>
    new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: await readCurrency() } });
  // In a transaction, because its token tells the SDK's second attempt after a lost answer from another request.
  await transact([changeCurrency(currency, version, onConflict)]);
  return { currency, version: version + 1 };
}
