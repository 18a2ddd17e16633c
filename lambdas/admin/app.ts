import { CostSoFar } from '#shared/contract/cost.ts';
import { MediaAccess } from '#shared/contract/photos/photos.ts';
import { Attention } from '#shared/contract/quotes.ts';
import { Waiting } from '#shared/contract/waiting.ts';
import { readWaiting } from '../domain/flows/waiting.ts';
import { countUnread } from '../domain/messages/messages.ts';
import { countPending } from '../domain/quotes/quotes.ts';
import { getCostSoFar } from '../domain/sessions/sessions.ts';
import { clearMediaCookies, setMediaCookies } from '../http/media-cookies.ts';
import { adminsOnly } from '../http/signed-in.ts';
import { answer, studioApi } from '../http/studio-api.ts';
import { attachments } from './attachments.ts';
import { clientView } from './client-view.ts';
import { customers } from './customers.ts';
import { emails } from './emails.ts';
import { links } from './links.ts';
import { messages } from './messages.ts';
import { offers } from './offers.ts';
import { photos } from './photos.ts';
import { presets } from './presets.ts';
import { quotes } from './quotes.ts';
import { search } from './search.ts';
import { selections } from './selections.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { templates } from './templates.ts';
import { website } from './website.ts';

/**
 * Routes of the admin area. The first middleware admits members of the groups `admins` and `staff`; the domain refuses to
 * staff what only admins may do (`requireAdmin`).
 */
export const app = studioApi()
  .use(adminsOnly)

  .post('/api/admin/media-access', async (c) => answer(c, MediaAccess, await setMediaCookies(c, c.get('actor'))))
  .delete('/api/admin/media-access', (c) => {
    clearMediaCookies(c);
    return c.body(null, 204);
  })

  .get('/api/admin/attention', async (c) => {
    const [pending_quotes, unread_messages] = await Promise.all([
      countPending(c.get('actor')),
      countUnread(c.get('actor')),
    ]);
    return answer(c, Attention, { pending_quotes, unread_messages });
  })

  .get('/api/admin/waiting', async (c) => answer(c, Waiting, await readWaiting(c.get('actor'))))

  .get('/api/admin/cost', async (c) => answer(c, CostSoFar, await getCostSoFar(c.get('actor'))))

  .route('/', customers)
  .route('/', clientView)
  .route('/', sessions)
  .route('/', links)
  .route('/', selections)
  .route('/', presets)
  .route('/', photos)
  .route('/', attachments)
  .route('/', quotes)
  .route('/', offers)
  .route('/', messages)
  .route('/', emails)
  .route('/', search)
  .route('/', settings)
  .route('/', templates)
  .route('/', website);

/** The routes' types, for the browser's typed client. */
export type AdminApi = typeof app;
