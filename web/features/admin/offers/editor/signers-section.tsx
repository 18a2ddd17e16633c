import { useFormContext, useWatch } from 'react-hook-form';
import type { OfferSigner } from '#shared/contract/offers/content.ts';
import { limits } from '#shared/limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { useStudio } from '../../../../ui/content.tsx';
import { BelowField, control } from '../../../../ui/fields/form.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { useEditing } from './editing.ts';
import { TextInput } from './inputs.tsx';
import { newSigner } from './new-rows.ts';
import { Section } from './section.tsx';

/** Who signs: the client, further people, and the studio. */
export function SignersSection() {
  const { content, offer, unfinished, isChecked } = useEditing();
  const studio = useStudio();
  const names = [offer.client_name || 'The client', ...content.signers.map(({ name }) => name || 'somebody')];
  const how = content.studio_signs === 'by-sending' ? 'the studio by sending' : 'the studio afterwards';
  const message = isChecked ? (unfinished.client_name ?? unfinished.client_email) : undefined;
  return (
    <Section
      title="Signers"
      summary={[...names, how].join(', ')}
      fields={['signers', 'client_name', 'client_email']}
      action={<AddSigner />}
    >
      <ul className="text-sm">
        <li className="grid gap-x-4 border-b border-line py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{offer.client_name || 'Without a name'}</bdi>
          <span>Client</span>
          <span className="text-mute [overflow-wrap:anywhere]">{offer.client_email || 'Without an address'}</span>
          {message && <p className="text-alert md:col-span-3">{message}</p>}
        </li>
        <FurtherSigners />
        <li className="grid items-center gap-x-4 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{studio.name}</bdi>
          <span>Studio</span>
          <StudioSigns />
        </li>
      </ul>
    </Section>
  );
}

function AddSigner() {
  const { getValues, setValue } = useFormContext();
  const { content } = useEditing();
  if (content.signers.length >= limits.offerSigners) return null;
  return (
    <Button
      look="quiet"
      className="-mr-3"
      onClick={() => setValue('signers', [...(getValues('signers') as OfferSigner[]), newSigner()])}
    >
      <Plus className="size-4" />
      Signer
    </Button>
  );
}

function FurtherSigners() {
  const { setValue } = useFormContext();
  const signers = useWatch({ name: 'signers' }) as OfferSigner[];
  return (
    <>
      {signers.map(({ id, name }, index) => (
        <li
          key={id}
          className="grid items-start gap-3 border-b border-line py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto]"
        >
          <TextInput isInRow name={`signers.${index}.name`} label={`Name of signer ${index + 1}`} />
          <TextInput isInRow name={`signers.${index}.as`} label={`Signs as, signer ${index + 1}`} />
          <TextInput isInRow name={`signers.${index}.email`} label={`Email of signer ${index + 1}`} />
          <Button
            look="quiet"
            className="px-0! max-md:justify-self-start"
            aria-label={`Remove ${name || `signer ${index + 1}`}`}
            onClick={() =>
              setValue(
                'signers',
                signers.filter((signer) => signer.id !== id),
              )
            }
          >
            Remove
          </Button>
        </li>
      ))}
      {signers.length > 0 && (
        <li className="py-2 text-xs text-mute">
          Name, as what they sign (‘Spouse’, ‘Guardian of Mia’), and an address of their own. Each gets their own link
          once the client has chosen.
        </li>
      )}
      <li>
        <BelowField name="signers" />
      </li>
    </>
  );
}

function StudioSigns() {
  const { setValue } = useFormContext();
  const { studio_signs } = useEditing().content;
  return (
    <>
      <select
        name="studio_signs"
        aria-label="When the studio signs"
        value={studio_signs}
        onChange={({ target }) => setValue('studio_signs', target.value)}
        className={`${control} h-11 text-sm!`}
      >
        <option value="by-sending">Signs by sending</option>
        <option value="later">Signs after the client has chosen</option>
      </select>
      <BelowField name="studio_signs" />
    </>
  );
}
