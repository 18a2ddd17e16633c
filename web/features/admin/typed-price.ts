import * as z from 'zod';
import { type Currency, decimalOf, decimalsOf, formatPrice } from '#shared/money/currency.ts';
import { centsOf } from '#shared/money/typed-cents.ts';

/**
 * Returns the schema of a typed amount in the studio's currency; results in cents, or null for an empty text.
 * @param most the highest amount in cents
 */
export const typedPrice = (currency: Currency, most: number) =>
  z.string().transform((typed, context) => {
    const cents = centsOf(typed, currency);
    if (cents !== undefined && (cents === null || cents <= most)) return cents;
    context.addIssue(
      cents === undefined
        ? `Please enter an amount such as 125${decimalsOf(currency) > 0 ? ' or 125.50' : ''}.`
        : `Please enter an amount from ${formatPrice(0, currency)} to ${formatPrice(most, currency)}.`,
    );
    return z.NEVER;
  });

/** Returns cents as a price field shows them; '' for null, undefined and NaN. */
export const asTyped = (cents: number | null | undefined, currency: Currency): string =>
  cents == null || !Number.isFinite(cents) ? '' : decimalOf(cents, currency);
