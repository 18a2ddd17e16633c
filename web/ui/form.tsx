import { zodResolver } from '@hookform/resolvers/zod';
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  use,
  useId,
  useState,
} from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import type * as z from 'zod';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Errors that name fields, as the API's do; the form shows each beside its field. */
interface FieldErrors {
  fields?: Record<string, string>;
}

const Submitting = createContext(false);

/**
 * A form over one zod schema, the same that the API checks. What was typed stays whatever happens; `onSubmit` throws an
 * Error whose message is shown, with `fields` where single fields are at fault. `describe` turns an error into the
 * words of this form. `key` it by record to start with other values.
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
  /** The one sentence shown when the fields do not pass, where a screen has its own words for that. */
  describeInvalid?: string;
  children: ReactNode;
  className?: string;
}) {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    // The resolver's types ask for zod's internals; the schema's own input and output are what the form is typed by.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  });
  const [failure, setFailure] = useState<string>();
  const [submitting, setSubmitting] = useState(false);

  const submit = form.handleSubmit(
    async (values) => {
      if (submitting) return;
      setFailure(undefined);
      setSubmitting(true);
      try {
        await onSubmit(values, form);
      } catch (error) {
        const fields = (error as FieldErrors).fields ?? {};
        for (const [name, message] of Object.entries(fields)) {
          form.setError(name as Path<z.input<Schema>>, { message });
        }
        setFailure(describe(error));
      } finally {
        setSubmitting(false);
      }
    },
    () => setFailure(describeInvalid),
  );

  return (
    <FormProvider {...form}>
      <Submitting value={submitting}>
        <form onSubmit={submit} noValidate className={`flex flex-col gap-5 ${className}`}>
          {children}
          {failure && <Notice tone="error">{failure}</Notice>}
        </form>
      </Submitting>
    </FormProvider>
  );
}

/** The button that sends its form; `busyText` while it is on its way. */
export function SubmitButton({ children, busyText }: { children: ReactNode; busyText: string }) {
  const submitting = use(Submitting);
  return (
    <Button type="submit" busy={submitting}>
      {submitting ? busyText : children}
    </Button>
  );
}

const control =
  'w-full rounded-md border border-edge bg-white px-3.5 text-base text-ink placeholder:text-mute aria-invalid:border-alert read-only:bg-petal';

function useField(name: string) {
  const form = useFormContext();
  const id = useId();
  const message = form.getFieldState(name, form.formState).error?.message;
  return {
    id,
    message,
    props: {
      id,
      'aria-invalid': message ? true : undefined,
      'aria-describedby': message ? `${id}-error` : undefined,
      ...form.register(name),
    },
  };
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
  hint?: ReactNode;
  message: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && <p className="text-xs text-mute">{hint}</p>}
      {message && (
        <p id={`${id}-error`} className="text-sm text-alert">
          {message}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function TextField({ name, label, hint, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, message, props } = useField(name);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <input {...rest} {...props} className={`${control} h-12`} />
    </Labelled>
  );
}

export function TextArea({ name, label, hint, ...rest }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, message, props } = useField(name);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <textarea rows={4} {...rest} {...props} className={`${control} py-2.5`} />
    </Labelled>
  );
}

export function SelectField({ name, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { id, message, props } = useField(name);
  return (
    <Labelled id={id} label={label} hint={hint} message={message}>
      <select {...props} className={`${control} h-12`}>
        {children}
      </select>
    </Labelled>
  );
}

export function CheckboxField({ name, label, hint }: FieldProps) {
  const { id, message, props } = useField(name);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-base">
        <input type="checkbox" {...props} className="size-5 accent-leaf" />
        {label}
      </label>
      {hint && <p className="text-xs text-mute">{hint}</p>}
      {message && (
        <p id={`${id}-error`} className="text-sm text-alert">
          {message}
        </p>
      )}
    </div>
  );
}
