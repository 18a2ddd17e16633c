import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { type ProcessedUpload, registerReady } from '../../domain/photos/registration.ts';
import type { Photo } from '../../domain/photos/repository.ts';
import { eachMessage } from '../batch.ts';
import { clearUp, processUpload } from './process-upload.ts';
import { Turns } from './turns.ts';

/** S3's event as far as it matters here; S3 also sends a test event, without records, when the queue is first told of. */
const Event = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).default([]),
});

/** Photos in work at once: while one waits for S3, another is decoded. */
const photosAtOnce = new Turns(2);
/** Milliseconds that a photo may need. With less left, it waits for another run rather than dying half-way with its batch. */
const timeForOne = 70_000;

/**
 * Files that arrived in the landing bucket → photos that are ready, or failed with a reason. Each step may be done again:
 * a run that dies anywhere is repeated, and the landed file goes last of all.
 */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processed = new Map(Records.map((record) => [record, processMessage(record.body, context)]));
  const registered = registerBySession(await fulfilled(processed.values()));
  return eachMessage(Records, async (record) => {
    for (const upload of (await processed.get(record)) ?? []) {
      const photos = (await registered.get(upload.photo.session_id)) ?? [];
      const photo = photos.find(({ id }) => id === upload.photo.id);
      if (photo) await clearUp(upload, photo);
    }
  });
}

async function processMessage(body: string, context: Context): Promise<ProcessedUpload[]> {
  const uploads: ProcessedUpload[] = [];
  for (const { s3 } of Event.parse(JSON.parse(body)).Records) {
    const upload = await photosAtOnce.take(async () => {
      if (context.getRemainingTimeInMillis() < timeForOne) throw new Error('There was no time left for this photo.');
      return processUpload(decodeKey(s3.object.key));
    });
    if (upload) uploads.push(upload);
  }
  return uploads;
}

/** Keys in S3's events are encoded as in a form. */
const decodeKey = (key: string) => decodeURIComponent(key.replaceAll('+', ' '));

async function fulfilled(work: Iterable<Promise<ProcessedUpload[]>>): Promise<ProcessedUpload[]> {
  const results = await Promise.allSettled(work);
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** One transaction a session: its counts are one row, which all its photos write. */
function registerBySession(uploads: ProcessedUpload[]): Map<string, Promise<Photo[]>> {
  const sessions = Map.groupBy(uploads, ({ photo }) => photo.session_id);
  const registered = new Map([...sessions].map(([id, group]) => [id, registerReady(id, group)]));
  // Each message waits for its own below and fails with it.
  for (const promise of registered.values()) promise.catch(() => undefined);
  return registered;
}
