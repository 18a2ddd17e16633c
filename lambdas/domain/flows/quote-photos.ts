import type { QuotePhotos } from '#shared/contract/quotes.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { readCustomer } from '../customers/repository.ts';
import { canSee } from '../photos/access/access.ts';
import { idsBySession, readPermittedWithSessions } from '../photos/row/reading.ts';
import type { PhotoKey } from '../photos/row/repository.ts';
import { toGalleryPhoto } from '../photos/row/views.ts';
import { requireOwnQuote } from '../quotes/quotes.ts';
import { type QuoteRow, readQuote } from '../quotes/repository.ts';
import { readRoundPhotos } from '../rounds/repository.ts';

/**
 * Returns the photos of a quote that the actor can see now, in the quote's order.
 * @throws StudioError NOT_FOUND
 */
export async function listQuotePhotos(actor: Admin | Client, id: string): Promise<QuotePhotos> {
  const row = actor.kind === 'client' ? await requireOwnQuote(actor, id) : await requireStudioQuote(id);
  const keys = await keysOf(row);
  const visiblePhotos = await readPermittedWithSessions(actor, idsBySession(keys), canSee);
  const byId = new Map(visiblePhotos.map((visiblePhoto) => [visiblePhoto.photo.id, visiblePhoto]));
  return {
    items: keys.flatMap(({ id: photoId }) => {
      const visiblePhoto = byId.get(photoId);
      return visiblePhoto
        ? [{ ...toGalleryPhoto(actor, visiblePhoto.photo, visiblePhoto.session), session_id: visiblePhoto.session.id }]
        : [];
    }),
  };
}

async function requireStudioQuote(id: string): Promise<QuoteRow> {
  const row = await readQuote(id);
  const customer = row && (await readCustomer(row.customer_id));
  if (!row || customer?.status === 'deleted') throw new StudioError('NOT_FOUND');
  return row;
}

async function keysOf({ favorites, selection }: QuoteRow): Promise<PhotoKey[]> {
  if (!selection) return favorites.map(({ session_id, photo_id }) => ({ session_id, id: photo_id }));
  const { session_id, selection_id, round } = selection;
  const photos = await readRoundPhotos({ session_id, id: selection_id }, round);
  return photos.map(({ photo_id }) => ({ session_id, id: photo_id }));
}
