import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { Tax } from '#shared/contract/money.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import { type Currency, formatCents } from '#shared/money/currency.ts';
import { formatRate } from '#shared/money/rate.ts';
import { symbolOf } from '#shared/money/typed-cents.ts';
import { rangeOf } from '#shared/offers/chosen-lines.ts';
import { isolated } from '#shared/text/isolated.ts';
import { Button } from '../../../../ui/button.tsx';
import { BelowField } from '../../../../ui/fields/form.tsx';
import { SegmentedButtons } from '../../../../ui/fields/segmented-buttons.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { taxesQuery } from '../../money/api.ts';
import { sayRange } from '../offer-words.ts';
import { useEditing } from './editing.ts';
import { MoneyInput, RateInput, TextInput } from './inputs.tsx';
import type { Line } from './lines/line-fields.ts';
import { Section } from './section.tsx';
import { TickInput } from './tick-input.tsx';

/** Discount, taxes, and the total as a range while the client may choose. */
export function PriceSection() {
  const { content, currency } = useEditing();
  return (
    <>
      <Section title="Discount and tax" summary={sayDiscountAndTaxes(content, currency)} fields={['discount', 'taxes']}>
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Discount />
          <Taxes />
        </div>
      </Section>
      <Total />
    </>
  );
}

/** Returns the discount as it is taken off: '−$50.00', '−10%'. */
const sayDiscount = ({ amount }: NonNullable<OfferContent['discount']>, currency: Currency): string =>
  amount.kind === 'cents' ? formatCents(-amount.cents, currency) : `−${formatRate(amount.rate)}`;

const sayDiscountAndTaxes = ({ discount, taxes }: OfferContent, currency: Currency): string =>
  [
    discount ? sayDiscount(discount, currency) : 'No discount',
    ...(taxes.length > 0 ? taxes.map(({ name, rate }) => `${isolated(name)} ${formatRate(rate)}`) : ['no tax']),
  ].join(', ');

function Discount() {
  const { setValue } = useFormContext();
  const { content, currency } = useEditing();
  const { discount } = content;
  const noAmount = { cents: { kind: 'cents', cents: 0 }, rate: { kind: 'rate', rate: 0 } } as const;
  return (
    <fieldset name="discount" className="min-w-0">
      <legend className="text-sm font-semibold">Discount</legend>
      {discount ? (
        <div className="mt-1.5 flex flex-col gap-3">
          <TextInput name="discount.label" label="What it is for" />
          <div className="flex flex-wrap items-end gap-3">
            <SegmentedButtons
              label="Kind of discount"
              options={[
                { value: 'cents', label: symbolOf(currency, 'narrowSymbol') },
                { value: 'rate', label: '%' },
              ]}
              value={discount.amount.kind}
              onChange={(kind) => setValue('discount.amount', noAmount[kind])}
            />
            <div className="min-w-24 flex-1">
              {discount.amount.kind === 'cents' ? (
                <MoneyInput isInRow key="cents" name="discount.amount.cents" label="Amount of the discount" />
              ) : (
                <RateInput isInRow key="rate" name="discount.amount.rate" label="Discount in percent" />
              )}
            </div>
            <Button look="quiet" className="px-0!" onClick={() => setValue('discount', null)}>
              Remove<span className="sr-only"> the discount</span>
            </Button>
          </div>
        </div>
      ) : (
        <Button
          look="quiet"
          className="px-0!"
          onClick={() => setValue('discount', { label: '', amount: noAmount.cents })}
        >
          Add a discount
        </Button>
      )}
      <BelowField name="discount" />
    </fieldset>
  );
}

/** The taxes of the offer: those of the studio, and copies of others that it has already. */
function Taxes() {
  const { getValues, setValue } = useFormContext();
  const { content } = useEditing();
  const taxes = useQuery(taxesQuery);
  const ownIds = new Set(content.taxes.map(({ id }) => id));
  const offered = [...content.taxes, ...(taxes.data?.items ?? []).filter(({ id }) => !ownIds.has(id))];
  const changeLines = (change: (ids: string[]) => string[]) => {
    for (const list of ['packages', 'add_ons']) {
      const lines = getValues(list) as Line[];
      setValue(
        list,
        lines.map((line) => ({ ...line, tax_ids: change(line.tax_ids) })),
      );
    }
  };
  const add = (tax: Tax) => {
    setValue('taxes', [...content.taxes, tax]);
    changeLines((ids) => [...ids, tax.id]);
  };
  // Lines first: at no time has a line a tax that the offer does not have.
  const remove = (tax: Tax) => {
    changeLines((ids) => ids.filter((id) => id !== tax.id));
    setValue(
      'taxes',
      content.taxes.filter(({ id }) => id !== tax.id),
    );
  };
  return (
    <fieldset name="taxes" className="min-w-0">
      <legend className="text-sm font-semibold">Tax</legend>
      <QueryStatus query={taxes} lines={1} loading="Loading taxes..." failed="The taxes could not be loaded." />
      {taxes.data && offered.length === 0 && (
        <p className="mt-1.5 text-sm text-mute">No tax. Taxes are kept under Settings, ‘Money’.</p>
      )}
      {offered.map((tax) => (
        <TickInput
          key={tax.id}
          label={`${tax.name}, ${formatRate(tax.rate)}`}
          isTicked={ownIds.has(tax.id)}
          onTick={(isTicked) => (isTicked ? add(tax) : remove(tax))}
        />
      ))}
      <BelowField name="taxes" />
    </fieldset>
  );
}

/** The total of the draft. */
function Total() {
  const { content, currency } = useEditing();
  const range = rangeOf(content);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-petal px-4 py-3 max-md:hidden">
      <span className="text-sm text-mute">{totalWords(range)}</span>
      <output className="font-display text-[1.75rem] leading-8 tabular-nums">{sayRange(range, currency)}</output>
    </div>
  );
}

/** Returns what a total is called: one that is a range depends on what the client chooses. */
export const totalWords = ({ least_cents, most_cents }: { least_cents: number; most_cents: number }): string =>
  least_cents === most_cents ? 'Total, with tax' : 'Total, as the client chooses';
