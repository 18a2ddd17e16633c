import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UndeliveredLetter } from '#shared/contract/letters.ts';
import { timeOf } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { letterKinds, letterTroubles } from './letter-words.ts';
import { MessageViews } from './message-views.tsx';
import { LoadMore, replaceItem } from './paged-list.tsx';
import { lettersQuery, resendLetter } from './queries.ts';
import { Screen } from './screen.tsx';

/** Emails of the last 30 days that were not delivered, newest first. */
export function Component() {
  const letters = useInfiniteQuery(lettersQuery);
  const items = letters.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen title="Letters">
      <MessageViews current="letters" />
      {letters.isPending && <Loading lines={4}>Loading letters...</Loading>}
      {letters.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => letters.refetch()}>
            The letters could not be loaded. {letters.error.message}
          </Notice>
        </div>
      )}
      {letters.data && items.length === 0 && (
        <Empty>Every email of the last 30 days went out. One that is refused or comes back is listed here.</Empty>
      )}
      <ul>
        {items.map((letter) => (
          <Row key={letter.id} letter={letter} />
        ))}
      </ul>
      <LoadMore list={letters} />
    </Screen>
  );
}

/** From the button that stood there. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function Row({ letter }: { letter: UndeliveredLetter }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const what = letterKinds[letter.kind];
  const resend = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      replaceItem(queries, lettersQuery.queryKey, await resendLetter(letter.id));
    } catch (error) {
      setFailure(`This was not sent again. ${error instanceof Error ? error.message : ''}`.trim());
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm font-semibold tracking-normal">
          {what}
          {letter.state === 'failed' && <Badge tone="red">failed</Badge>}
          {letter.state === 'returned' && <Badge tone="yellow">returned</Badge>}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute [overflow-wrap:anywhere]">
          <span>
            To {letter.to ?? 'the studio'}
            {letter.name && `, ${letter.to ? '' : 'about '}${letter.name}`}
          </span>
          <time dateTime={letter.created_at}>{timeOf(letter.created_at)}</time>
        </p>
        {letter.trouble && (
          <p className="mt-2 max-w-prose text-sm">
            {letterTroubles[letter.trouble]}
            {letter.reason && (
              <span className="mt-1 block text-xs text-mute [overflow-wrap:anywhere]">{letter.reason}</span>
            )}
          </p>
        )}
      </div>
      {letter.trouble ? (
        <Button
          look="secondary"
          busy={busy}
          onClick={resend}
          aria-label={`Send again: ${what} to ${letter.to ?? 'the studio'}`}
        >
          Send again
        </Button>
      ) : (
        <p role="status" tabIndex={-1} ref={takeFocus} className="text-sm text-leaf-deep outline-none">
          {letter.state === 'sent' ? 'Sent.' : 'On its way again.'}
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
