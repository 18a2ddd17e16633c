import * as z from 'zod';
import { Id, Instant } from './fields.ts';

/** POST downloads: the originals of a whole session, or of every favorite; what the studio lets the client download. */
export const RequestDownload = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), session_id: Id }),
  z.strictObject({ kind: z.literal('favorites') }),
]);
export type RequestDownload = z.infer<typeof RequestDownload>;

/** A ZIP archive of at most 2 GB. The link lives for hours and can be continued after a break. */
const DownloadPart = z.object({
  file_name: z.string(),
  size: z.number().int(),
  photos_count: z.number().int(),
  url: z.string(),
});

/**
 * A download: `preparing` until all of its parts lie ready (`prepared_bytes` of `size`; both 0 until it begins), then
 * `ready` until `expires_at`; `failed` with a message for the reader.
 */
export const Download = z.object({
  id: Id,
  kind: z.enum(['session', 'favorites']),
  session_id: Id.nullable(),
  title: z.string(),
  state: z.enum(['preparing', 'ready', 'failed']),
  message: z.string().nullable(),
  photos_count: z.number().int(),
  size: z.number().int(),
  prepared_bytes: z.number().int(),
  parts: z.array(DownloadPart),
  created_at: Instant,
  expires_at: Instant,
});
export type Download = z.infer<typeof Download>;

/** GET downloads: newest first, those that are not over. */
export const Downloads = z.object({ items: z.array(Download) });
export type Downloads = z.infer<typeof Downloads>;
