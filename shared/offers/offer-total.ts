import { spread } from '../money/largest-remainder.ts';
import { partOf } from '../money/rate.ts';

/** What an offer's total depends on of a line: the price of one, how many, and the ids of the taxes on it. */
export interface PricedLine {
  price_cents: number;
  quantity: number;
  tax_ids: readonly string[];
}

/** A discount on all lines: a rate in thousandths of a percent, or an amount. */
export type Discount = { kind: 'rate'; rate: number } | { kind: 'cents'; cents: number };

/** A tax; its rate in thousandths of a percent. */
export interface Tax {
  id: string;
  name: string;
  rate: number;
}

/** A tax with the sum of its taxable lines after the discount, and what it is of this sum. */
interface TaxSum extends Tax {
  taxable_cents: number;
  tax_cents: number;
}

export interface OfferTotal {
  /** Price times quantity of each line. */
  line_cents: number[];
  subtotal_cents: number;
  discount_cents: number;
  /** The taxes that a line names, in the order of the offer's taxes. */
  taxes: TaxSum[];
  total_cents: number;
}

/**
 * Returns an offer's total with all that is shown above it. The discount takes at most the subtotal and is spread over
 * the lines by largest remainder. Each tax is computed once, on the sum of its lines after the discount, half up.
 * @throws RangeError for amounts that are negative, not whole or beyond the integers that a number holds exactly, and
 *   for a line with a tax that the offer doesn't have
 */
export function offerTotal(lines: readonly PricedLine[], discount: Discount | null, taxes: readonly Tax[]): OfferTotal {
  const line_cents = lines.map(({ price_cents, quantity }) => checked(checked(price_cents) * checked(quantity)));
  const subtotal_cents = sumOf(line_cents);
  const discount_cents = Math.min(subtotal_cents, discountOf(subtotal_cents, discount));
  const discounts = spread(discount_cents, line_cents);
  const known = new Set(taxes.map(({ id }) => id));
  if (lines.some(({ tax_ids }) => tax_ids.some((id) => !known.has(id)))) {
    throw new RangeError('A line has a tax that the offer doesn’t have.');
  }
  const sums = taxes.flatMap((tax): TaxSum[] => {
    const taxable = lines.flatMap(({ tax_ids }, index) =>
      tax_ids.includes(tax.id) ? [line_cents[index]! - discounts[index]!] : [],
    );
    const taxable_cents = sumOf(taxable);
    return taxable.length === 0 ? [] : [{ ...tax, taxable_cents, tax_cents: partOf(taxable_cents, checked(tax.rate)) }];
  });
  const total_cents = sumOf([subtotal_cents - discount_cents, ...sums.map(({ tax_cents }) => tax_cents)]);
  return { line_cents, subtotal_cents, discount_cents, taxes: sums, total_cents };
}

function discountOf(subtotal_cents: number, discount: Discount | null): number {
  if (discount === null) return 0;
  return discount.kind === 'rate' ? partOf(subtotal_cents, checked(discount.rate)) : checked(discount.cents);
}

const sumOf = (amounts: number[]): number => checked(amounts.reduce((sum, cents) => sum + cents, 0));

/** Returns a whole number that is not negative and that a number holds exactly. */
function checked(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of an offer.`);
  return amount;
}
