import { jobOfLanded } from '../../domain/flows/landed-files.ts';
import { enqueue, type PhotoJob } from '../../domain/jobs/photo-jobs.ts';
import { listLanded } from '../../domain/photos/files/landing-bucket.ts';
import { log } from '../../platform/log.ts';

/**
 * Queues files whose event was lost or is in the dead-letter queue, as if they had just arrived.
 * @param before the time before which a file must have landed
 * @returns the number of files
 */
export async function requeueLanded(before: Date): Promise<number> {
  const jobs: PhotoJob[] = [];
  for await (const key of listLanded(before)) {
    const job = jobOfLanded(key);
    if (job) jobs.push(job);
    else log.error('The landing bucket contains an object with an unknown key.', { object: key });
  }
  await enqueue(...jobs);
  return jobs.length;
}
