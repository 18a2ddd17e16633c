import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { Tax, type Taxes } from '#shared/contract/money.ts';
import { messageOf } from '#shared/errors.ts';
import { formatRate, rateOf } from '#shared/money/rate.ts';
import { fold } from '#shared/text/fold.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { newerItems, type ReadItem } from '../saved-items.ts';
import { taxesQuery } from './api.ts';
import { savedTaxes } from './saved-taxes.ts';

const labels = { name: 'Name', rate: 'Rate in percent' };
const describe = (error: unknown) => `The tax was not saved. ${messageOf(error)}`;

/** Returns the schema of a tax as typed, which refuses the names of other taxes, as the API does. */
const schemaOf = (others: Tax[]) =>
  z.object({ name: Tax.shape.name, rate: z.string() }).superRefine(({ name, rate }, context) => {
    const { error } = Tax.shape.rate.safeParse(rateOf(rate));
    if (error) {
      const message = rate.trim() === '' ? 'Please enter a rate, such as 8.25.' : error.issues[0]!.message;
      context.addIssue({ code: 'custom', path: ['rate'], message });
    }
    if (others.some((tax) => fold(tax.name) === fold(name))) {
      context.addIssue({ code: 'custom', path: ['name'], message: 'Another tax has this name already.' });
    }
  });
type Schema = ReturnType<typeof schemaOf>;
type Typed = z.infer<Schema>;

const toTax = (id: string, { name, rate }: Typed): Tax => ({ id, name, rate: rateOf(rate)! });

/**
 * Dialog that edits a tax, or makes one.
 * @param edited undefined for a new one
 */
export default function TaxDialog({
  taxes,
  edited,
  onClose,
}: {
  taxes: Taxes;
  edited: Tax | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog title={edited ? 'Edit tax' : 'New tax'} onClose={onClose}>
      {edited ? (
        <Editing taxes={taxes} edited={edited} onClose={onClose} />
      ) : (
        <Adding taxes={taxes} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Adding({ taxes, onClose }: { taxes: Taxes; onClose: () => void }) {
  const queries = useQueryClient();
  // One id for all attempts, so that one whose answer was lost adds no second tax.
  const [id] = useState(() => crypto.randomUUID().replaceAll('-', ''));
  return (
    <KeptForm<Schema>
      draft="new tax"
      schema={schemaOf(taxes.items.filter((tax) => tax.id !== id))}
      defaultValues={{ name: '', rate: '' }}
      describe={describe}
      onSubmit={async (typed) => {
        overwrite(queries, taxesQuery.queryKey, await savedTaxes.add(taxes, toTax(id, typed)));
        onClose();
      }}
    >
      <Fields />
      <DialogActions onClose={onClose}>Save tax</DialogActions>
    </KeptForm>
  );
}

function Editing({ taxes, edited, onClose }: { taxes: Taxes; edited: Tax; onClose: () => void }) {
  const queries = useQueryClient();
  const [opened] = useState<ReadItem<Tax>>({ ...edited, version: taxes.version });
  /** The list as this dialog last heard of it. */
  const newest = useRef(taxes);
  return (
    <EditForm<ReadItem<Tax>, Schema>
      schema={schemaOf(taxes.items.filter(({ id }) => id !== edited.id))}
      row={opened}
      valuesOf={({ name, rate }) => ({ name, rate: formatRate(rate).slice(0, -1) })}
      labels={labels}
      draft={`tax ${edited.id}`}
      describe={describe}
      send={async (typed, version) => {
        const tax = toTax(edited.id, typed);
        try {
          const saved = await savedTaxes.replace(newest.current, edited, tax, version);
          overwrite(queries, taxesQuery.queryKey, saved);
          newest.current = saved;
          return { ...tax, version: saved.version };
        } catch (error) {
          newest.current = newerItems<Tax>(error) ?? newest.current;
          throw error;
        }
      }}
      onSaved={(_, hasTaken) => {
        if (!hasTaken) onClose();
      }}
      actions={(isSaved) => (
        <DialogActions isSaved={isSaved} onClose={onClose}>
          Save tax
        </DialogActions>
      )}
    >
      <Fields />
    </EditForm>
  );
}

const Fields = () => (
  <>
    <TextField name="name" label={labels.name} autoComplete="off" hint="Clients see it, for example: Sales tax" />
    <TextField
      name="rate"
      label={labels.rate}
      inputMode="decimal"
      autoComplete="off"
      hint="With at most three decimals, such as 8.25."
    />
  </>
);
