import { xmp } from '#shared/photos/xmp.ts';
import type { PhotoRow } from './rows.ts';

/** Whether a photo is a favorite or has a note. */
export const hasFavoriteOrNote = ({ is_favorite, note }: PhotoRow): boolean => is_favorite === true || !!note;

/**
 * Returns the camera's file name, favorite and note as XMP: a favorite is five stars and a label, the note is the
 * description.
 */
export const xmpOf = ({ file_name, is_favorite, note }: PhotoRow): string =>
  xmp({ file_names: [file_name], ...(is_favorite && { rating: 5, label: 'Favorite' }), ...(note && { note }) });
