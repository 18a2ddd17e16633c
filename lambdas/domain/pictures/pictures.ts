import type { AskPicture, Library, LibraryPicture, PictureTicket, TakeFeatured } from '#shared/contract/pictures.ts';
import { limits } from '#shared/limits.ts';
import type { Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import type { Admin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { enqueue } from '../jobs/photo-jobs.ts';
import { cleanFileName } from '../photos/files/file-names.ts';
import { findFeatured } from '../photos/row/featured.ts';
import { presignUpload } from '../photos/uploads/presigned-upload.ts';
import { refuse, typeOf } from '../photos/uploads/uploads.ts';
import { pictureLandingKey } from './landing.ts';
import {
  countLibraryOnce,
  insertPicture,
  type PendingPicture,
  type PictureRow,
  readPictures,
  usePicture,
} from './repository.ts';

/** Returns the pictures of the library, the newest first, and the ids of damaged rows. */
export async function listPictures(_actor: Admin): Promise<Library> {
  const { rows, damaged } = await readPictures();
  const items = rows.flatMap(toPicture).toSorted((first, second) => second.asked_at.localeCompare(first.asked_at));
  return { items, ...(damaged && { damaged }) };
}

/**
 * Returns a ticket for a file: a presigned PUT to S3 for exactly these bytes, once. The picture is pending until S3's
 * event reports the object.
 * @throws StudioError INVALID with the reason when the file is not accepted
 */
export async function askPicture(actor: Admin, file: AskPicture): Promise<PictureTicket> {
  const refusal = refuse(file);
  if (refusal) throw new StudioError('INVALID', refusal);
  const { id } = await admit(actor, { name: cleanFileName(file.file_name) });
  const upload = { content_type: typeOf(file)!, size: file.size, sha256: file.sha256 };
  return { id, ...(await presignUpload(pictureLandingKey(id), upload, {})) };
}

/**
 * Queues the making of a picture from a featured photo, and returns the pending picture.
 * @throws StudioError NOT_FOUND when the photo is no longer featured
 */
export async function takeFeatured(actor: Admin, { category, portfolio_key }: TakeFeatured): Promise<LibraryPicture> {
  const photo = await findFeatured(category, portfolio_key);
  if (!photo) throw new StudioError('NOT_FOUND', 'This photo is not in the public gallery any more.');
  const row = await admit(actor, { name: photo.file_name, photo: { session_id: photo.session_id, id: photo.id } });
  await enqueue({ kind: 'make-picture', id: row.id });
  const { id, name, asked_at, state } = row;
  return { id, name, asked_at, state };
}

async function admit(
  _actor: Admin,
  picture: Pick<PendingPicture, 'name' | 'photo'>,
): Promise<Omit<PendingPicture, 'library'>> {
  const row = { id: newId(), state: 'pending', asked_at: new Date().toISOString(), ...picture } as const;
  await retryOnConflict(async () => {
    await countLibraryOnce();
    await transact(insertPicture(row, libraryIsFull));
  });
  return row;
}

const libraryIsFull = () =>
  new StudioError(
    'INVALID',
    `The library is full: it holds ${limits.picturesInLibrary} pictures. Those that are not used are cleared after ${limits.trashDays} days.`,
  );

/**
 * Returns the writes that prevent the clearing of pictures that a draft shows now, and did not show before. They fail
 * when a picture is not in the library.
 */
export function keepPictures(content: Website, before: Website | undefined): Write[] {
  const picturesIn = (website: Website) => picturePlaces(website).flatMap(({ picture }) => picture ?? []);
  const idsBefore = new Set((before ? picturesIn(before) : []).map(({ id }) => id));
  const addedPictures = new Map(
    picturesIn(content).flatMap((picture) => (idsBefore.has(picture.id) ? [] : [[picture.id, picture]])),
  );
  return [...addedPictures.values()].map((picture) =>
    usePicture(
      picture,
      () =>
        new StudioError(
          'INVALID',
          `The picture “${picture.alt || 'without description'}” is not in the library any more. Choose another one, or upload it again.`,
        ),
    ),
  );
}

/**
 * Checks that every picture has a description.
 * @throws StudioError INVALID when one has none
 */
export function requireDescriptions(content: Website): void {
  const missingCount = picturePlaces(content).filter(({ picture }) => picture?.alt === '').length;
  if (missingCount === 0) return;
  throw new StudioError(
    'INVALID',
    missingCount === 1
      ? 'One picture has no description yet: say in its field what it shows.'
      : `${missingCount} pictures have no description yet: say in their fields what they show.`,
  );
}

function toPicture(row: PictureRow): LibraryPicture[] {
  if (row.state === 'clearing') return [];
  const { id, name, asked_at } = row;
  if (row.state === 'pending') return [{ id, name, asked_at, state: row.state }];
  if (row.state === 'failed') return [{ id, name, asked_at, state: row.state, reason: row.reason }];
  const { width, height, color, focus, unused_since = null } = row;
  return [{ id, name, asked_at, state: row.state, width, height, color, focus, unused_since }];
}
