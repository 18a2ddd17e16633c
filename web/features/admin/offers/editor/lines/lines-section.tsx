import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { Button } from '../../../../../ui/button.tsx';
import { BelowField, control } from '../../../../../ui/fields/form.tsx';
import { Plus } from '../../../../../ui/icons.tsx';
import { useEditing } from '../editing.ts';
import { newAddOn } from '../new-rows.ts';
import { AddItem } from './add-item.tsx';
import { useLines } from './line-fields.ts';
import { LineRows } from './line-rows.tsx';

/** The packages of a draft: one is part of the offer; of several, the client chooses one. */
export function PackagesSection() {
  const packages = useLines('packages');
  const [isAdding, setAdding] = useState(false);
  return (
    <fieldset name="packages" className="min-w-0 border-t border-line pt-6">
      <legend className="float-left font-display text-2xl">Packages</legend>
      <p className="clear-left text-sm text-mute">
        {packages.lines.length > 1 && 'The client chooses one.'}
        {packages.lines.length === 1 && 'Part of the offer. Add another one, and the client chooses.'}
        {packages.lines.length === 0 && 'None. An offer can have lines alone.'}
      </p>
      <LineRows list="packages" lines={packages} />
      {packages.lines.length < limits.offerPackages && (
        <div className="mt-2 -ml-3">
          <Add label="Package" onClick={() => setAdding(true)} />
        </div>
      )}
      <BelowField name="packages" />
      {isAdding && <AddItem list="packages" onAdd={packages.add} onClose={() => setAdding(false)} />}
    </fieldset>
  );
}

/** The add-ons and own lines of a draft, and how many of the optional ones the client may choose. */
export function AddOnsSection() {
  const addOns = useLines('add_ons');
  const { content } = useEditing();
  const [isAdding, setAdding] = useState(false);
  const optionalCount = addOns.lines.filter((line) => 'is_optional' in line && line.is_optional).length;
  const canAdd = addOns.lines.length < limits.offerAddOns;
  return (
    <fieldset name="add_ons" className="min-w-0 border-t border-line pt-6 max-md:pb-3">
      <legend className="float-left font-display text-2xl">Add-ons and own lines</legend>
      <div className="clear-left flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-mute">
          {optionalCount === 0 ? 'All are part of the offer.' : 'The others are part of the offer.'}
        </p>
        {optionalCount > 0 && <MostAddOns optionalCount={optionalCount} />}
      </div>
      <LineRows list="add_ons" lines={addOns} />
      {canAdd && (
        <div className="mt-2 -ml-3 flex flex-wrap gap-x-3">
          <Add label="Add-on" onClick={() => setAdding(true)} />
          <Add label="Own line" onClick={() => addOns.add(newAddOn(content.taxes.map(({ id }) => id)))} />
        </div>
      )}
      <BelowField name="add_ons" />
      {isAdding && <AddItem list="add_ons" onAdd={addOns.add} onClose={() => setAdding(false)} />}
    </fieldset>
  );
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button look="quiet" onClick={onClick}>
    <Plus className="size-4" />
    {label}
  </Button>
);

/** How many of the optional add-ons the client may choose. */
function MostAddOns({ optionalCount }: { optionalCount: number }) {
  const { setValue } = useFormContext();
  const { most_add_ons } = useEditing().content;
  // A most that was set while there were more to choose stays until it is changed.
  const choices = Array.from({ length: Math.max(optionalCount - 1, most_add_ons ?? 0) }, (_, index) => index + 1);
  return (
    <>
      <select
        name="most_add_ons"
        aria-label="How many add-ons the client may choose"
        value={most_add_ons ?? ''}
        onChange={({ target }) => setValue('most_add_ons', target.value === '' ? null : Number(target.value))}
        className={`${control} h-11 w-auto! max-w-full text-sm! text-ellipsis`}
      >
        <option value="">The client chooses any</option>
        {choices.map((count) => (
          <option key={count} value={count}>
            The client chooses at most {count}
          </option>
        ))}
      </select>
      <BelowField name="most_add_ons" />
    </>
  );
}
