import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { slugify } from '#shared/contract/sessions.ts';
import { downloadPixels } from '#shared/photos/media.ts';
import { zoneOf } from '#shared/time/capture-clock.ts';
import { clockIn } from '#shared/time/studio-time.ts';
import type { ReadyAttachment } from '../../domain/attachments/repository.ts';
import { readStillAttached, readStillDownloadable } from '../../domain/downloads/downloads.ts';
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

/** Bytes of an archive that every file system, browser and unzip program supports. */
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

/** The client may no longer download every photo of a download. */
export class OutdatedDownloadError extends Error {
  override name = 'OutdatedDownloadError';
}

/** Photos of a download that have no file in its size yet. */
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
  const [open, attachments] = await Promise.all([readStillDownloadable(row), readStillAttached(row)]);
  const photos = open.map(({ photo }) => photo);
  if (photos.length < Object.values(row.photos).flat().length || attachments.length < row.attachments.length) {
    throw new OutdatedDownloadError();
  }
  const missing = open.filter(({ photo, files }) => !fileOf(photo, photo_size, files)).map(({ photo }) => photo);
  if (missing.length > 0) throw new FilesMissingError(missing);
  const files = open.map((one) => fileOf(one.photo, photo_size, one.files)!);
  const session = kind === 'session' && session_id !== null ? await readSession(session_id) : undefined;
  const names = namesOf(session, photos, files, attachments);
  const entryOf = (file: Omit<PhotoFile, 'file_name'>, name: string, modified: string): PlannedEntry => ({
    name,
    size: file.size,
    crc32: Buffer.from(file.crc32, 'base64').readUInt32BE(),
    modified,
    key: file.key,
  });
  const entries = [
    ...files.map((file, index) => entryOf(file, names.photos[index]!, clockOf(open[index]!))),
    ...attachments.map((one, index) =>
      entryOf(
        { ...one, key: one.original_key },
        names.attachments[index]!,
        clockIn(Date.parse(one.attached_at), zoneOf(session ?? {})),
      ),
    ),
  ];
  const plan = splitIntoZips(entries, zipLimit);
  const attached = new Set(attachments.map((one) => one.original_key));
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
    photos_count: zip.filter(({ key }) => !attached.has(key)).length,
    attachments_count: zip.filter(({ key }) => attached.has(key)).length,
  }));
  return { plan, parts };
}

/** The folder of attachments. */
const attachmentsFolder = 'Files';

/** Returns the paths of a download's files: photos of a session's chapters are in folders, and attachments in one. */
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
  // A folder's files are named apart from those of other folders. Those beside the folders are not named like one.
  for (const [folder, indexes] of Map.groupBy(files.keys(), (index) => folderOf(photos[index]!))) {
    const taken = folder === '' ? folderNames : [];
    const inFolder = zipNames([...taken, ...indexes.map((index) => files[index]!.file_name)]).slice(taken.length);
    for (const [at, index] of indexes.entries()) names.set(files[index]!, `${folder}${inFolder[at]!}`);
  }
  const folder = folderNames.at(-1);
  return {
    photos: files.map((file) => names.get(file)!),
    attachments: zipNames(attachments.map(({ file_name }) => file_name)).map((name) => `${folder}/${name}`),
  };
}

export async function readPlan(row: DownloadRow): Promise<PlannedEntry[][]> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: planKey(row) }));
  return Plan.parse(JSON.parse((await Body?.transformToString()) ?? ''));
}

/** Returns when a photo was taken, else uploaded, by its session's clocks, `YYYY-MM-DDTHH:MM:SS`. */
function clockOf({ photo, session }: { photo: ReadyPhoto; session: SessionRow }): string {
  const { captured_at, uploaded_at } = inClocks(photo, session);
  return clockIn(Date.parse(captured_at ?? uploaded_at), zoneOf(session));
}
