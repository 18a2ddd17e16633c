import { type ReactNode, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { websiteLimits } from '#shared/contract/website.ts';
import { symbolOf } from '#shared/money/typed-cents.ts';
import { typedLine, typedText } from '#shared/text/typed-text.ts';
import type { Website } from '#shared/website/website.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { asTyped, typedPrice } from '../typed-price.ts';
import { textAt } from './changes.ts';
import type { TextOf } from './sections.ts';

/** A field with the badge 'Changed' beside its label while it differs from the published content. */
export function EditedText({
  field: { name, label, hint, isLong, rows = 3, type },
  published,
}: {
  field: TextOf;
  published: Website;
}) {
  const text: unknown = useWatch({ name });
  const isChanged = text !== undefined && String(text) !== textAt(published, name);
  return (
    <WithChangedBadge isChanged={isChanged}>
      {isLong ? (
        <TextArea name={name} label={label} hint={hint} rows={rows} />
      ) : (
        <TextField name={name} label={label} hint={hint} {...(type && { type })} />
      )}
    </WithChangedBadge>
  );
}

/** A field with the badge 'Changed' in its corner. */
export function WithChangedBadge({ isChanged, children }: { isChanged: boolean; children: ReactNode }) {
  return (
    <div className="relative">
      {isChanged && (
        <span className="absolute -top-1 right-0">
          <Badge tone="yellow">Changed</Badge>
        </span>
      )}
      {children}
    </div>
  );
}

/** Field for a price in the studio's currency; its value is in cents, null if it is empty. */
export function PriceField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const currency = useCurrency();
  const [typed, setTyped] = useState(asTyped(field.value as number | null, currency));
  // The contract knows no currency, in which the highest price is said here.
  const schema = typedPrice(currency, websiteLimits.priceCents);
  const message = fieldState.error && (schema.safeParse(typed).error?.issues[0]?.message ?? fieldState.error.message);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <div className="flex items-center gap-2">
        <span aria-hidden="true">{symbolOf(currency)}</span>
        <input
          ref={field.ref}
          id={id}
          inputMode="decimal"
          value={typed}
          aria-invalid={message ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            const { data } = schema.safeParse(target.value);
            // The contract refuses what is no amount.
            field.onChange(data === undefined ? Number.NaN : data);
          }}
          className="h-12 w-full min-w-0 rounded-md border border-edge bg-white px-3.5 text-base text-ink aria-invalid:border-alert"
        />
      </div>
    </Labelled>
  );
}

export function PerField({ name }: { name: string }) {
  return (
    <SelectField name={name} label="Per">
      <option value="session">session</option>
      <option value="hour">hour</option>
    </SelectField>
  );
}

/** Field for a list of short texts, one on each line. */
export function LinesField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const errors = fieldState.error as unknown as ({ message?: string } | undefined)[] & { message?: string };
  const message =
    errors?.message ?? (Array.isArray(errors) ? errors.find((lineError) => lineError?.message)?.message : undefined);
  const [typed, setTyped] = useState((field.value as string[]).join('\n'));
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <textarea
        ref={field.ref}
        id={id}
        rows={4}
        value={typed}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}-hint${message ? ` ${id}-error` : ''}`}
        onBlur={field.onBlur}
        onChange={({ target }) => {
          setTyped(target.value);
          field.onChange(
            typedText(target.value)
              .split('\n')
              .flatMap((line) => typedLine(line) || []),
          );
        }}
        className="w-full rounded-md border border-edge bg-white px-3.5 py-2.5 text-base text-ink aria-invalid:border-alert"
      />
    </Labelled>
  );
}
