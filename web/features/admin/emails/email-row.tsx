import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SentEmail } from '#shared/contract/emails.ts';
import { messageOf } from '#shared/errors.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { emailsQuery, resendEmail } from './api.ts';
import { EmailDialog } from './email-dialog.tsx';
import { emailKinds, emailTroubles, stateOf } from './labels.ts';

/** Moves the focus to the text that replaces the button. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/**
 * An email in a list; its kind opens the text. An email that was not delivered can be sent again.
 * @param isOfAll whether the list has emails of several customers: each name leads to its customer then
 */
export function EmailRow({ email, isOfAll = false }: { email: SentEmail; isOfAll?: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [resent, setResent] = useState<string>();
  const { label, tone } = stateOf(email);
  const to = email.to ?? 'the studio';
  const resend = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { state } = await resendEmail(email.id);
      setResent(state === 'sent' ? 'Sent.' : 'On its way again.');
      void queries.invalidateQueries({ queryKey: emailsQuery.queryKey, refetchType: 'none' });
    } catch (error) {
      setFailure(`This was not sent again. ${messageOf(error)}`);
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-1 basis-80">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm font-semibold tracking-normal">
          <button
            type="button"
            className="min-h-6 text-left hover:underline"
            aria-label={`Read: ${emailKinds[email.kind]} to ${to}`}
            onClick={() => setOpen(true)}
          >
            {emailKinds[email.kind]}
          </button>
          {resent === undefined && <Badge tone={tone}>{label}</Badge>}
        </h3>
        {email.subject && (
          <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
            {email.subject}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute [overflow-wrap:anywhere]">
          <span>
            To {to}
            {email.name && (
              <>
                , {email.to ? '' : 'about '}
                {isOfAll && email.customer_id ? (
                  <Link to={`/admin/customer/${email.customer_id}/edit`} className="inline-link">
                    <bdi>{email.name}</bdi>
                  </Link>
                ) : (
                  <bdi>{email.name}</bdi>
                )}
              </>
            )}
          </span>
          <time dateTime={email.at}>{timeOf(email.at)}</time>
        </p>
        {email.trouble && resent === undefined && (
          <p className="mt-2 max-w-prose text-sm">
            {emailTroubles[email.trouble]}
            {email.reason && (
              <span dir="auto" className="mt-1 block text-xs text-mute [overflow-wrap:anywhere]">
                {email.reason}
              </span>
            )}
          </p>
        )}
      </div>
      {resent !== undefined ? (
        <p role="status" tabIndex={-1} ref={takeFocus} className="text-sm text-leaf-deep outline-none">
          {resent}
        </p>
      ) : (
        email.may_resend && (
          <Button
            look="secondary"
            busy={busy}
            onClick={resend}
            aria-label={`Send again: ${emailKinds[email.kind]} to ${to}`}
          >
            Send again
          </Button>
        )
      )}
      {failure && (
        <div className="basis-full">
          <Notice tone="error">{failure}</Notice>
        </div>
      )}
      {isOpen && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </li>
  );
}
