import { StudioError } from '../../platform/errors.ts';
import { webKey } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { requireFiles } from '../photos/row/views.ts';
import { coverOf, requireLive, toActor } from './live.ts';

/**
 * Returns the photo that previews of a link show to anyone: the session's cover, while the studio wants it there; and
 * the key of the derivative to crop, which is marked where guests get the photo marked. Read anew for each preview, so
 * that it ends with the link, the setting, and the photo's being shown.
 * @throws StudioError NOT_FOUND for every other link, as for one that never was
 */
export async function requirePreview(linkId: string): Promise<{ cover: ReadyPhoto; key: string }> {
  const { link, session } = await requireLive(linkId);
  const isShown = link.shows_cover && link.pin === null;
  const actor = toActor(link, '');
  const cover = isShown ? await coverOf(actor, session) : undefined;
  if (!cover) throw new StudioError('NOT_FOUND');
  return { cover, key: webKey(cover, requireFiles(actor, cover, session)) };
}
