import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { LoadMore } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { messagesQuery } from './api.ts';
import { MessageRow } from './message-row.tsx';
import { MessageViews } from './message-views.tsx';

/** The screen 'Messages' from the contact form, newest first. */
export function Component() {
  const messages = useInfiniteQuery(messagesQuery);
  const items = itemsOf(messages.data);
  return (
    <Screen title="Messages">
      <MessageViews current="messages" />
      <QueryStatus
        query={messages}
        lines={4}
        loading="Loading messages..."
        failed="The messages could not be loaded."
      />
      <DamagedRows pages={messages.data?.pages} list="messages" />
      {messages.data && isEmptyList(messages.data.pages) && (
        <Empty
          action={
            <ButtonLink look="secondary" to="/contact">
              Open the contact page
            </ButtonLink>
          }
        >
          No messages yet. What people write on the contact page arrives here.
        </Empty>
      )}
      <ul className="mt-4">
        {items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      <LoadMore list={messages} />
    </Screen>
  );
}
