import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { offerQuery } from './api.ts';
import { DraftEditor } from './editor/draft-editor.tsx';
import type { Preview } from './preview-pane.tsx';
import { SentOffer } from './sent/sent-offer.tsx';

/** The screen of one offer: the editor of a draft, or what was sent and what became of it. */
export function OfferScreen({ Preview }: { Preview: Preview }) {
  const { offer: id = '' } = useParams();
  const query = useQuery(offerQuery(id));
  if (!query.data) {
    return (
      <Screen title="Offer" back={{ to: '/admin/offers', label: 'Offers' }}>
        <QueryStatus
          query={query}
          lines={6}
          loading="Loading the offer..."
          failed="The offer could not be loaded."
          missing={
            <Empty action={<ButtonLink to="/admin/offers">See all offers</ButtonLink>}>There is no such offer.</Empty>
          }
        />
      </Screen>
    );
  }
  const offer = query.data;
  return offer.state === 'draft' ? (
    <DraftEditor key={id} offer={offer} Preview={Preview} />
  ) : (
    <SentOffer key={id} offer={offer} Preview={Preview} />
  );
}
