import type * as z from 'zod';
import type { OfferStepKind, StudioOffer } from '#shared/contract/offers/offers.ts';
import { timeOf } from '../../../../lib/dates.ts';

const words: Record<z.infer<typeof OfferStepKind>, string> = {
  sent: 'sent it',
  seen: 'looked at it for the first time',
  signed: 'signed it',
  declined: 'declined it',
  withdrawn: 'withdrew it',
  replaced: 'replaced it by a newer one',
  expired: 'recorded that its last day was over',
  canceled: 'canceled it',
};

/** What happened to an offer since it was sent, in the order in which it happened. */
export function Steps({ offer }: { offer: StudioOffer }) {
  return (
    <section aria-label="What happened" className="mt-8">
      <h2 className="text-2xl">What happened</h2>
      <ol className="mt-2 text-sm">
        {offer.steps.map(({ number, kind, at, by, words: written }) => (
          <li
            key={number}
            className="grid gap-x-4 border-b border-line py-2.5 [overflow-wrap:anywhere] sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <time dateTime={at} className="text-mute">
              {timeOf(at)}
            </time>
            <div>
              <bdi className="font-semibold">{by || 'The system'}</bdi> {words[kind]}.
              {written && (
                <p dir="auto" className="mt-1 whitespace-pre-line text-mute">
                  “{written}”
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
