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

/**
 * Confirms the profile's contact address by an emailed code; until then no emails go there. A sent code survives a
 * reload.
 */
export function ConfirmContact({ profile, onConfirmed }: { profile: Profile; onConfirmed: (now: Profile) => void }) {
  const { email, emails_to } = profile;
  const [sentCode, setSent] = useState(() => {
    const storedCode = draftOf<SentCode>(draft) as SentCode | null;
    return storedCode?.email === email ? storedCode : null;
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
          {sentCode ? 'Check your email' : `Confirm ${email}`}
        </h2>
        <p className="mt-1 text-mute [overflow-wrap:anywhere]">
          {sentCode && (
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
      {sentCode ? (
        <CodeForm
          sentAt={sentCode.sentAt}
          sentAgain="A new code is on its way. Only the newest one works."
          action="Confirm"
          busyAction="Confirming..."
          onCheck={async (code) => {
            const { problem, profile: confirmedProfile } = await confirmContact(code);
            if (problem) return problem;
            dropDraft(draft);
            onConfirmed(confirmedProfile);
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
