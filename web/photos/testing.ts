import type { GalleryPhoto, StudioPhoto } from '#shared/contract/photos/photos.ts';

/** Returns a photo as in a response of the client API. */
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

/** Returns a photo as in a response of the admin API. */
export const studioPhoto = (id: string, change: Partial<StudioPhoto> = {}): StudioPhoto => ({
  ...galleryPhoto(id),
  is_approved: true,
  category: null,
  size: 18_400_000,
  uploaded_at: '2025-05-04T12:00:00.000Z',
  captured_at: null,
  stars: 0,
  chapter_id: null,
  is_placed: false,
  stage: 'proof',
  versions: [],
  ...change,
});
