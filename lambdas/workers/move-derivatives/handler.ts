import { randomUUID } from 'node:crypto';
import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { mediaPrefix, portfolioPrefix } from '#shared/media.ts';
import { withdrawDownloads } from '../../domain/downloads/withdrawal.ts';
import { withdrawSession } from '../../domain/photos/deleted-sessions.ts';
import { copyDerivatives, copyToPortfolio, deleteDerivatives, deleteFromPortfolio } from '../../domain/photos/files.ts';
import {
  changePhoto,
  type DeletedPhoto,
  type Photo,
  type PhotoKey,
  type ReadyPhoto,
  readPhoto,
} from '../../domain/photos/repository.ts';
import { cloudfront } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { write } from '../../platform/table.ts';
import { eachMessage, forRequestOf } from '../batch.ts';

/** A photo; or, without `id`, a session that was deleted. */
const Message = z.object({ session_id: z.string(), id: z.string().optional() });

type PlacedPhoto = ReadyPhoto | DeletedPhoto;

/**
 * Photos that were hidden, deleted or closed to downloads → their derivatives lie at the new addresses and nothing at
 * the old ones, the edge has forgotten what it kept, and downloads that may hold them are gone. Photos that are shown
 * to everybody, or no longer → their public copies lie there, or not. The row remembers what is to be done until all of
 * it is, so that any step may be done again.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const moved = new Map(Records.map((record) => [record, forRequestOf(record, () => move(record.body))]));
  const withdrawn = Promise.allSettled(moved.values()).then((results) =>
    withdraw(results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))),
  );
  // Each message waits for it below; without any there is nobody to hear of its failure.
  withdrawn.catch(() => undefined);
  return eachMessage(Records, async (record) => {
    const photo = await moved.get(record);
    if (!photo) return;
    await withdrawn;
    if (!isPlaced(photo)) return;
    const settled = settle(photo);
    if (settled === photo) return;
    const and = ['stale_media_key', 'portfolio_key', 'featured_in', 'featured_at'] as const;
    const otherwise = async () => {
      if (photo.portfolio_key) await layAsItIsNow(photo, photo.portfolio_key);
      return new ChangedMeanwhile();
    };
    await write(changePhoto(photo, settled, { and: [...and], otherwise }));
  });
}

/** The photo is in another state than when its files were moved: the message comes back and looks again. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

async function move(body: string): Promise<Photo | undefined> {
  const { session_id, id } = Message.parse(JSON.parse(body));
  if (id === undefined) {
    await withdrawSession(session_id);
    return undefined;
  }
  const photo = await readPhoto({ session_id, id });
  if (!photo || !isPlaced(photo)) return photo;
  if (photo.stale_media_key) {
    const from = { ...photo, media_key: photo.stale_media_key };
    await copyDerivatives(from, photo.media_key);
    await deleteDerivatives(from);
  }
  if (toBePublished(photo)) await copyToPortfolio(photo, photo.portfolio_key);
  if (toBeUnpublished(photo)) await deleteFromPortfolio(photo.portfolio_key);
  return photo;
}

/**
 * Another run was faster with another edit: then this one has laid public copies that nobody looks after any more, or
 * taken away such as are shown, and the message that comes back would find nothing to do.
 */
async function layAsItIsNow(key: PhotoKey, portfolio_key: string): Promise<void> {
  const read = async () => {
    const now = await readPhoto(key);
    return now?.state === 'ready' && now.portfolio_key === portfolio_key && now.featured_in !== undefined
      ? now
      : undefined;
  };
  let shown: ReadyPhoto | undefined;
  do {
    shown = await read();
    if (shown) await copyToPortfolio({ ...shown, media_key: shown.stale_media_key ?? shown.media_key }, portfolio_key);
    else {
      await deleteFromPortfolio(portfolio_key);
      await invalidate([portfolioPath(portfolio_key)]);
    }
  } while (!shown !== !(await read()));
}

const isPlaced = (photo: Photo): photo is PlacedPhoto => photo.state === 'ready' || photo.state === 'deleted';

type Published<P> = P & { portfolio_key: string };
const toBePublished = (photo: PlacedPhoto): photo is Published<PlacedPhoto> =>
  photo.portfolio_key !== undefined && photo.featured_in !== undefined && photo.featured_at === undefined;
const toBeUnpublished = (photo: PlacedPhoto): photo is Published<PlacedPhoto> =>
  photo.portfolio_key !== undefined && photo.featured_in === undefined;

/** The photo with everything done. */
function settle(photo: PlacedPhoto): PlacedPhoto {
  const { stale_media_key, portfolio_key, ...rest } = photo;
  if (toBePublished(photo)) return { ...rest, portfolio_key, featured_at: new Date().toISOString() } as PlacedPhoto;
  if (toBeUnpublished(photo)) return rest as PlacedPhoto;
  return stale_media_key === undefined ? photo : ({ ...rest, ...(portfolio_key && { portfolio_key }) } as PlacedPhoto);
}

async function withdraw(photos: Photo[]): Promise<void> {
  await Promise.all([forgetAtEdge(photos.filter(isPlaced)), withdrawDownloads(photos.filter(isWithheld))]);
}

/** Whether the client may no longer have it, or could not for a moment. */
const isWithheld = (photo: Photo): boolean =>
  photo.state !== 'ready' || !photo.is_approved || !photo.downloadable || photo.stale_media_key !== undefined;

/** One request for all, and all of a customer's pictures in one path: the edge charges by path. */
async function forgetAtEdge(photos: PlacedPhoto[]): Promise<void> {
  const paths = [
    ...new Set(photos.filter((photo) => photo.stale_media_key).map((photo) => `${mediaPrefix(photo.customer_id)}*`)),
    ...photos.filter(toBeUnpublished).map((photo) => portfolioPath(photo.portfolio_key)),
  ];
  if (paths.length > 0) await invalidate(paths);
}

const portfolioPath = (portfolio_key: string) => `${portfolioPrefix(portfolio_key)}*`;

async function invalidate(paths: string[]): Promise<void> {
  await cloudfront().send(
    new CreateInvalidationCommand({
      DistributionId: env('DISTRIBUTION_ID'),
      InvalidationBatch: { CallerReference: randomUUID(), Paths: { Quantity: paths.length, Items: paths } },
    }),
  );
}
