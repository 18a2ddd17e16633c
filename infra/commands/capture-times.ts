import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { captureTimeInHead, readCaptureTime } from '#shared/read-exif.ts';
import { studio } from '#shared/studio.ts';
import { type DeletedPhoto, Photo, type ReadyPhoto } from '../../lambdas/domain/photos/lifecycle.ts';
import { ordersOf } from '../../lambdas/domain/photos/repository.ts';
import type { Say } from './command-line.ts';
import { type Source, scan } from './export.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { isPhoto, type PhotoRow, type Row } from './exported/rows.ts';

type Target = Pick<Source, 'dynamodb' | 's3' | 'tables' | 'photosBucket'>;

/** Bytes at a file's beginning in which cameras and programs write the capture time. */
const headBytes = 256 * 1024;

/**
 * Reads the capture time of every photo from its first original again, and corrects it where the row differs, with the
 * order that follows from it. Nothing else changes; a photo that changes meanwhile is left for the next run, also when
 * its place was written with the time before.
 */
export async function readCaptureTimesAgain(target: Target, say: Say): Promise<void> {
  const count = { read: 0, corrected: 0, changing: 0 };
  /** Photos that could not be read, each with the reason. */
  const unread: string[] = [];
  await forEachAtOnce(scan(target, target.tables.photos), async (row) => {
    if (!isPhoto(row)) return;
    const { data: photo } = Photo.safeParse(row);
    const name = `${row.session_id} ${row.id}`;
    if (!photo) return void unread.push(`${name}: the row is damaged`);
    if ((photo.state !== 'ready' && photo.state !== 'deleted') || photo.captured_at === undefined) return;
    const key = firstOriginal(photo);
    if (!key) return void unread.push(`${name}: its first file is no longer kept`);
    const captured_at = await captureTimeOf(target, key);
    if (captured_at === undefined) return void unread.push(`${name}: ${key} is missing or can't be read`);
    count.read += 1;
    // A photo in the trash is in no order.
    const { captured_order } = photo.state === 'ready' ? ordersOf({ ...photo, captured_at }) : row;
    if (captured_at === photo.captured_at && captured_order === row.captured_order) return;
    const corrected = { captured_at, ...(captured_order && { captured_order }) };
    if (await correct(target, row, corrected)) count.corrected += 1;
    else count.changing += 1;
  });
  for (const line of unread) say(`Not read: ${line}.`);
  if (count.changing > 0) say(`${count.changing} were changed by someone meanwhile: run this command again.`);
  say(`Read the capture times of ${count.read} photos again, and corrected ${count.corrected}.`);
}

/** Key of the first version's original: a replacement does not change the capture time. */
const firstOriginal = (photo: ReadyPhoto | DeletedPhoto): string | undefined =>
  [photo, ...(photo.former ?? [])].find(({ version_name }) => version_name === undefined)?.original_key;

/** Returns what the file says; undefined when it is missing or can't be read. */
async function captureTimeOf({ s3, photosBucket: Bucket }: Target, Key: string): Promise<string | null | undefined> {
  const read = async (Range?: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
    return Buffer.from(await Body!.transformToByteArray());
  };
  try {
    const found = captureTimeInHead(await read(`bytes=0-${headBytes - 1}`), studio.timeZone);
    if (found !== undefined) return found;
    // A TIFF may have its tags at the end, a PNG and WebP their EXIF.
    const bytes = await read();
    const { exif, format } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    const block = format === 'tiff' ? bytes : exif;
    return block ? readCaptureTime(block, studio.timeZone) : null;
  } catch (error) {
    // S3's errors stop the command; what sharp can't read is one file's.
    if (error instanceof NoSuchKey || !(error instanceof Error && '$metadata' in error)) return undefined;
    throw error;
  }
}

/** What must be as it was read: the file that told the time, and what is corrected. */
const compared = ['state', 'original_key', 'captured_at', 'captured_order'];

/** @returns false when the photo has changed since it was read */
async function correct({ dynamodb, tables }: Target, row: Row & PhotoRow, corrected: Row): Promise<boolean> {
  const known = compared.filter((name) => row[name] !== undefined);
  const set = Object.keys(corrected);
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tables.photos,
        Key: { session_id: row.session_id, id: row.id },
        UpdateExpression: `SET ${set.map((name) => `#${name} = :now_${name}`).join(', ')}`,
        ConditionExpression: known.map((name) => `#${name} = :${name}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries([...known, ...set].map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries([
          ...known.map((name) => [`:${name}`, row[name]]),
          ...set.map((name) => [`:now_${name}`, corrected[name]]),
        ]),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}
