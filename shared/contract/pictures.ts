import * as z from 'zod';
import { serviceSlugs } from '#shared/website/website.ts';
import { Id, Instant } from './fields.ts';
import { TicketRequest } from './photos/uploads.ts';

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

const requestFields = { id: Id, name: z.string(), asked_at: Instant };

/** A picture of the library: requested, made, or not readable for the `reason`. */
export const LibraryPicture = z.discriminatedUnion('state', [
  z.object({ ...requestFields, state: z.literal('pending') }),
  z.object({
    ...requestFields,
    state: z.literal('ready'),
    /** Width of the largest file, in pixels. */
    width: z.number(),
    height: z.number(),
    color: z.string(),
    /** Percent of width and height: the point that catches the eye. */
    focus: z.tuple([z.number(), z.number()]),
    /**
     * The time since which neither the draft nor a stored version shows the picture; null while one shows it, and until
     * the next nightly check.
     */
    unused_since: Instant.nullable(),
  }),
  z.object({ ...requestFields, state: z.literal('failed'), reason: z.string() }),
]);
export type LibraryPicture = z.infer<typeof LibraryPicture>;

/** GET website/pictures, newest first; `damaged`: ids of rows that can't be read; missing where all can be read. */
export const Library = z.object({ items: z.array(LibraryPicture), damaged: z.array(z.string()).optional() });
export type Library = z.infer<typeof Library>;
