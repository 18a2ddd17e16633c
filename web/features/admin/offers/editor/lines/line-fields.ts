import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { OfferAddOn, OfferLine, OfferPackage } from '#shared/contract/offers/content.ts';
import type { Currency } from '#shared/money/currency.ts';
import { formatCents } from '#shared/money/currency.ts';
import { isolated } from '#shared/text/isolated.ts';

export type LineList = 'packages' | 'add_ons';
export type Line = OfferPackage | OfferAddOn;

/** Returns the amount of a line: price times quantity; NaN while one of them can't be read. */
export const amountOf = ({ price_cents, quantity }: OfferLine): number =>
  typeof price_cents === 'number' && typeof quantity === 'number' ? price_cents * quantity : Number.NaN;

/** Returns what stands below a line's name: '8 × $125.00, taxed'. */
export const sayLine = (line: Line, currency: Currency): string =>
  [
    `${line.quantity} × ${formatCents(Number(line.price_cents), currency)}`,
    ...(line.tax_ids.length > 0 ? ['taxed'] : []),
    ...('is_optional' in line && line.is_optional ? ['the client’s choice'] : []),
  ].join(', ');

/** Returns the lines of a list of the draft, and the functions that change them. */
export function useLines(list: LineList) {
  const { setValue, getValues } = useFormContext();
  const lines = useWatch({ name: list }) as Line[];
  const [announcement, setAnnouncement] = useState('');
  const store = (changed: Line[]) => setValue(list, changed);
  const current = () => getValues(list) as Line[];
  return {
    lines,
    announcement,
    add: (line: Line) => store([...current(), line]),
    remove: (id: string) => {
      const removed = current().find((line) => line.id === id);
      setAnnouncement(`${isolated(removed?.name || 'The line')} was removed.`);
      store(current().filter((line) => line.id !== id));
    },
    /** Changes the order; nothing beyond the first and the last place. */
    move: (id: string, to: number) => {
      const before = current();
      const line = before.find((each) => each.id === id);
      if (!line || to < 0 || to >= before.length || before[to] === line) return;
      store(before.filter((each) => each !== line).toSpliced(to, 0, line));
      setAnnouncement(`${isolated(line.name || 'The line')} is now number ${to + 1} of ${before.length}.`);
    },
  };
}
export type Lines = ReturnType<typeof useLines>;
