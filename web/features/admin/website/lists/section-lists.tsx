import { type ComponentType, use } from 'react';
import { useWatch } from 'react-hook-form';
import { websiteLimits } from '#shared/contract/website.ts';
import { decimalsOf, formatPrice } from '#shared/money/currency.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { useCurrency } from '../../../../ui/content.tsx';
import { SelectField, TextArea, TextField } from '../../../../ui/fields/form.tsx';
import { EditedText, LinesField, PerField, PriceField, WithChangedBadge } from '../fields.tsx';
import { PictureContext } from '../pictures/picture-context.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { Section } from '../sections.ts';
import { EditedList } from './edited-list.tsx';

/** The lists of a section. */
export function SectionLists({ section: { id, card } }: { section: Section }) {
  const Lists = listsOf[id];
  if (Lists) return <Lists />;
  return card === undefined ? null : <ServicePageLists card={card} />;
}

/** Returns the typed services: the cards of the home page. */
const useServices = () =>
  (useWatch({ name: 'services' }) as Website['services'] | undefined) ?? defaultWebsite.services;

const ServiceOptions = () =>
  useServices().map(({ slug, name }) => (
    <option key={slug} value={slug}>
      {name}
    </option>
  ));

function Cards() {
  const { published } = use(PictureContext);
  return useServices().map(({ slug }, index) => (
    <fieldset key={slug} className="flex flex-col gap-4 border-t border-line pt-5">
      <legend className="sr-only">Card {index + 1}</legend>
      <EditedText field={{ name: `services.${index}.name`, label: `Card ${index + 1}: name` }} published={published} />
      <EditedText field={{ name: `services.${index}.text`, label: `Card ${index + 1}: text` }} published={published} />
      <PictureField
        name={`services.${index}.picture`}
        label={`Card ${index + 1}: picture`}
        hint="Also beside the sessions that name this card, and in its category of the gallery until you show photos there."
      />
    </fieldset>
  ));
}

function Packages() {
  const services = useServices();
  return (
    <EditedList
      name="sessions.packages"
      noun="session"
      most={websiteLimits.packages}
      titleOf={({ name }) => name}
      empty={() => ({
        slug: `session-${crypto.randomUUID().slice(0, 8)}`,
        name: '',
        duration: '',
        price_cents: null,
        per: 'session',
        inclusions: [],
        service: services[0]?.slug,
      })}
    >
      {(prefix) => (
        <>
          <TextField name={`${prefix}.name`} label="Name" />
          <PriceFields prefix={prefix} label="Price" />
          <TextField name={`${prefix}.duration`} label="Duration" hint="As visitors read it: 30–45 minutes." />
          <LinesField
            name={`${prefix}.inclusions`}
            label="What it includes"
            hint={`One on each line, ${websiteLimits.inclusions} at most.`}
          />
          <SelectField name={`${prefix}.service`} label="Picture" hint="The first picture of this card.">
            <ServiceOptions />
          </SelectField>
        </>
      )}
    </EditedList>
  );
}

const AddOns = () => (
  <EditedList
    name="sessions.add_ons"
    noun="add-on"
    most={websiteLimits.addOns}
    titleOf={({ name }) => name}
    empty={() => ({ name: '', detail: '', price_cents: null, per: 'session' })}
  >
    {(prefix) => (
      <>
        <TextField name={`${prefix}.name`} label="Name" />
        <PriceFields prefix={prefix} label="Price on top" />
        <TextField name={`${prefix}.detail`} label="Detail" hint="Below the name. Empty: not shown." />
      </>
    )}
  </EditedList>
);

const Steps = () => (
  <EditedList
    name="contact.steps"
    noun="step"
    most={websiteLimits.steps}
    titleOf={({ title }) => title}
    empty={() => ({ title: '', text: '' })}
  >
    {(prefix) => (
      <>
        <TextField name={`${prefix}.title`} label="Step" hint="In a few words: We write back." />
        <TextArea name={`${prefix}.text`} label="Detail" hint="Below it. Empty: not shown." rows={2} />
      </>
    )}
  </EditedList>
);

const Testimonials = () => (
  <EditedList
    name="testimonials"
    noun="testimonial"
    most={websiteLimits.testimonials}
    titleOf={({ name }) => name}
    empty={() => ({ name: '', words: '', source: '', source_link: '', service: '', picture: null })}
  >
    {(prefix) => (
      <>
        <TextField name={`${prefix}.name`} label="Name" />
        <TextArea
          name={`${prefix}.words`}
          label="Words"
          hint="As they were said. Please ask before you publish them."
          rows={4}
        />
        <TextField name={`${prefix}.source`} label="Source" hint="Google review, May 2026. Empty: not shown." />
        <TextField
          name={`${prefix}.source_link`}
          label="Where they can be read"
          hint="With https://, or empty."
          type="url"
        />
        <SelectField name={`${prefix}.service`} label="About">
          <option value="">The studio</option>
          <ServiceOptions />
        </SelectField>
        <PictureField
          name={`${prefix}.picture`}
          label="Picture"
          hint="Shown small. Without one, the words stand alone."
          isOfEntry
        />
      </>
    )}
  </EditedList>
);

/** Starting price, pictures and questions of a service's page. */
function ServicePageLists({ card }: { card: string }) {
  const { published } = use(PictureContext);
  const currency = useCurrency();
  const path = `service_pages.${card}`;
  const fromCents: unknown = useWatch({ name: `${path}.from_cents` });
  return (
    <>
      <WithChangedBadge isChanged={fromCents !== undefined && fromCents !== published.service_pages[card]?.from_cents}>
        <PriceField
          name={`${path}.from_cents`}
          label="From price"
          hint={`Shown as ‘From ${formatPrice(350 * 10 ** decimalsOf(currency), currency)}’. Empty: not shown.`}
        />
      </WithChangedBadge>
      <EditedList
        name={`${path}.pictures`}
        noun="picture"
        most={websiteLimits.servicePictures}
        titleOf={({ picture }) => picture?.alt ?? ''}
        empty={() => ({ picture: null })}
      >
        {(prefix) => <PictureField name={`${prefix}.picture`} label="Picture" isOfEntry />}
      </EditedList>
      <Questions name={`${path}.questions`} most={websiteLimits.serviceQuestions} />
    </>
  );
}

const PriceFields = ({ prefix, label }: { prefix: string; label: string }) => (
  <div className="grid grid-cols-2 gap-4">
    <PriceField name={`${prefix}.price_cents`} label={label} />
    <PerField name={`${prefix}.per`} />
  </div>
);

const Questions = ({ name, most }: { name: string; most: number }) => (
  <EditedList
    name={name}
    noun="question"
    most={most}
    titleOf={({ question }) => question}
    empty={() => ({ question: '', answer: '' })}
  >
    {(prefix) => (
      <>
        <TextField name={`${prefix}.question`} label="Question" />
        <TextArea name={`${prefix}.answer`} label="Answer" rows={3} />
      </>
    )}
  </EditedList>
);

/** The lists of a section by its id. */
const listsOf: Record<string, ComponentType> = {
  cards: Cards,
  packages: Packages,
  'add-ons': AddOns,
  questions: () => <Questions name="contact.questions" most={websiteLimits.questions} />,
  steps: Steps,
  testimonials: Testimonials,
};
