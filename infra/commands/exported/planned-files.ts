import { type Variant, variants } from '#shared/photos/media.ts';
import type { BucketFiles } from './bucket-files.ts';
import { asideFolders, diskName, Paths } from './file-names.ts';
import { allVariants, derivativeAt, formerOf, mediaKeysOf, nameOf, originalOf } from './photo-files.ts';
import { type AttachmentRow, type CustomerRow, type PhotoRow, type SessionRow, sessionOf } from './rows.ts';

/** The rows from which an export's files, tables and pages are made. */
export interface Everything {
  customers: Map<string, CustomerRow>;
  sessions: Map<string, SessionRow>;
  photos: PhotoRow[];
  /** The path of each photo's original in the export, by its key. */
  paths: Map<string, string>;
}

/** An object of the photos bucket, and the path of its file in the export. */
export interface PlannedFile {
  key: string;
  file: string;
  crc32?: string;
}

/** Decides which object is written to which path. Files that an earlier run has fetched keep their paths. */
export function plan(
  { customers, sessions, photos, attachments }: Omit<Everything, 'paths'> & { attachments: AttachmentRow[] },
  files: BucketFiles,
): { plannedFiles: PlannedFile[]; paths: Everything['paths'] } {
  const freePaths = new Paths([...files.entries].map(({ file }) => file));
  const paths: Everything['paths'] = new Map();
  const plannedFiles: PlannedFile[] = [];
  for (const photo of inOrderOfUpload(photos)) {
    const key = originalOf(photo);
    if (!key) continue;
    const folder = folderOf(photo, customers.get(photo.customer_id), sessions.get(photo.session_id));
    const file = files.entry(key)?.file ?? freePaths.take(folder, nameOf(photo), photo.id);
    paths.set(key, file);
    plannedFiles.push({ key, file, ...(photo.crc32 && { crc32: photo.crc32 }) });
    for (const { original_key, crc32, ...version } of formerOf(photo)) {
      const name = nameOf(version);
      const earlierFile =
        files.entry(original_key)?.file ?? freePaths.take(`${folder}/${asideFolders.earlier}`, name, photo.id);
      plannedFiles.push({ key: original_key, file: earlierFile, crc32 });
    }
    if (photo.state !== 'ready') continue;
    for (const version of [photo, ...formerOf(photo)]) {
      for (const media_key of mediaKeysOf(version)) {
        for (const variant of allVariants)
          plannedFiles.push({
            key: derivativeAt(version, media_key, variant),
            file: imageFileAt(version, media_key, variant),
          });
      }
    }
  }
  for (const row of attachments.toSorted((a, b) => compare(a.attached_at, b.attached_at) || compare(a.id, b.id))) {
    const { original_key: key, crc32 } = row;
    if (!key) continue;
    const folder = folderOf(row, customers.get(row.customer_id), sessions.get(sessionOf({ ...row })));
    const file =
      files.entry(key)?.file ?? freePaths.take(`${folder}/${asideFolders.attachments}`, row.file_name, row.id);
    plannedFiles.push({ key, file, ...(crc32 && { crc32 }) });
  }
  return { plannedFiles, paths };
}

/** Returns the photos in the order of their upload, so that later photos never change the names of earlier ones. */
export const inOrderOfUpload = (photos: PhotoRow[]) =>
  photos.toSorted((a, b) => compare(a.uploaded_at, b.uploaded_at) || compare(a.id, b.id));

/** Compares texts by their UTF-16 units, as `toSorted` expects it. */
export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the folder of a photo's or attachment's file in the export. */
export function folderOf(
  photo: Pick<PhotoRow, 'customer_id' | 'session_id' | 'state'>,
  customer: CustomerRow | undefined,
  session: SessionRow | undefined,
): string {
  const customerFolder = customer
    ? `${customer.name} ${customer.customer_id}`
    : `Unknown customer ${photo.customer_id}`;
  const sessionFolder = session
    ? `${session.session_date} ${session.session_name}`
    : `Unknown session ${photo.session_id}`;
  const subfolder = {
    ready: '',
    deleted: `/${asideFolders.deleted}`,
    failed: `/${asideFolders.refused}`,
    pending: `/${asideFolders.refused}`,
  }[photo.state];
  return `photos/${diskName(customerFolder)}/${diskName(sessionFolder)}${subfolder}`;
}

/** Returns the path of a photo's image in the export. */
export const imageFileOf = (photo: PhotoRow, variant: Variant) =>
  imageFileAt(photo, photo.stale_media_key ?? photo.media_key, variant);

const imageFileAt = ({ session_id, id }: PhotoRow, media_key: string, variant: Variant) =>
  `gallery/pictures/${session_id}/${id}-${media_key}-${variants[variant].file}`;
