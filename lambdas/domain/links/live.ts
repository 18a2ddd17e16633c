import type { DownloadSize, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import type { Guest } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { canDownload, canSee } from '../photos/access/access.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readPage } from '../photos/row/reading.ts';
import { readPhoto } from '../photos/row/repository.ts';
import { requireFiles, viewOf } from '../photos/row/views.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { type LinkRow, type ReactionRow, readLink } from './repository.ts';

/** Reads links that open their session now, and the photos that they show to guests. */

export interface Live {
  link: LinkRow;
  session: SessionRow;
}

/**
 * Returns a link that opens its session now, and that session.
 * @throws StudioError NOT_FOUND as `requireOpenLink`; GALLERY_ENDED after the session's last day
 */
export async function requireLive(linkId: string): Promise<Live> {
  const live = await requireOpenLink(linkId);
  if (hasEnded(live.session)) throw new StudioError('GALLERY_ENDED');
  return live;
}

/**
 * Returns a link that is open, and its session, whose gallery may have ended.
 * @throws StudioError NOT_FOUND for a link that is wrong, ended, revoked, or of a deleted session, and for a client's
 * link after the studio has withdrawn their right to share
 */
export async function requireOpenLink(linkId: string): Promise<Live> {
  const link = await readLink(linkId);
  if (!link || link.is_revoked || link.ends_at <= new Date().toISOString()) throw new StudioError('NOT_FOUND');
  const session = await readSession(link.session_id);
  if (!session || (link.made_by === 'client' && !session.client_may_share)) throw new StudioError('NOT_FOUND');
  return { link, session };
}

const sizesByDownload: Record<LinkRow['download'], DownloadSize[]> = {
  none: [],
  web: ['web'],
  original: ['web', 'original'],
};

/** Returns the guest with this id as an actor, with the download sizes that the link allows. */
export const toActor = (link: LinkRow, id: string): Guest => ({
  kind: 'guest',
  id,
  link_id: link.id,
  session_id: link.session_id,
  made_by: link.made_by,
  download_sizes: sizesByDownload[link.download],
});

/** Returns the session's chosen cover if guests may see it. */
export async function chosenCover(actor: Guest, session: SessionRow): Promise<ReadyPhoto | undefined> {
  if (session.cover_id === null) return undefined;
  const photo = await readPhoto({ session_id: session.id, id: session.cover_id });
  return photo && canSee(actor, photo, session) ? photo : undefined;
}

/** Returns the chosen cover, or else the first photo that guests see. */
export const coverOf = async (actor: Guest, session: SessionRow): Promise<ReadyPhoto | undefined> =>
  (await chosenCover(actor, session)) ?? (await readPage(actor, session, undefined, { size: 1 })).photos[0];

/**
 * Returns a photo's response for a guest: with the guest's pick and note, and without everything that the client and
 * the studio have written.
 */
export const toGuestPhoto = (
  actor: Guest,
  photo: ReadyPhoto,
  session: SessionRow,
  reaction?: Pick<ReactionRow, 'is_picked' | 'note'>,
): GalleryPhoto => ({
  ...viewOf(photo, requireFiles(actor, photo, session)),
  is_favorite: reaction?.is_picked ?? false,
  note: reaction?.note ?? '',
  reply: '',
  downloadable: canDownload(actor, photo, session, actor.download_sizes),
});
