import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { currencies } from '#shared/money/currency.ts';
import { wholeRate } from '#shared/money/rate.ts';
import { fold } from '#shared/text/fold.ts';
import { Id, required, Version } from './fields.ts';

/** GET settings/currency: the currency of all prices. */
export const StudioCurrency = z.object({ currency: z.enum(currencies), version: Version });
export type StudioCurrency = z.infer<typeof StudioCurrency>;

/** PUT settings/currency: amounts keep their numbers. */
export const EditCurrency = z.strictObject({
  currency: z.enum(currencies, 'Please choose one of the currencies.'),
  version: Version,
});
export type EditCurrency = z.infer<typeof EditCurrency>;

const rateRule = 'A rate is a percentage from 0 to 100 with at most three decimals.';

/** A tax on lines of offers; its rate in thousandths of a percent. */
export const Tax = z.strictObject({
  id: Id,
  name: required('A name', limits.taxName),
  rate: z
    .number(rateRule)
    .int(rateRule)
    .min(0, 'A rate can’t be negative.')
    .max(wholeRate, 'A rate can be at most 100%.'),
});
export type Tax = z.infer<typeof Tax>;

/** GET settings/taxes, in the order in which they are shown. */
export const Taxes = z.object({ items: z.array(Tax), version: Version });
export type Taxes = z.infer<typeof Taxes>;

/** PUT settings/taxes: all taxes in order, whose ids and names differ. */
export const EditTaxes = z.strictObject({
  items: z
    .array(Tax)
    .max(limits.taxes, `There can be at most ${limits.taxes} taxes. Delete one first.`)
    .superRefine((items, context) => {
      for (const [index, { id, name }] of items.entries()) {
        const earlier = items.slice(0, index);
        if (earlier.some((tax) => tax.id === id)) {
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Another tax has this id already.' });
        }
        if (earlier.some((tax) => fold(tax.name) === fold(name))) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'Another tax has this name already.' });
        }
      }
    }),
  version: Version,
});
export type EditTaxes = z.infer<typeof EditTaxes>;
