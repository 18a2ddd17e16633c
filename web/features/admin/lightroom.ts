import type { StudioPhoto } from '#shared/contract/photos.ts';

/** The client's favorites, for the program in which the photographer goes on working. */

/**
 * File names as Lightroom's text filter takes them ('Filename' 'Contains'): one line, commas between, without endings,
 * because the raw file that belongs to IMG_1.jpg is called otherwise.
 */
export const forLightroom = (photos: Pick<StudioPhoto, 'file_name'>[]): string =>
  [...new Set(photos.map(({ file_name }) => file_name.replace(/(?!^)\.[^.]*$/, '')))].join(', ');

/** A table for any spreadsheet program: UTF-8 with a mark that says so, and no cell that would be taken for a formula. */
export function asCsv(photos: Pick<StudioPhoto, 'file_name' | 'note' | 'captured_at' | 'is_approved'>[]): string {
  const rows = photos.map((photo) => [
    photo.file_name,
    photo.note,
    photo.captured_at ?? '',
    photo.is_approved ? 'yes' : 'no',
  ]);
  return `\ufeff${[['File name', 'Note', 'Captured', 'Visible to the client'], ...rows].map(line).join('\r\n')}\r\n`;
}

const line = (cells: string[]) => cells.map(cell).join(',');

/** Programs calculate what begins with one of these characters; an apostrophe before it keeps it text. */
function cell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
