import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { type Currency, formatCents } from '#shared/money/currency.ts';
import { dueOn, type InstalmentDue } from '#shared/offers/payment-plan.ts';
import type { Block } from '#shared/terms/terms.ts';
import { textsOf } from '#shared/terms/terms.ts';
import { longDate } from '#shared/time/long-date.ts';
import { today } from '#shared/time/studio-time.ts';

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** Returns a count at the beginning of a sentence: 'Two payments', '12 payments'. */
export const countedWords = (count: number, noun: string): string =>
  `${numbers[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;

/** The days on which an offer's payments depend. */
export interface PaymentDays {
  /** The day on which the client signed; today as long as they did not. */
  signed_on: string;
  session_on: string | null;
  hasSigned: boolean;
}

export function paymentDays({ signers, content }: ClientOffer): PaymentDays {
  const signed_at = signers.find(({ id }) => id === 'client')?.signed_at ?? null;
  return {
    signed_on: today(signed_at === null ? new Date() : new Date(signed_at)),
    session_on: content.session.date,
    hasSigned: signed_at !== null,
  };
}

/** Returns when a payment is due: its day, and what this day is: 'May 1, 2027' and '14 days before'. */
export function dueWords(due: InstalmentDue, days: PaymentDays): { day: string; detail: string } {
  const day = dueOn(due, days);
  if (day === days.signed_on) {
    return days.hasSigned
      ? { day: longDate(day), detail: 'when you signed' }
      : { day: 'Today', detail: 'when you sign' };
  }
  const detail = detailOf(due);
  return day === null ? { day: `${detail} the session`, detail: '' } : { day: longDate(day), detail };
}

function detailOf(due: InstalmentDue): string {
  if (!('days' in due)) return '';
  return `${due.days} ${due.days === 1 ? 'day' : 'days'} ${due.kind === 'before_session' ? 'before' : 'after'}`;
}

/** Returns how a line's price comes about, and what it is: '6 hours × $75.00, all finished photos'. */
export const lineDetail = (
  { quantity, price_cents, detail }: { quantity: number; price_cents: number; detail: string },
  currency: Currency,
): string =>
  [quantity > 1 ? `${quantity} × ${formatCents(price_cents, currency)}` : '', detail].filter(Boolean).join(', ');

const wordsPerMinute = 200;

/** Returns the minutes that reading terms takes, at least one. */
export function minutesToRead(terms: readonly Block[]): number {
  const words = textsOf(terms).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/** Returns what there is to choose: 'One package, and any add-ons.'; undefined for nothing. */
export function sayChoice({ packages, add_ons, most_add_ons }: ClientOffer['content']): string | undefined {
  const optional = add_ons.filter(({ is_optional }) => is_optional).length;
  const addOns =
    optional === 0
      ? undefined
      : most_add_ons === null || most_add_ons >= optional
        ? 'any add-ons'
        : `up to ${most_add_ons} of the add-ons`;
  if (packages.length > 1) return addOns ? `One package, and ${addOns}.` : 'One package.';
  return addOns && `${addOns.charAt(0).toUpperCase()}${addOns.slice(1)}.`;
}
