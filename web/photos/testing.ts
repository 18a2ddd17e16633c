import type { GalleryPhoto } from '#shared/contract/photos.ts';

/** A photo as the client's API answers it, for tests to change. */
export const galleryPhoto = (id: string): GalleryPhoto => ({
  id,
  file_name: `${id}.jpg`,
  media_key: id,
  width: 3000,
  height: 2000,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  is_favorite: false,
  note: '',
  downloadable: true,
});
