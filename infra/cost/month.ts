import { cost } from '#shared/cost/prices.ts';
import type { StudioMonth } from './months.ts';
import { type Line, usage } from './usage.ts';

/** The cost of a month in dollars, line by line and in sums. */
export interface Bill {
  lines: (Line & { dollars: number })[];
  storage: number;
  rest: number;
  total: number;
}

/** Returns a month's bill. Without tiering all originals are in S3 Standard. */
export function bill(month: StudioMonth, tiering: boolean): Bill {
  const lines = usage(month, tiering).map((line) => ({ ...line, dollars: cost(line.price, line.amount) }));
  const sum = (isStorage: boolean) =>
    lines.filter((line) => line.isStorage === isStorage).reduce((total, { dollars }) => total + dollars, 0);
  const [storage, rest] = [sum(true), sum(false)];
  return { lines, storage, rest, total: storage + rest };
}
