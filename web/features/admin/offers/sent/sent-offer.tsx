import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { sessionTime } from '#shared/offers/session-time.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { timeOf } from '../../../../lib/dates.ts';
import { Notice } from '../../../../ui/status/notice.tsx';
import { Screen } from '../../screen.tsx';
import { EditorPanes } from '../../templates/editor-panes.tsx';
import { offerPreviewQuery } from '../api.ts';
import { OfferBadge } from '../offer-badge.tsx';
import { sayRange, titleOf } from '../offer-words.ts';
import { type Preview, PreviewPane, previewWidth } from '../preview-pane.tsx';
import { OfferActs } from './offer-acts.tsx';
import { SentLines } from './sent-lines.tsx';
import { Signatures } from './signatures.tsx';
import { Steps } from './steps.tsx';

/** An offer that was sent: where it stands, what it says, who has signed and what happened, with the acts that are left. */
export function SentOffer({ offer, Preview }: { offer: StudioOffer; Preview: Preview }) {
  const preview = useQuery(offerPreviewQuery(offer.id, offer.version));
  return (
    <EditorPanes previewWidth={previewWidth} preview={<PreviewPane query={preview} Preview={Preview} />}>
      <div className="-mx-4 md:-mx-8">
        <Screen
          title={titleOf(offer)}
          back={{ to: '/admin/offers', label: 'Offers' }}
          actions={<OfferBadge offer={offer} />}
        >
          <Standing offer={offer} />
          <OfferActs offer={offer} preview={preview.data} />
          <Facts offer={offer} />
          <SentLines offer={offer} />
          <Signatures offer={offer} />
          <Steps offer={offer} />
        </Screen>
      </div>
    </EditorPanes>
  );
}

/** What somebody has to know of an offer before they act on it. */
function Standing({ offer }: { offer: StudioOffer }) {
  const { replaced_by, is_unchanged, state, ended_at, steps } = offer;
  const last = steps.at(-1);
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {!is_unchanged && (
        <Notice tone="error">
          The acts on this offer are not as they were stored: the number of an act does not match. Compare it with the
          emails that were sent, and with your last export.
        </Notice>
      )}
      {replaced_by && (
        <Notice tone="info">
          A newer offer replaces this one:{' '}
          <Link to={`/admin/offers/${replaced_by}`} className="inline-link font-semibold">
            open the newer one
          </Link>
          .
        </Notice>
      )}
      {ended_at && !replaced_by && (
        <Notice tone="info">
          {endings[state] ?? 'It ended'} on {timeOf(ended_at)}.
          {last?.words && (
            <>
              {' '}
              “<bdi className="whitespace-pre-line">{last.words}</bdi>”
            </>
          )}
        </Notice>
      )}
    </div>
  );
}

const endings: Partial<Record<StudioOffer['state'], string>> = {
  declined: 'The client declined it',
  withdrawn: 'It was withdrawn',
  expired: 'Its last day was over',
  canceled: 'It was canceled',
};

function Facts({ offer }: { offer: StudioOffer }) {
  const { customer_id, client_name, client_email, number, currency, content, sent_at, seen_at, agreed_at } = offer;
  const { session, valid_until } = content;
  const when = [session.date && calendarDate(session.date), sessionTime(session), session.place].filter(Boolean);
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Fact name="Client">
        <Link to={`/admin/customer/${customer_id}/edit`} className="inline-link font-semibold">
          <bdi>{client_name || 'Unknown'}</bdi>
        </Link>
        {client_email && `, ${client_email}`}
      </Fact>
      <Fact name="Total">
        <span className="font-semibold tabular-nums">{sayRange(offer, currency)}</span>
      </Fact>
      {number !== null && <Fact name="Number">{number}</Fact>}
      {when.length > 0 && <Fact name="Session">{when.join(', ')}</Fact>}
      {valid_until && isWithClient(offer.state) && <Fact name="Valid until">{calendarDate(valid_until)}</Fact>}
      {sent_at && <Fact name="Sent">{timeOf(sent_at)}</Fact>}
      {seen_at && <Fact name="First seen">{timeOf(seen_at)}</Fact>}
      {agreed_at && <Fact name="Agreed">{timeOf(agreed_at)}</Fact>}
      {offer.replaces && (
        <Fact name="Replaces">
          <Link to={`/admin/offers/${offer.replaces}`} className="inline-link">
            the former offer
          </Link>
        </Fact>
      )}
      {offer.amends && (
        <Fact name="Adds to">
          <Link to={`/admin/offers/${offer.amends}`} className="inline-link">
            the agreed offer
          </Link>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-mute">{name}</dt>
    <dd dir="auto" className="[overflow-wrap:anywhere] max-sm:mb-2">
      {children}
    </dd>
  </>
);
