import { derivativeOf, neededKeys, possibleKeys, publicCopies } from './photo-files.ts';
import { pictureKeys } from './picture-files.ts';
import { type AttachmentRow, isAttachment, isPhoto, type PhotoRow, type Row, readRows, rowsFile } from './rows.ts';

/** The objects of the photos bucket that belong to a row. */
export interface RowObjects {
  row: string;
  /** Keys that must exist. */
  needed: string[];
  /** Keys that may exist. */
  possible: string[];
  /** The keys of derivatives, by the keys of their public copies; an export contains only the derivatives. */
  copies: Map<string, string>;
}

export const objectsOfPhoto = (photo: PhotoRow): RowObjects => ({
  row: `${photo.session_id} ${photo.id}`,
  needed: neededKeys(photo),
  possible: possibleKeys(photo),
  copies: new Map(publicCopies(photo).map(({ key, variant }) => [key, derivativeOf(photo, variant)])),
});

export function objectsOfAttachment({ session_id, id, original_key }: AttachmentRow): RowObjects {
  const keys = original_key ? [original_key] : [];
  return { row: `${session_id} ${id}`, needed: keys, possible: keys, copies: new Map() };
}

export const objectsOfPicture = (picture: Row): RowObjects => ({
  row: `picture ${picture.id}`,
  needed: picture.state === 'ready' ? pictureKeys(picture) : [],
  possible: pictureKeys(picture),
  copies: new Map(),
});

/** Yields the objects of an export's rows; rows that are not as the studio writes them are left out. */
export async function* objectsOfRows(folder: string, tables: ('photos' | 'pictures')[]): AsyncGenerator<RowObjects> {
  for (const name of tables) {
    for await (const row of readRows(rowsFile(folder, name))) {
      if (name === 'pictures') yield objectsOfPicture(row);
      else if (isAttachment(row)) yield objectsOfAttachment(row);
      else if (isPhoto(row)) yield objectsOfPhoto(row);
    }
  }
}
