import { TooManyInvalidationsInProgress } from '@aws-sdk/client-cloudfront';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import pLimit from 'p-limit';
import * as z from 'zod';
import { mediaPrefix, portfolioPrefix } from '#shared/photos/media.ts';
import { withdrawDenied, withdrawDownloads } from '../../domain/downloads/withdrawal.ts';
import { askToMove } from '../../domain/jobs/media-jobs.ts';
import { servedKey } from '../../domain/photos/files/attributes.ts';
import { publicName } from '../../domain/photos/files/file-names.ts';
import {
  copyDerivatives,
  copyToPortfolio,
  deleteDerivatives,
  deleteFromPortfolio,
} from '../../domain/photos/files/files.ts';
import { hasStaleMedia, isMoving } from '../../domain/photos/files/moving.ts';
import {
  isStoredPhoto,
  isVersioned,
  type Photo,
  type ReadyPhoto,
  type StoredPhoto,
} from '../../domain/photos/row/lifecycle.ts';
import { changePhoto, type PhotoKey, readPhoto } from '../../domain/photos/row/repository.ts';
import { withdrawSession } from '../../domain/photos/trash/deleted-sessions.ts';
import type { FormerVersion } from '../../domain/photos/versions/attributes.ts';
import { withEarlierVersion } from '../../domain/photos/versions/swap.ts';
import { staleMarkedKeys } from '../../domain/photos/watermark/stale-marked-files.ts';
import { readPublishedFacts } from '../../domain/website/facts.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { invalidate } from '../../platform/invalidate.ts';
import { write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { eachMessage, forRequestOf } from '../batch.ts';
import { scheduledQueue } from '../scheduled-queue.ts';

/**
 * A message: with `ids`, photos of a session, with `since` as in `askToMove`; with `downloads`, a session whose client
 * may download less than before; with neither, a deleted session whose photos up to `after` are done.
 */
const Message = z.object({
  session_id: z.string(),
  ids: z.array(z.string()).optional(),
  since: z.string().optional(),
  /** One photo, in messages of earlier deployments, which may wait in the dead-letter queue for two weeks. */
  id: z.string().optional(),
  after: z.string().optional(),
  downloads: z.literal(true).optional(),
});

/** Limits how many photos are moved at once: more would wait for connections, and time out. */
const photosAtOnce = pLimit(25);
/** Milliseconds before the function's timeout at which another message continues a session's withdrawal. */
const reserve = 20_000;

/**
 * Moves the files of photos that were hidden, deleted, made not downloadable, featured, unfeatured or replaced. It
 * copies derivatives to their new media key and deletes the old ones, invalidates the old URLs in CloudFront, withdraws
 * downloads, and copies or deletes public copies. The row records the pending work until all of it is done, so every
 * step may be repeated.
 */
async function work({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const moves = new Map(Records.map((record) => [record, forRequestOf(record, () => move(record.body, context))]));
  const withdrawal = Promise.allSettled(moves.values()).then((results) =>
    withdraw(valuesOf(results).flatMap(({ photos }) => valuesOf(photos))),
  );
  // Each message awaits this promise below; without messages nothing awaits it, and a rejection would be unhandled.
  withdrawal.catch(() => undefined);
  return eachMessage(Records, async (record) => {
    const { photos, since = new Date().toISOString() } = await moves.get(record)!;
    const movedPhotos = valuesOf(photos);
    if (movedPhotos.length > 0 && (await withdrawal) === 'edge is busy')
      await askToMove(movedPhotos.filter(isMoving), since);
    else requireAll(await Promise.allSettled(movedPhotos.map((photo) => photosAtOnce(() => settleRow(photo)))));
    requireAll(photos);
  });
}

const valuesOf = <Value>(results: PromiseSettledResult<Value>[]): Value[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

/** @throws the error of the first rejected result */
function requireAll(results: PromiseSettledResult<unknown>[]): void {
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function settleRow(photo: Photo): Promise<void> {
  if (!isStoredPhoto(photo)) return;
  const settledPhoto = settle(photo);
  if (settledPhoto === photo) return;
  const onConflict = async () => {
    if (photo.portfolio_key) await matchPublicCopies(photo, photo.portfolio_key);
    return new WriteConflictError();
  };
  await write(changePhoto('settle', photo, settledPhoto, onConflict));
}

export const handler = scheduledQueue({ url: () => env('MEDIA_QUEUE_URL'), batchSize: 10, batchTime: reserve }, work);

interface Moved {
  /** The result of each photo: one that fails does not stop the others. */
  photos: PromiseSettledResult<Photo>[];
  since?: string | undefined;
}

async function move(body: string, context: Context): Promise<Moved> {
  const {
    session_id,
    id,
    ids = id === undefined ? undefined : [id],
    since,
    after,
    downloads,
  } = Message.parse(JSON.parse(body));
  if (ids) {
    const results = await Promise.allSettled(ids.map((id) => photosAtOnce(() => movePhoto({ session_id, id }))));
    return { photos: results.filter(isFound), since };
  }
  if (downloads) await withdrawDenied(session_id);
  else await withdrawSession(session_id, () => context.getRemainingTimeInMillis() < reserve, after);
  return { photos: [] };
}

const isFound = <Value>(result: PromiseSettledResult<Value | undefined>): result is PromiseSettledResult<Value> =>
  result.status === 'rejected' || result.value !== undefined;

async function movePhoto(key: PhotoKey): Promise<Photo | undefined> {
  const photo = await readPhoto(key);
  if (!photo || !isStoredPhoto(photo)) return photo;
  for (const { media_key, stale_media_key, stale_marks } of [photo, ...(photo.former ?? [])]) {
    for (const staleKey of staleMarkedKeys({ stale_marks })) await deleteDerivatives({ ...photo, media_key: staleKey });
    if (!stale_media_key) continue;
    const staleMedia = { ...photo, media_key: stale_media_key };
    await copyDerivatives(staleMedia, media_key);
    await deleteDerivatives(staleMedia);
  }
  if (toBePublished(photo)) await publish(photo);
  if (toBeUnpublished(photo)) await deleteFromPortfolio(photo.portfolio_key);
  if (photo.stale_portfolio_key) await deleteFromPortfolio(photo.stale_portfolio_key);
  return photo;
}

/**
 * Makes the public copies match the row after a conflict: another run settled a later edit first, so this run has
 * stored copies that no row references, or deleted copies that visitors see. A retry of the message would find nothing
 * to do.
 */
async function matchPublicCopies(key: PhotoKey, portfolio_key: string): Promise<void> {
  const readFeatured = async () => {
    const photo = await readPhoto(key);
    return photo?.state === 'ready' && isFeatured(photo) && photo.portfolio_key === portfolio_key ? photo : undefined;
  };
  let featuredPhoto: Featured<ReadyPhoto> | undefined;
  do {
    featuredPhoto = await readFeatured();
    if (featuredPhoto) await publish({ ...featuredPhoto, media_key: servedKey(featuredPhoto) });
    else {
      await deleteFromPortfolio(portfolio_key);
      await invalidate([portfolioPath(portfolio_key)]);
    }
  } while (!featuredPhoto !== !(await readFeatured()));
}

async function publish(photo: Featured<StoredPhoto>): Promise<void> {
  const { name } = await readPublishedFacts();
  await copyToPortfolio(photo, photo.portfolio_key, publicName(name, photo.featured_in, photo.portfolio_key));
}

type Published<P> = P & { portfolio_key: string };
type Featured<P> = Published<P> & { featured_in: string };
const isFeatured = <P extends StoredPhoto>(photo: P): photo is Featured<P> =>
  photo.portfolio_key !== undefined && photo.featured_in !== undefined;
const toBePublished = (photo: StoredPhoto): photo is Featured<StoredPhoto> =>
  isFeatured(photo) && photo.featured_at === undefined;
const toBeUnpublished = (photo: StoredPhoto): photo is Published<StoredPhoto> =>
  photo.portfolio_key !== undefined && photo.featured_in === undefined;

/** Returns the photo without the attributes that record pending work. */
function settle(photo: StoredPhoto): StoredPhoto {
  if (!isMoving(photo)) return photo;
  const movedPhoto = without(photo, 'stale_media_key', 'stale_marks', 'stale_portfolio_key', 'outdates_downloads');
  const { portfolio_key, refeatured_at, ...settledPhoto } = withSettledVersions(movedPhoto as StoredPhoto);
  if (toBePublished(photo)) {
    return { ...settledPhoto, portfolio_key, featured_at: refeatured_at ?? new Date().toISOString() } as StoredPhoto;
  }
  return (
    toBeUnpublished(photo) ? settledPhoto : { ...settledPhoto, ...(portfolio_key && { portfolio_key }) }
  ) as StoredPhoto;
}

function withSettledVersions(photo: StoredPhoto): StoredPhoto {
  if (!isVersioned(photo)) return photo;
  const isStale = ({ stale_media_key, stale_marks }: FormerVersion) => stale_media_key ?? stale_marks;
  if (!photo.former?.some(isStale)) return photo;
  return withEarlierVersion(
    photo,
    photo.former.map((version) => without(version, 'stale_media_key', 'stale_marks')),
  );
}

async function withdraw(photos: Photo[]): Promise<'done' | 'edge is busy'> {
  const placedPhotos = photos.filter(isStoredPhoto);
  const replacedPhotos = placedPhotos.filter((photo) => photo.outdates_downloads && !isWithheld(photo));
  const [isInvalidated] = await Promise.all([
    invalidateAtEdge(placedPhotos),
    withdrawDownloads(photos.filter(isWithheld)),
    ...[...new Set(replacedPhotos.map(({ session_id }) => session_id))].map(withdrawDenied),
  ]);
  return isInvalidated ? 'done' : 'edge is busy';
}

/** Whether the client may not have the photo any longer, or may not have had it for a moment. */
const isWithheld = (photo: Photo): boolean =>
  photo.state !== 'ready' || !photo.is_approved || !photo.downloadable || hasStaleMedia(photo);

/**
 * Invalidates the old addresses of photos, in one request with one path per customer and one for the public gallery:
 * CloudFront charges per path, and accepts 15 paths with a wildcard at once.
 * @returns false when CloudFront has as many invalidations in progress as it accepts
 */
async function invalidateAtEdge(photos: StoredPhoto[]): Promise<boolean> {
  const unpublished = [
    ...photos.filter(toBeUnpublished).map((photo) => portfolioPath(photo.portfolio_key)),
    ...photos.flatMap(({ stale_portfolio_key: key }) => (key ? [portfolioPath(key)] : [])),
  ];
  const paths = [
    ...new Set(photos.filter(hasStaleMedia).map((photo) => `${mediaPrefix(photo.customer_id)}*`)),
    ...(unpublished.length > 1 ? [everyPublicPath] : unpublished),
  ];
  try {
    if (paths.length > 0) await invalidate(paths);
    return true;
  } catch (error) {
    if (!(error instanceof TooManyInvalidationsInProgress)) throw error;
    return false;
  }
}

const portfolioPath = (portfolio_key: string) => `${portfolioPrefix(portfolio_key)}*`;
const everyPublicPath = '/portfolio/*';
