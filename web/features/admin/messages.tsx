import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { MarkMessage, Message } from '#shared/contract/messages.ts';
import { studio } from '#shared/studio.ts';
import { timeOf } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChevronRight } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { MessageViews } from './message-views.tsx';
import { LoadMore, replaceItem } from './paged-list.tsx';
import { attentionQuery, markMessage, messagesQuery } from './queries.ts';
import { Screen } from './screen.tsx';

/** 'Messages' from the contact form, newest first. */
export function Component() {
  const messages = useInfiniteQuery(messagesQuery);
  const items = messages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen title="Messages">
      <MessageViews current="messages" />
      {messages.isPending && <Loading lines={4}>Loading messages...</Loading>}
      {messages.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => messages.refetch()}>
            The messages could not be loaded. {messages.error.message}
          </Notice>
        </div>
      )}
      {messages.data && items.length === 0 && (
        <Empty>No messages yet. What people write on the contact page arrives here.</Empty>
      )}
      <ul className="mt-4">
        {items.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
      <LoadMore list={messages} />
    </Screen>
  );
}

/** One line that opens to the whole message; opening reads it. */
function Row({ message }: { message: Message }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const body = useId();

  // One after the other: what was asked for last is what counts.
  const marked = useRef(Promise.resolve());
  const mark = (change: MarkMessage) => {
    marked.current = marked.current.then(() => store(change));
  };

  async function store(change: MarkMessage) {
    setFailure(undefined);
    try {
      replaceItem(queries, messagesQuery.queryKey, await markMessage(message.id, change));
    } catch (error) {
      setFailure(`This was not saved. ${error instanceof Error ? error.message : ''}`.trim());
    }
    void queries.invalidateQueries({ queryKey: attentionQuery.queryKey });
  }

  return (
    <li className="border-b border-line">
      <h2 className="font-sans text-sm">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => {
            setOpen(!open);
            if (!open && !message.is_read) mark({ is_read: true });
          }}
          className="grid min-h-14 w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-left tracking-normal hover:bg-paper md:grid-cols-[1rem_13rem_minmax(0,1fr)_auto]"
        >
          <ChevronRight className={`size-4 text-mute transition-transform ${open ? 'rotate-90' : ''}`} />
          <span className={`truncate ${message.is_read ? '' : 'font-semibold'}`}>{message.name}</span>
          <span className="truncate text-mute max-md:order-last max-md:col-span-2 max-md:col-start-2">
            {open ? null : message.message}
          </span>
          <span className="flex items-center gap-3 justify-self-end text-xs text-mute">
            {message.answered_at ? (
              <Badge tone="green">answered</Badge>
            ) : (
              !message.is_read && <Badge tone="yellow">new</Badge>
            )}
            <time dateTime={message.created_at} className="whitespace-nowrap max-sm:hidden">
              {timeOf(message.created_at)}
            </time>
          </span>
        </button>
      </h2>
      <div id={body} hidden={!open} className="pb-6 pl-7">
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-mute">
          <span className="[overflow-wrap:anywhere]">{message.email}</span>
          <span>{message.phone}</span>
          <time dateTime={message.created_at}>{timeOf(message.created_at)}</time>
          {message.answered_at && <span>Answered {timeOf(message.answered_at)}</span>}
        </p>
        <p className="mt-3 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{message.message}</p>
        <div className="mt-5 flex flex-wrap gap-2">
          <a
            href={replyTo(message)}
            className="inline-flex min-h-11 items-center rounded-full bg-leaf px-5 text-sm font-semibold text-white transition-colors duration-200 hover:bg-leaf-deep"
          >
            Reply by email
          </a>
          <Button look="secondary" onClick={() => mark({ is_answered: message.answered_at === null })}>
            {message.answered_at ? 'Mark as not answered' : 'Mark as answered'}
          </Button>
          <ButtonLink
            look="secondary"
            to="/admin/customers?new"
            state={{ prefill: { name: message.name, email: message.email, phone: message.phone } }}
          >
            Create customer from this message
          </ButtonLink>
          <Button
            look="quiet"
            className="px-0!"
            onClick={() => {
              setOpen(false);
              mark({ is_read: false });
            }}
          >
            Mark as unread
          </Button>
        </div>
        {failure && (
          <div className="mt-4">
            <Notice tone="error">{failure}</Notice>
          </div>
        )}
      </div>
    </li>
  );
}

/** What mail programs take of a quoted message; a longer link does nothing in some of them. */
const quotedCharacters = 500;

function replyTo({ name, email, message }: Message): string {
  const quoted = message.length > quotedCharacters ? `${message.slice(0, quotedCharacters)} …` : message;
  const body = `Hello ${name},\r\n\r\n\r\n\r\n${quoted
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')}`;
  // An address may hold characters that end one in a link; the @ must stay.
  const address = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(`Your message to ${studio.name}`)}&body=${encodeURIComponent(body.toWellFormed())}`;
}
