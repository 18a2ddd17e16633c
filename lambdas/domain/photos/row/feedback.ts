import { type Key, table } from '../../../platform/table.ts';
import type { ReadyPhoto } from './lifecycle.ts';
import { byId, PhotoKey, photos } from './repository.ts';

/** The photos table, by the indexes that project only keys. */
const keysTable = table(
  'PHOTOS_TABLE',
  {
    key: byId,
    indexes: {
      favorites: ['favorite_of', 'favorited_at'],
      noted: ['noted_of', 'uploaded_at'],
    },
  },
  PhotoKey,
);

/**
 * Returns the keys of a customer's favorites in all sessions, including sessions in the trash. Hidden photos are left
 * out.
 */
export const readFavoriteKeys = (customerId: string) =>
  keysTable.all({ index: 'favorites', partition: customerId, descending: true });

/** Returns the keys of the photos with this client's note in all sessions, including hidden photos. */
export const readNotedKeys = (customerId: string) => keysTable.all({ index: 'noted', partition: customerId });

/**
 * Returns a page of a customer's favorites, newest first. Leaves out photos that the eventually consistent index still
 * lists, but that are no longer favorites.
 */
export async function readFavoritesPage(customerId: string, size: number, from: Key | undefined) {
  const page = { index: 'favorites', partition: customerId, descending: true };
  const { rows: keys, last } = await keysTable.page(page, size, from);
  return { rows: await readInOrder(keys), last };
}

/** Returns a customer's favorites in all sessions, newest first. */
export const readFavorites = async (customerId: string): Promise<ReadyPhoto[]> =>
  readInOrder(await readFavoriteKeys(customerId));

async function readInOrder(keys: PhotoKey[]): Promise<ReadyPhoto[]> {
  const rows = await photos.getMany(keys, { leaveOutDamaged: true });
  return rows.filter((row) => row.state === 'ready');
}
