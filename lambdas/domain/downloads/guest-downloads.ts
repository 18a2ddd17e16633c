import type { GuestDownload, GuestDownloadOptions, RequestGuestDownload } from '#shared/contract/downloads.ts';
import { GuestDownloadSize } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import type { Guest } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { readPermittedAttachments } from '../attachments/attachments.ts';
import { downloadGuard } from '../photos/access/access.ts';
import { readInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { isExpired, prepare, toDownload } from './downloads.ts';
import { attachmentsIn, rowOf } from './new-download.ts';
import { repeatOriginals } from './photo-file.ts';
import { readDownload } from './repository.ts';
import type { Scope } from './scope.ts';

/**
 * Downloads of all photos of a session by guests. All guests of a link share one download for each size. Its row
 * belongs to the session's customer, so that it is withdrawn together with the client's downloads when a photo is
 * hidden or deleted.
 */

/**
 * Seconds for which a guest's download link is valid: as long as signed photos, so that both end at the same time after
 * a link is revoked.
 */
const linkSeconds = limits.guestPictureMinutes * 60;

/**
 * Returns the sizes in which a ZIP contains files for this guest now, without a web size that would only repeat the
 * originals.
 * @throws StudioError NOT_FOUND
 */
export async function listGuestOptions(actor: Guest): Promise<GuestDownloadOptions> {
  const scopeIn = await readGuestScope(actor);
  const sizes = GuestDownloadSize.options.map((size) => {
    const scope = scopeIn(size);
    return { size, photos_count: scope.photos.length, attachments_count: attachmentsIn(scope, size).length };
  });
  const isRepeated = repeatOriginals(scopeIn('web').photos, scopeIn('original').photos);
  return {
    sizes: sizes.filter(
      ({ size, photos_count, attachments_count }) =>
        photos_count + attachments_count > 0 && !(size === 'web' && isRepeated),
    ),
  };
}

/** Returns a function from a size to the photos and attachments that the guest may download in it. */
async function readGuestScope(actor: Guest) {
  const session = await requireSession(actor, actor.session_id);
  const { customer_id, session_name: title, chapters, clocks_id } = session;
  const [allPhotos, attachments] = await Promise.all([readInOrder(session), readPermittedAttachments(actor, session)]);
  return (size: GuestDownloadSize): Scope & { customer_id: string } => {
    const guard = downloadGuard(size);
    const photos = allPhotos.filter((photo): photo is ReadyPhoto => guard(actor, photo, session));
    return { customer_id, title, photos, chapters, attachments, clocks_id };
  };
}

/**
 * Requests ZIP archives of the session's photos that the guest may download in a size.
 * @throws StudioError NOT_FOUND; INVALID when there are no such photos; TOO_MANY
 */
export async function requestGuestDownload(actor: Guest, { photo_size }: RequestGuestDownload): Promise<GuestDownload> {
  const { customer_id, ...scope } = (await readGuestScope(actor))(photo_size);
  if (scope.photos.length + attachmentsIn(scope, photo_size).length === 0)
    throw new StudioError('INVALID', 'There are no photos to download here.');
  const { link_id, made_by, download_sizes } = actor;
  const request = { kind: 'session', session_id: actor.session_id, photo_size } as const;
  const newRow = rowOf(customer_id, request, scope, { id: link_id, made_by, download_sizes });
  return toDownload(await prepare(actor, newRow), linkSeconds);
}

/**
 * Returns a download that guests of this link have requested.
 * @throws StudioError NOT_FOUND, also when the link no longer allows the download's size
 */
export async function readGuestDownload(actor: Guest, id: string): Promise<GuestDownload> {
  const { customer_id } = await requireSession(actor, actor.session_id);
  const row = await readDownload({ customer_id, id });
  const isOfLink = row?.link?.id === actor.link_id && actor.download_sizes.includes(row.photo_size);
  if (!row || !isOfLink || isExpired(row)) throw new StudioError('NOT_FOUND');
  return toDownload(row, linkSeconds);
}
