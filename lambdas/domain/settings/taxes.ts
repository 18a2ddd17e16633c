import * as z from 'zod';
import type { EditTaxes, Taxes } from '#shared/contract/money.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { table, transact } from '../../platform/table.ts';

/** The studio's taxes; rates in thousandths of a percent. */
const TaxesRow = z.object({
  id: z.literal('taxes'),
  items: z.array(z.object({ id: z.string(), name: z.string(), rate: z.number() })),
  version: z.number(),
});

const taxes = table('SETTINGS_TABLE', { key: ['id'] }, TaxesRow);
const key = { id: 'taxes' } as const;

/** Returns the studio's taxes; strongly consistent. */
export async function readTaxes(): Promise<Taxes> {
  const { items, version } = (await taxes.get(key, { consistent: true })) ?? { items: [], version: 0 };
  return { items, version };
}

/** Returns the studio's taxes. */
export const getTaxes = (_actor: Admin): Promise<Taxes> => readTaxes();

/**
 * Replaces the studio's taxes. Offers keep the taxes with which they were made.
 * @throws StudioError FORBIDDEN for staff; CHANGED_MEANWHILE with the present taxes in `details.current`
 */
export async function editTaxes(actor: Admin, { items, version }: EditTaxes): Promise<Taxes> {
  requireAdmin(actor, 'change the currency or taxes');
  const onConflict = async () =>
    new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: await readTaxes() } });
  const changed = { items, version: version + 1 };
  // In a transaction, because its token tells the SDK's second attempt after a lost answer from another request.
  await transact([
    version === 0
      ? taxes.insert({ ...key, ...changed }, onConflict)
      : taxes.change(key, { set: changed }, { where: { version }, onConflict }),
  ]);
  return changed;
}
