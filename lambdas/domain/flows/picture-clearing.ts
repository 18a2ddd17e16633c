import { limits } from '#shared/limits.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { transact, write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { checkLanded } from '../photos/files/landing-bucket.ts';
import { deletePictureFiles } from '../pictures/files.ts';
import { pictureLandingKey } from '../pictures/landing.ts';
import {
  countLibraryOnce,
  erasePicture,
  type PictureRow,
  readPictures,
  setUnused,
  startClearing,
} from '../pictures/repository.ts';
import { readDraft, readState, readVersions } from '../website/repository.ts';

/**
 * Erases pictures of the library that neither the draft nor a stored version has shown for 30 days, and pictures whose
 * file never arrived or could not be read. A picture that a draft shows again at the same time stays.
 * @returns the numbers of erased pictures and of failures, and whether all pictures were examined
 */
export async function clearPictures(
  now: Date,
  isTimeOver: () => boolean,
): Promise<{ cleared: number; failed: number; isDone: boolean }> {
  const report = { cleared: 0, failed: 0, isDone: true };
  const { rows: pictures } = await readPictures();
  if (pictures.length === 0) return report;
  await countLibraryOnce();
  const [draft, { number, live }] = await Promise.all([readDraft(), readState()]);
  // Visitors may see a version that is no longer stored, so wait until publishing has ended.
  if (live.number !== undefined && live.number !== number) return { ...report, isDone: false };
  const contents = [...(draft ? [draft] : []), ...(await readVersions(number))].map(({ content }) => content);
  const usedIds = new Set(contents.flatMap(picturePlaces).flatMap(({ picture }) => picture?.id ?? []));
  for (const picture of pictures) {
    if (isTimeOver()) return { ...report, isDone: false };
    try {
      if (await clearPicture(picture, usedIds.has(picture.id), now)) report.cleared += 1;
    } catch (error) {
      // Since the picture was read, a draft has begun to show it, or its file has arrived.
      if (error instanceof WriteConflictError) continue;
      report.failed += 1;
      log.error('The sweep failed on a picture of the website.', { picture_id: picture.id, error });
    }
  }
  return report;
}

/**
 * Erases a picture if it is no longer needed: files first, so that a run after an interrupted one finds the row.
 * @returns whether it was erased
 */
async function clearPicture(picture: PictureRow, isUsed: boolean, now: Date): Promise<boolean> {
  const timeBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  if (picture.state === 'pending' || picture.state === 'failed') {
    if (picture.asked_at > timeBefore(1) || (await checkLanded(pictureLandingKey(picture.id)))) return false;
    await transact(erasePicture(picture));
    return true;
  }
  if (picture.state === 'ready') {
    const { unused_since } = picture;
    if (isUsed && unused_since === undefined) return false;
    if (isUsed || unused_since === undefined) {
      await write(setUnused(picture, isUsed ? undefined : now.toISOString()));
      return false;
    }
    if (unused_since > timeBefore(limits.trashDays)) return false;
    await write(startClearing(picture));
  }
  await deletePictureFiles(picture);
  await transact(erasePicture({ ...picture, state: 'clearing' }));
  return true;
}
