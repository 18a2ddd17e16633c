import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { sessionTime } from '#shared/offers/session-time.ts';
import { longDay } from '#shared/time/long-date.ts';

/** What an offer is about: the studio's words, and when and where the session is. */
export function OfferFacts({ content }: { content: ClientOffer['content'] }) {
  const { words, session } = content;
  const facts: [string, string][] = [
    ['Date', session.date ? longDay(session.date) : ''],
    ['Time', sessionTime(session)],
    ['Place', session.place],
  ];
  const given = facts.filter(([, fact]) => fact !== '');
  return (
    <>
      {words && (
        <p dir="auto" className="mt-4 max-w-2xl whitespace-pre-line [overflow-wrap:anywhere]">
          {words}
        </p>
      )}
      {given.length > 0 && (
        <dl className="mt-4 flex flex-col gap-2 text-sm">
          {given.map(([name, fact]) => (
            <div key={name} className="flex gap-4">
              <dt className="w-15 shrink-0 text-mute">{name}</dt>
              <dd dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {fact}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
