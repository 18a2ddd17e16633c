import { type ReactNode, use, useId } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { BelowField } from '../../../../ui/fields/form.tsx';
import { Labelled } from '../../../../ui/fields/labelled.tsx';
import { EditingContext } from './editing.ts';

/**
 * Returns the value of a field of the draft by its path, what is wrong with it, and the function that changes it. A value that
 * can't be read is its typed text, which the draft's schema refuses.
 */
export function useOfferField<Value>(name: string) {
  const { setValue, getFieldState } = useFormContext();
  const editing = use(EditingContext);
  const value = useWatch({ name }) as Value;
  const refused = getFieldState(name, useFormState({ name })).error?.message;
  const unfinished = editing?.isChecked ? editing.unfinished[name] : undefined;
  return {
    value,
    message: refused ?? unfinished,
    change: (next: Value | string) => setValue(name, next, { shouldValidate: refused !== undefined }),
  };
}

/** Properties of a field in a row whose columns have headings: its label is only for screen readers. */
export interface FieldProps {
  name: string;
  label: string;
  isInRow?: boolean;
}

/** The label and the message of a field around its control. */
export function OfferField({
  name,
  label,
  isInRow = false,
  message,
  hint,
  children,
}: FieldProps & {
  message: string | undefined;
  hint?: ReactNode;
  children: (control: {
    id: string;
    name: string;
    'aria-label': string | undefined;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const control = children({
    ...{ id, name },
    'aria-label': isInRow ? label : undefined,
    'aria-invalid': message ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') || undefined,
  });
  if (isInRow) {
    return (
      <div className="min-w-0">
        {control}
        {message && (
          <p id={`${id}-error`} className="mt-1 text-xs text-alert">
            {message}
          </p>
        )}
      </div>
    );
  }
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      {control}
      <BelowField name={name} />
    </Labelled>
  );
}
