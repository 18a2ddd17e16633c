import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { downloadPixels } from '#shared/photos/media.ts';
import { slugify } from '#shared/text/session-label.ts';
import { zoneOf } from '#shared/time/capture-clock.ts';
import { clockIn } from '#shared/time/studio-time.ts';
import type { ReadyAttachment } from '../../domain/attachments/repository.ts';
import { readStillAttached, readStillDownloadable } from '../../domain/downloads/access.ts';
import { fileOf, type PhotoFile } from '../../domain/downloads/photo-file.ts';
import type { DownloadRow, Part } from '../../domain/downloads/repository.ts';
import { partKey, planKey } from '../../domain/downloads/withdrawal.ts';
import { inClocks } from '../../domain/photos/order/clocks.ts';
import type { ReadyPhoto } from '../../domain/photos/row/lifecycle.ts';
import { readSession, type SessionRow } from '../../domain/sessions/repository.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { zipNames } from './zip-names.ts';
import { splitIntoZips, zipSize } from './zip-stream.ts';

/** Most bytes of an archive that every file system, browser and unzip program supports. */
const zipLimit = 2_000_000_000;

const Entry = z.object({
  name: z.string(),
  size: z.number(),
  crc32: z.number(),
  modified: z.string(),
  key: z.string(),
});
const Plan = z.array(z.array(Entry));
/** A photo or an attachment in an archive; `key` is the S3 key of its file. */
export type PlannedEntry = z.infer<typeof Entry>;

/** The error when the client may no longer download every photo of a download. */
export class OutdatedDownloadError extends Error {
  override name = 'OutdatedDownloadError';
}

/** The error when photos of a download have no file in its size yet. */
export class FilesMissingError extends Error {
  override name = 'FilesMissingError';
  readonly photos: ReadyPhoto[];

  constructor(photos: ReadyPhoto[]) {
    super(`${photos.length} photos of a download have no file in its size yet.`);
    this.photos = photos;
  }
}

/**
 * Decides once which photo goes into which archive, and stores the plan beside the archives, because a later run must
 * write the same bytes.
 * @throws OutdatedDownloadError, FilesMissingError
 */
export async function makePlan(row: DownloadRow): Promise<{ plan: PlannedEntry[][]; parts: Part[] }> {
  const { title, photo_size, kind, session_id } = row;
  const [downloadablePhotos, attachments] = await Promise.all([readStillDownloadable(row), readStillAttached(row)]);
  const photos = downloadablePhotos.map(({ photo }) => photo);
  if (photos.length < Object.values(row.photos).flat().length || attachments.length < row.attachments.length) {
    throw new OutdatedDownloadError();
  }
  const missingPhotos = downloadablePhotos
    .filter(({ photo, files }) => !fileOf(photo, photo_size, files))
    .map(({ photo }) => photo);
  if (missingPhotos.length > 0) throw new FilesMissingError(missingPhotos);
  const files = downloadablePhotos.map((downloadable) => fileOf(downloadable.photo, photo_size, downloadable.files)!);
  const session = kind === 'session' && session_id !== null ? await readSession(session_id) : undefined;
  const paths = namesOf(session, photos, files, attachments);
  const entryOf = (file: Omit<PhotoFile, 'file_name'>, name: string, modified: string): PlannedEntry => ({
    name,
    size: file.size,
    crc32: Buffer.from(file.crc32, 'base64').readUInt32BE(),
    modified,
    key: file.key,
  });
  const entries = [
    ...files.map((file, index) => entryOf(file, paths.photos[index]!, clockOf(downloadablePhotos[index]!))),
    ...attachments.map((attachment, index) =>
      entryOf(
        { ...attachment, key: attachment.original_key },
        paths.attachments[index]!,
        clockIn(Date.parse(attachment.attached_at), zoneOf(session ?? {})),
      ),
    ),
  ];
  const plan = splitIntoZips(entries, zipLimit);
  const attachmentKeys = new Set(attachments.map((attachment) => attachment.original_key));
  await s3().send(
    new PutObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: planKey(row),
      Body: JSON.stringify(plan),
      ContentType: 'application/json',
    }),
  );
  const stem = [slugify(title) || 'photos', ...(photo_size === 'original' ? [] : [downloadPixels[photo_size]])].join(
    '-',
  );
  const parts = plan.map((zip, index) => ({
    key: partKey(row, index + 1),
    file_name: plan.length > 1 ? `${stem}-${index + 1}-of-${plan.length}.zip` : `${stem}.zip`,
    size: zipSize(zip),
    photos_count: zip.filter(({ key }) => !attachmentKeys.has(key)).length,
    attachments_count: zip.filter(({ key }) => attachmentKeys.has(key)).length,
  }));
  return { plan, parts };
}

/** The archive's folder of attachments. */
const attachmentsFolder = 'Files';

/** Returns the paths of a download's files: each chapter's photos have a folder, and the attachments have one. */
function namesOf(
  session: SessionRow | undefined,
  photos: ReadyPhoto[],
  files: PhotoFile[],
  attachments: ReadyAttachment[],
): { photos: string[]; attachments: string[] } {
  const chapters = session?.chapters ?? [];
  const folderNames = zipNames([
    ...chapters.map(({ name }) => name),
    ...(attachments.length > 0 ? [attachmentsFolder] : []),
  ]);
  const folders = new Map(chapters.map(({ id }, index) => [id, `${folderNames[index]!}/`]));
  const folderOf = ({ chapter_id = '' }: ReadyPhoto) => folders.get(chapter_id) ?? '';
  const names = new Map<PhotoFile, string>();
  // Names are unique within a folder. Files outside the folders may not have the name of a folder either.
  for (const [folder, indexes] of Map.groupBy(files.keys(), (index) => folderOf(photos[index]!))) {
    const takenNames = folder === '' ? folderNames : [];
    const namesInFolder = zipNames([...takenNames, ...indexes.map((index) => files[index]!.file_name)]).slice(
      takenNames.length,
    );
    for (const [position, index] of indexes.entries()) names.set(files[index]!, `${folder}${namesInFolder[position]!}`);
  }
  const folder = folderNames.at(-1);
  return {
    photos: files.map((file) => names.get(file)!),
    attachments: zipNames(attachments.map(({ file_name }) => file_name)).map((name) => `${folder}/${name}`),
  };
}

/** Returns the plan that an earlier run of this download has stored. */
export async function readPlan(row: DownloadRow): Promise<PlannedEntry[][]> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: planKey(row) }));
  return Plan.parse(JSON.parse((await Body?.transformToString()) ?? ''));
}

/** Returns when a photo was taken, or else uploaded, by its session's clocks, as `YYYY-MM-DDTHH:MM:SS`. */
function clockOf({ photo, session }: { photo: ReadyPhoto; session: SessionRow }): string {
  const { captured_at, uploaded_at } = inClocks(photo, session);
  return clockIn(Date.parse(captured_at ?? uploaded_at), zoneOf(session));
}
