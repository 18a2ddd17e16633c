import * as z from 'zod';
import { serviceSlugs } from '#shared/website/website.ts';
import { Id, Instant } from './fields.ts';
import { TicketRequest } from './photos/photos.ts';

/** POST website/pictures: a file that is to become a picture of the library. */
export const AskPicture = TicketRequest.omit({ replaces: true });
export type AskPicture = z.infer<typeof AskPicture>;

/** PUT the bytes to `url` with exactly these headers; 200 and 412 (the same bytes are already stored) are success. */
export const PictureTicket = z.object({ id: Id, url: z.string(), headers: z.record(z.string(), z.string()) });
export type PictureTicket = z.infer<typeof PictureTicket>;

/** POST website/pictures/featured: a photo of the public gallery that is to become a picture of the library. */
export const TakeFeatured = z.strictObject({
  category: z.enum(serviceSlugs),
  portfolio_key: Id,
});
export type TakeFeatured = z.infer<typeof TakeFeatured>;

const known = { id: Id, name: z.string(), asked_at: Instant };

/** A picture of the library: asked for, made, or not readable for the reason given. */
export const LibraryPicture = z.discriminatedUnion('state', [
  z.object({ ...known, state: z.literal('pending') }),
  z.object({
    ...known,
    state: z.literal('ready'),
    /** Of the largest file, in pixels. */
    width: z.number(),
    height: z.number(),
    color: z.string(),
    /** Percent; where the eye goes. */
    focus: z.tuple([z.number(), z.number()]),
    /** Since when neither the draft nor a kept version shows it; null while one does, and until the next night. */
    unused_since: Instant.nullable(),
  }),
  z.object({ ...known, state: z.literal('failed'), reason: z.string() }),
]);
export type LibraryPicture = z.infer<typeof LibraryPicture>;

/** GET website/pictures, the newest first; `damaged`: ids of rows that can't be read, missing where all can. */
export const Library = z.object({ items: z.array(LibraryPicture), damaged: z.array(z.string()).optional() });
export type Library = z.infer<typeof Library>;
