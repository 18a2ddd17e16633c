import { useState } from 'react';
import { fillTerms } from '#shared/terms/fill-terms.ts';
import { fieldLabel } from '#shared/terms/term-fields.ts';
import { type Block, sayPlace } from '#shared/terms/terms.ts';
import { useCurrency, useStudio } from '../../../ui/content.tsx';
import { factsOf, samples } from './sample-facts.ts';
import { TermsText } from './terms-text.tsx';

/** Terms as a client reads them, filled with the facts of an example. */
export function TermsPreview({ name, terms }: { name: string; terms: Block[] }) {
  const [index, setIndex] = useState(0);
  const studio = useStudio();
  const facts = factsOf(samples[index]!, studio, useCurrency());
  const { blocks, missing } = fillTerms(terms, facts);
  const unfilled = missing.filter((field) => fieldLabel(field.name) !== undefined);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-sans text-sm font-semibold">As the client reads it</h2>
        <select
          aria-label="Example"
          value={index}
          onChange={({ target }) => setIndex(Number(target.value))}
          className="h-11 max-w-full rounded-md border border-edge bg-white px-3 text-sm text-ellipsis"
        >
          {samples.map(({ label }, number) => (
            <option key={label} value={number}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {unfilled.length > 0 && (
        <div role="status" className="mt-3 rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
          <p>An offer like this can’t be sent with these terms, because it has nothing for:</p>
          <ul className="mt-1 list-disc pl-5">
            {unfilled.map((field) => (
              <li key={`${field.block} ${field.item} ${field.name}`}>
                {fieldLabel(field.name)}, {sayPlace(terms, field)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-3 border border-line bg-white px-5 py-6 text-sm sm:px-7">
        <p dir="auto" className="mb-3 text-xs text-mute">
          <bdi>{name}</bdi>, {facts.offer}
        </p>
        <TermsText blocks={blocks} />
      </div>
      <p className="mt-3 text-xs text-mute">Offers that were sent keep the version they were sent with.</p>
    </>
  );
}
