import type { Standing } from '../contract/standing.ts';
import { type Currency, formatPrice } from '../money/currency.ts';
import { sayExtra } from './selection-price.ts';

/** What is said of a standing. */
export type SaidStanding = Pick<Standing, 'line' | 'price_cents' | 'extra'>;

/** Says where a choice or a request stands: 'The studio’s price is ready: $15', or '33 chosen · 3 extra × $15 = $45'. */
export function sayStanding({ line, price_cents, extra }: SaidStanding, currency: Currency): string {
  if (extra) return `${line} · ${sayExtra(extra, currency)}`;
  if (price_cents === undefined) return line;
  return `${line}: ${price_cents === 0 ? 'no extra charge' : formatPrice(price_cents, currency)}`;
}
