import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { ArrowRight } from '../../../ui/icons.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { waitingQuery } from './api.ts';
import type { WaitingRow } from './waiting-row.ts';
import { waitingRows } from './waiting-rows.tsx';

/** The list 'What waits': a row for each kind of which something waits, with a link to it. */
export function WhatWaits() {
  const waiting = useQuery(waitingQuery);
  const currency = useCurrency();
  const rows = waiting.data ? waitingRows(waiting.data, currency) : [];
  return (
    <section aria-labelledby="what-waits">
      <h2 id="what-waits" className="text-title">
        What waits
      </h2>
      <QueryStatus
        query={waiting}
        lines={4}
        loading="Looking for what waits..."
        failed="What waits could not be loaded."
      />
      {waiting.data && rows.length === 0 && (
        <p className="mt-3 border-y border-line py-5 text-sm text-mute">Nothing waits.</p>
      )}
      {rows.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {rows.map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({
  count,
  label,
  isTrouble = false,
  items,
  unlistedCount = count - items.length,
  photos = [],
  since,
  act,
  to,
}: WaitingRow) {
  const color = isTrouble ? 'text-alert' : '';
  return (
    <li className="relative flex min-h-15 items-center gap-x-2 border-b border-line py-2 md:gap-x-4 text-sm">
      <span className={`w-9 shrink-0 font-display text-title tabular-nums md:w-10 ${color || 'text-leaf-deep'}`}>
        {count >= limits.attention ? `${limits.attention}+` : count}
      </span>
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${color}`}>{label}</p>
        <p className="text-mute [overflow-wrap:anywhere]">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state
            <Fragment key={index}>
              {index > 0 && ' · '}
              {item}
            </Fragment>
          ))}
          {items.length > 0 && unlistedCount > 0 && ` · ${formatCount(unlistedCount)} more`}
        </p>
        <p className="text-xs text-mute md:hidden">{since}</p>
      </div>
      {photos.length > 0 && (
        <span className="flex gap-1 max-lg:hidden">
          {photos.map((photo) => (
            <PhotoImage key={photo.id} photo={photo} alt="" sizes="40px" className="size-10" />
          ))}
        </span>
      )}
      <span className="w-28 shrink-0 text-right text-xs text-mute max-md:hidden">{since}</span>
      {/* On a phone, this link covers the whole row. */}
      {to && (
        <Link
          to={to}
          className="grid size-11 shrink-0 place-items-center max-md:-mr-3 max-md:after:absolute max-md:after:inset-0 md:hidden"
        >
          <span className="sr-only">{act}</span>
          <ArrowRight className="size-5" />
        </Link>
      )}
      <span className="w-20 shrink-0 text-right max-md:hidden">
        {to && (
          <Link to={to} className="text-link font-semibold">
            {act}
            <span className="sr-only">: {label}</span>
          </Link>
        )}
      </span>
    </li>
  );
}
