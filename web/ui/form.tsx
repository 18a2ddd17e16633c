import { zodResolver } from '@hookform/resolvers/zod';
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
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
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Errors that name fields, as the API's do; the form shows each beside its field. */
interface FieldErrors {
  fields?: Record<string, string>;
}

/**
 * A form over one zod schema, the same that the API checks. What was typed stays whatever happens; `onSubmit` throws an
 * Error whose message is shown, with `fields` where single fields are at fault. `describe` turns an error into the
 * words of this form. `defaultValues` count when the form is first shown; `key` it to begin anew with others.
 */
export function Form<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  defaultValues,
  onSubmit,
  describe = (error) => (error instanceof Error ? error.message : String(error)),
  describeInvalid,
  children,
  className = '',
}: {
  schema: Schema;
  defaultValues: DefaultValues<z.input<Schema>>;
  onSubmit: (
    values: z.output<Schema>,
    form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>,
  ) => Promise<void>;
  describe?: (error: unknown) => string;
  /** A sentence for fields that do not pass, where a screen has its own words for them; besides those at the fields. */
  describeInvalid?: (values: z.input<Schema>) => string | undefined;
  children: ReactNode;
  className?: string;
}) {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    // The resolver's types ask for zod's internals; the schema's own input and output are what the form is typed by.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  });
  const [failure, setFailure] = useState<string>();
  const sending = useRef(false);
  const notice = useRef<HTMLDivElement>(null);

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined);
      try {
        await onSubmit(values, form);
      } catch (error) {
        const fields = Object.entries((error as FieldErrors).fields ?? {});
        for (const [index, [name, message]] of fields.entries()) {
          form.setError(name as Path<z.input<Schema>>, { message }, { shouldFocus: index === 0 });
        }
        flushSync(() => setFailure(describe(error)));
        // It may lie below the edge of the screen, or of the form's dialog.
        if (fields.length === 0) notice.current?.scrollIntoView({ block: 'nearest' });
      }
    },
    () => setFailure(describeInvalid?.(form.getValues())),
  );
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // Two presses may come before the button could show that it is busy.
    if (sending.current) return;
    sending.current = true;
    await submit(event);
    sending.current = false;
  };

  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate className={`flex flex-col gap-5 ${className}`}>
        {children}
        {failure && (
          <div ref={notice} className="scroll-mb-8">
            <Notice tone="error">{failure}</Notice>
          </div>
        )}
      </form>
    </FormProvider>
  );
}

/** Calls with everything that the form holds, as it is typed. */
export function OnFormChange<Values extends FieldValues>({ call }: { call: (values: Values) => void }) {
  const { subscribe } = useFormContext<Values>();
  const told = useEffectEvent(call);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => told(values as Values) }),
    [subscribe],
  );
  return null;
}

/** The button that sends its form; `busyText` while it is on its way. */
export function SubmitButton({ children, busyText }: { children: ReactNode; busyText: string }) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" busy={isSubmitting}>
      {isSubmitting ? busyText : children}
    </Button>
  );
}

const control =
  'w-full rounded-md border border-edge bg-white px-3.5 text-base text-ink placeholder:text-mute aria-invalid:border-alert';

/** What a field needs of its form: its id and registration, what is wrong with it, and who describes it. */
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

function Remarks({ id, hint, message }: { id: string; hint: ReactNode; message: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-mute">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="text-sm text-alert">
          {message}
        </p>
      )}
    </>
  );
}

function Labelled({
  id,
  label,
  hint,
  message,
  children,
}: {
  id: string;
  label: string;
  hint: ReactNode;
  message: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <Remarks id={id} hint={hint} message={message} />
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function TextField({ name, label, hint, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <input {...rest} {...props} className={`${control} h-12 read-only:bg-petal`} />
    </Labelled>
  );
}

export function TextArea({ name, label, hint, ...rest }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <textarea rows={4} {...rest} {...props} className={`${control} py-2.5`} />
    </Labelled>
  );
}

export function SelectField({ name, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { id, message, props } = useField(name, hint);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <select {...props} className={`${control} h-12`}>
        {children}
      </select>
    </Labelled>
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
      <Remarks id={id} hint={hint} message={message} />
    </div>
  );
}
