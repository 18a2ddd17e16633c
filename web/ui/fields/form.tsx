import { zodResolver } from '@hookform/resolvers/zod';
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import type * as z from 'zod';
import { messageOf } from '#shared/errors.ts';
import { Button, type ButtonLook } from '../button.tsx';
import { Notice } from '../status/notice.tsx';
import { FieldCount, SchemaContext } from './field-count.tsx';
import { Labelled, Remarks } from './labelled.tsx';

/** Renders content of the surrounding form below a field, by the field's name. */
export const BelowFieldContext = createContext<(name: string) => ReactNode>(() => null);

export const BelowField = ({ name }: { name: string }) => use(BelowFieldContext)(name);

/** An error with messages by field name, such as the API's validation errors. */
interface FieldErrors {
  fields?: Record<string, string>;
}

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema;
  /** Initial values; change `key` to reset the form. */
  defaultValues: DefaultValues<z.input<Schema>>;
  /** Throws an Error to show its message; its `fields` are shown at the fields. */
  onSubmit: (
    values: z.output<Schema>,
    form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>,
  ) => Promise<void>;
  /** Converts an error to the shown message. */
  describe?: (error: unknown) => ReactNode;
  /** Returns a message while fields are invalid, in addition to the messages at the fields. */
  describeInvalid?: (values: z.input<Schema>) => string | undefined;
  children: ReactNode;
  /**
   * Below the messages: buttons that stay in view while `children` scroll. The children then set their own spacing.
   */
  foot?: ReactNode;
  className?: string;
}

/** A form that is validated by the same zod schema as in the API. Input stays on every error. */
export function Form<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  defaultValues,
  onSubmit,
  describe = messageOf,
  describeInvalid,
  children,
  foot,
  className = '',
}: Props<Schema>) {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    // The resolver's type parameters require zod's internal types; the form is typed by the schema's input and
    // output.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  });
  const [failure, setFailure] = useState<ReactNode>();
  const [invalidMessage, setInvalidMessage] = useState<string>();
  const isSending = useRef(false);
  const notice = useRef<HTMLDivElement>(null);

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined);
      setInvalidMessage(undefined);
      try {
        await onSubmit(values, form);
      } catch (error) {
        const fields = Object.entries((error as FieldErrors).fields ?? {});
        for (const [index, [name, message]] of fields.entries()) {
          form.setError(name as Path<z.input<Schema>>, { message }, { shouldFocus: index === 0 });
        }
        flushSync(() => setFailure(describe(error)));
        // The notice can be outside of the visible area of the screen or dialog.
        if (fields.length === 0) notice.current?.scrollIntoView({ block: 'nearest' });
      }
    },
    () => {
      setFailure(undefined);
      setInvalidMessage(describeInvalid?.(form.getValues()));
    },
  );
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // React tells the submission of a dialog's form to the form that opened the dialog, too.
    event.stopPropagation();
    // Two clicks can come before the button renders as busy.
    if (isSending.current) return;
    isSending.current = true;
    await submit(event);
    isSending.current = false;
  };

  return (
    <SchemaContext value={schema}>
      <FormProvider {...form}>
        <form onSubmit={send} noValidate className={`flex flex-col ${foot ? '' : 'gap-5'} ${className}`}>
          {children}
          {failure && (
            <div ref={notice} className="scroll-mb-8">
              <Notice tone="error">{failure}</Notice>
            </div>
          )}
          {invalidMessage && <WhileInvalid>{invalidMessage}</WhileInvalid>}
          {foot}
        </form>
      </FormProvider>
    </SchemaContext>
  );
}

/** A notice that disappears when the last field is corrected. */
function WhileInvalid({ children }: { children: string }) {
  const { errors } = useFormState();
  return Object.keys(errors).length > 0 && <Notice tone="error">{children}</Notice>;
}

/** Calls `call` with the form's values on each change. */
export function OnFormChange<Values extends FieldValues>({ call }: { call: (values: Values) => void }) {
  const { subscribe } = useFormContext<Values>();
  const onChange = useEffectEvent(call);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values as Values) }),
    [subscribe],
  );
  return null;
}

/** The form's submit button; shows `busyText` while submitting. */
export function SubmitButton({
  children,
  busyText,
  look = 'primary',
  icon,
  onClick,
}: {
  children: ReactNode;
  busyText: string;
  look?: ButtonLook;
  icon?: ReactNode;
  /** Runs before this button submits the form. */
  onClick?: () => void;
}) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" look={look} busy={isSubmitting} onClick={onClick} className="min-h-12">
      {icon}
      {isSubmitting ? busyText : children}
    </Button>
  );
}

/** The classes of a text field or a select. */
export const control =
  'w-full rounded-md border border-edge bg-white px-3.5 text-base text-ink placeholder:text-mute aria-invalid:border-alert';

/** Returns a field's id, error message and input props. */
function useField(name: string, hint: ReactNode) {
  const { register, getFieldState } = useFormContext();
  const message = getFieldState(name, useFormState({ name })).error?.message;
  const id = useId();
  const descriptions = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    message,
    props: {
      id,
      'aria-invalid': message ? true : undefined,
      'aria-describedby': descriptions || undefined,
      ...register(name),
    },
  };
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function TextField({ name, label, hint, ...attributes }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <input dir="auto" {...attributes} {...props} className={`${control} h-12 read-only:bg-petal`} />
      <FieldCount name={name} />
      <BelowField name={name} />
    </Labelled>
  );
}

export function TextArea({
  name,
  label,
  hint,
  ...attributes
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <textarea dir="auto" rows={4} {...attributes} {...props} className={`${control} py-2.5`} />
      <FieldCount name={name} />
      <BelowField name={name} />
    </Labelled>
  );
}

export function SelectField({ name, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <select {...props} className={`${control} h-12 text-ellipsis`}>
        {children}
      </select>
      <BelowField name={name} />
    </Labelled>
  );
}

/**
 * A slider for a number.
 * @param shown the number as text, beside the label and for screen readers
 */
export function RangeField({
  name,
  label,
  shown,
  ...range
}: Omit<FieldProps, 'hint'> & { shown: string; min: number; max: number; step: number }) {
  const { register } = useFormContext();
  const id = useId();
  return (
    <div className="flex flex-col">
      <p className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="text-mute tabular-nums">{shown}</span>
      </p>
      <input
        id={id}
        type="range"
        aria-valuetext={shown}
        {...range}
        {...register(name, { valueAsNumber: true })}
        className="h-11 w-full cursor-pointer accent-leaf"
      />
      <BelowField name={name} />
    </div>
  );
}

export function CheckboxField({ name, label, hint }: FieldProps) {
  const { id, message, props } = useField(name, hint);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-base">
        <input type="checkbox" {...props} className="size-5 accent-leaf" />
        {label}
      </label>
      <div className="-mt-2 pl-8 empty:hidden">
        <Remarks id={id} hint={hint} message={message} />
      </div>
      <BelowField name={name} />
    </div>
  );
}
