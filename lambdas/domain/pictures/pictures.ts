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
import { findFeatured } from '../photos/row/repository.ts';
import { presignUpload, refuse, typeOf } from '../photos/uploads/uploads.ts';
import { pictureLandingKey } from './landing.ts';
import {
  countLibraryOnce,
  insertPicture,
  type PendingPicture,
  type PictureRow,
  readPictures,
  usePicture,
} from './repository.ts';

/** Returns the pictures of the library, the newest first, and the ids of those whose rows are damaged. */
export async function listPictures(_actor: Admin): Promise<Library> {
  const { rows, damaged } = await readPictures();
  const items = rows.flatMap(toPicture).toSorted((one, other) => other.asked_at.localeCompare(one.asked_at));
  return { items, ...(damaged && { damaged }) };
}

/**
 * Returns a ticket for a file: a presigned PUT to S3 for exactly these bytes, once. The picture is pending until S3's
 * event reports the object.
 * @throws StudioError INVALID, which says why the file is not accepted
 */
export async function askPicture(actor: Admin, file: AskPicture): Promise<PictureTicket> {
  const refusal = refuse(file);
  if (refusal) throw new StudioError('INVALID', refusal);
  const { id } = await admit(actor, { name: cleanFileName(file.file_name) });
  const upload = { content_type: typeOf(file)!, size: file.size, sha256: file.sha256 };
  return { id, ...(await presignUpload(pictureLandingKey(id), upload, {})) };
}

/**
 * Asks for a picture of a featured photo.
 * @throws StudioError NOT_FOUND when it is not featured any more
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
 * Returns the writes that keep the pictures which a draft shows, and its former content did not, from being cleared.
 * They fail when one is not in the library.
 */
export function keepPictures(content: Website, before: Website | undefined): Write[] {
  const shown = (website: Website) => picturePlaces(website).flatMap(({ picture }) => picture ?? []);
  const kept = new Set((before ? shown(before) : []).map(({ id }) => id));
  const added = new Map(shown(content).flatMap((one) => (kept.has(one.id) ? [] : [[one.id, one]])));
  return [...added.values()].map((picture) =>
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

/** @throws StudioError INVALID when a picture has no description */
export function requireDescriptions(content: Website): void {
  const missing = picturePlaces(content).filter(({ picture }) => picture?.alt === '').length;
  if (missing === 0) return;
  throw new StudioError(
    'INVALID',
    missing === 1
      ? 'One picture has no description yet: say in its field what it shows.'
      : `${missing} pictures have no description yet: say in their fields what they show.`,
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
