import { MediaAccess } from '#shared/contract/photos.ts';
import { Attention } from '#shared/contract/quotes.ts';
import { countUnread } from '../domain/messages/messages.ts';
import { countPending } from '../domain/quotes/quotes.ts';
import { closeMedia, openMedia } from '../http/media-cookies.ts';
import { adminsOnly } from '../http/signed-in.ts';
import { answer, studioApi } from '../http/studio-api.ts';
import { customers } from './customers.ts';
import { letters } from './letters.ts';
import { messages } from './messages.ts';
import { photos } from './photos.ts';
import { quotes } from './quotes.ts';
import { sessions } from './sessions.ts';

/** What the studio may do: only members of the group `admins` get past the first line. */
export const app = studioApi()
  .use(adminsOnly)

  .post('/api/admin/media-access', async (c) => answer(c, MediaAccess, await openMedia(c, c.get('actor'))))
  .delete('/api/admin/media-access', (c) => {
    closeMedia(c);
    return c.body(null, 204);
  })

  .get('/api/admin/attention', async (c) => {
    const [pending_quotes, unread_messages] = await Promise.all([
      countPending(c.get('actor')),
      countUnread(c.get('actor')),
    ]);
    return answer(c, Attention, { pending_quotes, unread_messages });
  })

  .route('/', customers)
  .route('/', sessions)
  .route('/', photos)
  .route('/', quotes)
  .route('/', messages)
  .route('/', letters);

/** For the browser's typed calls. */
export type AdminApi = typeof app;
