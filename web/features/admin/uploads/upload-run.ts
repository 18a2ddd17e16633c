import type { RequestTickets, Ticket, Tickets } from '#shared/contract/photos/uploads.ts';
import { messageOf } from '#shared/errors.ts';
import type { PutOutcome, put } from './put.ts';
import type { UploadTarget } from './upload-item.ts';
import { type Job, outcomeOf, presentAs, ticketRequest, type UploadTicket } from './upload-job.ts';
import { UploadList } from './upload-list.ts';
import { tries, UploadRetries, type Waits } from './upload-retries.ts';
import { maxConcurrentUploads, UploadSlots } from './upload-slots.ts';

export interface UploadServices extends Waits {
  checksum: (file: File) => Promise<string>;
  staleness: (file: File) => Promise<string | undefined>;
  requestTickets: (target: UploadTarget, batch: Pick<RequestTickets, 'begun_at' | 'files'>) => Promise<Tickets>;
  /** Dismisses a photo that got a ticket, because its file changed; a photo that has arrived stays. */
  giveUp: (target: UploadTarget, photo: string) => Promise<void>;
  put: typeof put;
}

/**
 * The uploader of all upload screens. It is independent of screens, so uploads continue during navigation. Hashes one file at a
 * time and requests tickets in batches, one batch ahead of the uploads. Uploads up to four files at once, fewer after failures.
 * Temporary errors are retried with jittered exponential backoff; while offline everything waits.
 */
export class UploadRun {
  #list = new UploadList();
  #added = Promise.withResolvers<void>();
  #working = false;
  #slots = new UploadSlots();
  #services: UploadServices;
  #retries: UploadRetries;

  constructor(services: UploadServices) {
    this.#services = services;
    this.#retries = new UploadRetries(services, () => this.#list.setPaused(this.#retries.isOffline));
  }

  readonly subscribe = (listener: () => void) => this.#list.subscribe(listener);

  /** Returns the current state; the same object until something changes, as useSyncExternalStore requires. */
  readonly snapshot = () => this.#list.snapshot();

  /**
   * Adds files and starts the run; see `UploadList.add`.
   * @param replaced ids of the photos that files replace; the other files become photos
   */
  add(target: UploadTarget, files: File[], replaced?: ReadonlyMap<File, string>): void {
    this.#list.add(target, files, replaced);
    this.#start();
  }

  /**
   * Continues stale files with chosen files of the same names, at the same positions.
   * @returns the stale files, each with its replacement
   */
  chooseAgain(files: File[]): Map<File, File> {
    const replacements = this.#list.chooseAgain(files);
    this.#start();
    return replacements;
  }

  /** Retries the failed files, or only the file with that id. They are hashed again, because they may have changed on disk. */
  retry(id?: number): void {
    this.#list.retry(id);
    this.#start();
  }

  /** Cancels all unfinished files; uploaded files stay. */
  cancel(): void {
    this.#list.cancel();
    this.#retries.stop();
  }

  /** Returns the canceled files. */
  cancelledFiles(): File[] {
    return this.#list.cancelledFiles();
  }

  /** See `UploadList.lastTargetFiles`. */
  lastTargetFiles() {
    return this.#list.lastTargetFiles();
  }

  /** Clears a run that has ended. */
  clear(): void {
    this.#list.clear();
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
        const sendableFiles = await next;
        if (!sendableFiles) {
          if (sending.size === 0 && !this.#list.nextBatch()) return;
          if (!this.#list.nextBatch()) await Promise.race([...sending, this.#added.promise]);
          next = this.#prepareBatch();
          continue;
        }
        // Prepare the next batch during these uploads, so that uploading doesn't wait for hashing.
        next = this.#prepareBatch();
        for (const [job, ticket] of sendableFiles) {
          while (sending.size >= maxConcurrentUploads) await Promise.race(sending);
          if (this.#cancelled(job)) continue;
          const sent: Promise<void> = this.#send(job, ticket)
            .catch((error) => this.#list.set(job, 'failed', messageOf(error)))
            .finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    } finally {
      this.#working = false;
    }
  }

  /**
   * Hashes the next batch and requests its tickets.
   * @returns the files to upload with their tickets; undefined if none waits.
   */
  async #prepareBatch(): Promise<[Job, UploadTicket][] | undefined> {
    const batch = this.#list.nextBatch();
    if (!batch) return undefined;
    for (const job of batch) {
      if (this.#cancelled(job)) continue;
      this.#list.set(job, 'reading');
      try {
        job.sha256 = await this.#services.checksum(job.file);
      } catch {
        const stale = await this.#services.staleness(job.file);
        if (this.#cancelled(job)) continue;
        if (stale) this.#list.set(job, 'stale', stale);
        else this.#list.set(job, 'failed', 'This file could not be read.');
      }
    }
    const readJobs = batch.filter((job) => job.item.state === 'reading');
    if (readJobs.length === 0) return [];
    let tickets: Ticket[];
    try {
      tickets = await this.#requestTickets(readJobs);
    } catch (error) {
      for (const job of readJobs) if (!this.#cancelled(job)) this.#list.set(job, 'failed', messageOf(error));
      return [];
    }
    const sendable: [Job, UploadTicket][] = [];
    for (const [index, job] of readJobs.entries()) {
      const ticket = tickets[index];
      // Also for a file that was canceled meanwhile: its photo is pending now.
      if (ticket?.state === 'upload') job.photo = ticket.photo_id;
      this.#giveUpFormer(job, ticket);
      if (this.#cancelled(job)) continue;
      if (ticket?.state === 'upload') sendable.push([job, ticket]);
      else this.#list.settle(job, outcomeOf(job, ticket));
    }
    return sendable;
  }

  /**
   * Dismisses the photo of a stale file that this file replaced. Does not wait for it: if it fails, the session lists the photo
   * as one that never arrived.
   */
  #giveUpFormer({ target, former, replaces }: Job, ticket: Ticket | undefined): void {
    const isSame = ticket && 'photo_id' in ticket && ticket.photo_id === former;
    // Replaced photos, and attachments, have no pending photo.
    if (former === undefined || isSame || replaces !== undefined || target.attach) return;
    this.#services.giveUp(target, former).catch(() => undefined);
  }

  async #send(job: Job, first: UploadTicket): Promise<void> {
    let ticket = first;
    this.#list.set(job, 'sending');
    for (let attempt = 1; ; attempt += 1) {
      await this.#retries.untilOnline();
      const isWanted = () => !this.#cancelled(job);
      const outcome = await this.#slots.send(isWanted, () => this.#put(job, ticket));
      if (!outcome) return;
      // Stored before the cancellation took effect: count it as uploaded.
      if (outcome.kind === 'stored') {
        this.#slots.reportSuccess();
        const twin = this.#list.storedTwin(job);
        return this.#list.settle(job, twin ? presentAs(twin.item.name, job) : { state: 'uploaded' });
      }
      if (this.#cancelled(job)) return;
      if (outcome.kind === 'changed') return this.#list.set(job, 'stale', outcome.message);
      if (outcome.kind === 'failed') {
        const stale = await this.#services.staleness(job.file);
        if (this.#cancelled(job)) return;
        if (stale) return this.#list.set(job, 'stale', stale);
        // An attempt that failed offline does not count.
        if (await this.#retries.untilOnline()) attempt = 0;
        else this.#slots.reportFailure();
      }
      if (attempt === tries) return this.#list.set(job, 'failed', outcome.message);
      job.item = { ...job.item, sent: 0 };
      await this.#retries.backOff(attempt);
      if (this.#cancelled(job)) return;
      if (outcome.kind !== 'expired') continue;
      try {
        const [newTicket] = await this.#requestTickets([job]);
        // 'present' for a repeated ticket: an earlier attempt succeeded and its response was lost.
        if (newTicket?.state === 'present') return this.#list.set(job, 'uploaded');
        if (this.#cancelled(job)) return;
        if (newTicket?.state !== 'upload') return this.#list.settle(job, outcomeOf(job, newTicket));
        ticket = newTicket;
      } catch (error) {
        if (!this.#cancelled(job)) this.#list.set(job, 'failed', messageOf(error));
        return;
      }
    }
  }

  #put(job: Job, { url, headers }: UploadTicket): Promise<PutOutcome> {
    job.abort = new AbortController();
    return this.#services.put(url, headers, job.file, job.abort.signal, (sent) => {
      this.#list.setSent(job, sent);
    });
  }

  /**
   * Requests tickets, in the order of the files.
   * @param jobs at least one job; all of one choice with the same target
   */
  async #requestTickets(jobs: Job[]): Promise<Ticket[]> {
    const { target, choice } = jobs[0]!;
    const { tickets, begun_at } = await this.#retries.persist(
      () =>
        this.#services.requestTickets(target, {
          ...(choice.begun_at !== undefined && { begun_at: choice.begun_at }),
          files: jobs.map(ticketRequest),
        }),
      () => !jobs.every((job) => this.#cancelled(job)),
    );
    choice.begun_at = begun_at;
    return tickets;
  }

  #cancelled(job: Job): boolean {
    return job.item.state === 'cancelled';
  }
}
