import type { Ticket, TicketRequest } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { photoTypeOf, refusal } from './acceptable.ts';
import type { put } from './put.ts';

/**
 * `uploaded`: S3 answered 200, or said that it has those very bytes. `present`: the session had this photo before.
 * `refused`: this file can't become a photo here. `failed`: it could, and 'Retry' tries again.
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
  /** Files that S3 has, of all that were to be sent. */
  completed: number;
  total: number;
  running: boolean;
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
}

/** Uploads at the same time: enough to fill a line, few enough that each one gets on. */
const inFlight = 4;
const tries = 6;

interface Job {
  item: UploadItem;
  file: File;
  target: UploadTarget;
  sha256?: string;
  abort?: AbortController;
}

/**
 * The uploader behind both upload screens. It knows no screen and outlives them: files go on while the admin moves about.
 * One file at a time is hashed, tickets are asked for in batches, four files are sent at once, and what fails for a
 * passing reason is tried again with growing, jittered pauses.
 */
export class UploadRun {
  #jobs: Job[] = [];
  #listeners = new Set<() => void>();
  #snapshot: UploadSnapshot = { items: [], completed: 0, total: 0, running: false, percent: 0 };
  #announced = false;
  #working = false;
  #ids = 0;
  #services: UploadServices;

  constructor(services: UploadServices) {
    this.#services = services;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = () => this.#snapshot;

  /** Adds files to the run and starts it. What can't be a photo is refused at once, by name. */
  add(target: UploadTarget, files: File[]): void {
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
    void this.#work();
  }

  retry(id?: number): void {
    for (const job of this.#jobs) {
      if (job.item.state === 'failed' && (id === undefined || job.item.id === id)) this.#set(job, 'waiting');
    }
    void this.#work();
  }

  /** Stops what has not arrived yet; what arrived stays. */
  cancel(): void {
    for (const job of this.#jobs) {
      if (['waiting', 'reading', 'sending'].includes(job.item.state)) {
        job.abort?.abort();
        this.#set(job, 'cancelled');
      }
    }
  }

  /** Forgets a run that is over, to begin another. */
  clear(): void {
    if (this.#snapshot.running) return;
    this.#jobs = [];
    this.#changed();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    const sending = new Set<Promise<void>>();
    try {
      for (;;) {
        const batch = this.#jobs.filter((job) => job.item.state === 'waiting').slice(0, limits.ticketsPerRequest);
        const [first] = batch;
        if (!first) {
          if (sending.size === 0) return;
          await Promise.race(sending);
          continue;
        }
        const alike = batch.filter((job) => job.target === first.target);
        for await (const [job, ticket] of this.#ticketed(first.target, alike)) {
          while (sending.size >= inFlight) await Promise.race(sending);
          if (job.item.state === 'cancelled') continue;
          const sent: Promise<void> = this.#send(job, ticket).finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    } finally {
      this.#working = false;
      this.#changed();
    }
  }

  /** Hashes a batch and fetches its tickets; yields the files that are to be sent. */
  async *#ticketed(target: UploadTarget, batch: Job[]): AsyncGenerator<[Job, Ticket & { state: 'upload' }]> {
    const read: Job[] = [];
    for (const job of batch) {
      if (job.item.state !== 'waiting') continue;
      this.#set(job, 'reading');
      try {
        job.sha256 ??= await this.#services.checksum(job.file);
        read.push(job);
      } catch {
        this.#set(job, 'failed', 'This file could not be read. Is it still where it was?');
      }
    }
    const wanted = read.filter((job) => job.item.state === 'reading');
    if (wanted.length === 0) return;
    let tickets: Ticket[];
    try {
      tickets = await this.#persist(() => this.#services.requestTickets(target, wanted.map(ticketRequest)));
    } catch (error) {
      for (const job of wanted) this.#set(job, 'failed', wordsOf(error));
      return;
    }
    for (const [index, job] of wanted.entries()) {
      const ticket = tickets[index];
      if (job.item.state === 'cancelled') continue;
      if (ticket?.state === 'upload') yield [job, ticket];
      else if (ticket?.state === 'present') this.#set(job, 'present', 'Already in this session: skipped.');
      else if (ticket?.state === 'binned')
        this.#set(job, 'present', 'In this session’s bin: skipped. Restore it there.');
      else this.#set(job, 'refused', ticket?.message ?? 'The studio did not answer for this file.');
    }
  }

  async #send(job: Job, first: Ticket & { state: 'upload' }): Promise<void> {
    let ticket = first;
    this.#set(job, 'sending');
    for (let attempt = 1; ; attempt += 1) {
      job.abort = new AbortController();
      const outcome = await this.#services.put(ticket.url, ticket.headers, job.file, job.abort.signal, (sent) => {
        job.item = { ...job.item, sent };
        this.#changed();
      });
      if (job.item.state === 'cancelled') return;
      if (outcome.kind === 'stored') return this.#set(job, 'uploaded');
      if (outcome.kind === 'refused') return this.#set(job, 'refused', outcome.message);
      if (attempt === tries) return this.#set(job, 'failed', outcome.message);
      job.item = { ...job.item, sent: 0 };
      await this.#services.pause(Math.random() * Math.min(20_000, 400 * 2 ** attempt));
      if (this.#cancelled(job)) return;
      if (outcome.kind === 'expired') {
        try {
          const [again] = await this.#persist(() => this.#services.requestTickets(job.target, [ticketRequest(job)]));
          if (this.#cancelled(job)) return;
          if (again?.state === 'present') return this.#set(job, 'uploaded');
          if (again?.state !== 'upload')
            return this.#set(job, 'failed', 'The studio gave no new ticket for this file.');
          ticket = again;
        } catch (error) {
          return this.#set(job, 'failed', wordsOf(error));
        }
      }
    }
  }

  /** Tries a request to the API again while its reason may pass. */
  async #persist<Result>(request: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request();
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (attempt === tries || !(code === 'OFFLINE' || code === 'BUSY' || code === 'UNEXPECTED')) throw error;
        await this.#services.pause(Math.random() * Math.min(20_000, 400 * 2 ** attempt));
      }
    }
  }

  #cancelled(job: Job): boolean {
    return job.item.state === 'cancelled';
  }

  #set(job: Job, state: UploadState, message?: string): void {
    const { message: _before, ...item } = job.item;
    job.item = { ...item, state, sent: state === 'uploaded' ? item.size : item.sent, ...(message ? { message } : {}) };
    this.#changed();
  }

  /** Tells the screens at most once a frame: 2,000 files may report at once. */
  #changed(): void {
    this.#measure();
    if (this.#announced) return;
    this.#announced = true;
    const tell = () => {
      this.#announced = false;
      for (const listener of this.#listeners) listener();
    };
    if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible')
      requestAnimationFrame(tell);
    else queueMicrotask(tell);
  }

  #measure(): void {
    const items = this.#jobs.map((job) => job.item);
    const completed = items.filter((item) => item.state === 'uploaded' || item.state === 'present').length;
    this.#snapshot = {
      items,
      completed,
      total: items.length,
      running: this.#working || items.some((item) => ['waiting', 'reading', 'sending'].includes(item.state)),
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
