import { spread } from '../money/largest-remainder.ts';
import { formatRate, wholeRate } from '../money/rate.ts';
import { daysAfter } from '../time/calendar-date.ts';

/** How much of the total a payment is: an amount, a rate of it in thousandths of a percent, or what the others leave. */
export type InstalmentPart = { kind: 'cents'; cents: number } | { kind: 'rate'; rate: number } | { kind: 'rest' };

/** When a payment is due; `date` is `YYYY-MM-DD`. */
export type InstalmentDue =
  | { kind: 'signing' }
  | { kind: 'before_session' | 'after_session'; days: number }
  | { kind: 'date'; date: string };

/** A payment of a plan. Screens call it 'payment 1 of 2'. */
export interface Instalment {
  part: InstalmentPart;
  due: InstalmentDue;
}

/** A payment of an offer: its amount, and when it is due. */
export interface PlannedPayment {
  cents: number;
  due: InstalmentDue;
}

/** Returns why a plan's payments don't make up every total; undefined when they do. */
export function wrongPlan(plan: readonly Instalment[]): string | undefined {
  const rests = plan.filter(({ part }) => part.kind === 'rest').length;
  const rate = rateTogether(plan);
  if (rests > 1) return 'Only one payment can be the rest.';
  if (rate > wholeRate) return `The percentages add up to ${formatRate(rate)}, which is more than the total.`;
  const isWhole = rate === wholeRate && plan.every(({ part }) => part.kind === 'rate');
  if (rests === 0 && !isWhole) {
    return 'One payment has to be the rest, or all are percentages that add up to 100%.';
  }
  return undefined;
}

/**
 * Returns the payments of an offer in the order of its plan, as `centsOfPlan` computes them. A payment of nothing is none.
 */
export function plannedPayments(plan: readonly Instalment[], total_cents: number): PlannedPayment[] {
  const amounts = centsOfPlan(plan, total_cents);
  return plan.map(({ due }, index) => ({ cents: amounts[index]!, due })).filter(({ cents }) => cents > 0);
}

/**
 * Returns the cents of each payment of a plan. They sum to the total in every case: amounts come first, each at most what is
 * left; percentages are of the total; and the rest is what these leave. Cents are rounded by largest remainder. Where the amounts
 * leave less than the percentages ask for, these share what is left.
 * @param plan one that `wrongPlan` finds no fault with
 * @param total_cents not negative
 */
export function centsOfPlan(plan: readonly Instalment[], total_cents: number): number[] {
  let left = total_cents;
  const fixed = plan.map(({ part }) => {
    const cents = part.kind === 'cents' ? Math.min(part.cents, left) : 0;
    left -= cents;
    return cents;
  });
  // In thousandths of a percent of a cent, in which each share is whole.
  const [total, unplanned] = [BigInt(total_cents), BigInt(left) * BigInt(wholeRate)];
  const rest = unplanned - total * BigInt(rateTogether(plan));
  const weights = plan.map(({ part }) => {
    if (part.kind === 'rate') return total * BigInt(part.rate);
    return part.kind === 'rest' && rest > 0n ? rest : 0n;
  });
  const shares = spread(left, weights);
  return fixed.map((cents, index) => cents + shares[index]!);
}

/**
 * Returns the day on which a payment is due, `YYYY-MM-DD`: never before the day of signing; null as long as it depends on
 * a session that has no date.
 */
export function dueOn(due: InstalmentDue, days: { signed_on: string; session_on: string | null }): string | null {
  const day = dayOf(due, days);
  return day !== null && day < days.signed_on ? days.signed_on : day;
}

function dayOf(due: InstalmentDue, { signed_on, session_on }: { signed_on: string; session_on: string | null }) {
  if (due.kind === 'signing') return signed_on;
  if (due.kind === 'date') return due.date;
  return session_on && daysAfter(session_on, due.kind === 'before_session' ? -due.days : due.days);
}

/** Returns the sum of a plan's percentages as a rate. */
const rateTogether = (plan: readonly Instalment[]): number =>
  plan.reduce((sum, { part }) => sum + (part.kind === 'rate' ? part.rate : 0), 0);
