import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Profile } from './customers.ts';
import { FirstPhotos, MediaAccess } from './photos.ts';
import { Gallery } from './sessions.ts';

/** POST open, by query: the label of the session whose own page is opened. */
export const OpenPage = z.object({ session: z.string().max(limits.sessionLabel).optional() });

/**
 * POST open: what the client's first screen needs, in one response, which also sets the media cookies. `first`: the
 * first photos of the newest session in the gallery, or of the first chapter on a session's own page.
 */
export const Opening = z.object({
  profile: Profile,
  media_access: MediaAccess,
  gallery: Gallery,
  first: FirstPhotos,
});
export type Opening = z.infer<typeof Opening>;
