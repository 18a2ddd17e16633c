import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ErrorBody } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Currency } from '#shared/money/currency.ts';
import { type PackageContent, priceText } from '#shared/website/website.ts';
import { draftOf, dropDraft, keepDraft } from '../../lib/browser/drafts.ts';
import { patientFetch, repeatable } from '../../lib/query/patience.ts';
import { useContent, useCurrency, useStudio } from '../../ui/content.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { CharacterCount } from '../../ui/fields/character-count.tsx';

// By name, because the page’s file would have every limit if one were picked by a variable.
const lengths = { name: limits.name, phone: limits.phone, email: limits.email, message: limits.message };

const address = '/api/public/messages';

/** The name of the draft: typed text stays in this tab until it is sent. */
const draft = 'message';

interface Failure {
  message: string;
  /** Error messages by field name. */
  fields: Record<string, string>;
}

/** The form of the contact page. The 'Book' link of a package sets the beginning of the message. */
export function ContactForm() {
  const bookedPackage = useWantedPackage();
  const currency = useCurrency();
  return <MessageForm opening={bookedPackage && openingFor(bookedPackage, currency)} />;
}

const openingFor = (bookedPackage: PackageContent, currency: Currency) =>
  `Hello, I would like to book: ${bookedPackage.name} (${[bookedPackage.duration, priceText(bookedPackage, currency)].filter((text) => text !== '').join(', ')}).\n\n`;

/**
 * The message form. Without JavaScript the browser submits it and shows the API's response; with JavaScript the page
 * stays. The fields are uncontrolled, so that text typed before hydration stays.
 * @param opening the beginning of the message, unless something was typed
 */
export function MessageForm({ opening }: { opening?: string | undefined }) {
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [failure, setFailure] = useState<Failure | null>(null);
  const message = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const fields = message.current?.form?.elements;
    for (const [name, text] of Object.entries(draftOf<Record<string, string>>(draft) ?? {})) {
      const field = fields?.namedItem(name);
      // Text that was typed before this script had loaded is newer.
      if (field instanceof HTMLElement && 'value' in field) field.value ||= text;
    }
  }, []);
  useEffect(() => {
    if (opening && message.current && !message.current.value) message.current.value = opening;
  }, [opening]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const form = event.currentTarget;
    setState('sending');
    setFailure(null);
    const newFailure = await send(Object.fromEntries(new FormData(form)));
    setFailure(newFailure);
    setState(newFailure ? 'writing' : 'sent');
    if (!newFailure) dropDraft(draft);
    const [firstWrongField] = Object.keys(newFailure?.fields ?? {});
    if (firstWrongField) form.querySelector<HTMLElement>(`[name="${CSS.escape(firstWrongField)}"]`)?.focus();
  };

  if (state === 'sent') return <Thanks />;
  return (
    <form
      method="post"
      action={address}
      onSubmit={submit}
      onInput={({ currentTarget }) => keepDraft(draft, Object.fromEntries(new FormData(currentTarget)))}
      className="grid gap-5 sm:grid-cols-2"
    >
      <Field name="name" label="Name" wrong={failure} className="sm:col-span-2">
        <Input name="name" wrong={failure} autoComplete="name" />
      </Field>
      <Field name="phone" label="Phone" wrong={failure}>
        <Input name="phone" wrong={failure} type="tel" autoComplete="tel" />
      </Field>
      <Field name="email" label="Email" wrong={failure}>
        <Input name="email" wrong={failure} type="email" autoComplete="email" />
      </Field>
      <Field name="message" label="Message" wrong={failure} className="sm:col-span-2">
        <textarea ref={message} rows={5} className="field min-h-40" {...controlProps('message', failure)} />
      </Field>
      {/* A honeypot field: hidden from people, filled in by bots. */}
      <div aria-hidden="true" className="absolute -left-[9999px]">
        <label htmlFor="message-website">Leave this empty</label>
        <input id="message-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {failure && <FailureNotice message={failure.message} />}
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

/** Replaces the sent form, and takes its focus. */
function Thanks() {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} role="status" tabIndex={-1} className="bg-leaf-wash px-6 py-10 text-leaf-deep md:px-10">
      <p className="font-display text-head">Thank you.</p>
      <p className="mt-3 text-lg">We have your message and will write back to you soon.</p>
    </div>
  );
}

function FailureNotice({ message }: { message: string }) {
  const { email } = useStudio();
  return (
    <p
      role="alert"
      className="border-l-4 border-alert bg-alert-wash px-4 py-3 text-alert [overflow-wrap:anywhere] sm:col-span-2"
    >
      Your message was not sent. {message} Everything you wrote is still here. You can also write to{' '}
      <a href={`mailto:${email}`} className="inline-link">
        <EmailAddress address={email} />
      </a>
      .
    </p>
  );
}

/** Returns the package whose 'Book' link led to this page. */
function useWantedPackage() {
  const { packages } = useContent('sessions');
  const [search] = useSearchParams();
  return packages.find((offer) => offer.slug === search.get('package'));
}

/**
 * Sends the message.
 * @returns the failure, or null once the message is stored
 */
async function send(values: Record<string, FormDataEntryValue>): Promise<Failure | null> {
  let answer: Response;
  try {
    // Repeatable: the API stores the same message only once.
    answer = await patientFetch(address, {
      ...repeatable,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
  } catch {
    return { message: 'The network could not be reached.', fields: {} };
  }
  if (answer.ok) return null;
  // CloudFront's error responses have no JSON body.
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
  ...attributes
}: { name: string; wrong: Failure | null } & InputHTMLAttributes<HTMLInputElement>) {
  return <input {...attributes} {...controlProps(name, wrong)} className="field aria-invalid:border-alert" />;
}

/**
 * A field with its label, character count and error. It has no maxlength, because that would cut pasted text: the
 * count shows the limit, and the API refuses longer text.
 */
function Field({
  name,
  label,
  wrong,
  className = '',
  children,
}: {
  name: 'name' | 'phone' | 'email' | 'message';
  label: string;
  wrong: Failure | null;
  className?: string;
  children: ReactNode;
}) {
  const [text, setText] = useState('');
  return (
    <div
      className={`grid content-start gap-1.5 ${className}`}
      onInput={({ target }) => setText((target as HTMLInputElement).value)}
    >
      <label htmlFor={idOf(name)} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <CharacterCount text={text} limit={lengths[name]} />
      {wrong?.fields[name] && (
        <p dir="auto" id={`${idOf(name)}-wrong`} className="text-sm text-alert">
          {wrong.fields[name]}
        </p>
      )}
    </div>
  );
}
