import { StudioError } from '../../platform/errors.ts';
import { canSeeSession } from '../photos/access/access.ts';
import { webKey } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { requireFiles } from '../photos/row/views.ts';
import { coverOf, requireOpenLink, toActor } from './live.ts';

/**
 * Returns the cover that previews of a link show to anyone, and the key of the derivative to crop, which is marked if
 * guests get the photo marked. Read for each preview, so that it is no longer shown once the link or the gallery ends,
 * the setting is turned off, or the photo is hidden.
 * @throws StudioError NOT_FOUND for a link without such a preview, and for a missing link
 */
export async function requirePreview(linkId: string): Promise<{ cover: ReadyPhoto; key: string }> {
  const { link, session } = await requireOpenLink(linkId);
  const actor = toActor(link, '');
  const isShown = link.shows_cover && link.pin === null && canSeeSession(actor, session);
  const cover = isShown ? await coverOf(actor, session) : undefined;
  if (!cover) throw new StudioError('NOT_FOUND');
  return { cover, key: webKey(cover, requireFiles(actor, cover, session)) };
}
