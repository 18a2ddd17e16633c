import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id, Instant } from '../fields.ts';
import { studioPageOf } from '../paging.ts';
import { Stage } from './photos.ts';

/**
 * A photo that is not ready: still uploading or processing (`pending`), or rejected by processing with a `reason` for
 * people (`failed`).
 */
export const UnsettledPhoto = z.object({
  id: Id,
  file_name: z.string(),
  state: z.enum(['pending', 'failed']),
  reason: z.string().nullable(),
  /** The time at which the last ticket of a pending photo was requested. */
  uploaded_at: Instant,
  /**
   * The name of the photo that the file is to replace, whose id this is; null for a file that is to become a new photo.
   */
  replaces: z.string().nullable(),
});
export type UnsettledPhoto = z.infer<typeof UnsettledPhoto>;
/**
 * `photos_count`: ready photos in the session. It is read after the items, so that a photo that became ready in between
 * is counted.
 */
export const UnsettledPage = studioPageOf(UnsettledPhoto).extend({ photos_count: z.number().int() });
export type UnsettledPage = z.infer<typeof UnsettledPage>;

/** File metadata that the browser sends to request an upload ticket. `sha256` is base64, as S3 expects it. */
export const TicketRequest = z.object({
  file_name: z.string().min(1).max(limits.fileName),
  content_type: z.string().max(100),
  size: z.number().int().nonnegative(),
  sha256: z.base64().length(44),
  /** The photo of which the file becomes a finished version; without it, the file becomes a photo. */
  replaces: Id.optional(),
  /** The position of the file among the files that were chosen together; its index in the request when omitted. */
  place: z.number().int().nonnegative().max(limits.filesPerBatch).optional(),
});
export type TicketRequest = z.infer<typeof TicketRequest>;

export const RequestTickets = z.object({
  is_approved: z.boolean(),
  downloadable: z.boolean(),
  /** The stage of files that become photos; 'proof' when omitted. */
  stage: Stage.optional(),
  /** `begun_at` from the first tickets of the files that were chosen together; omitted in the first request. */
  begun_at: Instant.optional(),
  files: z.array(TicketRequest).min(1).max(limits.ticketsPerRequest),
});
export type RequestTickets = z.infer<typeof RequestTickets>;

/**
 * The result for one file, in request order. `upload`: PUT the bytes to `url` with exactly these headers; 200 and 412
 * (the same bytes are already stored) are success. `present`: the session already has this file, under the name
 * `file_name`, or the photo to replace has this file already. `trashed`: the file is in the session's trash. `refused`:
 * the file is not accepted, for the reason in `message`.
 */
export const Ticket = z.discriminatedUnion('state', [
  z.object({ state: z.literal('upload'), photo_id: Id, url: z.string(), headers: z.record(z.string(), z.string()) }),
  z.object({ state: z.literal('present'), photo_id: Id, file_name: z.string() }),
  z.object({ state: z.literal('trashed'), photo_id: Id }),
  z.object({ state: z.literal('refused'), message: z.string() }),
]);
export type Ticket = z.infer<typeof Ticket>;
export const Tickets = z.object({
  tickets: z.array(Ticket),
  /**
   * The time from which photos of this upload are ordered by their positions. Send it with the next requests. Only for
   * photos.
   */
  begun_at: Instant.optional(),
});
export type Tickets = z.infer<typeof Tickets>;
