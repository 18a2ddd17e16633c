import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { xmp } from '#shared/photos/xmp.ts';
import { csv } from '#shared/text/csv.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import { diskName, Paths } from './file-names.ts';
import { originalOf } from './photo-files.ts';
import { type Everything, folderOf, inOrderOfUpload } from './planned-files.ts';
import type { PhotoRow } from './rows.ts';

/** Whether a photo is a favorite or has a note. */
const hasFavoriteOrNote = ({ is_favorite, note }: PhotoRow): boolean => is_favorite === true || !!note;

/**
 * Returns the camera's file name, favorite and note as XMP: a favorite is five stars and a label, the note is the
 * description.
 */
const xmpOf = ({ file_name, is_favorite, note }: PhotoRow): string =>
  xmp({ file_names: [file_name], ...(is_favorite && { rating: 5, label: 'Favorite' }), ...(note && { note }) });

const aboutXmp = `An XMP file for each photo that has a star or a note, called as the camera called the photo.
Of photos with one name, the later ones have letters behind it; each file also names its photo inside (PreservedFileName).

Lightroom, Camera Raw and Bridge read them beside RAW files: copy them into the folder of the raw files (IMG_0001.CR3 and IMG_0001.xmp),
then choose Metadata > Read Metadata from Files. A favorite has five stars and the label Favorite; the note is the caption.

They ignore such files beside JPEGs. For JPEGs, filter by the names in favorites-and-notes.csv, column Camera file.
`;

/** Writes `favorites-and-notes.csv`, and an XMP file for each photo with a favorite or a note. */
export async function writeFavoritesAndNotes(
  folder: string,
  { customers, sessions, photos, paths }: Everything,
): Promise<void> {
  const lines = [
    ['Client', 'Customer ID', 'Session', 'Date', 'File', 'Camera file', 'Favorite', 'Since', 'Note', 'Reply'],
  ];
  const sidecars = new Paths();
  await rm(join(folder, 'xmp'), { recursive: true, force: true });
  for (const photo of inOrderOfUpload(photos)) {
    const file = paths.get(originalOf(photo) ?? '');
    if (!file || !hasFavoriteOrNote(photo)) continue;
    const customer = customers.get(photo.customer_id);
    const session = sessions.get(photo.session_id);
    const sidecarFolder = folderOf(photo, customer, session).replace(/^photos\//, 'xmp/');
    const sidecar = sidecars.take(sidecarFolder, `${splitEnding(diskName(photo.file_name)).stem}.xmp`, photo.id);
    await mkdir(join(folder, sidecarFolder), { recursive: true });
    await writeFile(join(folder, sidecar), xmpOf(photo));
    lines.push([
      customer?.name ?? '',
      customer?.customer_id ?? '',
      session?.session_name ?? '',
      session?.session_date ?? '',
      file,
      photo.file_name,
      photo.is_favorite ? 'yes' : '',
      photo.favorited_at ?? '',
      photo.note ?? '',
      photo.reply ?? '',
    ]);
  }
  if (lines.length > 1) await writeFile(join(folder, 'xmp', 'READ ME.txt'), aboutXmp);
  await writeFile(join(folder, 'favorites-and-notes.csv'), csv(lines));
}
