import { pictureFiles, picturePath } from '#shared/website/website-pictures.ts';
import type { Row } from './rows.ts';

/**
 * Returns the keys of the photos bucket that a picture of the website's library needs; none until the picture is made.
 */
export function pictureKeys({ id, state, width }: Row): string[] {
  if (state !== 'ready' && state !== 'clearing') return [];
  return pictureFiles(Number(width)).map((file) => picturePath(String(id), file).slice(1));
}

/** Returns the path of a picture's file in an export. */
export const pictureFileOf = (key: string): string => `website/${key}`;
