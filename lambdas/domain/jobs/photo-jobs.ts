import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { secondsUntilNextTry } from '../../platform/next-try.ts';
import { send } from './queue.ts';

/** A job of process-photo, which has a function for each kind. */
export const PhotoJob = z.discriminatedUnion('kind', [
  /** Processes a landed file: a photo, or the replacement of a photo. */
  z.object({ kind: z.literal('process-upload'), key: z.string() }),
  /** Stores a landed attachment. */
  z.object({ kind: z.literal('store-attachment'), key: z.string() }),
  /** Makes a picture of the website, from its landed file or from the featured photo that its row names. */
  z.object({ kind: z.literal('make-picture'), id: z.string() }),
  /** Makes or measures a photo's file in this size, for downloads. */
  z.object({
    kind: z.literal('make-file'),
    session_id: z.string(),
    id: z.string(),
    size: z.enum(['web', 'print']),
    /** The time at which the file could not be made for the first time; the job is then delayed. */
    since: z.string().optional(),
  }),
  /** Makes a session's marked derivatives, or drops them: one step of this work. */
  z.object({
    kind: z.literal('mark-session'),
    session_id: z.string(),
    /** The id of the photo after which the step continues. */
    after: z.string().optional(),
    /** The `marks_shown` for which the media keys of clean proofs are being rotated. */
    rekeys: z.string().optional(),
    /** The time at which a photo could not be marked for the first time; a run from the beginning is then delayed. */
    since: z.string().optional(),
  }),
  /**
   * Computes the capture times of a session's photos by its clocks: one step of this work, which continues after the
   * photo `after`.
   */
  z.object({ kind: z.literal('set-clocks'), session_id: z.string(), after: z.string().optional() }),
]);
export type PhotoJob = z.infer<typeof PhotoJob>;
export type PhotoJobOf<Kind extends PhotoJob['kind']> = Extract<PhotoJob, { kind: Kind }>;

/**
 * Queues jobs for process-photo.
 * @throws Error when SQS did not accept every job
 */
export const enqueue = (...jobs: PhotoJob[]): Promise<void> =>
  send(
    'PHOTO_QUEUE_URL',
    jobs.map((job) => ({ body: job, delay: delayOf(job) })),
  );

/** Queues the making or measuring of these photos' files in this size. */
export const askToMake = (
  size: PhotoJobOf<'make-file'>['size'],
  photos: { session_id: string; id: string }[],
): Promise<void> =>
  enqueue(...photos.map(({ session_id, id }) => ({ kind: 'make-file', session_id, id, size }) as const));

/**
 * Queues a session's job from its first step. A failure is only logged, because the daily sweep queues the job, too.
 */
export async function enqueueSoon(kind: 'mark-session' | 'set-clocks', session_id: string): Promise<void> {
  try {
    await enqueue({ kind, session_id });
  } catch (error) {
    log.error('Could not queue a job of a session; the daily sweep will.', { kind, session_id, error });
  }
}

/** Returns the seconds until a job is delivered. A job that has to wait is delayed, a step that continues is not. */
function delayOf(job: PhotoJob): number {
  if (!('since' in job) || job.since === undefined) return 0;
  return 'after' in job && job.after !== undefined ? 0 : secondsUntilNextTry(job.since);
}
