import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Profile } from './customers.ts';
import { FirstPhotos, MediaAccess } from './photos/photos.ts';
import { QuotePage } from './quotes.ts';
import { Gallery } from './sessions/sessions.ts';

/** POST open, by query: the label of the session whose page is opened, or the client's home. */
export const OpenPage = z.object({
  session: z.string().max(limits.sessionLabel).optional(),
  home: z.literal('true').optional(),
});

/**
 * POST open: everything that the client's first screen needs, in one response, which also sets the media cookies.
 * `first`: the first photos of the only session, or of the first chapter on a session's page. `quotes`: the first page
 * of quotes, for the home only.
 */
export const Opening = z.object({
  profile: Profile,
  media_access: MediaAccess,
  gallery: Gallery,
  first: FirstPhotos,
  quotes: QuotePage.nullable(),
});
export type Opening = z.infer<typeof Opening>;
