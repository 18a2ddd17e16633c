import type { Ticket, TicketRequest } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { photoTypeOf, refusal } from './acceptable.ts';
import { Line, mostAtOnce } from './line.ts';
import type { PutOutcome, put } from './put.ts';

/**
 * `uploaded`: S3 answered 200, or said that it has those very bytes. `present`: the session had this photo before.
 * `refused`: this file can't become a photo here as it is. `failed`: it could, and 'Retry' tries again.
 */
export type UploadState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'uploaded'
  | 'present'
  | 'refused'
  | 'failed'
  | 'cancelled';

export interface UploadItem {
  id: number;
  name: string;
  size: number;
  state: UploadState;
  /** Bytes that have left this computer. */
  sent: number;
  message?: string;
}

export interface UploadSnapshot {
  items: readonly UploadItem[];
  /** Files that S3 has, of the `total` that somebody chose. */
  completed: number;
  total: number;
  running: boolean;
  /** Where the files chosen last go. */
  session: string | undefined;
  /** The network is gone: the run goes on by itself when it is back. */
  paused: boolean;
  /** `completed` / `total`, rounded. */
  percent: number;
}

export interface UploadTarget {
  session: string;
  is_approved: boolean;
  downloadable: boolean;
}

export interface UploadServices {
  checksum: (file: File) => Promise<string>;
  requestTickets: (target: UploadTarget, files: TicketRequest[]) => Promise<Ticket[]>;
  put: typeof put;
  /** Waits that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Until this computer has a network again; undefined while it has one. */
  untilOnline: () => Promise<void> | undefined;
}

const tries = 6;
const unfinished: readonly UploadState[] = ['waiting', 'reading', 'sending'];
/** Codes of the API's errors that may be gone a moment later. */
const passing: readonly unknown[] = ['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'];

type UploadTicket = Ticket & { state: 'upload' };

interface Job {
  item: UploadItem;
  file: File;
  target: UploadTarget;
  sha256?: string;
  abort?: AbortController;
}

/**
 * The uploader behind both upload screens. It knows no screen and outlives them: files go on while the admin moves about.
 * One file at a time is hashed, tickets are asked for in batches, one batch ahead of what is being sent. Up to four
 * files are sent at once, fewer while the line or S3 fails, and what fails for a passing reason is tried again with
 * growing, jittered pauses; without a network everything waits.
 */
export class UploadRun {
  #jobs: Job[] = [];
  #listeners = new Set<() => void>();
  #snapshot: UploadSnapshot | undefined;
  #announced = false;
  #stop = Promise.withResolvers<void>();
  #added = Promise.withResolvers<void>();
  #working = false;
  #waitingForNetwork = 0;
  #line = new Line();
  #ids = 0;
  #services: UploadServices;

  constructor(services: UploadServices) {
    this.#services = services;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The run as it is now; the same object until something changes. */
  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= this.#measure();
    return this.#snapshot;
  };

  /**
   * Adds files to the run and starts it. What can't be a photo is refused at once, by name. After a run that is over,
   * another begins; files that failed stay in it until somebody sends them again or clears the list.
   */
  add(target: UploadTarget, files: File[]): void {
    if (!this.snapshot().running) this.#jobs = this.#jobs.filter((job) => job.item.state === 'failed');
    for (const file of files) {
      const reason = refusal(file);
      this.#jobs.push({
        item: {
          id: ++this.#ids,
          name: file.name,
          size: file.size,
          state: reason ? 'refused' : 'waiting',
          sent: 0,
          ...(reason ? { message: reason } : {}),
        },
        file,
        target,
      });
    }
    this.#changed();
    this.#start();
  }

  /** Sends the failed files again, or the one of that id. They are read anew: they may have changed on disk. */
  retry(id?: number): void {
    for (const job of this.#jobs) {
      if (job.item.state !== 'failed' || (id !== undefined && job.item.id !== id)) continue;
      this.#set(job, 'waiting');
    }
    this.#start();
  }

  /** Stops what has not arrived yet; what arrived stays. */
  cancel(): void {
    for (const job of this.#jobs) {
      if (!unfinished.includes(job.item.state)) continue;
      this.#set(job, 'cancelled');
      job.abort?.abort();
    }
    this.#stop.resolve();
    this.#stop = Promise.withResolvers();
  }

  /** Forgets a run that is over. */
  clear(): void {
    if (this.snapshot().running) return;
    this.#jobs = [];
    this.#changed();
  }

  #start(): void {
    this.#added.resolve();
    this.#added = Promise.withResolvers();
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    const sending = new Set<Promise<void>>();
    try {
      let next = this.#prepareBatch();
      for (;;) {
        const ready = await next;
        if (!ready) {
          if (sending.size === 0 && !this.#nextBatch()) return;
          if (!this.#nextBatch()) await Promise.race([...sending, this.#added.promise]);
          next = this.#prepareBatch();
          continue;
        }
        // The next files are read while these are sent, so that the line never waits for the disk.
        next = this.#prepareBatch();
        for (const [job, ticket] of ready) {
          while (sending.size >= mostAtOnce) await Promise.race(sending);
          if (this.#cancelled(job)) continue;
          const sent: Promise<void> = this.#send(job, ticket)
            .catch((error) => this.#set(job, 'failed', wordsOf(error)))
            .finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    } finally {
      this.#working = false;
    }
  }

  /** The next files of one target, in their order; undefined when none waits. */
  #nextBatch(): Job[] | undefined {
    const waiting = this.#jobs.filter((job) => job.item.state === 'waiting').slice(0, limits.ticketsPerRequest);
    const [first] = waiting;
    return first && waiting.filter((job) => job.target === first.target);
  }

  /** Hashes the next batch and fetches its tickets. @returns the files that are to be sent; undefined when none waits */
  async #prepareBatch(): Promise<[Job, UploadTicket][] | undefined> {
    const batch = this.#nextBatch();
    const target = batch?.[0]?.target;
    if (!batch || !target) return undefined;
    for (const job of batch) {
      if (this.#cancelled(job)) continue;
      this.#set(job, 'reading');
      try {
        job.sha256 = await this.#services.checksum(job.file);
      } catch {
        if (!this.#cancelled(job)) this.#set(job, 'failed', 'This file could not be read. Is it still where it was?');
      }
    }
    const read = batch.filter((job) => job.item.state === 'reading');
    if (read.length === 0) return [];
    let tickets: Ticket[];
    try {
      tickets = await this.#persist(read, () => this.#services.requestTickets(target, read.map(ticketRequest)));
    } catch (error) {
      for (const job of read) if (!this.#cancelled(job)) this.#set(job, 'failed', wordsOf(error));
      return [];
    }
    const sendable: [Job, UploadTicket][] = [];
    for (const [index, job] of read.entries()) {
      const ticket = tickets[index];
      if (this.#cancelled(job)) continue;
      if (ticket?.state === 'upload') sendable.push([job, ticket]);
      else this.#settle(job, ticket);
    }
    return sendable;
  }

  /** What a ticket says that is none for sending. */
  #settle(job: Job, ticket: Exclude<Ticket, { state: 'upload' }> | undefined): void {
    if (ticket?.state === 'present') this.#set(job, 'present', 'Already in this session: skipped.');
    else if (ticket?.state === 'binned')
      this.#set(job, 'refused', 'This photo lies in the session’s bin. Restore it there.');
    else if (ticket?.state === 'refused') this.#set(job, 'refused', ticket.message);
    else this.#set(job, 'failed', 'The studio did not answer for this file.');
  }

  async #send(job: Job, first: UploadTicket): Promise<void> {
    let ticket = first;
    this.#set(job, 'sending');
    for (let attempt = 1; ; attempt += 1) {
      await this.#untilOnline();
      const isWanted = () => !this.#cancelled(job);
      const outcome = await this.#line.send(isWanted, () => this.#put(job, ticket));
      if (!outcome) return;
      // A file that arrived in the very moment of the cancelling has arrived.
      if (outcome.kind === 'stored') {
        this.#line.noteArrival();
        return this.#set(job, 'uploaded');
      }
      if (this.#cancelled(job)) return;
      if (outcome.kind === 'refused') return this.#set(job, 'refused', outcome.message);
      if (outcome.kind === 'failed') {
        // Without a network nobody has tried anything.
        if (await this.#untilOnline()) attempt = 0;
        else this.#line.noteFailure();
      }
      if (attempt === tries) return this.#set(job, 'failed', outcome.message);
      job.item = { ...job.item, sent: 0 };
      await this.#backOff(attempt);
      if (this.#cancelled(job)) return;
      if (outcome.kind !== 'expired') continue;
      try {
        const [again] = await this.#persist([job], () =>
          this.#services.requestTickets(job.target, [ticketRequest(job)]),
        );
        // 'present' after a first ticket: an earlier try arrived, and only its answer was lost.
        if (again?.state === 'present') return this.#set(job, 'uploaded');
        if (this.#cancelled(job)) return;
        if (again?.state !== 'upload') return this.#settle(job, again);
        ticket = again;
      } catch (error) {
        if (!this.#cancelled(job)) this.#set(job, 'failed', wordsOf(error));
        return;
      }
    }
  }

  #put(job: Job, { url, headers }: UploadTicket): Promise<PutOutcome> {
    job.abort = new AbortController();
    return this.#services.put(url, headers, job.file, job.abort.signal, (sent) => {
      job.item = { ...job.item, sent };
      this.#changed();
    });
  }

  /** Tries a request to the API again while its reason may pass, and while somebody still waits for its answer. */
  async #persist<Result>(jobs: Job[], request: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request();
      } catch (error) {
        if (await this.#untilOnline()) attempt = 0;
        if (attempt === tries || !passing.includes((error as { code?: unknown }).code)) throw error;
        await this.#backOff(attempt);
        if (jobs.every((job) => this.#cancelled(job))) throw error;
      }
    }
  }

  /** Waits for the network, and no longer than until the run is cancelled. @returns whether it had to */
  async #untilOnline(): Promise<boolean> {
    const back = this.#services.untilOnline();
    if (!back) return false;
    this.#waitingForNetwork += 1;
    this.#changed();
    await Promise.race([back, this.#stop.promise]);
    this.#waitingForNetwork -= 1;
    this.#changed();
    return true;
  }

  /** Waits before another try: longer each time, jittered, and no longer than until the run is cancelled. */
  async #backOff(attempt: number): Promise<void> {
    const pause = Math.random() * Math.min(20_000, 400 * 2 ** attempt);
    await Promise.race([this.#services.pause(pause), this.#stop.promise]);
  }

  #cancelled(job: Job): boolean {
    return job.item.state === 'cancelled';
  }

  #set(job: Job, state: UploadState, message?: string): void {
    const { message: _before, ...item } = job.item;
    job.item = { ...item, state, sent: state === 'uploaded' ? item.size : 0, ...(message ? { message } : {}) };
    this.#changed();
  }

  /** Tells the screens at most once a frame: 2,000 files may report at once. */
  #changed(): void {
    this.#snapshot = undefined;
    if (this.#announced) return;
    this.#announced = true;
    const tell = () => {
      this.#announced = false;
      for (const listener of this.#listeners) listener();
    };
    if (document.visibilityState === 'visible') requestAnimationFrame(tell);
    else queueMicrotask(tell);
  }

  #measure(): UploadSnapshot {
    const items = this.#jobs.map((job) => job.item);
    const completed = items.filter((item) => item.state === 'uploaded' || item.state === 'present').length;
    return {
      items,
      completed,
      total: items.length,
      running: items.some((item) => unfinished.includes(item.state)),
      session: this.#jobs.at(-1)?.target.session,
      paused: this.#waitingForNetwork > 0,
      percent: items.length === 0 ? 0 : Math.round((completed / items.length) * 100),
    };
  }
}

function ticketRequest(job: Job): TicketRequest {
  return {
    file_name: job.file.name,
    content_type: photoTypeOf(job.file) ?? job.file.type,
    size: job.file.size,
    sha256: job.sha256 ?? '',
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The studio did not answer.';
}
