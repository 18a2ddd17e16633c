import type { EmailOf } from '../domain/emails/email-kinds.ts';
import { readFinishedFacts, readGalleryFacts } from '../domain/photos/access/announcement.ts';
import { readOpenSelections } from '../domain/selections/open-selections.ts';
import { readChoiceFacts } from '../domain/selections/reading.ts';
import type { FactsOfKind } from './whole-email.ts';

/**
 * Returns the facts of the email that announces a gallery, for its sending and its preview.
 * @param asMarked the photos as the client sees them once the watermark is on all of them
 * @throws OutdatedEmailError when there is nothing to announce, or the client's email address has changed
 */
export async function readGalleryReady(
  email: EmailOf<'gallery-ready'>,
  { asMarked = false } = {},
): Promise<FactsOfKind['gallery-ready']> {
  const facts = await readGalleryFacts(email, { asMarked });
  // Older rows name no session; they were refused above.
  return { ...facts, ...(await readOpenSelections(email.session_id ?? '')) };
}

/**
 * Returns the facts of the email that announces finished photos, for its sending and its preview.
 * @throws OutdatedEmailError when there is nothing to announce, or the client's email address has changed
 */
export async function readFinishedReady(email: EmailOf<'finished-ready'>): Promise<FactsOfKind['finished-ready']> {
  return { ...(await readFinishedFacts(email)), ...(await readChoiceFacts(email.session_id)) };
}
