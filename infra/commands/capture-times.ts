import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import type { Capture } from '#shared/contract/photos/photos.ts';
import { captureInHead, readCapture } from '#shared/photos/read-capture.ts';
import { capturedAt, type SessionClocks } from '#shared/time/capture-clock.ts';
import { type DeletedPhoto, Photo, type ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { ordersOf } from '../../lambdas/domain/photos/row/repository.ts';
import type { Say } from './command-line.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { describePrice } from './exported/export-price.ts';
import { isPhoto, isSession, type PhotoRow, type Row } from './exported/rows.ts';
import { type Source, scan } from './exported/source.ts';

type Target = Pick<Source, 'dynamodb' | 's3' | 'tables' | 'photosBucket'>;

/** Bytes at the start of a file in which cameras and programs write the capture time. */
const headBytes = 256 * 1024;
/** Milliseconds for which Intelligent-Tiering keeps an original in its first tier, where reading it costs nothing more. */
const firstTier = 30 * 86_400_000;
/** Write units of a photo's row, in the table and in the indexes that have it, rounded up. */
const writesPerRow = 10;

/**
 * A photo whose first original the command reads again, with that file's key, its size in bytes and its session's
 * clocks.
 */
interface Doubtful {
  row: Row & PhotoRow;
  photo: ReadyPhoto | DeletedPhoto;
  key: string;
  size: number;
  clocks: SessionClocks;
}

interface Findings {
  /** Photos whose row has no capture, or not the capture time that follows from it. */
  doubtful: Doubtful[];
  /** Photos whose time is right, but whose position in the order is wrong. */
  displaced: { row: Row & PhotoRow; captured_order: string }[];
  /** Photos that can't be read, each with the reason. */
  unread: string[];
}

/**
 * Reads again, from its first original, the capture time of each photo whose time may be wrong, and corrects a row that
 * differs, by its session's clocks, together with its position in the order. It says what that costs before it reads an
 * original. A row records the capture, so that the next run leaves it out. Nothing else changes. A photo that changes
 * meanwhile is left for the next run, also when its position was written with the earlier time.
 */
export async function readCaptureTimesAgain(target: Target, say: Say): Promise<void> {
  const { doubtful, displaced, unread } = await findPhotos(target);
  say(describeReading(doubtful));
  const count = { read: 0, corrected: 0, changing: 0 };
  const writeRow = async (row: Row & PhotoRow, corrected: Row, isChange: boolean) => {
    if (!(await correct(target, row, corrected))) count.changing += 1;
    else if (isChange) count.corrected += 1;
  };
  await forEachAtOnce(doubtful, async ({ row, photo, key, clocks }) => {
    const capture = await captureOf(target, key);
    if (capture === undefined)
      return void unread.push(`${row.session_id} ${row.id}: ${key} is missing or can't be read`);
    count.read += 1;
    const captured_at = capturedAt(capture ?? undefined, clocks);
    // A photo in the trash is in no order.
    const { captured_order } = photo.state === 'ready' ? ordersOf({ ...photo, captured_at }) : row;
    const isChange = captured_at !== photo.captured_at || captured_order !== row.captured_order;
    await writeRow(
      row,
      { captured_at, ...(capture && { capture }), ...(captured_order && { captured_order }) },
      isChange,
    );
  });
  await forEachAtOnce(displaced, ({ row, captured_order }) => writeRow(row, { captured_order }, true));
  for (const line of unread) say(`Not read: ${line}.`);
  if (count.changing > 0) say(`${count.changing} were changed by someone meanwhile: run this command again.`);
  say(`Read the capture times of ${count.read} photos again, and corrected ${count.corrected}.`);
}

/** Finds the photos that can be wrong, by the rows alone. */
async function findPhotos(target: Target): Promise<Findings> {
  const findings: Findings = { doubtful: [], displaced: [], unread: [] };
  const clocks = await readClocks(target);
  for await (const row of scan(target, target.tables.photos)) {
    if (!isPhoto(row)) continue;
    const name = `${row.session_id} ${row.id}`;
    const { data: photo } = Photo.safeParse(row);
    if (!photo) findings.unread.push(`${name}: the row is damaged`);
    else if (photo.state !== 'ready' && photo.state !== 'deleted') continue;
    // A file without a time has none in any zone.
    else if (photo.captured_at !== null && !isByClock(photo, clocks.get(row.session_id) ?? {})) {
      const file = firstFile(photo);
      if (file?.original_key)
        findings.doubtful.push({
          row,
          photo,
          key: file.original_key,
          size: file.size,
          clocks: clocks.get(row.session_id) ?? {},
        });
      else findings.unread.push(`${name}: its first file is no longer kept`);
    } else if (photo.state === 'ready') {
      const { captured_order } = ordersOf(photo);
      if (captured_order !== row.captured_order) findings.displaced.push({ row, captured_order });
    }
  }
  return findings;
}

/** Returns the clocks of every session that has some, by its id. */
async function readClocks(target: Target): Promise<Map<string, SessionClocks>> {
  const clocks = new Map<string, SessionClocks>();
  for await (const row of scan(target, target.tables.sessions)) {
    const { time_zone, clock_shifts } = row as SessionClocks;
    if (isSession(row) && (time_zone || clock_shifts)) clocks.set(row.id, { time_zone, clock_shifts });
  }
  return clocks;
}

const isByClock = ({ capture, captured_at }: ReadyPhoto | DeletedPhoto, clocks: SessionClocks) =>
  capture !== undefined && capturedAt(capture, clocks) === captured_at;

/** Returns sentences about what reading these photos costs at most. */
function describeReading(doubtful: Doubtful[]): string {
  if (doubtful.length === 0) return 'No photo can have a wrong time zone: no original is read.';
  const sumOf = (files: Doubtful[], bytesOf: (file: Doubtful) => number) =>
    files.reduce((sum, file) => sum + bytesOf(file), 0);
  const coldPhotos = doubtful.filter(({ row }) => Date.parse(row.uploaded_at) < Date.now() - firstTier);
  const price = describePrice({
    edge: 0,
    // A JPEG's head is enough; other files may be read to their end.
    direct: sumOf(doubtful, ({ size, photo }) => (photo.content_type === 'image/jpeg' ? 0 : size) + headBytes),
    originals: sumOf(coldPhotos, ({ size }) => size),
    requests: { s3Reads: 2 * doubtful.length, dynamodbWrites: writesPerRow * doubtful.length },
  });
  return `${doubtful.length} photos can have a wrong time zone. ${price}`;
}

/** Returns the first version, whose file counts: a replacement does not change the capture time. */
const firstFile = (photo: ReadyPhoto | DeletedPhoto) =>
  [photo, ...(photo.former ?? [])].find(({ version_name }) => version_name === undefined);

/**
 * Returns the capture that the file states, null when it states none; undefined when it is missing or can't be read.
 */
async function captureOf({ s3, photosBucket: Bucket }: Target, Key: string): Promise<Capture | null | undefined> {
  const readBytes = async (Range?: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
    return Buffer.from(await Body!.transformToByteArray());
  };
  try {
    const headCapture = captureInHead(await readBytes(`bytes=0-${headBytes - 1}`));
    if (headCapture !== undefined) return headCapture;
    // A TIFF may have its tags at the end, a PNG and WebP their EXIF.
    const bytes = await readBytes();
    const { exif, format } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    const block = format === 'tiff' ? bytes : exif;
    return block ? readCapture(block) : null;
  } catch (error) {
    // S3's errors stop the command; sharp's errors concern only one file.
    if (error instanceof NoSuchKey || !(error instanceof Error && '$metadata' in error)) return undefined;
    throw error;
  }
}

/**
 * The attributes that must not have changed since they were read: the file that states the time, and the corrected
 * attributes.
 */
const comparedNames = ['state', 'original_key', 'captured_at', 'captured_order'];

/** Corrects a photo's row; returns false when the photo has changed since it was read. */
async function correct({ dynamodb, tables }: Target, row: Row & PhotoRow, corrected: Row): Promise<boolean> {
  const knownNames = comparedNames.filter((name) => row[name] !== undefined);
  const changedNames = Object.keys(corrected);
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tables.photos,
        Key: { session_id: row.session_id, id: row.id },
        UpdateExpression: `SET ${changedNames.map((name) => `#${name} = :now_${name}`).join(', ')}`,
        ConditionExpression: knownNames.map((name) => `#${name} = :${name}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(
          [...knownNames, ...changedNames].map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: Object.fromEntries([
          ...knownNames.map((name) => [`:${name}`, row[name]]),
          ...changedNames.map((name) => [`:now_${name}`, corrected[name]]),
        ]),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}
