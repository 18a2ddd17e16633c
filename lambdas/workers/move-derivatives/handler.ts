import { randomUUID } from 'node:crypto';
import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { mediaPrefix } from '#shared/media.ts';
import { withdrawDownloads } from '../../domain/downloads/withdrawal.ts';
import { copyDerivatives, deleteDerivatives } from '../../domain/photos/files.ts';
import {
  changePhoto,
  type DeletedPhoto,
  type Photo,
  type ReadyPhoto,
  readPhoto,
} from '../../domain/photos/repository.ts';
import { cloudfront } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { write } from '../../platform/table.ts';
import { eachMessage } from '../batch.ts';

const Message = z.object({ session_id: z.string(), id: z.string() });

type MovingPhoto = (ReadyPhoto | DeletedPhoto) & { stale_media_key: string };

/**
 * Photos that were hidden, deleted or closed to downloads → their derivatives lie at the new addresses and nothing at
 * the old ones, the edge has forgotten what it kept, and downloads that may hold them are gone. The row remembers the
 * old addresses until all of that is done, so that any step may be done again.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const moved = new Map(Records.map((record) => [record, move(record.body)]));
  const withdrawn = Promise.allSettled(moved.values()).then((results) =>
    withdraw(results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))),
  );
  // Each message waits for it below; without any there is nobody to hear of its failure.
  withdrawn.catch(() => undefined);
  return eachMessage(Records, async (record) => {
    const photo = await moved.get(record);
    if (!photo) return;
    await withdrawn;
    if (!isMoving(photo)) return;
    const { stale_media_key: _, ...settled } = photo;
    await write(changePhoto(photo, settled, { and: ['stale_media_key'], otherwise: () => new ChangedMeanwhile() }));
  });
}

/** The photo is in another state than when its files were moved: the message comes back and looks again. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

async function move(body: string): Promise<Photo | undefined> {
  const photo = await readPhoto(Message.parse(JSON.parse(body)));
  if (photo && isMoving(photo)) {
    const from = { ...photo, media_key: photo.stale_media_key };
    await copyDerivatives(from, photo.media_key);
    await deleteDerivatives(from);
  }
  return photo;
}

const isMoving = (photo: Photo): photo is MovingPhoto => 'stale_media_key' in photo;

async function withdraw(photos: Photo[]): Promise<void> {
  await Promise.all([forgetAtEdge(photos.filter(isMoving)), withdrawDownloads(photos)]);
}

/** One request for all, and all of a customer's pictures in one path: the edge charges by path. */
async function forgetAtEdge(photos: MovingPhoto[]): Promise<void> {
  const paths = [...new Set(photos.map((photo) => `${mediaPrefix(photo.customer_id)}*`))];
  if (paths.length === 0) return;
  await cloudfront().send(
    new CreateInvalidationCommand({
      DistributionId: env('DISTRIBUTION_ID'),
      InvalidationBatch: { CallerReference: randomUUID(), Paths: { Quantity: paths.length, Items: paths } },
    }),
  );
}
