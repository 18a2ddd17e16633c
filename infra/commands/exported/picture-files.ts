import { pictureFiles, picturePath } from '#shared/website/website-pictures.ts';
import type { Row } from './rows.ts';

/** Returns the keys of the photos bucket that a row of the website's library of pictures needs; none while it is not made. */
export function pictureKeys({ id, state, width }: Row): string[] {
  if (state !== 'ready' && state !== 'clearing') return [];
  return pictureFiles(Number(width)).map((file) => picturePath(String(id), file).slice(1));
}

/** Returns the path in an export of a picture's file. */
export const pictureFileOf = (key: string): string => `website/${key}`;
