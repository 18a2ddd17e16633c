import { mediaPath } from '#shared/photos/media.ts';
import { BucketFiles } from './bucket-files.ts';
import { type PhotoRow, readRows, rowsFile } from './rows.ts';

/**
 * Matches a derivative's key in exports of version 0.1.0, which had no folder for each session:
 * `media/{customer}/{media key}/…`.
 */
const firstKey = /^media\/([^/]+)\/([^/]+)\/([^/]+)$/;

/** Opens the files of an export to restore them, each under the key that this version uses. */
export async function readExportedFiles(folder: string): Promise<BucketFiles> {
  const files = await BucketFiles.open(folder);
  if (![...files.entries].some(({ key }) => firstKey.test(key))) return files;
  const paths = new Map<string, string>();
  for await (const photo of readRows<PhotoRow>(rowsFile(folder, 'photos'))) {
    for (const media_key of [photo.media_key, photo.stale_media_key]) {
      if (media_key) paths.set(`${photo.customer_id}/${media_key}`, mediaPath({ ...photo, media_key }).slice(1));
    }
  }
  return BucketFiles.open(folder, (key) => {
    const [, customer, media_key, file] = firstKey.exec(key) ?? [];
    const path = paths.get(`${customer}/${media_key}`);
    return path ? `${path}/${file}` : key;
  });
}
