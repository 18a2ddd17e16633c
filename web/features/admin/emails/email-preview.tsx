import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EmailPreview as Shown } from '#shared/contract/emails.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { EmailFrame } from './email-frame.tsx';

/** Milliseconds without a key after which the preview has what was typed. */
const quietTime = 400;

/**
 * An email as its reader sees it, with what is being typed.
 * @param about what the email is about, as a part of a query's key
 * @param typed undefined while it can't be sent, as with a field that is not complete yet; the preview stays as it was
 * @param render has the API render the email
 */
export function EmailPreview<Typed>({
  about,
  typed,
  render,
}: {
  about: string;
  typed: Typed | undefined;
  render: (typed: Typed) => Promise<Shown>;
}) {
  const latest = typed === undefined ? undefined : JSON.stringify(typed);
  const [shown, setShown] = useState(latest);
  useEffect(() => {
    if (latest === undefined) return;
    const timer = setTimeout(() => setShown(latest), quietTime);
    return () => clearTimeout(timer);
  }, [latest]);
  const email = useQuery(
    queryOptions({
      queryKey: ['email-preview', about, shown],
      queryFn: () => render(JSON.parse(shown ?? '')),
      enabled: shown !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
    }),
  );
  if (email.data) return <EmailView email={email.data} />;
  if (shown === undefined) {
    return <p className="text-sm text-mute">The email is shown here when its words have no mistake.</p>;
  }
  return (
    <QueryStatus query={email} lines={6} loading="Preparing the preview..." failed="The email could not be shown." />
  );
}

function EmailView({ email }: { email: Shown }) {
  return (
    <section aria-label="Preview of the email">
      <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-mute">To</dt>
        <dd className="[overflow-wrap:anywhere]">{email.to}</dd>
        <dt className="text-mute">Subject</dt>
        <dd dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {email.subject}
        </dd>
      </dl>
      <EmailFrame html={email.html} coverPath={email.cover_path} />
    </section>
  );
}
