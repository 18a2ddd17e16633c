import { MediaAccess } from '#shared/contract/photos.ts';
import { closeMedia, openMedia } from '../http/media-cookies.ts';
import { adminsOnly } from '../http/signed-in.ts';
import { answer, studioApi } from '../http/studio-api.ts';
import { customers } from './customers.ts';
import { photos } from './photos.ts';
import { sessions } from './sessions.ts';

/** What the studio may do: only members of the group `admins` get past the first line. */
export const app = studioApi()
  .use(adminsOnly)

  .post('/api/admin/media-access', async (c) => answer(c, MediaAccess, await openMedia(c, c.get('actor'))))
  .delete('/api/admin/media-access', (c) => {
    closeMedia(c);
    return c.body(null, 204);
  })

  .route('/', customers)
  .route('/', sessions)
  .route('/', photos);

/** For the browser's typed calls. */
export type AdminApi = typeof app;
