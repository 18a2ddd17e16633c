import * as z from 'zod';
import { typedNumber } from '#shared/typed-digits.ts';

/** An amount in dollars as typed: empty, 125, 125.50 or $1,250. Converts to cents, and '' to null. */
export const TypedPrice = z
  .string()
  .overwrite(typedNumber)
  .regex(/^$|^\$? ?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/, 'Please enter an amount such as 125 or 125.50.')
  .transform((text) => (text === '' ? null : Math.round(Number(text.replace(/[$, ]/g, '')) * 100)));

/** Cents as a price field shows them. */
export const asTyped = (cents: number | null | undefined): string => (cents == null ? '' : (cents / 100).toFixed(2));
