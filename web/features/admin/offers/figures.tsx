import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#shared/money/currency.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { today } from '#shared/time/studio-time.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { ChevronLeft, ChevronRight } from '../../../ui/icons.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { offerFiguresQuery } from './api.ts';
import { monthsAfter, sayMonth } from './months.ts';

/** The present month in the studio's time zone, `YYYY-MM`. */
export const presentMonth = (): string => today(new Date()).slice(0, 7);

/** What was agreed in a month, with buttons to the months before and after. */
export function Figures() {
  const currency = useCurrency();
  const [month, setMonth] = useState(presentMonth);
  const figures = useQuery({ ...offerFiguresQuery(month), placeholderData: keepPreviousData });
  const shown = figures.data;
  return (
    <section
      aria-label="Figures of the month"
      className="mt-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-2"
    >
      <div aria-live="polite" className="min-h-21">
        <QueryStatus query={figures} failed="The figures of the month could not be loaded." />
        {shown && (
          <>
            <p className="text-xs font-semibold text-mute">
              Agreed<span className="sr-only"> in {sayMonth(shown.month)}</span>
            </p>
            <p className="font-display text-[2.25rem] leading-11 tabular-nums">
              {formatCents(shown.agreed_cents, currency)}
            </p>
            <p className="text-xs text-mute">{formatCounted(shown.agreed_count, 'offer')}</p>
          </>
        )}
      </div>
      <div className="flex items-center gap-1 max-[16rem]:flex-wrap">
        <button
          type="button"
          aria-label="Month before"
          onClick={() => setMonth(monthsAfter(month, -1))}
          className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-petal"
        >
          <ChevronLeft className="size-4" />
        </button>
        <span className="min-w-32 text-center text-sm font-semibold max-[16rem]:order-first max-[16rem]:basis-full">
          {sayMonth(month)}
        </span>
        <button
          type="button"
          aria-label="Month after"
          disabled={month >= presentMonth()}
          onClick={() => setMonth(monthsAfter(month, 1))}
          className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-petal disabled:cursor-default disabled:opacity-40"
        >
          <ChevronRight className="size-4" />
        </button>
      </div>
    </section>
  );
}
