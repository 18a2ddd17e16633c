import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { slugify } from '#shared/contract/sessions.ts';
import { studio } from '#shared/studio.ts';
import type { DownloadRow, Part } from '../../domain/downloads/repository.ts';
import { partKey, planKey } from '../../domain/downloads/withdrawal.ts';
import { listDownloadable } from '../../domain/photos/gallery.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { zipNames } from './zip-names.ts';
import { splitIntoZips, zipSize } from './zip-stream.ts';

/** Bytes of an archive: what every file system, browser and unzip program takes. */
const zipLimit = 2_000_000_000;

const Entry = z.object({
  name: z.string(),
  size: z.number(),
  crc32: z.number(),
  modified: z.string(),
  key: z.string(),
});
const Plan = z.array(z.array(Entry));
/** A photo in an archive; `key` is its original's. */
export type PlannedEntry = z.infer<typeof Entry>;

/**
 * Decides what goes into which archive, once, and keeps it beside the archives: whoever goes on later must write the
 * very same bytes, whatever has been uploaded or renamed since.
 * @throws StudioError NOT_FOUND when the session is gone
 */
export async function makePlan(row: DownloadRow): Promise<{ plan: PlannedEntry[][]; parts: Part[] }> {
  const { customer_id, session_id, title } = row;
  const { photos } = await listDownloadable({ kind: 'client', customer_id }, session_id ?? undefined);
  const names = zipNames(photos.map((photo) => photo.file_name));
  const entries = photos.map((photo, index) => ({
    name: names[index]!,
    size: photo.size,
    crc32: Buffer.from(photo.crc32, 'base64').readUInt32BE(),
    modified: studioClock(photo.captured_at ?? photo.uploaded_at),
    key: photo.original_key,
  }));
  const plan = splitIntoZips(entries, zipLimit);
  await s3().send(
    new PutObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: planKey(row),
      Body: JSON.stringify(plan),
      ContentType: 'application/json',
    }),
  );
  const stem = slugify(title) || 'photos';
  const parts = plan.map((zip, index) => ({
    key: partKey(row, index + 1),
    file_name: plan.length > 1 ? `${stem}-${index + 1}-of-${plan.length}.zip` : `${stem}.zip`,
    size: zipSize(zip),
    photos_count: zip.length,
  }));
  return { plan, parts };
}

export async function readPlan(row: DownloadRow): Promise<PlannedEntry[][]> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: planKey(row) }));
  return Plan.parse(JSON.parse((await Body?.transformToString()) ?? ''));
}

/** An instant on the studio's clock, `YYYY-MM-DDTHH:MM:SS`. Swedish dates are written as in ISO 8601. */
const studioClock = (instant: string): string => clock.format(Date.parse(instant)).replace(' ', 'T');
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: studio.timeZone, dateStyle: 'short', timeStyle: 'medium' });
