import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ErrorBody } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { packages, studio } from '#shared/studio.ts';

const address = '/api/public/messages';

interface Failure {
  message: string;
  /** What is wrong with single fields, by name. */
  fields: Record<string, string>;
}

/**
 * The contact form. Without script the browser sends it itself and shows the API's answer; with script it stays on the
 * page. The fields are the browser's own, so whatever happens they keep what was typed.
 */
export function MessageForm() {
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [failure, setFailure] = useState<Failure | null>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const wanted = useWantedPackage();

  useEffect(() => {
    if (wanted && message.current && !message.current.value) {
      message.current.value = `Hello, I would like to book: ${wanted.name} (${wanted.duration}, ${wanted.price}).\n\n`;
    }
  }, [wanted]);
  useEffect(() => {
    if (state === 'sent') thanks.current?.focus();
  }, [state]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const form = event.currentTarget;
    setState('sending');
    setFailure(null);
    const failed = await send(Object.fromEntries(new FormData(form)));
    setFailure(failed);
    setState(failed ? 'writing' : 'sent');
    const [wrong] = Object.keys(failed?.fields ?? {});
    if (wrong) form.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
  };

  if (state === 'sent') {
    return (
      <div ref={thanks} role="status" tabIndex={-1} className="bg-leaf-wash px-6 py-10 text-leaf-deep md:px-10">
        <p className="font-display text-head">Thank you.</p>
        <p className="mt-3 text-lg">We have your message and will write back to you soon.</p>
      </div>
    );
  }
  return (
    <form method="post" action={address} onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <Field name="name" label="Name" wrong={failure} className="sm:col-span-2">
        <Input name="name" wrong={failure} autoComplete="name" maxLength={limits.name} />
      </Field>
      <Field name="phone" label="Phone" wrong={failure}>
        <Input name="phone" wrong={failure} type="tel" autoComplete="tel" maxLength={limits.phone} />
      </Field>
      <Field name="email" label="Email" wrong={failure}>
        <Input name="email" wrong={failure} type="email" autoComplete="email" maxLength={limits.email} />
      </Field>
      <Field name="message" label="Message" wrong={failure} className="sm:col-span-2">
        <textarea
          ref={message}
          rows={5}
          maxLength={limits.message}
          className="field min-h-40"
          {...controlProps('message', failure)}
        />
      </Field>
      {/* A trap for robots, which fill in whatever they find. */}
      <div aria-hidden="true" className="absolute -left-[9999px]">
        <label htmlFor="message-website">Leave this empty</label>
        <input id="message-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {failure && (
        <p
          role="alert"
          className="border-l-4 border-alert bg-alert-wash px-4 py-3 text-alert [overflow-wrap:anywhere] sm:col-span-2"
        >
          Your message was not sent. {failure.message} Everything you wrote is still here. You can also write to{' '}
          <a href={`mailto:${studio.email}`} className="underline">
            {studio.email}
          </a>
          .
        </p>
      )}
      <div className="sm:col-span-2">
        <button
          type="submit"
          aria-disabled={state === 'sending' || undefined}
          className="btn bg-leaf text-white hover:bg-leaf-deep aria-disabled:opacity-70"
        >
          {state === 'sending' ? 'Sending...' : 'Send Message'}
        </button>
      </div>
    </form>
  );
}

/** The package whose 'Book' brought the reader here. */
function useWantedPackage() {
  const [search] = useSearchParams();
  return packages.find((one) => one.slug === search.get('package'));
}

/** Sends the message; what went wrong, or null once the studio has it. */
async function send(words: Record<string, FormDataEntryValue>): Promise<Failure | null> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(words),
    });
  } catch {
    return { message: 'The network could not be reached.', fields: {} };
  }
  if (answer.ok) return null;
  // Not every failing answer comes from our API: the edge has its own.
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null;
  return { message: body?.error?.message ?? 'Please try again later.', fields: body?.error?.fields ?? {} };
}

const idOf = (name: string) => `message-${name}`;

const controlProps = (name: string, failure: Failure | null) => ({
  id: idOf(name),
  name,
  required: true,
  'aria-invalid': failure?.fields[name] ? true : undefined,
  'aria-describedby': failure?.fields[name] ? `${idOf(name)}-wrong` : undefined,
});

function Input({
  name,
  wrong,
  ...rest
}: { name: string; wrong: Failure | null } & InputHTMLAttributes<HTMLInputElement>) {
  return <input {...rest} {...controlProps(name, wrong)} className="field aria-invalid:border-alert" />;
}

function Field({
  name,
  label,
  wrong,
  className = '',
  children,
}: {
  name: string;
  label: string;
  wrong: Failure | null;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={idOf(name)} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {wrong?.fields[name] && (
        <p id={`${idOf(name)}-wrong`} className="text-sm text-alert">
          {wrong.fields[name]}
        </p>
      )}
    </div>
  );
}
