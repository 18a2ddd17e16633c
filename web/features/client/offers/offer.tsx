import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { firstChoices, totalOf } from '#shared/offers/chosen-lines.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { offerQuery } from './api.ts';
import { Choose } from './choose.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { OpenOffer } from './open-offer.tsx';
import { Standing } from './standing.tsx';
import { WholeSum } from './sums.tsx';
import { ReadTerms, useFilledTerms } from './terms.tsx';

/** The screen of one offer: chosen, read and signed on one page; or where it stands, and what it says. */
export function Component() {
  const { offer: id = '' } = useParams();
  const query = useQuery(offerQuery(id));
  return (
    <>
      <PageTitle screen={query.data?.content.title ?? 'Your offer'} />
      {query.data ? <Offer key={id} offer={query.data} /> : <Loading query={query} />}
    </>
  );
}

const Loading = ({ query }: { query: Parameters<typeof QueryStatus>[0]['query'] }) => (
  <div className="px-4 pt-5 pb-16 md:px-8 md:pt-10">
    <h1 className="text-head">Your offer</h1>
    <QueryStatus
      query={query}
      loading="Loading the offer..."
      lines={6}
      failed="The offer did not load. Nothing was signed."
      missing={
        <Empty action={<ButtonLink to="/dashboard/offers">See your offers</ButtonLink>}>
          There is no such offer. The link may be incomplete.
        </Empty>
      }
    />
  </div>
);

/** Whether the client can sign an offer: it did not end, and their signature is missing. */
const canSign = ({ state, signers }: ClientOffer): boolean =>
  isWithClient(state) && signers.some(({ id, signed_at }) => id === 'client' && signed_at === null);

/** An offer as its client sees it: to choose, read and sign, or where it stands and what it says. */
export function Offer({ offer }: { offer: ClientOffer }) {
  const couldSign = useRef(false);
  if (canSign(offer)) {
    couldSign.current = true;
    return <OpenOffer offer={offer} />;
  }
  return <ClosedOffer offer={offer} isNew={couldSign.current} />;
}

/** Where an offer stands, above what it says. */
function ClosedOffer({ offer, isNew }: { offer: ClientOffer; isNew: boolean }) {
  const choices = offer.choices ?? firstChoices(offer.content);
  const total = totalOf(offer.content, choices);
  const terms = useFilledTerms(offer, choices);
  const boxes = boxesOf(terms);
  return (
    <div className="max-w-[52rem] px-4 pt-5 pb-16 md:px-8 md:pt-10 print:max-w-none">
      <Standing offer={offer} isNew={isNew} />
      <OfferFacts content={offer.content} />
      {offer.choices ? null : <Choose offer={offer} choices={choices} onChoose={undefined} />}
      {offer.choices && (
        <section aria-labelledby="sum" className="mt-12">
          <h2 id="sum" className="text-title">
            {offer.state === 'agreed' ? 'What you agreed' : 'What you chose'}
          </h2>
          <div className="mt-3">
            <WholeSum offer={offer} choices={choices} total={total} />
          </div>
        </section>
      )}
      <ReadTerms terms={terms} />
      {boxes.length > 0 && (
        <ul className="mt-4 flex list-disc flex-col gap-2 ps-5 text-sm">
          {boxes.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: terms never change on the page, and two sentences can be alike
            <li key={index} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
