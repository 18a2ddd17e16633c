import * as z from 'zod';
import { CustomerStatus, Profile } from './customers.ts';
import { Instant } from './fields.ts';
import { GalleryPhoto } from './photos.ts';
import { Quote } from './quotes.ts';
import { GallerySession } from './sessions.ts';

/** GET me/data: everything that the studio holds about a client, as far as the client may see it. */
export const OwnData = z.object({
  exported_at: Instant,
  profile: Profile.extend({
    status: CustomerStatus,
    /** The address that Google vouches for, and the one that the client typed where it is another. */
    login_email: z.string().nullable(),
    contact_email: z.string().nullable(),
  }),
  sessions: z.array(
    GallerySession.extend({
      photos: z.array(
        GalleryPhoto.pick({ file_name: true, is_favorite: true, note: true }).extend({ uploaded_at: Instant }),
      ),
    }),
  ),
  quotes: z.array(Quote),
  downloads: z.array(z.object({ title: z.string(), state: z.string(), created_at: Instant, expires_at: Instant })),
});
export type OwnData = z.infer<typeof OwnData>;
