import { type PhotoType, photoTypes } from '../limits.ts';
import { splitEnding } from './split-ending.ts';

interface Named {
  /** Of the photo's first version. */
  file_name: string;
  /** Of the file that replaced it, which may be of another type. */
  version_name?: string | undefined;
  /** What the bytes are, whatever the names say. */
  content_type: PhotoType;
}

/**
 * Returns the name under which a photo's original is handed out: its first name, with an ending of the type that its
 * bytes have. Programs open a file by its ending.
 */
export function originalName({ file_name, version_name, content_type }: Named): string {
  const { stem } = splitEnding(file_name);
  const { ending } = splitEnding(version_name ?? file_name);
  const endings: readonly string[] = photoTypes[content_type];
  return stem + (endings.includes(ending.slice(1).toLowerCase()) ? ending : `.${endings[0]}`);
}
