import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UndeliveredEmail } from '#shared/contract/emails.ts';
import { messageOf } from '#shared/errors.ts';
import { timeOf } from '../../../lib/dates.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { MessageViews } from '../messages/message-views.tsx';
import { LoadMore, replaceItem } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { emailsQuery, resendEmail } from './api.ts';
import { emailKinds, emailTroubles } from './labels.ts';

/** The screen 'Emails': those of the last 30 days that were not delivered, newest first. */
export function Component() {
  const emails = useInfiniteQuery(emailsQuery);
  const items = itemsOf(emails.data);
  return (
    <Screen title="Emails">
      <MessageViews current="emails" />
      <QueryStatus query={emails} lines={4} loading="Loading emails..." failed="The emails could not be loaded." />
      {emails.data && isEmptyList(emails.data.pages) && (
        <Empty
          action={
            <ButtonLink look="secondary" to="/admin/sessions">
              All sessions
            </ButtonLink>
          }
        >
          Every email of the last 30 days went out. One that is refused or comes back is listed here.
        </Empty>
      )}
      <DamagedRows pages={emails.data?.pages} list="emails" />
      <ul>
        {items.map((email) => (
          <Row key={email.id} email={email} />
        ))}
      </ul>
      <LoadMore list={emails} />
    </Screen>
  );
}

/** Moves the focus to the text that replaces the button. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function Row({ email }: { email: UndeliveredEmail }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const kindLabel = emailKinds[email.kind];
  const resend = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      replaceItem(queries, emailsQuery.queryKey, await resendEmail(email.id));
    } catch (error) {
      setFailure(`This was not sent again. ${messageOf(error)}`);
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm font-semibold tracking-normal">
          {kindLabel}
          {email.state === 'failed' && <Badge tone="red">failed</Badge>}
          {email.state === 'returned' && <Badge tone="yellow">returned</Badge>}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute [overflow-wrap:anywhere]">
          <span>
            To {email.to ?? 'the studio'}
            {email.name && (
              <>
                , {email.to ? '' : 'about '}
                <bdi>{email.name}</bdi>
              </>
            )}
          </span>
          <time dateTime={email.created_at}>{timeOf(email.created_at)}</time>
        </p>
        {email.trouble && (
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
      {email.trouble ? (
        <Button
          look="secondary"
          busy={busy}
          onClick={resend}
          aria-label={`Send again: ${kindLabel} to ${email.to ?? 'the studio'}`}
        >
          Send again
        </Button>
      ) : (
        <p role="status" tabIndex={-1} ref={takeFocus} className="text-sm text-leaf-deep outline-none">
          {email.state === 'sent' ? 'Sent.' : 'On its way again.'}
        </p>
      )}
      {failure && (
        <div className="basis-full">
          <Notice tone="error">{failure}</Notice>
        </div>
      )}
    </li>
  );
}
