import { type DragEvent, type ReactNode, use, useId, useState } from 'react';
import { type FieldValues, useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { typedLine, typedText } from '#shared/text/typed-text.ts';
import type { Website } from '#shared/website/website.ts';
import { Button } from '../../../ui/button.tsx';
import { Labelled, SelectField, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { asTyped, TypedPrice } from '../typed-price.ts';
import { hasEntry, textAt } from './changes.ts';
import { PictureContext } from './picture-context.ts';
import type { TextOf } from './sections.ts';

/** A field with the word 'Changed' beside its label while it differs from what is published. */
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

/** A field with the word 'Changed' in its corner. */
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

/** A price in dollars, stored in cents; an empty one as null. */
export function PriceField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const [typed, setTyped] = useState(asTyped(field.value as number | null));
  const message = fieldState.error?.message;
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <div className="flex items-center gap-2">
        <span aria-hidden="true">$</span>
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
            const { data } = TypedPrice.safeParse(target.value);
            // What is no amount is refused by the schema, with its own words.
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

/** A list of short texts, one on each line. */
export function LinesField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const errors = fieldState.error as unknown as ({ message?: string } | undefined)[] & { message?: string };
  const message = errors?.message ?? (Array.isArray(errors) ? errors.find((one) => one?.message)?.message : undefined);
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

/**
 * A list of the form, whose entries are added, removed and ordered: by dragging their heads, or with the buttons 'Up'
 * and 'Down', which keep the focus on the entry that moves. 'Changed' stands beside those that are not published as
 * they are.
 */
export function EditedList({
  name,
  noun,
  titleOf,
  empty,
  most,
  children,
}: {
  name: string;
  /** 'session' */
  noun: string;
  titleOf: (entry: FieldValues) => string;
  /** A new entry. */
  empty: () => FieldValues;
  most: number;
  /** The fields of an entry, by the beginning of their names. */
  children: (prefix: string) => ReactNode;
}) {
  const { fields, append, remove, move } = useFieldArray({ name });
  const { getValues } = useFormContext();
  const { published } = use(PictureContext);
  const entries = useWatch({ name }) as FieldValues[];
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const titleAt = (index: number) => titleOf(entries[index] ?? getValues(`${name}.${index}`)) || `New ${noun}`;

  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    setSaid(`${titleAt(from)} is now number ${to + 1} of ${fields.length}.`);
    move(from, to);
  };
  const drop = (event: DragEvent, index: number) => {
    event.preventDefault();
    if (dragged !== null) moveTo(dragged, index);
    setDragged(null);
  };

  return (
    <div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="flex flex-col">
        {fields.map((field, index) => (
          <li
            key={field.id}
            className={`border-t border-line py-5 ${dragged === index ? 'opacity-50' : ''}`}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => drop(event, index)}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same by keyboard */}
            <div
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', titleAt(index));
                setDragged(index);
              }}
              onDragEnd={() => setDragged(null)}
              className="flex cursor-grab flex-wrap items-center justify-between gap-x-3"
            >
              <div className="flex items-center gap-3">
                <h3 className="font-display text-lg">{titleAt(index)}</h3>
                {entries[index] && !hasEntry(published, name, entries[index]) && <Badge tone="yellow">Changed</Badge>}
              </div>
              <div className="-mr-3 ml-auto flex">
                <Button look="quiet" aria-disabled={index === 0} onClick={() => moveTo(index, index - 1)}>
                  Up<span className="sr-only"> {titleAt(index)}</span>
                </Button>
                <Button
                  look="quiet"
                  aria-disabled={index === fields.length - 1}
                  onClick={() => moveTo(index, index + 1)}
                >
                  Down<span className="sr-only"> {titleAt(index)}</span>
                </Button>
                <Button
                  look="quiet"
                  className="text-alert!"
                  onClick={() => {
                    setSaid(`${titleAt(index)} was removed.`);
                    remove(index);
                  }}
                >
                  Remove<span className="sr-only"> {titleAt(index)}</span>
                </Button>
              </div>
            </div>
            <div className="mt-3 flex flex-col gap-4">{children(`${name}.${index}`)}</div>
          </li>
        ))}
      </ol>
      <div className="border-t border-line pt-5">
        {fields.length < most ? (
          <Button look="secondary" onClick={() => append(empty())}>
            Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
          </Button>
        ) : (
          <p className="text-sm text-mute">There can be {most} at most. Remove one to add another.</p>
        )}
      </div>
    </div>
  );
}
