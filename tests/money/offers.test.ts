import { expect, test } from 'vitest';
import { spread } from '../../shared/money/largest-remainder.ts';
import { type Discount, offerTotal, type PricedLine, type Tax } from '../../shared/offers/offer-total.ts';
import { type Instalment, type InstalmentPart, plannedPayments, wrongPlan } from '../../shared/offers/payment-plan.ts';
import { sized } from '../support/faults/long.ts';
import type { Random } from '../support/faults/random.ts';
import { randomOfTest } from '../support/faults/sample.ts';

/** Random offers and payment plans, computed a second time with fractions of BigInt, which are exact. */

const offers = sized(10_000, 1_000_000);

/** Amounts of every size, and those at which rounding matters. */
const amount = (random: Random) =>
  random.of([0, 1, 5, random.below(10), random.below(1_000), random.below(100_000), random.below(1_000_000_00)]);
const rate = (random: Random) =>
  random.of([0, 1, 500, 8_250, 50_000, 100_000, random.below(100_001), random.below(1_001) * 100]);

function randomOffer(random: Random) {
  const taxes: Tax[] = Array.from({ length: random.below(4) }, (_, index) => ({
    id: `tax-${index}`,
    name: `Tax ${index}`,
    rate: rate(random),
  }));
  const lines: PricedLine[] = Array.from({ length: random.below(9) }, () => ({
    price_cents: amount(random),
    quantity: random.of([1, 1, 1, 2, 3, random.below(1_000)]),
    tax_ids: taxes.filter(() => random.chance(0.6)).map(({ id }) => id),
  }));
  const discount = random.of<Discount | null>([
    null,
    { kind: 'rate', rate: rate(random) },
    { kind: 'cents', cents: amount(random) },
  ]);
  return { lines, discount, taxes };
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
/** Returns a fraction rounded half up. */
const halfUp = (numerator: bigint, denominator: bigint) => {
  const [whole, remainder] = [numerator / denominator, numerator % denominator];
  return remainder * 2n >= denominator ? whole + 1n : whole;
};

/** Spreads a number over weights by handing out one unit at a time to the share that is furthest below its exact size. */
function handedOut(total: bigint, weights: bigint[]): bigint[] {
  const sum = weights.reduce((a, b) => a + b, 0n);
  const shares = weights.map((weight) => (sum === 0n ? 0n : (total * weight) / sum));
  while (shares.reduce((a, b) => a + b, 0n) < total) {
    // How far a share is below its exact size, times the sum of the weights.
    const below = weights.map((weight, index) => total * weight - shares[index]! * sum);
    const furthest = below.reduce((found, each, index) => (each > below[found]! ? index : found), 0);
    shares[furthest]! += 1n;
  }
  return shares;
}

/** The oracle of `offerTotal`. */
function exactTotal({ lines, discount, taxes }: ReturnType<typeof randomOffer>) {
  const sums = lines.map(({ price_cents, quantity }) => BigInt(price_cents) * BigInt(quantity));
  const subtotal = sums.reduce((a, b) => a + b, 0n);
  const asked =
    discount?.kind === 'rate' ? halfUp(subtotal * BigInt(discount.rate), 100_000n) : BigInt(discount?.cents ?? 0);
  const taken = smaller(asked, subtotal);
  const shares = handedOut(taken, sums);
  const taxSums = taxes
    .filter(({ id }) => lines.some(({ tax_ids }) => tax_ids.includes(id)))
    .map(({ id, rate }) => {
      let taxable = 0n;
      for (const [index, { tax_ids }] of lines.entries()) {
        if (tax_ids.includes(id)) taxable += sums[index]! - shares[index]!;
      }
      return { id, taxable, tax: halfUp(taxable * BigInt(rate), 100_000n) };
    });
  return { subtotal, taken, taxSums, total: subtotal - taken + taxSums.reduce((sum, { tax }) => sum + tax, 0n) };
}

const textOf = (value: object) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));

test(`${offers} random offers have the totals that exact fractions give`, () => {
  const random = randomOfTest();
  for (let round = 0; round < offers; round += 1) {
    const offer = randomOffer(random);
    const sums = offerTotal(offer.lines, offer.discount, offer.taxes);
    const exact = exactTotal(offer);
    const computed = {
      subtotal: BigInt(sums.subtotal_cents),
      taken: BigInt(sums.discount_cents),
      taxSums: sums.taxes.map(({ id, taxable_cents, tax_cents }) => ({
        id,
        taxable: BigInt(taxable_cents),
        tax: BigInt(tax_cents),
      })),
      total: BigInt(sums.total_cents),
    };
    // Compared as text at first: a million comparisons of vitest take minutes.
    if (textOf(computed) !== textOf(exact)) expect(computed, JSON.stringify(offer)).toEqual(exact);
  }
});

function randomPlan(random: Random): Instalment[] {
  const parts: InstalmentPart[] = random.chance(0.5) ? randomRates(random) : [{ kind: 'rest' }];
  if (parts[0]!.kind === 'rest') {
    let left = 100_000;
    for (let count = random.below(4); count > 0; count -= 1) {
      const part = random.below(left + 1);
      left -= part;
      parts.splice(random.below(parts.length + 1), 0, { kind: 'rate', rate: part });
    }
    for (let count = random.below(3); count > 0; count -= 1) {
      parts.splice(random.below(parts.length + 1), 0, { kind: 'cents', cents: amount(random) });
    }
  }
  return parts.map((part, index) => ({ part, due: { kind: 'after_session', days: index } }));
}

/** Percentages that add up to 100. */
const randomRates = (random: Random): InstalmentPart[] =>
  spread(
    100_000,
    Array.from({ length: 1 + random.below(6) }, () => 1 + random.below(9)),
  ).map((rate) => ({ kind: 'rate', rate }));

/** The oracle of `plannedPayments`: cents by position in the plan. */
function exactPayments(plan: Instalment[], total: bigint): bigint[] {
  let left = total;
  const fixed = plan.map(({ part }) => {
    const taken = part.kind === 'cents' ? smaller(BigInt(part.cents), left) : 0n;
    left -= taken;
    return taken;
  });
  const asked = plan.map(({ part }) => (part.kind === 'rate' ? total * BigInt(part.rate) : 0n));
  const forRest = left * 100_000n - asked.reduce((a, b) => a + b, 0n);
  const exact = plan.map(({ part }, index) => (part.kind === 'rest' && forRest > 0n ? forRest : asked[index]!));
  return handedOut(left, exact).map((share, index) => share + fixed[index]!);
}

test(`${offers} random payment plans sum to their total`, () => {
  const random = randomOfTest();
  for (let round = 0; round < offers; round += 1) {
    const [plan, total] = [
      randomPlan(random),
      random.of([amount(random), amount(random) * 1_000 + random.below(1_000)]),
    ];
    const fault = wrongPlan(plan);
    if (fault !== undefined) throw new Error(`${fault} ${JSON.stringify(plan)}`);
    const payments = plannedPayments(plan, total);
    const computed = plan.map((_, index) => {
      const payment = payments.find(({ due }) => due.kind === 'after_session' && due.days === index);
      return BigInt(payment?.cents ?? 0);
    });
    const sum = payments.reduce((added, { cents }) => added + cents, 0);
    if (sum !== total || textOf(computed) !== textOf(exactPayments(plan, BigInt(total)))) {
      expect({ computed, sum }, JSON.stringify(plan)).toEqual({
        computed: exactPayments(plan, BigInt(total)),
        sum: total,
      });
    }
  }
});
