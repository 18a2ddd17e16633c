import type { GalleryPhoto } from '#shared/contract/photos.ts';

/** A photo as in a response of the client API. */
export const galleryPhoto = (id: string): GalleryPhoto => ({
  id,
  file_name: `${id}.jpg`,
  media_path: `/media/customer/session/${id}`,
  width: 3000,
  height: 2000,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  is_favorite: false,
  note: '',
  reply: '',
  downloadable: true,
  focus: null,
  stage: null,
  before: null,
});
