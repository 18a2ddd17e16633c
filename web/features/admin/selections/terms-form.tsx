import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { OpenSelection, type StudioSelection, type StudioSelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Currency } from '#shared/money/currency.ts';
import { currencyNames } from '#shared/money/currency-names.ts';
import { selectionTemplates } from '#shared/selections/selection-templates.ts';
import { numberOf } from '#shared/text/typed-digits.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { CheckboxField, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { SegmentedField } from '../../../ui/fields/segmented-field.tsx';
import { asTyped, typedPrice } from '../typed-price.ts';
import { usePublishedWebsite } from '../website/published.ts';

const beyondOptions = ['At a price', 'Not possible'] as const;

/** The form's values: a selection's terms as typed. */
export const TypedTerms = z.object({
  name: OpenSelection.shape.name,
  included: z.string().trim(),
  beyond: z.enum(beyondOptions),
  extra_cents: z.string().trim(),
  minimum: z.string().trim(),
  ends_on: z.string(),
  client_words: OpenSelection.shape.client_words,
});
type Typed = z.infer<typeof TypedTerms>;

const priceIn = (currency: Currency) =>
  typedPrice(currency, limits.extraPhotoCents).transform((cents, context) => {
    if (cents !== null) return cents;
    context.addIssue('Enter a price, such as 15 or 15.50, or choose “Not possible”.');
    return z.NEVER;
  });

/** Returns why the typed price is none; undefined if it is one, or if none is needed. */
export const errorOfPrice = (
  { beyond, extra_cents }: Pick<Typed, 'beyond' | 'extra_cents'>,
  currency: Currency,
): string | undefined =>
  beyond === 'At a price' ? priceIn(currency).safeParse(extra_cents).error?.issues[0]?.message : undefined;

/** Returns the typed terms; NaN or undefined for values that the contract refuses. */
export const termsOf = (typed: Typed, currency: Currency) => ({
  name: typed.name,
  included: numberOf(typed.included),
  extra_cents: typed.beyond === 'Not possible' ? null : priceIn(currency).safeParse(typed.extra_cents).data,
  minimum: typed.minimum === '' ? 0 : numberOf(typed.minimum),
  ends_on: typed.ends_on === '' ? null : typed.ends_on,
  client_words: typed.client_words,
});

/** Returns the function that checks the typed terms by the contract. */
const checkTerms = (currency: Currency) => (typed: Typed, context: z.RefinementCtx) => {
  const message = errorOfPrice(typed, currency);
  if (message) context.addIssue({ code: 'custom', path: ['extra_cents'], message });
  const { error } = OpenSelection.safeParse(termsOf(typed, currency));
  for (const { path, message } of error?.issues ?? []) {
    if (path[0] !== 'extra_cents') context.addIssue({ code: 'custom', path, message });
  }
};

const termsIn = (currency: Currency) => TypedTerms.superRefine(checkTerms(currency));
const newTermsIn = (currency: Currency) =>
  TypedTerms.extend({ tells_client: z.boolean() }).superRefine(checkTerms(currency));

export const termLabels = {
  name: 'Name',
  included: 'Photos included',
  beyond: 'Further photos',
  minimum: 'At least (optional)',
  ends_on: 'Last day (optional)',
  client_words: 'Words for the client (optional)',
};

/** The label of the price of further photos. */
export const priceLabel = (currency: Currency) => `Price of each further photo, in ${currencyNames[currency]}`;

export const emptyTerms: Typed = {
  name: '',
  included: '',
  beyond: 'At a price',
  extra_cents: '',
  minimum: '',
  ends_on: '',
  client_words: '',
};

/** Returns a selection's terms as the form shows them. */
export const typedOf = (
  selection: Pick<StudioSelection, Exclude<keyof OpenSelection, 'tells_client'>>,
  currency: Currency,
): Typed => ({
  name: selection.name,
  included: String(selection.included),
  beyond: selection.extra_cents === null ? 'Not possible' : 'At a price',
  extra_cents: asTyped(selection.extra_cents, currency),
  minimum: selection.minimum === 0 ? '' : String(selection.minimum),
  ends_on: selection.ends_on ?? '',
  client_words: selection.client_words,
});

/**
 * Form with the terms of a new selection of a session, which can start from a package.
 * @param told the client's address, if they were told of the session and so can hear of the selection now
 */
export function NewTermsForm({
  session,
  told,
  onSubmit,
  onClose,
}: {
  session: string;
  told: string | undefined;
  onSubmit: (terms: OpenSelection) => Promise<void>;
  onClose: () => void;
}) {
  const currency = useCurrency();
  return (
    <KeptForm
      schema={newTermsIn(currency)}
      defaultValues={{ ...emptyTerms, tells_client: true }}
      draft={`new selection ${session}`}
      describe={(error) => `The selection was not opened. ${messageOf(error)}`}
      onSubmit={(typed) =>
        onSubmit({
          ...OpenSelection.parse(termsOf(typed, currency)),
          tells_client: told !== undefined && typed.tells_client,
        })
      }
    >
      <FromPackage />
      <TermFields />
      {told !== undefined && <TellClient to={told} />}
      <DialogActions busy="Opening..." onClose={onClose}>
        Open the selection
      </DialogActions>
    </KeptForm>
  );
}

/** Form that edits the terms of a selection. */
export function TermsForm({
  selection,
  send,
  onSaved,
  onClose,
}: {
  selection: StudioSelectionDetails;
  send: (terms: OpenSelection, version: number) => Promise<StudioSelection>;
  onSaved: (selection: StudioSelection, hasTaken: boolean) => void;
  onClose: () => void;
}) {
  const currency = useCurrency();
  const keepsPrices = selection.keeps_prices === true;
  return (
    <EditForm<StudioSelection, ReturnType<typeof termsIn>>
      schema={termsIn(currency)}
      row={selection}
      valuesOf={(row) => typedOf(row, currency)}
      labels={{ ...termLabels, extra_cents: priceLabel(currency) }}
      draft={`selection ${selection.id}`}
      describe={(error) => `The selection was not saved. ${messageOf(error)}`}
      send={(typed, version) => send(OpenSelection.parse(termsOf(typed, currency)), version)}
      onSaved={onSaved}
      actions={(isSaved) => (
        <DialogActions isSaved={isSaved} onClose={onClose}>
          Save
        </DialogActions>
      )}
    >
      <TermFields lockedBeyond={keepsPrices ? typedOf(selection, currency).beyond : undefined} />
    </EditForm>
  );
}

/**
 * The fields of the terms.
 * @param lockedBeyond the only choice for further photos, if numbers and prices can't be changed
 * @param prefix before the names of the form's fields
 * @param end the field of the end
 */
export function TermFields({
  lockedBeyond,
  prefix = '',
  end = lastDay,
}: {
  lockedBeyond?: Typed['beyond'] | undefined;
  prefix?: string;
  end?: ReactNode;
}) {
  const keepsPrices = lockedBeyond !== undefined;
  return (
    <>
      <TextField
        name={`${prefix}name`}
        label={termLabels.name}
        autoComplete="off"
        hint="The client sees it, for example: Album"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name={`${prefix}included`}
          label={termLabels.included}
          inputMode="numeric"
          autoComplete="off"
          readOnly={keepsPrices}
        />
        <TextField
          name={`${prefix}minimum`}
          label={termLabels.minimum}
          inputMode="numeric"
          autoComplete="off"
          readOnly={keepsPrices}
          hint="Fewer can’t be submitted."
        />
      </div>
      <SegmentedField
        name={`${prefix}beyond`}
        label={termLabels.beyond}
        options={keepsPrices ? [lockedBeyond] : beyondOptions}
      />
      <ExtraPrice isLocked={keepsPrices} prefix={prefix} />
      {keepsPrices && (
        <p className="text-sm text-mute">{sayAdminsOnly('change the terms of a selection whose quote was decided')}</p>
      )}
      {end}
      <TextArea
        name={`${prefix}client_words`}
        label={termLabels.client_words}
        rows={3}
        hint="A sentence above the photos to choose from."
      />
    </>
  );
}

/** The checkbox by which the client gets an email that a selection is open. */
export const TellClient = ({ to }: { to: string }) => (
  <CheckboxField name="tells_client" label="Tell the client by email" hint={`It goes to ${to}, with these terms.`} />
);

const lastDay = (
  <TextField
    name="ends_on"
    label={termLabels.ends_on}
    type="date"
    hint="The client can choose until the end of this day."
  />
);

function ExtraPrice({ isLocked, prefix }: { isLocked: boolean; prefix: string }) {
  const isPriced = useWatch({ name: `${prefix}beyond` }) === 'At a price';
  const label = priceLabel(useCurrency());
  return isPriced ? (
    <TextField
      name={`${prefix}extra_cents`}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder="15.00"
      readOnly={isLocked}
    />
  ) : (
    <p className="text-sm text-mute">The client can’t choose more than the included photos.</p>
  );
}

/**
 * Buttons that fill in the fields from a package, except texts that the studio typed.
 * @param prefix before the names of the form's fields
 */
export function FromPackage({ prefix = '' }: { prefix?: string }) {
  const { setValue, getValues } = useFormContext();
  const { packages } = usePublishedWebsite().sessions;
  const templates = selectionTemplates(packages).map((template) => ({
    ...template,
    client_words: `Your ${template.name} includes ${template.included} edited photos. Choose the ones that you love.`,
  }));
  if (templates.length === 0) return null;
  const fill = (template: (typeof templates)[number]) => {
    for (const field of ['name', 'client_words'] as const) {
      const typed = getValues(prefix + field);
      const isTyped = typed !== '' && !templates.some((other) => other[field] === typed);
      if (!isTyped) setValue(prefix + field, template[field], { shouldValidate: true });
    }
    setValue(`${prefix}included`, String(template.included), { shouldValidate: true });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1.5 text-sm text-mute">Start from a package, or fill in your own terms.</legend>
      {templates.map((template) => (
        <Button key={template.name} look="secondary" onClick={() => fill(template)}>
          {template.name} <span className="font-normal text-mute tabular-nums">{template.included}</span>
        </Button>
      ))}
    </fieldset>
  );
}
