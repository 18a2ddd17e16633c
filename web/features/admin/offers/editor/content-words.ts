import type { OfferContent } from '#shared/contract/offers/content.ts';
import { type Currency, formatCents } from '#shared/money/currency.ts';
import { formatRate } from '#shared/money/rate.ts';
import { sayDue, sayPart } from '#shared/offers/say-payment.ts';
import { sessionTime } from '#shared/offers/session-time.ts';
import { plainText } from '#shared/terms/terms.ts';
import { isolated } from '#shared/text/isolated.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { type Line, sayLine } from './lines/line-fields.ts';

/** The names of what an offer says, as messages use them. */
export const contentLabels: Record<keyof OfferContent, string> = {
  title: 'Title',
  words: 'Your words',
  session: 'Session',
  packages: 'Packages',
  add_ons: 'Add-ons and own lines',
  most_add_ons: 'How many add-ons the client may choose',
  discount: 'Discount',
  taxes: 'Tax',
  plan: 'Payment plan',
  terms: 'Terms',
  terms_from: 'Template of the terms',
  signers: 'Signers',
  studio_signs: 'When the studio signs',
  valid_until: 'Valid until',
};

const sayLines = (lines: Line[], currency: Currency) =>
  lines.map((line) => `${isolated(line.name || 'Without a name')}: ${sayLine(line, currency)}`).join('\n');

/** Functions that say what is in each part of an offer that is neither a text nor a date; '' for nothing. */
const words: { [Name in keyof OfferContent]?: (value: OfferContent[Name], currency: Currency) => string } = {
  session: ({ date, from, to, place }) =>
    [date && calendarDate(date), sessionTime({ from, to }), place].filter(Boolean).join(', '),
  packages: sayLines,
  add_ons: sayLines,
  most_add_ons: (most) => (most === null ? 'any' : `at most ${most}`),
  discount: (discount, currency) =>
    discount === null
      ? ''
      : `${isolated(discount.label)}: ${discount.amount.kind === 'rate' ? formatRate(discount.amount.rate) : formatCents(discount.amount.cents, currency)}`,
  taxes: (taxes) => taxes.map(({ name, rate }) => `${isolated(name)}, ${formatRate(rate)}`).join('\n'),
  plan: (plan, currency) => plan.map(({ part, due }) => `${sayPart(part, currency)} ${sayDue(due, null)}`).join('\n'),
  terms: (terms) => (terms === null ? '' : plainText(terms)),
  terms_from: (template) => template?.name ?? '',
  signers: (signers) => signers.map(({ name, as, email }) => [name, as, email].filter(Boolean).join(', ')).join('\n'),
  studio_signs: (how) => (how === 'by-sending' ? 'by sending' : 'after the client has chosen'),
};

/** Returns what is in a part of an offer in words; undefined for a text and a date, which are their own words. */
export function sayContent(name: string, value: unknown, currency: Currency): string | undefined {
  const say = words[name as keyof OfferContent] as ((value: unknown, currency: Currency) => string) | undefined;
  return say && (say(value, currency) || 'nothing');
}
