import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { askToPrepare, letterOfReady } from '../../domain/downloads/downloads.ts';
import { changeDownload, type DownloadRow, readDownload } from '../../domain/downloads/repository.ts';
import { deletePrepared } from '../../domain/downloads/withdrawal.ts';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { eachMessage } from '../batch.ts';
import { makePlan, type PlannedEntry, readPlan } from './plan.ts';
import { abandonUpload, beginUpload, isStored, storeZip } from './store-zip.ts';

const Message = z.object({ customer_id: z.string(), id: z.string() });

/** Milliseconds before the function's end at which another run takes over. */
const reserve = 60_000;
/** Seconds until a failed try is made again: half a minute, two, then eight. */
const secondsUntilRetry = (tries: number): number => Math.min(30 * 4 ** (tries - 1), 480);
/** Bytes between two notes of progress. */
const progressStep = 64 * 1024 * 1024;

/** The row is not that of this preparation any more, or says that it is over. */
class Ended extends Error {
  override name = 'Ended';
}

/**
 * A download that was asked for → its ZIP archives, one after the other. Everything that a run has done is remembered
 * in S3 or on the row, so that another goes on where it stopped, for whatever reason.
 */
export const handler = ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(Records, async (record) => {
    try {
      await prepare(record.body, context);
    } catch (error) {
      await comeBackSoon(record);
      throw error;
    }
  });

/** The queue hides a message for longer than a run may take, ninety minutes; one that failed is over at once. */
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
    log.warn('A failed download comes back no sooner than its queue says.', { error });
  }
}

async function prepare(body: string, context: Context): Promise<void> {
  const key = Message.parse(JSON.parse(body));
  const row = await readDownload(key);
  if (row?.state !== 'preparing') return;
  const preparation = new Preparation(row, () => context.getRemainingTimeInMillis() < reserve);
  try {
    if (!(await preparation.run())) await askToPrepare(key);
  } catch (error) {
    if (error instanceof Ended) {
      const now = await readDownload(key);
      // Its message came twice, and the other run was faster.
      const isDone = now?.created_at === row.created_at && now.state === 'ready';
      if (!isDone) await preparation.cleanUp();
    } else if (isGone(error)) await preparation.fail(error);
    else throw error;
  }
}

/** A session or an original that was there when the download was asked for. */
const isGone = (error: unknown) =>
  (error instanceof StudioError && error.code === 'NOT_FOUND') ||
  (error instanceof Error && error.name === 'NoSuchKey');

class Preparation {
  #row: DownloadRow;
  readonly #isTimeOver: () => boolean;

  constructor(row: DownloadRow, isTimeOver: () => boolean) {
    this.#row = row;
    this.#isTimeOver = isTimeOver;
  }

  /** @returns false when time was over before everything was prepared */
  async run(): Promise<boolean> {
    const plan = await this.#plan();
    while (this.#row.parts_ready < this.#row.parts.length) {
      if (this.#isTimeOver()) return false;
      if (!(await this.#store(plan[this.#row.parts_ready] ?? []))) return false;
    }
    if (this.#row.parts.length === 0) throw new StudioError('NOT_FOUND');
    await this.#note({ state: 'ready' }, await letterOfReady(this.#row));
    return true;
  }

  /** Takes back what nobody may have. */
  async cleanUp(): Promise<void> {
    const part = this.#row.parts[this.#row.parts_ready];
    if (part && this.#row.upload_id) await abandonUpload(part, this.#row.upload_id);
    await deletePrepared(this.#row);
  }

  async fail(error: unknown): Promise<void> {
    log.warn('A download failed, because what it was to hold is gone.', { download_id: this.#row.id, error });
    await this.cleanUp();
    const message = 'Some photos changed while this was being prepared. Please ask for it again.';
    await this.#note({ state: 'failed', message, parts: [], parts_ready: 0, prepared_bytes: 0, upload_id: null });
  }

  async #plan(): Promise<PlannedEntry[][]> {
    if (this.#row.parts.length > 0) return readPlan(this.#row);
    const { plan, parts } = await makePlan(this.#row);
    await this.#note({ parts });
    return plan;
  }

  async #store(entries: PlannedEntry[]): Promise<boolean> {
    const part = this.#row.parts[this.#row.parts_ready]!;
    const before = this.#row.parts.slice(0, this.#row.parts_ready).reduce((total, { size }) => total + size, 0);
    // A run that died after S3 had put the pieces together, and before the row was told.
    const isThere = this.#row.upload_id !== null && (await isStored(part));
    if (!isThere) {
      const uploadId = this.#row.upload_id ?? (await beginUpload(part));
      if (this.#row.upload_id === null) await this.#note({ upload_id: uploadId });
      const isComplete = await storeZip({
        part,
        entries,
        uploadId,
        isTimeOver: this.#isTimeOver,
        onProgress: async (bytes) => {
          const prepared_bytes = before + Math.min(bytes, part.size);
          if (prepared_bytes >= this.#row.prepared_bytes + progressStep) await this.#note({ prepared_bytes });
        },
      });
      if (!isComplete) return false;
    }
    await this.#note({
      parts_ready: this.#row.parts_ready + 1,
      prepared_bytes: before + part.size,
      upload_id: null,
    });
    return true;
  }

  /** @param more is written in the same transaction */
  async #note(change: Partial<DownloadRow>, more: Write[] = []): Promise<void> {
    const noted = { ...this.#row, ...change };
    try {
      const noting = changeDownload(this.#row, change, () => new Ended());
      await (more.length > 0 ? transact([noting, ...more]) : write(noting));
    } catch (error) {
      // What it was about to tell of is to be cleaned up all the same.
      if (error instanceof Ended) this.#row = { ...noted, state: this.#row.state };
      throw error;
    }
    this.#row = noted;
  }
}
