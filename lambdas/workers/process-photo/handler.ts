import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import pLimit from 'p-limit';
import * as z from 'zod';
import { parseAttachmentKey } from '../../domain/attachments/keys.ts';
import { registerAttachment } from '../../domain/attachments/registration.ts';
import { type ProcessedUpload, register } from '../../domain/photos/uploads/registration.ts';
import { type ProcessedVersion, registerVersions } from '../../domain/photos/versions/versions.ts';
import { pictureOfKey } from '../../domain/pictures/landing.ts';
import { eachMessage } from '../batch.ts';
import { makeFile } from './make-file.ts';
import { markSession } from './mark-session.ts';
import { processPicture } from './process-picture.ts';
import { clearUp, processUpload, type Registered } from './process-upload.ts';
import { setClocks } from './set-clocks.ts';

/**
 * The fields of S3's event that are read. S3 also sends a test event without records when notifications are configured.
 */
const Event = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).default([]),
  /** Not S3's: a ready photo whose file in this size is to be made for a download. */
  make: z
    .object({ session_id: z.string(), id: z.string(), size: z.enum(['web', 'print']), since: z.string().optional() })
    .optional(),
  /** Not S3's: a picture of the website that is taken from a featured photo. */
  picture: z.object({ id: z.string() }).optional(),
  /** Not S3's: a session whose proofs get a watermark, or lose it. */
  mark: z
    .object({
      session_id: z.string(),
      after: z.string().optional(),
      rekeys: z.string().optional(),
      since: z.string().optional(),
    })
    .optional(),
  /** Not S3's: a session whose photos are put in order by its clocks. */
  clocks: z.object({ session_id: z.string(), after: z.string().optional() }).optional(),
});

/** Photos processed at once: one is decoded while another waits for S3. */
const photosAtOnce = pLimit(2);
/**
 * Milliseconds that one photo may need. With less time left, its message fails and is retried, and the batch does not
 * time out.
 */
const timeForOne = 70_000;

/**
 * Processes each file of S3's events, registers it with its session, and cleans up; stores an attachment, makes a file
 * for a download, marks proofs, puts photos in order by clocks, or makes a picture of the website. Every step is idempotent; the landed file is deleted
 * last, so that SQS repeats an interrupted run.
 */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const processed = new Map(Records.map((record) => [record, processMessage(record.body, context)]));
  const done = await fulfilled(processed.values());
  const registered = bySession(done.filter(isUpload), register);
  const replaced = bySession(done.filter(isVersion), registerVersions);
  const registrations = new Map(
    [...processed].map(([record, uploads]) => [
      record,
      uploads.then((some) =>
        Promise.all(
          some.map(async (upload): Promise<Registered[]> => {
            const { session_id, id } = upload.photo;
            const photo = isVersion(upload)
              ? (await replaced.get(session_id))?.get(upload.key)
              : (await registered.get(session_id))?.find((one) => one.id === id);
            return photo ? [{ upload, photo }] : [];
          }),
        ).then((lists) => lists.flat()),
      ),
    ]),
  );
  const failures = await clearUp(await fulfilled(registrations.values()));
  return eachMessage(Records, async (record) => {
    for (const one of (await registrations.get(record)) ?? []) if (failures.has(one)) throw failures.get(one);
  });
}

type Processed = ProcessedUpload | ProcessedVersion;
const isVersion = (upload: Processed): upload is ProcessedVersion => 'version' in upload;
const isUpload = (upload: Processed): upload is ProcessedUpload => !isVersion(upload);

async function processMessage(body: string, context: Context): Promise<Processed[]> {
  const uploads: Processed[] = [];
  const event = Event.parse(JSON.parse(body));
  const { clocks, make, mark, picture } = event;
  if (clocks) await setClocks(clocks);
  if (mark) await markSession(mark);
  if (make) await photosAtOnce(() => makeFile(make, make.size, make.since));
  if (picture) await photosAtOnce(() => processPicture(picture.id));
  for (const { s3 } of event.Records) {
    const upload = await photosAtOnce(async () => {
      if (context.getRemainingTimeInMillis() < timeForOne)
        throw new Error('Not enough time left for this photo; SQS will retry it.');
      const key = decodeKey(s3.object.key);
      const id = pictureOfKey(key);
      if (id !== undefined) await processPicture(id);
      else if (parseAttachmentKey(key)) await registerAttachment(key);
      else return processUpload(key);
      return undefined;
    });
    if (upload) uploads.push(upload);
  }
  return uploads;
}

/** Keys in S3's events are form-encoded. */
const decodeKey = (key: string) => decodeURIComponent(key.replaceAll('+', ' '));

async function fulfilled<Result>(work: Iterable<Promise<Result[]>>): Promise<Result[]> {
  const results = await Promise.allSettled(work);
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** One transaction per session, whose row holds the counts. */
function bySession<Upload extends Processed, Result>(
  uploads: Upload[],
  write: (sessionId: string, uploads: Upload[]) => Promise<Result>,
): Map<string, Promise<Result>> {
  const sessions = Map.groupBy(uploads, ({ photo }) => photo.session_id);
  const registered = new Map([...sessions].map(([id, group]) => [id, write(id, group)]));
  // Each message of the session awaits it below; a rejection before that would be unhandled.
  for (const promise of registered.values()) promise.catch(() => undefined);
  return registered;
}
