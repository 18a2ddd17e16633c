import { Link } from 'react-router-dom';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { today } from '#shared/time/studio-time.ts';
import { daysShown, eventsOn } from './days-of-offers.ts';
import { titleOf } from './offer-words.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const sayDay = (day: string) => {
  const parts = dayFormat.formatToParts(new Date(`${day}T00:00:00Z`));
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${partOf('weekday')} ${partOf('day')}`;
};

/**
 * Two weeks from Monday: sessions of agreed offers, and the last days of offers with the client. Hidden in windows below 1024
 * pixels, where the rows say the same.
 * @param hasMore whether there are offers that are not loaded
 */
export function NextDays({ offers, hasMore }: { offers: OfferSummary[]; hasMore: boolean }) {
  const present = today(new Date());
  return (
    <section aria-label="Two weeks" className="max-lg:hidden">
      <ol className="mt-3 grid grid-cols-14 border-y border-line">
        {daysShown(present).map((day) => (
          <li
            key={day}
            aria-current={day === present ? 'date' : undefined}
            className="min-h-20 min-w-0 border-l border-line px-1.5 py-2.5 text-xs first:border-l-0 aria-[current=date]:bg-leaf-wash"
          >
            <p className={day === present ? 'font-semibold' : 'text-mute'}>{sayDay(day)}</p>
            {eventsOn(day, offers).map(({ offer, kind }) => (
              <Link
                key={`${offer.id} ${kind}`}
                to={`/admin/offers/${offer.id}`}
                className={`mt-1.5 line-clamp-3 [overflow-wrap:anywhere] hover:underline ${kind === 'session' ? 'font-semibold' : ''}`}
              >
                <bdi>{titleOf(offer)}</bdi>
                {kind === 'end' && ' ends'}
              </Link>
            ))}
          </li>
        ))}
      </ol>
      {hasMore && <p className="mt-1 text-xs text-mute">Of the offers that are loaded below.</p>}
    </section>
  );
}
