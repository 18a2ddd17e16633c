import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { EditMessage, Message } from '#shared/contract/messages.ts';
import { messageOf } from '#shared/errors.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useStudio } from '../../../ui/content.tsx';
import { ChevronRight } from '../../../ui/icons.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { attentionQuery } from '../dashboard/api.ts';
import { mailto } from '../mailto.ts';
import { NewOffer } from '../offers/new-offer.tsx';
import { replaceItem } from '../paged-list.tsx';
import { editMessage, messagesQuery } from './api.ts';

/** A message as one line that expands; expanding it sets `is_read`. */
export function MessageRow({ message }: { message: Message }) {
  const [open, setOpen] = useState(false);
  const body = useId();
  const { changeMessage, failure } = useMessageChanges(message);

  return (
    <li className="border-b border-line">
      <h2 className="font-sans text-sm">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => {
            setOpen(!open);
            if (!open && !message.is_read) changeMessage({ is_read: true });
          }}
          className="grid min-h-14 w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-left tracking-normal hover:bg-paper md:grid-cols-[1rem_13rem_minmax(0,1fr)_auto]"
        >
          <ChevronRight className={`size-4 text-mute transition-transform ${open ? 'rotate-90' : ''}`} />
          <span dir="auto" className={`truncate ${message.is_read ? '' : 'font-semibold'}`}>
            {message.name}
          </span>
          <span dir="auto" className="truncate text-mute max-md:order-last max-md:col-span-2 max-md:col-start-2">
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
        <MessageBody
          message={message}
          failure={failure}
          onChange={changeMessage}
          onUnread={() => {
            setOpen(false);
            changeMessage({ is_read: false });
          }}
        />
      </div>
    </li>
  );
}

/** Returns the function that sets whether a message is read or answered, and why its last call failed. */
function useMessageChanges(message: Message) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  // Writes run one after the other, so that the last click wins.
  const lastWrite = useRef(Promise.resolve());
  const changeMessage = (change: EditMessage) => {
    lastWrite.current = lastWrite.current.then(() => store(change));
  };

  async function store(change: EditMessage) {
    setFailure(undefined);
    try {
      replaceItem(queries, messagesQuery.queryKey, await editMessage(message.id, change));
    } catch (error) {
      setFailure(`This was not saved. ${messageOf(error)}`);
    }
    void queries.invalidateQueries({ queryKey: attentionQuery.queryKey });
  }

  return { changeMessage, failure };
}

/** The sender's addresses, the text, and the buttons that answer. */
function MessageBody({
  message,
  failure,
  onChange,
  onUnread,
}: {
  message: Message;
  failure: string | undefined;
  onChange: (change: EditMessage) => void;
  onUnread: () => void;
}) {
  const { name: studio } = useStudio();
  return (
    <>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-mute">
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {message.email}
        </span>
        <span>{message.phone}</span>
        <time dateTime={message.created_at}>{timeOf(message.created_at)}</time>
        {message.answered_at && <span>Answered {timeOf(message.answered_at)}</span>}
      </p>
      <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {message.message}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <a
          href={replyTo(message, studio)}
          className="inline-flex min-h-11 items-center rounded-full border border-transparent bg-leaf px-5 text-sm font-semibold text-white transition-colors duration-200 hover:bg-leaf-deep"
        >
          Reply by email
        </a>
        <Button look="secondary" onClick={() => onChange({ is_answered: message.answered_at === null })}>
          {message.answered_at ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
        <ButtonLink
          look="secondary"
          to="/admin/customers?new"
          state={{ prefill: { name: message.name, email: message.email, phone: message.phone } }}
        >
          Create customer from this message
        </ButtonLink>
        <NewOffer source={{ message_id: message.id }} of={`from the message of ${message.name}`} />
        <Button look="quiet" className="px-0!" onClick={onUnread}>
          Mark as unread
        </Button>
      </div>
      {failure && (
        <div className="mt-4">
          <Notice tone="error">{failure}</Notice>
        </div>
      )}
    </>
  );
}

/** Largest number of characters of the message to quote; some mail programs ignore longer `mailto:` links. */
const quotedCharacters = 500;

function replyTo({ name, email, message }: Message, studio: string): string {
  const quoted = message.length > quotedCharacters ? `${message.slice(0, quotedCharacters)} …` : message;
  const body = `Hello ${name},\r\n\r\n\r\n\r\n${quoted
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')}`;
  return `${mailto(email)}?subject=${encodeURIComponent(`Your message to ${studio}`)}&body=${encodeURIComponent(body.toWellFormed())}`;
}
