import { CreateMe, EditMe, Profile } from '#shared/contract/customers.ts';
import { MediaAccess } from '#shared/contract/photos.ts';
import { Gallery } from '#shared/contract/sessions.ts';
import { editMe } from '../domain/customers/customers.ts';
import { createMe, findMe } from '../domain/customers/sign-in.ts';
import { listGallery } from '../domain/sessions/sessions.ts';
import { closeMedia, openMedia } from '../http/media-cookies.ts';
import { clientsOnly, loginsOnly } from '../http/signed-in.ts';
import { answer, body, studioApi } from '../http/studio-api.ts';

/** What a signed-in client may ask for; everything is their own. */
export const app = studioApi()
  .use(loginsOnly)

  .get('/api/client/me', async (c) => answer(c, Profile, await findMe(c.get('login'))))
  .post('/api/client/me', body(CreateMe), async (c) => {
    const { profile, created } = await createMe(c.get('login'), c.req.valid('json'));
    return answer(c, Profile, profile, created ? 201 : 200);
  })
  .patch('/api/client/me', clientsOnly, body(EditMe), async (c) =>
    answer(c, Profile, await editMe(c.get('actor'), c.req.valid('json'))),
  )

  .post('/api/client/media-access', clientsOnly, async (c) =>
    answer(c, MediaAccess, await openMedia(c, c.get('actor'))),
  )
  .delete('/api/client/media-access', (c) => {
    closeMedia(c);
    return c.body(null, 204);
  })

  .get('/api/client/sessions', clientsOnly, async (c) =>
    answer(c, Gallery, { items: await listGallery(c.get('actor')) }),
  );

/** For the browser's typed calls. */
export type ClientApi = typeof app;
