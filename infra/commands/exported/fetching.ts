import type { Say } from '../command-line.ts';
import { forEachAtOnce } from './at-once.ts';
import { type BucketFiles, DamagedObjectError } from './bucket-files.ts';
import { describePrice } from './export-price.ts';
import { fromS3, isServedByEdge, throughEdge } from './object-reader.ts';
import type { PlannedFile } from './planned-files.ts';
import type { Source } from './source.ts';

/**
 * Fetches the planned files that the folder does not have. A file that can't be fetched or written is named with the
 * reason, and does not stop the others.
 * @param sizes the sizes of the bucket's objects, by key
 */
export async function fetchAll(
  { s3, photosBucket, edge }: Source,
  files: BucketFiles,
  plannedFiles: PlannedFile[],
  sizes: Map<string, number>,
  say: Say,
) {
  const direct = fromS3(s3, photosBucket);
  const openObject = edge ? throughEdge(edge, direct) : direct;
  say(describePrice(await bytesToFetch(files, plannedFiles, sizes, edge !== undefined)));
  const presentKeys: string[] = [];
  const missingKeys: string[] = [];
  const failures: string[] = [];
  let fetched = 0;
  let done = 0;
  // Files that the bucket lacks are fetched, too: CloudFront may still have the last copy of one.
  await forEachAtOnce(plannedFiles, async ({ key, file, crc32 }) => {
    const expected = { crc32, size: sizes.get(key) };
    try {
      if (!(await files.has(key))) {
        const isFetched = await files.fetch(openObject, key, file, expected).catch((error: unknown) => {
          if (!edge || !(error instanceof DamagedObjectError)) throw error;
          return files.fetch(direct, key, file, expected);
        });
        if (!isFetched) return void missingKeys.push(key);
        fetched += 1;
      }
      presentKeys.push(key);
    } catch (error) {
      if (!isAboutOneFile(error)) throw error;
      failures.push(error.message);
    }
    done += 1;
    if (done % 1_000 === 0) say(`${done} of ${plannedFiles.length} files`);
  });
  say(`${presentKeys.length} files are here, ${fetched} of them new.`);
  return { presentKeys, fetched, missing: missingKeys.toSorted(), failed: failures.toSorted() };
}

/** Whether an error concerns only one object or file name. */
const isAboutOneFile = (error: unknown): error is Error =>
  error instanceof DamagedObjectError ||
  (error instanceof Error &&
    (error.name === 'InvalidObjectState' ||
      ('code' in error && /^(ENAMETOOLONG|EINVAL|EILSEQ|EISDIR|ENOTDIR|EEXIST)$/.test(String(error.code)))));

async function bytesToFetch(
  files: BucketFiles,
  plannedFiles: PlannedFile[],
  sizes: Map<string, number>,
  hasEdge: boolean,
) {
  const bytes = { edge: 0, direct: 0, originals: 0 };
  for (const { key } of plannedFiles) {
    if (await files.has(key)) continue;
    const size = sizes.get(key) ?? 0;
    bytes[hasEdge && isServedByEdge(key) ? 'edge' : 'direct'] += size;
    if (key.startsWith('originals/')) bytes.originals += size;
  }
  return bytes;
}
