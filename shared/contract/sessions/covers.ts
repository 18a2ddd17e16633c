import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id } from '../fields.ts';
import { GalleryPhoto } from '../photos/photos.ts';

/** GET sessions/covers: the ids of the sessions, with commas between them. */
export const SessionCoversQuery = z.object({
  sessions: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(Id).max(limits.coversPerRequest, `Name at most ${limits.coversPerRequest} sessions.`)),
});

/** The photo that stands for a session in the studio's lists, with what its picture needs. */
const SessionCover = z.object({
  session_id: Id,
  photo: GalleryPhoto.pick({
    id: true,
    media_path: true,
    width: true,
    height: true,
    thumbhash: true,
    focus: true,
  }),
});

/** Sessions without photos, and those that are deleted, are left out. */
export const SessionCovers = z.object({ items: z.array(SessionCover) });
export type SessionCovers = z.infer<typeof SessionCovers>;
