import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { secondsUntilNextTry } from '../../platform/next-try.ts';
import { send } from './queue.ts';

/** A job of process-photo, which does each kind in a function of its own. */
export const PhotoJob = z.discriminatedUnion('kind', [
  /** Processes a landed file: a photo, or the replacement of one. */
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
    /** When the file could not be made for the first time: it is tried again later. */
    since: z.string().optional(),
  }),
  /** Makes a session's marked derivatives, or gives them up: one step of it. */
  z.object({
    kind: z.literal('mark-session'),
    session_id: z.string(),
    /** The photo after which it continues. */
    after: z.string().optional(),
    /** The `marks_shown` for which addresses are being given up. */
    rekeys: z.string().optional(),
    /** When a photo could not be marked for the first time: a run from the beginning is tried again later. */
    since: z.string().optional(),
  }),
  /** Puts a session's photos in order by its clocks: one step of it, which continues after the photo `after`. */
  z.object({ kind: z.literal('set-clocks'), session_id: z.string(), after: z.string().optional() }),
]);
export type PhotoJob = z.infer<typeof PhotoJob>;
export type PhotoJobOf<Kind extends PhotoJob['kind']> = Extract<PhotoJob, { kind: Kind }>;

/**
 * Queues jobs for process-photo.
 * @throws Error when SQS did not take every one
 */
export const enqueue = (...jobs: PhotoJob[]): Promise<void> =>
  send(
    'PHOTO_QUEUE_URL',
    jobs.map((job) => ({ body: job, delay: delayOf(job) })),
  );

/** Queues a session's job from its beginning. A failure is only logged: the daily sweep queues the job, too. */
export async function enqueueSoon(kind: 'mark-session' | 'set-clocks', session_id: string): Promise<void> {
  try {
    await enqueue({ kind, session_id });
  } catch (error) {
    log.error('Could not queue a job of a session; the daily sweep will.', { kind, session_id, error });
  }
}

/** Seconds until a job is delivered: what failed before waits, a step that continues does not. */
function delayOf(job: PhotoJob): number {
  if (!('since' in job) || job.since === undefined) return 0;
  return 'after' in job && job.after !== undefined ? 0 : secondsUntilNextTry(job.since);
}
