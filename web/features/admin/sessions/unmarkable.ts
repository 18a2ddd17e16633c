import type { Unmarkable } from '#shared/contract/photos.ts';

/** Why a photo stays hidden from clients while its session has this watermark, and what to do. */
export const unmarkableReasons: Record<Unmarkable, string> = {
  small:
    'Clients don’t see this photo: it is too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace the photo by a larger file.',
  faint:
    'Clients don’t see this photo: the watermark changes too little of it to be seen. Choose more letters or a higher opacity under “Change watermark”.',
};

/** The same in the line below a photo. */
export const unmarkableWords: Record<Unmarkable, string> = {
  small: 'Hidden: too small for the watermark',
  faint: 'Hidden: watermark not seen',
};
