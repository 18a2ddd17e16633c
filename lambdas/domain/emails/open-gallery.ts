import { type GalleryEnd, hasEnded } from '#shared/sessions/gallery-end.ts';
import { OutdatedEmailError } from './outbox.ts';

/**
 * Checks that an email may lead its client to a gallery.
 * @throws OutdatedEmailError after the gallery's last day
 */
export function requireOpenGallery(session: GalleryEnd): void {
  if (hasEnded(session)) throw new OutdatedEmailError('The gallery has ended. Open it again first.');
}
