import type { EmailPreview } from '#shared/contract/emails.ts';
import { EmailFrame } from './email-frame.tsx';

/** An email as its reader sees it. */
export function EmailView({ email }: { email: EmailPreview }) {
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
