import * as z from 'zod';
import { foundPerKind } from '#shared/found-per-kind.ts';
import { limits } from '#shared/limits.ts';
import { CalendarDate, Id, required } from './fields.ts';
import { studioPageOf } from './paging.ts';
import { GalleryPhoto, Thumb } from './photos/photos.ts';
import { SessionState } from './sessions/session-state.ts';

/** A session as the studio's search has it; its customer's name is in the directory of customers. */
export const SessionName = z.object({
  id: Id,
  customer_id: Id,
  session_label: z.string(),
  session_name: z.string(),
  session_date: CalendarDate,
});
export type SessionName = z.infer<typeof SessionName>;

/** GET session-names: all sessions that are not in the trash, newest first. */
export const SessionNames = studioPageOf(SessionName);
export type SessionNames = z.infer<typeof SessionNames>;

/** POST session-states: where sessions stand; the found ones, as far as they are on the screen. */
export const AskSessionStates = z.strictObject({ session_ids: z.array(Id).min(1).max(foundPerKind) });

/** The states of the sessions that exist and are not in the trash. */
export const SessionStates = z.object({ items: z.array(z.object({ id: Id, state: SessionState })) });

/** POST found-files: the number or the name of a file, or how one of them begins; in a body, so that no log has it. */
export const FindFiles = z.strictObject({ name: required('A file name', limits.fileName) });

/** Where a found file is. */
const Place = { session_id: Id, session_name: z.string(), customer_name: z.string() };

/**
 * Photos and attachments with this number or name, of sessions that are not in the trash; the newest of one number
 * first. `is_more`: whether there are further ones.
 */
export const FoundFiles = z.object({
  photos: z.array(Thumb.extend({ focus: GalleryPhoto.shape.focus, ...Place })),
  attachments: z.array(z.object({ id: Id, file_name: z.string(), ...Place })),
  is_more: z.boolean(),
});
export type FoundFiles = z.infer<typeof FoundFiles>;
