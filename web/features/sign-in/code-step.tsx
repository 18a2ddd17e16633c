import { type ReactNode, useState } from 'react';
import { confirmCode, requestCode } from '../../lib/auth/code-sign-in.ts';
import { draftOf, dropDraft, keepDraft } from '../../lib/browser/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from '../../ui/fields/code-form.tsx';
import { ChevronLeft } from '../../ui/icons.tsx';
import { SignInPage } from './sign-in-page.tsx';

export interface SentCode {
  email: string;
  /** The name from the registration form; '' on the login page. */
  name: string;
  /** Epoch milliseconds. */
  sentAt: number;
}

/**
 * Returns the code that was sent from this page, and functions that send and end it. The sent code survives a reload.
 */
export function useSentCode(page: string) {
  const draft = `code of ${page}`;
  const [sent, setSent] = useState(() => draftOf<SentCode>(draft) as SentCode | null);
  return {
    sent,
    async send(email: string, name = '') {
      await requestCode(email, name);
      const code = { email, name, sentAt: Date.now() };
      keepDraft(draft, code);
      setSent(code);
    },
    end() {
      dropDraft(draft);
      setSent(null);
    },
  };
}

/**
 * The page 'Check your email', which asks for the code's eight digits. Known and unknown addresses get the same text
 * and the same number of tries.
 */
export function CodeStep({
  code: { sent, send, end },
  onSignedIn,
  children,
}: {
  code: ReturnType<typeof useSentCode>;
  onSignedIn: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const { email, name, sentAt } = sent ?? { email: '', name: '', sentAt: 0 };
  return (
    <SignInPage title="Check your email">
      <div className="-mt-3 flex flex-col gap-5">
        <p className="text-mute [overflow-wrap:anywhere]">
          {name ? 'A code of eight digits is on its way to ' : 'If we know '}
          <span className="text-ink">{email}</span>
          {name ? '.' : ', a code of eight digits is on its way there.'}
        </p>
        {children}
      </div>
      <CodeForm
        sentAt={sentAt}
        sentAgain="If we know this address, a new code is on its way. Only the newest one works."
        action="Sign in"
        busyAction="Signing in..."
        onCheck={async (code) => {
          const problem = await confirmCode(email, code);
          if (problem) return problem;
          await onSignedIn();
          end();
          return undefined;
        }}
        onSendAgain={() => send(email, name)}
      />
      <Button look="quiet" className="-mt-4 self-start px-0!" onClick={end}>
        <ChevronLeft className="size-4" />
        Another way to sign in
      </Button>
    </SignInPage>
  );
}
