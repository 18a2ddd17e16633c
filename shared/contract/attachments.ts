import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id, Instant } from './fields.ts';

/** A file of a session that is no photo, as its client sees it: to download, never to show. */
export const Attachment = z.object({ id: Id, file_name: z.string(), size: z.number().int() });
export type Attachment = z.infer<typeof Attachment>;

/** GET attachments by a client or a guest, ordered by name; empty for those who may not download originals. */
export const Attachments = z.object({ items: z.array(Attachment) });
export type Attachments = z.infer<typeof Attachments>;

/**
 * An attachment as the studio sees it. `pending`: its file has not arrived, or is being stored. `failed`: it was not
 * stored, for the `reason`.
 */
const StudioAttachment = Attachment.extend({
  state: z.enum(['pending', 'failed', 'ready']),
  reason: z.string().nullable(),
  attached_at: Instant,
});
export type StudioAttachment = z.infer<typeof StudioAttachment>;

/** An attachment in the trash; restorable for 30 days from `deleted_at`. */
const TrashedAttachment = Attachment.extend({ deleted_at: Instant });
export type TrashedAttachment = z.infer<typeof TrashedAttachment>;

/** GET attachments by the studio; `trash` has the most recently deleted first. */
export const StudioAttachments = z.object({ items: z.array(StudioAttachment), trash: z.array(TrashedAttachment) });
export type StudioAttachments = z.infer<typeof StudioAttachments>;

/** POST attachments/uploads: answers with a ticket for each file, whose `photo_id` is the attachment's id. */
export const RequestAttachmentTickets = z.object({
  files: z
    .array(
      z.object({
        file_name: z.string().min(1).max(limits.fileName),
        size: z.number().int().nonnegative(),
        sha256: z.base64().length(44),
      }),
    )
    .min(1)
    .max(limits.ticketsPerRequest),
});
export type RequestAttachmentTickets = z.infer<typeof RequestAttachmentTickets>;

/** POST attachments/trash and attachments/restore. */
export const SomeAttachments = z.strictObject({ attachment_ids: z.array(Id).min(1).max(limits.attachmentsPerEdit) });
