import { Link } from 'react-router-dom';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { OfferBadge } from './offer-badge.tsx';
import { sayRange, titleOf } from './offer-words.ts';

/** Offers under a heading that says for what they wait. */
export interface OfferRows {
  heading: string;
  rows: OfferSummary[];
  /** Whether the list has more than the loaded rows. */
  hasMore: boolean;
}

const dateText = (date: string | null) => (date ? calendarDate(date) : '');

const columns = [
  { heading: 'Offer', width: 'w-[22%]' },
  { heading: 'Customer', width: 'w-[17%]' },
  { heading: 'State', width: 'w-[14%]' },
  { heading: 'Total', width: 'w-[20%]', isNumber: true },
  { heading: 'Ends', width: 'w-[10%]' },
  { heading: 'Session', width: 'w-[10%]' },
  { heading: 'Act', width: 'w-[7%]', isHidden: true },
];

/** Offers in groups: a table whose groups share their columns; in windows below 768 pixels, each offer is a block. */
export function OfferTable({ groups }: { groups: OfferRows[] }) {
  return (
    <table className="w-full table-fixed border-collapse text-sm max-xl:text-xs max-md:block max-md:text-sm">
      <caption className="sr-only">Offers</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-edge text-left">
          {columns.map(({ heading, width, isNumber, isHidden }) => (
            <th
              key={heading}
              scope="col"
              className={`h-11 px-2 text-xs font-semibold text-mute first:pl-0 last:pr-0 ${width} ${isNumber ? 'text-right' : ''}`}
            >
              <span className={isHidden ? 'sr-only' : ''}>{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(
        ({ heading, rows, hasMore }) =>
          rows.length > 0 && (
            <tbody key={heading} className="max-md:block">
              <tr className="border-b border-line max-md:block">
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className="h-12 text-left align-bottom pb-2 text-xs font-semibold text-mute max-md:block max-md:h-auto max-md:pt-5"
                >
                  {heading}{' '}
                  <span className="font-normal tabular-nums">
                    {formatCount(rows.length)}
                    {hasMore && '+'}
                  </span>
                </th>
              </tr>
              {rows.map((offer) => (
                <Row key={offer.id} offer={offer} />
              ))}
            </tbody>
          ),
      )}
    </table>
  );
}

const cell = 'h-12 px-2 py-1 first:pl-0 last:pr-0 max-md:block max-md:h-auto max-md:p-0';

function Row({ offer }: { offer: OfferSummary }) {
  const { id, customer_id, customer_name, state, currency, valid_until, session_date } = offer;
  const isWaiting = state === 'sent' || state === 'seen';
  return (
    <tr className="border-b border-line hover:bg-paper max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:py-3">
      <td className={`${cell} [overflow-wrap:anywhere]`}>
        <Link to={`/admin/offers/${id}`} className="inline-flex min-h-11 items-center font-semibold hover:underline">
          <bdi>{titleOf(offer)}</bdi>
        </Link>
      </td>
      <td className={`${cell} [overflow-wrap:anywhere] max-md:order-3`}>
        <Link to={`/admin/customer/${customer_id}/edit`} className="inline-flex min-h-11 items-center hover:underline">
          <bdi>{customer_name || 'Unknown'}</bdi>
        </Link>
      </td>
      <td className={`${cell} max-md:order-2 max-md:self-center max-md:justify-self-end`}>
        <OfferBadge offer={offer} />
      </td>
      <td className={`${cell} text-right tabular-nums max-md:order-4 max-md:self-center`}>
        {sayRange(offer, currency)}
      </td>
      <td className={`${cell} max-md:order-5 max-md:text-mute max-md:empty:hidden`}>
        {isWaiting && valid_until && (
          <>
            <span className="md:sr-only">Ends </span>
            {dateText(valid_until)}
          </>
        )}
      </td>
      <td
        className={`${cell} max-md:order-6 max-md:col-start-2 max-md:text-right max-md:text-mute max-md:empty:hidden`}
      >
        {session_date && (
          <>
            <span className="md:sr-only">Session </span>
            {dateText(session_date)}
          </>
        )}
      </td>
      <td className={`${cell} text-right max-md:hidden`}>
        <Link to={`/admin/offers/${id}`} className="text-link inline-flex min-h-11 items-center font-semibold">
          {state === 'draft' ? 'Finish' : 'Open'}
          <span className="sr-only">
            : <bdi>{titleOf(offer)}</bdi>
          </span>
        </Link>
      </td>
    </tr>
  );
}
