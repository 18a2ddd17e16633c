import * as z from 'zod';
import { jobOfLanded } from '../../domain/flows/landed-files.ts';
import { PhotoJob } from '../../domain/jobs/photo-jobs.ts';

/**
 * The fields of S3's event that this module reads. S3 also sends a test event without records when notifications are
 * configured.
 */
const Notification = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).default([]),
});

/**
 * The field that named a job before jobs had a kind. Such messages may wait in the queue during an update, and in the
 * dead-letter queue for two weeks.
 */
const earlierFields: Record<string, PhotoJob['kind']> = {
  make: 'make-file',
  picture: 'make-picture',
  mark: 'mark-session',
  clocks: 'set-clocks',
};

/**
 * Returns the jobs of a message: the queued job, or one job for each file of S3's event.
 * @throws Error for a job of another form; SQS then retries it
 */
export function readJobs(body: string): PhotoJob[] {
  const message = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
  if ('kind' in message) return [PhotoJob.parse(message)];
  const earlierField = Object.entries(earlierFields).find(([field]) => message[field] !== undefined);
  if (earlierField) return [PhotoJob.parse({ ...(message[earlierField[0]] as object), kind: earlierField[1] })];
  return Notification.parse(message).Records.map(({ s3 }) => {
    const key = decodeKey(s3.object.key);
    // Processing an unknown key logs what is wrong with it, if the file still exists.
    return jobOfLanded(key) ?? { kind: 'process-upload', key };
  });
}

/** Returns the key of an object; keys in S3's events are form-encoded. */
const decodeKey = (key: string) => decodeURIComponent(key.replaceAll('+', ' '));
