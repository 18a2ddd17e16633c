import { type PhotoType, photoTypes } from '../limits.ts';
import { splitEnding } from './split-ending.ts';

interface Named {
  /** The name of the photo's first version. */
  file_name: string;
  /** The name of the file that replaced it, which may be of another type. */
  version_name?: string | undefined;
  /** The type of the bytes, whatever the names state. */
  content_type: PhotoType;
}

/**
 * Returns the name with which a photo's original is downloaded: its first name, with an ending that fits the type of
 * its bytes. Programs open a file by its ending.
 */
export function originalName({ file_name, version_name, content_type }: Named): string {
  const { stem } = splitEnding(file_name);
  const { ending } = splitEnding(version_name ?? file_name);
  const endings: readonly string[] = photoTypes[content_type];
  return stem + (endings.includes(ending.slice(1).toLowerCase()) ? ending : `.${endings[0]}`);
}
