import { type ReactNode, useState } from 'react';
import { decimalOf, formatCents } from '#shared/money/currency.ts';
import { formatRate, rateOf } from '#shared/money/rate.ts';
import { centsOf } from '#shared/money/typed-cents.ts';
import { FieldCount } from '../../../../ui/fields/field-count.tsx';
import { control } from '../../../../ui/fields/form.tsx';
import { useEditing } from './editing.ts';
import { type FieldProps, OfferField, useOfferField } from './offer-field.tsx';

const sized = (isInRow: boolean | undefined) => `${control} ${isInRow ? 'h-11 px-2.5! text-sm!' : 'h-12'}`;

/** One line of text. */
export function TextInput({ hint, ...field }: FieldProps & { hint?: ReactNode }) {
  const { value, message, change } = useOfferField<string>(field.name);
  return (
    <OfferField {...field} message={message} hint={hint}>
      {(props) => (
        <>
          <input
            dir="auto"
            autoComplete="off"
            {...props}
            value={value}
            onChange={({ target }) => change(target.value)}
            className={sized(field.isInRow)}
          />
          <FieldCount name={field.name} />
        </>
      )}
    </OfferField>
  );
}

/** A text of several lines. */
export function TextAreaInput({ hint, ...field }: FieldProps & { hint?: ReactNode }) {
  const { value, message, change } = useOfferField<string>(field.name);
  return (
    <OfferField {...field} message={message} hint={hint}>
      {(props) => (
        <>
          <textarea
            dir="auto"
            rows={3}
            {...props}
            value={value}
            onChange={({ target }) => change(target.value)}
            className={`${control} py-2.5`}
          />
          <FieldCount name={field.name} />
        </>
      )}
    </OfferField>
  );
}

/** A date or a time of day, or null for none. */
export function DayInput({ type, ...field }: FieldProps & { type: 'date' | 'time' }) {
  const { value, message, change } = useOfferField<string | null>(field.name);
  return (
    <OfferField {...field} message={message}>
      {(props) => (
        <input
          type={type}
          {...props}
          value={value ?? ''}
          onChange={({ target }) => change(target.value || null)}
          className={sized(field.isInRow)}
        />
      )}
    </OfferField>
  );
}

interface NumberProps extends FieldProps {
  /** Returns the number of a typed text; undefined when it is none. */
  read: (typed: string) => number | undefined;
  /** Returns a number as the field shows it. */
  show: (value: number) => string;
  inputMode: 'decimal' | 'numeric';
}

/** A number that is typed as text. While somebody types, the text stays as it is. */
function NumberInput({ read, show, inputMode, ...field }: NumberProps) {
  const { value, message, change } = useOfferField<number | string>(field.name);
  const [typed, setTyped] = useState<string>();
  return (
    <OfferField {...field} message={message}>
      {(props) => (
        <input
          autoComplete="off"
          inputMode={inputMode}
          {...props}
          value={typed ?? (typeof value === 'number' ? show(value) : value)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTyped(target.value);
            change(read(target.value) ?? target.value);
          }}
          onBlur={() => setTyped(undefined)}
          className={`${sized(field.isInRow)} text-right tabular-nums`}
        />
      )}
    </OfferField>
  );
}

/** An amount in the offer's currency. */
export function MoneyInput(field: FieldProps) {
  const { currency } = useEditing();
  return (
    <NumberInput
      {...field}
      inputMode="decimal"
      read={(typed) => centsOf(typed, currency) ?? undefined}
      show={(cents) => (field.isInRow ? formatCents(cents, currency) : decimalOf(cents, currency))}
    />
  );
}

/** A rate in percent. */
export const RateInput = (field: FieldProps) => (
  <NumberInput {...field} inputMode="decimal" read={rateOf} show={(rate) => formatRate(rate)} />
);

/** A whole number. */
export const CountInput = (field: FieldProps) => (
  <NumberInput
    {...field}
    inputMode="numeric"
    read={(typed) => (/^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : undefined)}
    show={String}
  />
);
