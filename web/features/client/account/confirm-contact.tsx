import { useState } from 'react';
import type { Profile } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/fields/code-form.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { confirmContact, emailContactCode } from './api.ts';

const draft = 'contact code';

interface SentCode {
  email: string;
  /** Epoch milliseconds. */
  sentAt: number;
}

/** Confirms the profile's email, which gets no emails yet, by a code sent there. A code that was sent survives a reload. */
export function ConfirmContact({ profile, onConfirmed }: { profile: Profile; onConfirmed: (now: Profile) => void }) {
  const { email, emails_to } = profile;
  const [sent, setSent] = useState(() => {
    const kept = draftOf<SentCode>(draft) as SentCode | null;
    return kept?.email === email ? kept : null;
  });
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  const send = async () => {
    await emailContactCode();
    const code = { email, sentAt: Date.now() };
    keepDraft(draft, code);
    setSent(code);
  };
  const start = async () => {
    setBusy(true);
    setTrouble(undefined);
    await send().catch((error) => setTrouble(messageOf(error)));
    setBusy(false);
  };

  return (
    <section
      aria-labelledby="confirm-contact"
      className="mt-8 flex max-w-xl flex-col gap-5 rounded-md border border-line bg-petal/50 p-5"
    >
      <div>
        <h2 id="confirm-contact" className="font-display text-lg [overflow-wrap:anywhere]">
          {sent ? 'Check your email' : `Confirm ${email}`}
        </h2>
        <p className="mt-1 text-mute [overflow-wrap:anywhere]">
          {sent && (
            <>
              A code of eight digits is on its way to <span className="text-ink">{email}</span>. It works for ten
              minutes.{' '}
            </>
          )}
          {emails_to ? (
            <>
              Until you confirm it, our emails go to <span className="text-ink">{emails_to}</span>.
            </>
          ) : (
            'Until you confirm it, you get no emails from us.'
          )}
        </p>
      </div>
      {sent ? (
        <CodeForm
          sentAt={sent.sentAt}
          sentAgain="A new code is on its way. Only the newest one works."
          action="Confirm"
          busyAction="Confirming..."
          onCheck={async (code) => {
            const { problem, profile: now } = await confirmContact(code);
            if (problem) return problem;
            dropDraft(draft);
            onConfirmed(now);
            return undefined;
          }}
          onSendAgain={send}
        />
      ) : (
        <>
          {trouble && <Notice tone="error">The code was not sent. {trouble}</Notice>}
          <Button look="secondary" className="self-start" busy={busy} onClick={start}>
            {busy ? 'Sending...' : 'Email me a code'}
          </Button>
        </>
      )}
    </section>
  );
}
