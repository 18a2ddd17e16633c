import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { isCurrent } from '../../domain/downloads/access.ts';
import { prepareAhead } from '../../domain/downloads/ahead.ts';
import { emailOfReady } from '../../domain/downloads/ready-email.ts';
import { changeDownload, type DownloadRow, readDownload } from '../../domain/downloads/repository.ts';
import { deletePrepared } from '../../domain/downloads/withdrawal.ts';
import { askToPrepare } from '../../domain/jobs/download-jobs.ts';
import { askToMake } from '../../domain/jobs/photo-jobs.ts';
import type { ReadyPhoto } from '../../domain/photos/row/lifecycle.ts';
import { sqs } from '../../platform/aws.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { isMissing } from '../../platform/missing.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { eachMessage } from '../batch.ts';
import { scheduledQueue } from '../scheduled-queue.ts';
import { FilesMissingError, makePlan, OutdatedDownloadError, type PlannedEntry, readPlan } from './plan.ts';
import { abandonUpload, beginUpload, isStored, storeZip } from './store-zip.ts';

/** A message: a download to prepare, or an announced session whose download is prepared ahead. */
const Message = z.union([
  z.object({ customer_id: z.string(), id: z.string() }),
  z.object({ session_id: z.string(), since: z.string().optional() }),
]);

/** Milliseconds before the function's timeout at which another run continues. */
const reserve = 60_000;
/** Returns the seconds until a failed run is retried: 30 seconds, then 2 minutes, then 8. */
const secondsUntilRetry = (tries: number): number => Math.min(30 * 4 ** (tries - 1), 480);
/** Seconds between two checks whether the photos' files are made. */
const secondsUntilCheck = 3;
/** Milliseconds without a new file after which a preparation fails. */
const longestWait = 10 * 60_000;
/** Bytes between two writes of the progress. */
const progressStep = 64 * 1024 * 1024;

/**
 * Prepares the ZIP archives of a requested download, one after the other. S3 and the row record each step, so that
 * another run continues where one stopped.
 */
const work = ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(Records, async (record) => {
    try {
      await prepare(record.body, context);
    } catch (error) {
      await comeBackSoon(record);
      throw error;
    }
  });

export const handler = scheduledQueue(
  { url: () => env('DOWNLOAD_QUEUE_URL'), batchSize: 1, batchTime: 2 * reserve },
  work,
);

/** Lets SQS retry a failed run soon. The visibility timeout is ninety minutes, because a run may take that long. */
async function comeBackSoon({ receiptHandle, attributes }: SQSRecord): Promise<void> {
  try {
    await sqs().send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: env('DOWNLOAD_QUEUE_URL'),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: secondsUntilRetry(Number(attributes.ApproximateReceiveCount)),
      }),
    );
  } catch (error) {
    log.warn('A failed download is retried only after the visibility timeout of its queue.', { error });
  }
}

async function prepare(body: string, context: Context): Promise<void> {
  const key = Message.parse(JSON.parse(body));
  if ('session_id' in key) return prepareAhead(key.session_id, key.since);
  const row = await readDownload(key);
  if (row?.state !== 'preparing') return;
  const preparation = new Preparation(row, () => context.getRemainingTimeInMillis() < reserve);
  try {
    if (!(await preparation.run())) await askToPrepare(key);
  } catch (error) {
    if (error instanceof WriteConflictError) {
      // The row belongs to a later preparation, or this preparation has ended.
      const currentRow = await readDownload(key);
      // SQS delivered the message twice, and the other run finished first.
      const isDone = currentRow?.created_at === row.created_at && currentRow.state === 'ready';
      if (!isDone) await preparation.cleanUp();
    } else if (error instanceof FilesMissingError) await preparation.waitFor(error.photos);
    else if (error instanceof OutdatedDownloadError) await preparation.end({ state: 'withdrawn' });
    else if (isMissing(error)) {
      // An original existed when the download was requested, and is missing now.
      log.warn('A download failed, because an original is missing.', { download_id: row.id, error });
      const message = 'Some photos changed while this was being prepared. Please ask for it again.';
      await preparation.end({ state: 'failed', message });
    } else throw error;
  }
}

/** The preparation of one download; its row records each step. */
class Preparation {
  #row: DownloadRow;
  readonly #isTimeOver: () => boolean;

  constructor(row: DownloadRow, isTimeOver: () => boolean) {
    this.#row = row;
    this.#isTimeOver = isTimeOver;
  }

  /** Prepares the archives, and returns false when time ran out before all were stored. */
  async run(): Promise<boolean> {
    const plan = await this.#plan();
    while (this.#row.parts_ready < this.#row.parts.length) {
      if (this.#isTimeOver()) return false;
      if (!(await this.#store(plan[this.#row.parts_ready] ?? []))) return false;
    }
    // Finds photos that were hidden after the plan was made. When a photo is hidden after this check, move-derivatives
    // withdraws the download.
    if (!(await isCurrent(this.#row))) throw new OutdatedDownloadError();
    await this.#note({ state: 'ready' }, await emailOfReady(this.#row));
    return true;
  }

  /** Queues the making of these photos' files, and checks again in a few seconds; fails when no more files are made. */
  async waitFor(missingPhotos: ReadyPhoto[]): Promise<void> {
    const { photo_size, photos, photos_made, updated_at } = this.#row;
    const madeCount = Object.values(photos).flat().length - missingPhotos.length;
    if (photos_made === null && photo_size !== 'original') await askToMake(photo_size, missingPhotos);
    if (photos_made === null || madeCount > photos_made) await this.#note({ photos_made: madeCount });
    else if (Date.now() - Date.parse(updated_at) > longestWait) {
      const message = 'Some photos could not be made in this size. Please try again, or choose another size.';
      return this.end({ state: 'failed', message });
    }
    await askToPrepare(this.#row, secondsUntilCheck);
  }

  /** Deletes everything that the preparation stored. */
  async cleanUp(): Promise<void> {
    const part = this.#row.parts[this.#row.parts_ready];
    if (part && this.#row.upload_id) await abandonUpload(part, this.#row.upload_id);
    await deletePrepared(this.#row);
  }

  /** Deletes everything that was stored, and writes the outcome into the row. */
  async end(outcome: Pick<DownloadRow, 'state'> & Partial<DownloadRow>): Promise<void> {
    await this.cleanUp();
    await this.#note({ parts: [], parts_ready: 0, prepared_bytes: 0, upload_id: null, ...outcome });
  }

  async #plan(): Promise<PlannedEntry[][]> {
    if (this.#row.parts.length > 0) return readPlan(this.#row);
    const { plan, parts } = await makePlan(this.#row);
    await this.#note({ parts });
    return plan;
  }

  /** Stores the next archive, and returns false when time ran out first. */
  async #store(entries: PlannedEntry[]): Promise<boolean> {
    const part = this.#row.parts[this.#row.parts_ready]!;
    const earlierBytes = this.#row.parts.slice(0, this.#row.parts_ready).reduce((total, { size }) => total + size, 0);
    // An earlier run ended after S3 completed the multipart upload and before it wrote the row.
    const isAlreadyStored = this.#row.upload_id !== null && (await isStored(part));
    if (!isAlreadyStored) {
      const uploadId = this.#row.upload_id ?? (await beginUpload(part));
      if (this.#row.upload_id === null) await this.#note({ upload_id: uploadId });
      const isComplete = await storeZip({
        part,
        entries,
        uploadId,
        isTimeOver: this.#isTimeOver,
        onProgress: async (bytes) => {
          const prepared_bytes = earlierBytes + Math.min(bytes, part.size);
          if (prepared_bytes >= this.#row.prepared_bytes + progressStep) await this.#note({ prepared_bytes });
        },
      });
      if (!isComplete) return false;
    }
    await this.#note({
      parts_ready: this.#row.parts_ready + 1,
      prepared_bytes: earlierBytes + part.size,
      upload_id: null,
    });
    return true;
  }

  /**
   * Writes a change of the row.
   * @param emailWrites writes of the same transaction
   */
  async #note(change: Partial<DownloadRow>, emailWrites: Write[] = []): Promise<void> {
    const changedRow = { ...this.#row, ...change };
    try {
      const rowWrite = changeDownload(this.#row, change);
      await (emailWrites.length > 0 ? transact([rowWrite, ...emailWrites]) : write(rowWrite));
    } catch (error) {
      // Keep the change here, so that cleanUp deletes the files to which it refers.
      if (error instanceof WriteConflictError) this.#row = { ...changedRow, state: this.#row.state };
      throw error;
    }
    this.#row = changedRow;
  }
}
