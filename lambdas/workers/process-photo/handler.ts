import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import pLimit from 'p-limit';
import { registerAttachment } from '../../domain/attachments/registration.ts';
import type { PhotoJob, PhotoJobOf } from '../../domain/jobs/photo-jobs.ts';
import { type ProcessedUpload, register } from '../../domain/photos/uploads/registration.ts';
import { type ProcessedVersion, registerVersions } from '../../domain/photos/versions/versions.ts';
import { eachMessage } from '../batch.ts';
import { makeFile } from './make-file.ts';
import { markSession } from './mark-session.ts';
import { readJobs } from './messages.ts';
import { processPicture } from './process-picture.ts';
import { clearUp, processUpload, type Registered } from './process-upload.ts';
import { setClocks } from './set-clocks.ts';

/** Limits how many files are processed at once: one is decoded while another waits for S3. */
const filesAtOnce = pLimit(2);
/**
 * Milliseconds that one file may need. With less time left, its message fails and is retried, and the batch does not
 * time out.
 */
const timeForOne = 70_000;

/**
 * Does the jobs of a batch of messages, then registers its uploads together, a session at a time, and cleans up. Every
 * step is idempotent; the landed file is deleted last, so that SQS repeats an interrupted run.
 */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const uploadsByMessage = new Map(Records.map((record) => [record, processMessage(record.body, context)]));
  const uploads = await fulfilled(uploadsByMessage.values());
  const photosBySession = bySession(uploads.filter(isUpload), register);
  const versionsBySession = bySession(uploads.filter(isVersion), registerVersions);
  const registrations = new Map(
    [...uploadsByMessage].map(([record, pendingUploads]) => [
      record,
      pendingUploads.then((messageUploads) =>
        Promise.all(
          messageUploads.map(async (upload): Promise<Registered[]> => {
            const { session_id, id } = upload.photo;
            const photo = isVersion(upload)
              ? (await versionsBySession.get(session_id))?.get(upload.key)
              : (await photosBySession.get(session_id))?.find((row) => row.id === id);
            return photo ? [{ upload, photo }] : [];
          }),
        ).then((lists) => lists.flat()),
      ),
    ]),
  );
  const failures = await clearUp(await fulfilled(registrations.values()));
  return eachMessage(Records, async (record) => {
    for (const upload of (await registrations.get(record)) ?? []) if (failures.has(upload)) throw failures.get(upload);
  });
}

type Processed = ProcessedUpload | ProcessedVersion;
const isVersion = (upload: Processed): upload is ProcessedVersion => 'version' in upload;
const isUpload = (upload: Processed): upload is ProcessedUpload => !isVersion(upload);

/** A function that does a job of this kind; for an upload it returns the result that is to be registered. */
type Work<Kind extends PhotoJob['kind'], Result = Kind extends 'process-upload' ? Processed | undefined : void> = (
  job: PhotoJobOf<Kind>,
  context: Context,
) => Promise<Result>;

/** The function for each kind of job. Jobs that decode a file wait for their turn. */
const workOfKind: { [Kind in PhotoJob['kind']]: Work<Kind> } = {
  'process-upload': ({ key }, context) => inTurn(context, () => processUpload(key)),
  'store-attachment': ({ key }, context) => inTurn(context, () => registerAttachment(key)),
  'make-picture': ({ id }, context) => inTurn(context, () => processPicture(id)),
  'make-file': (job, context) => inTurn(context, () => makeFile(job)),
  'mark-session': markSession,
  'set-clocks': setClocks,
};

/** Does the jobs of a message, and returns the uploads among them that are to be registered. */
async function processMessage(body: string, context: Context): Promise<Processed[]> {
  const uploads: Processed[] = [];
  for (const job of readJobs(body)) {
    // The function of a job's own kind accepts that job; types can't express this for a union.
    const upload = await (workOfKind[job.kind] as Work<PhotoJob['kind'], Processed | undefined>)(job, context);
    if (upload) uploads.push(upload);
  }
  return uploads;
}

/**
 * Runs `work` when it is its turn.
 * @throws Error when too little time may be left; SQS then retries the message
 */
const inTurn = <Result>(context: Context, work: () => Promise<Result>): Promise<Result> =>
  filesAtOnce(() => {
    if (context.getRemainingTimeInMillis() < timeForOne) {
      throw new Error('Not enough time left for this file; SQS will retry it.');
    }
    return work();
  });

/** Returns the results of the promises that are fulfilled. */
async function fulfilled<Result>(work: Iterable<Promise<Result[]>>): Promise<Result[]> {
  const results = await Promise.allSettled(work);
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/**
 * Writes the uploads of each session together, because one session's row holds the counts. Returns the results by
 * session.
 */
function bySession<Upload extends Processed, Result>(
  uploads: Upload[],
  write: (sessionId: string, uploads: Upload[]) => Promise<Result>,
): Map<string, Promise<Result>> {
  const sessions = Map.groupBy(uploads, ({ photo }) => photo.session_id);
  const results = new Map([...sessions].map(([id, group]) => [id, write(id, group)]));
  // Each message of the session awaits its promise later; a rejection before that would be unhandled.
  for (const promise of results.values()) promise.catch(() => undefined);
  return results;
}
