import { Link } from 'react-router-dom';
import { useMediaQuery } from '../../../../lib/browser/media-query.ts';
import { useEditing } from './editing.ts';
import { DayInput, TextAreaInput, TextInput } from './inputs.tsx';
import { onPhones } from './lines/line-rows.tsx';
import { AddOnsSection, PackagesSection } from './lines/lines-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { PriceSection } from './price-section.tsx';
import { Section } from './section.tsx';
import { SessionSection } from './session-section.tsx';
import { SignersSection } from './signers-section.tsx';
import { TermsSection } from './terms-section.tsx';

/** The fields of a draft, in the order of the client's page; on phones, what is changed rarely stands below the lines. */
export function DraftFields() {
  const isPhone = useMediaQuery(onPhones);
  const { content } = useEditing();
  return (
    <>
      <For />
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_12rem]">
        <TextInput name="title" label="Title" />
        <DayInput type="date" name="valid_until" label="Valid until" />
      </div>
      {!isPhone && (
        <>
          <TextAreaInput name="words" label="Your words" />
          <SessionSection />
        </>
      )}
      <PackagesSection />
      <AddOnsSection />
      {isPhone && <SessionSection />}
      <PriceSection />
      <PlanSection />
      <TermsSection />
      <SignersSection />
      {isPhone && (
        <Section title="Your words" summary={content.words || 'None'} fields={['words']}>
          <TextAreaInput name="words" label="Your words" />
        </Section>
      )}
    </>
  );
}

/** For whom the offer is, and from what it was made. */
function For() {
  const { offer } = useEditing();
  const { customer_id, client_name, client_email, quote_id, message_id, replaces, amends } = offer;
  return (
    <p className="text-sm text-mute [overflow-wrap:anywhere]">
      For{' '}
      <Link to={`/admin/customer/${customer_id}/edit`} className="inline-link font-semibold text-ink">
        <bdi>{client_name || 'a customer without a name'}</bdi>
      </Link>
      {client_email && `, ${client_email}`}
      {quote_id && (
        <>
          , from{' '}
          <Link to="/admin/quotes" className="inline-link">
            a quote
          </Link>
        </>
      )}
      {message_id && (
        <>
          , from{' '}
          <Link to="/admin/messages" className="inline-link">
            a message
          </Link>
        </>
      )}
      {replaces && (
        <>
          , replaces{' '}
          <Link to={`/admin/offers/${replaces}`} className="inline-link">
            the former offer
          </Link>{' '}
          once it is sent
        </>
      )}
      {amends && (
        <>
          , adds to{' '}
          <Link to={`/admin/offers/${amends}`} className="inline-link">
            the agreed offer
          </Link>
        </>
      )}
    </p>
  );
}
