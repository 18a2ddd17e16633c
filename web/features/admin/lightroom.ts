import type { StudioPhoto } from '#shared/contract/photos.ts';
import { csv } from '#shared/csv.ts';

/** The client's favorites, for the program in which the photographer goes on working. */

/**
 * File names as Lightroom's text filter takes them ('Filename' 'Contains'): one line, commas between, without endings,
 * because the raw file that belongs to IMG_1.jpg is called otherwise.
 */
export const forLightroom = (photos: Pick<StudioPhoto, 'file_name'>[]): string =>
  [...new Set(photos.map(({ file_name }) => file_name.replace(/(?!^)\.[^.]*$/, '')))].join(', ');

/** The favorites as a table, with what the client wrote. */
export const asCsv = (photos: Pick<StudioPhoto, 'file_name' | 'note' | 'captured_at' | 'is_approved'>[]): string =>
  csv([
    ['File name', 'Note', 'Captured', 'Visible to the client'],
    ...photos.map((photo) => [photo.file_name, photo.note, photo.captured_at ?? '', photo.is_approved ? 'yes' : 'no']),
  ]);
