import * as z from 'zod';
import { Instant } from './fields.ts';
import { pageOf } from './paging.ts';

/** What a letter tells of. */
export const LetterKind = z.enum([
  'new-client',
  'account-closed',
  'message-received',
  'quote-submitted',
  'quote-received',
  'quote-approved',
  'quote-rejected',
  'gallery-ready',
  'download-ready',
]);
export type LetterKind = z.infer<typeof LetterKind>;

/**
 * `queued` until the mail service took it (`sent`) or refused it for good (`failed`); `returned` after it was sent: the
 * reader's mailbox refused it, or its reader complained.
 */
export const LetterState = z.enum(['queued', 'sent', 'failed', 'returned']);
export type LetterState = z.infer<typeof LetterState>;

/**
 * `refused` by the mail service; `bounced`: there is no such mailbox; `unavailable`: it is full, or away, for days;
 * `complaint`: its reader called it spam.
 */
export const LetterTrouble = z.enum(['refused', 'bounced', 'unavailable', 'complaint']);
export type LetterTrouble = z.infer<typeof LetterTrouble>;

/** The id of a letter, fit for a path. */
export const LetterId = z.string().regex(/^[\w-]{1,200}$/);

/** A letter of the last 30 days that was not delivered, as the studio sees it. `to` is null for letters to the studio. */
export const UndeliveredLetter = z.object({
  id: LetterId,
  kind: LetterKind,
  /** Of the client, or of whom it tells. */
  name: z.string(),
  to: z.string().nullable(),
  state: LetterState,
  /** Null once it is on its way again. */
  trouble: LetterTrouble.nullable(),
  /** In the mail service's own words. */
  reason: z.string(),
  created_at: Instant,
});
export type UndeliveredLetter = z.infer<typeof UndeliveredLetter>;

/** GET letters, newest first. */
export const LetterPage = pageOf(UndeliveredLetter);
export type LetterPage = z.infer<typeof LetterPage>;
