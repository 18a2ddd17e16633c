import type { EmailPreview } from '#shared/contract/emails.ts';
import type { PreviewAnnouncement } from '#shared/contract/sessions/sessions.ts';
import { OutdatedEmailError } from '../domain/emails/outbox.ts';
import { requireSession } from '../domain/photos/row/find.ts';
import { nextRound } from '../domain/sessions/announcement-writes.ts';
import { isBeingMarked, requireFieldsOf, requireRecipient } from '../domain/sessions/announcing.ts';
import { readChangedWords } from '../domain/settings/email-words.ts';
import { readPublishedFacts } from '../domain/website/facts.ts';
import type { Admin } from '../platform/auth.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import { readFinishedReady, readGalleryReady } from './announcement-facts.ts';
import { nameOfWords, writeEmail } from './emails.ts';
import type { WholeEmail } from './whole-email.ts';

/** Emails as they would be sent now, for the studio to read before. Nothing is sent or stored. */

/**
 * Returns the email that announces a gallery. While the watermark is being put on photos, it is the email as it is sent
 * when the watermark is on all of them.
 * @throws StudioError NOT_FOUND; INVALID for an unknown field or without an address; CHANGED_MEANWHILE with the reason when
 * there is nothing to announce
 */
export async function previewGalleryReady(
  actor: Admin,
  id: string,
  { message }: PreviewAnnouncement,
): Promise<EmailPreview> {
  requireFieldsOf('gallery-ready', message);
  const session = await requireSession(actor, id);
  const { to, greeting: name } = await requireRecipient(session);
  const email = { kind: 'gallery-ready', to, name, session_id: id, message } as const;
  const asMarked = isBeingMarked(session);
  return preview(async () => ({ ...email, ...(await readGalleryReady(email, { asMarked })) }));
}

/**
 * Returns the email that announces finished photos.
 * @throws StudioError NOT_FOUND; INVALID for an unknown field or without an address; CHANGED_MEANWHILE with the reason when
 * there is nothing to announce
 */
export async function previewFinishedReady(
  actor: Admin,
  id: string,
  { message }: PreviewAnnouncement,
): Promise<EmailPreview> {
  requireFieldsOf('finished-ready', message);
  const session = await requireSession(actor, id);
  const { to, greeting: name } = await requireRecipient(session);
  const email = { kind: 'finished-ready', to, name, session_id: id, round: nextRound(session), message } as const;
  return preview(async () => ({ ...email, ...(await readFinishedReady(email)) }));
}

async function preview(read: () => Promise<WholeEmail & { to: string; cover_key: string }>): Promise<EmailPreview> {
  try {
    const [email, studio] = await Promise.all([read(), readPublishedFacts()]);
    const hasCover = email.cover_key !== '';
    const name = nameOfWords(email);
    const words = name && (await readChangedWords(name)).words;
    const { subject, html } = writeEmail(email, { site: env('SITE_ORIGIN'), studio, hasCover, words });
    return { to: email.to, subject, html, cover_path: hasCover ? `/${email.cover_key}` : null };
  } catch (error) {
    if (error instanceof OutdatedEmailError) throw new StudioError('CHANGED_MEANWHILE', error.message);
    throw error;
  }
}
