import type { Stage } from '#shared/contract/photos/photos.ts';
import type { RequestTickets, Ticket, TicketRequest, Tickets } from '#shared/contract/photos/uploads.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import { attachmentRefusal, photoTypeOf, refusal } from './files/acceptable.ts';
import type { PutOutcome, put } from './put.ts';
import { maxConcurrentUploads, UploadSlots } from './upload-slots.ts';

/**
 * `uploaded`: S3 responded 200, or 412 for the same bytes. `present`: the session already has this file, possibly from this run
 * under another name. `refused`: this file can't be accepted. `failed`: can be retried. `stale`: the file on the disk is not the
 * chosen one, and has to be chosen again.
 */
export type UploadState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'uploaded'
  | 'present'
  | 'refused'
  | 'failed'
  | 'stale'
  | 'cancelled';

export interface UploadItem {
  id: number;
  name: string;
  size: number;
  state: UploadState;
  /** Number of bytes sent. */
  sent: number;
  /** Whether the file is attached for download instead of shown as a photo. */
  attached: boolean;
  /** The other name under which the session has a file that is `present`. */
  same_as?: string;
  message?: string;
}

export interface UploadSnapshot {
  items: readonly UploadItem[];
  /** Number of uploaded or present files, of `total` selected. */
  completed: number;
  total: number;
  running: boolean;
  /** Target of the files that were added last. */
  customer: string | undefined;
  session: string | undefined;
  /** Whether the browser is offline; the run continues when the network is back. */
  paused: boolean;
  /** `completed` / `total` in percent, rounded. */
  percent: number;
  /** Ids of photos that got a ticket and are not uploaded: the session lists them as pending. */
  unsent: readonly string[];
}

export interface UploadTarget {
  customer: string;
  session: string;
  is_approved: boolean;
  downloadable: boolean;
  /** Stage of files that become photos; proofs if omitted. */
  stage?: Stage;
  /** Set if the files are attached for download. */
  attach?: true;
}

export interface UploadServices {
  checksum: (file: File) => Promise<string>;
  staleness: (file: File) => Promise<string | undefined>;
  requestTickets: (target: UploadTarget, batch: Pick<RequestTickets, 'begun_at' | 'files'>) => Promise<Tickets>;
  /** Dismisses a photo that got a ticket, because its file changed; a photo that has arrived stays. */
  giveUp: (target: UploadTarget, photo: string) => Promise<void>;
  put: typeof put;
  /** Resolves after that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Resolves when the browser is online; undefined if it already is. */
  untilOnline: () => Promise<void> | undefined;
}

const tries = 6;
const unfinished: readonly UploadState[] = ['waiting', 'reading', 'sending'];
/** States of files that stay in the list when another run begins. */
const keptStates: readonly UploadState[] = ['failed', 'stale'];
/** Whether the session has the file. */
const isThere = ({ state }: UploadItem) => state === 'uploaded' || state === 'present';
/** API error codes worth retrying. */
const temporaryErrors: readonly unknown[] = ['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'];

type UploadTicket = Ticket & { state: 'upload' };

/** Files that were chosen together, and the time by which the server orders them: from its response to their first request. */
interface Choice {
  begun_at?: string | undefined;
}

interface Job {
  item: UploadItem;
  file: File;
  target: UploadTarget;
  choice: Choice;
  /** The file's index in its choice, which orders its photo. */
  position: number;
  /** Id of the photo that the file replaces. */
  replaces: string | undefined;
  sha256?: string;
  /** Id of the photo that the file's ticket is for. */
  photo?: string;
  /** Id of the photo that the ticket of the replaced stale file is for. */
  former?: string;
  abort?: AbortController;
}

/**
 * The uploader of all upload screens. It is independent of screens, so uploads continue during navigation. Hashes one file at a
 * time and requests tickets in batches, one batch ahead of the uploads. Uploads up to four files at once, fewer after failures.
 * Temporary errors are retried with jittered exponential backoff; while offline everything waits.
 */
export class UploadRun {
  #jobs: Job[] = [];
  #listeners = new Set<() => void>();
  #snapshot: UploadSnapshot | undefined;
  #isNotificationPending = false;
  #stop = Promise.withResolvers<void>();
  #added = Promise.withResolvers<void>();
  #working = false;
  #waitingForNetwork = 0;
  #slots = new UploadSlots();
  #ids = 0;
  #services: UploadServices;

  constructor(services: UploadServices) {
    this.#services = services;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the current state; the same object until something changes, as useSyncExternalStore requires. */
  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= this.#measure();
    return this.#snapshot;
  };

  /**
   * Adds files and starts the run. Unsupported files become `refused` at once. If the previous run has ended, its files are
   * removed, except failed and stale files, which stay until they are retried, chosen again or cleared. A file replaces a stale
   * file of the same name and target in the list.
   * @param replaced ids of the photos that files replace; the other files become photos
   */
  add(target: UploadTarget, files: File[], replaced: ReadonlyMap<File, string> = new Map()): void {
    if (!this.snapshot().running) this.#jobs = this.#jobs.filter(({ item }) => keptStates.includes(item.state));
    const choice: Choice = {};
    for (const [position, file] of files.entries()) {
      const { session, attach } = target;
      const index = this.#findStale(
        file.name,
        ({ target: other }) => other.session === session && other.attach === attach,
      );
      const staleJob = this.#jobs[index];
      const job = this.#jobFor(file, target, replaced.get(file), staleJob ?? { choice, position });
      if (staleJob) this.#jobs[index] = job;
      else this.#jobs.push(job);
    }
    this.#changed();
    this.#start();
  }

  /**
   * Continues stale files with chosen files of the same names, at the same positions.
   * @returns the stale files, each with its replacement
   */
  chooseAgain(files: File[]): Map<File, File> {
    const replacements = new Map<File, File>();
    for (const file of files) {
      const index = this.#findStale(file.name);
      const staleJob = this.#jobs[index];
      if (!staleJob) continue;
      this.#jobs[index] = this.#jobFor(file, staleJob.target, staleJob.replaces, staleJob);
      replacements.set(staleJob.file, file);
    }
    this.#changed();
    this.#start();
    return replacements;
  }

  /** Returns the index of the first stale file with this name; -1 if there is none. */
  #findStale(name: string, matches: (job: Job) => boolean = () => true): number {
    return this.#jobs.findIndex((job) => job.item.state === 'stale' && job.file.name === name && matches(job));
  }

  /** Returns a new job for a file. @param before the file's position among the chosen files, or the stale job that it replaces */
  #jobFor(
    file: File,
    target: UploadTarget,
    replaces: string | undefined,
    before: Pick<Job, 'choice' | 'position' | 'photo' | 'former'>,
  ): Job {
    const attached = target.attach === true;
    const reason = (attached ? attachmentRefusal : refusal)(file);
    const former = before.photo ?? before.former;
    return {
      item: {
        id: ++this.#ids,
        name: file.name,
        size: file.size,
        state: reason ? 'refused' : 'waiting',
        sent: 0,
        attached,
        ...(reason ? { message: reason } : {}),
      },
      file,
      target,
      choice: before.choice,
      position: before.position,
      replaces,
      ...(former !== undefined && { former }),
    };
  }

  /** Retries the failed files, or only the file with that id. They are hashed again, because they may have changed on disk. */
  retry(id?: number): void {
    for (const job of this.#jobs) {
      if (job.item.state !== 'failed' || (id !== undefined && job.item.id !== id)) continue;
      this.#set(job, 'waiting');
    }
    this.#start();
  }

  /** Cancels all unfinished files; uploaded files stay. */
  cancel(): void {
    for (const job of this.#jobs) {
      if (!unfinished.includes(job.item.state)) continue;
      this.#set(job, 'cancelled');
      job.abort?.abort();
    }
    this.#stop.resolve();
    this.#stop = Promise.withResolvers();
  }

  /** Returns the canceled files. */
  cancelledFiles(): File[] {
    return this.#jobs.filter((job) => job.item.state === 'cancelled').map((job) => job.file);
  }

  /**
   * Returns the files of one stage for the session of the last file that is not there yet, with their common target: new photos
   * are visible and downloadable only if that is set for all of these files. Undefined without a file.
   */
  lastTargetFiles(): { target: UploadTarget; files: { file: File; is_there: boolean }[] } | undefined {
    const lastJob = this.#jobs.findLast(({ item }) => !isThere(item)) ?? this.#jobs.at(-1);
    if (!lastJob) return undefined;
    const { session, stage } = lastJob.target;
    const jobs = this.#jobs.filter(({ target }) => target.session === session && target.stage === stage);
    return {
      target: {
        ...lastJob.target,
        is_approved: jobs.every(({ target }) => target.is_approved),
        downloadable: jobs.every(({ target }) => target.downloadable),
      },
      files: jobs.map(({ file, item }) => ({ file, is_there: isThere(item) })),
    };
  }

  /** Clears a run that has ended. */
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
        const sendableFiles = await next;
        if (!sendableFiles) {
          if (sending.size === 0 && !this.#nextBatch()) return;
          if (!this.#nextBatch()) await Promise.race([...sending, this.#added.promise]);
          next = this.#prepareBatch();
          continue;
        }
        // Prepare the next batch during these uploads, so that uploading doesn't wait for hashing.
        next = this.#prepareBatch();
        for (const [job, ticket] of sendableFiles) {
          while (sending.size >= maxConcurrentUploads) await Promise.race(sending);
          if (this.#cancelled(job)) continue;
          const sent: Promise<void> = this.#send(job, ticket)
            .catch((error) => this.#set(job, 'failed', messageOf(error)))
            .finally(() => sending.delete(sent));
          sending.add(sent);
        }
      }
    } finally {
      this.#working = false;
    }
  }

  /** Returns the next waiting files, all of one choice with the same target; undefined if none waits. */
  #nextBatch(): Job[] | undefined {
    const waiting = this.#jobs.filter((job) => job.item.state === 'waiting').slice(0, limits.ticketsPerRequest);
    const [firstJob] = waiting;
    return firstJob && waiting.filter((job) => job.target === firstJob.target && job.choice === firstJob.choice);
  }

  /**
   * Hashes the next batch and requests its tickets.
   * @returns the files to upload with their tickets; undefined if none waits.
   */
  async #prepareBatch(): Promise<[Job, UploadTicket][] | undefined> {
    const batch = this.#nextBatch();
    if (!batch) return undefined;
    for (const job of batch) {
      if (this.#cancelled(job)) continue;
      this.#set(job, 'reading');
      try {
        job.sha256 = await this.#services.checksum(job.file);
      } catch {
        const stale = await this.#services.staleness(job.file);
        if (this.#cancelled(job)) continue;
        if (stale) this.#set(job, 'stale', stale);
        else this.#set(job, 'failed', 'This file could not be read.');
      }
    }
    const readJobs = batch.filter((job) => job.item.state === 'reading');
    if (readJobs.length === 0) return [];
    let tickets: Ticket[];
    try {
      tickets = await this.#requestTickets(readJobs);
    } catch (error) {
      for (const job of readJobs) if (!this.#cancelled(job)) this.#set(job, 'failed', messageOf(error));
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
      else this.#settle(job, ticket);
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

  /** Sets the state of a file by a ticket that is not for uploading. */
  #settle(job: Job, ticket: Exclude<Ticket, { state: 'upload' }> | undefined): void {
    if (ticket?.state === 'present') {
      if (job.replaces === undefined) this.#setPresent(job, ticket.file_name);
      else this.#set(job, 'present', 'The photo is this file already: skipped.');
    } else if (ticket?.state === 'trashed') {
      const removedText = 'This file was removed from the session. Restore it there.';
      this.#set(
        job,
        'refused',
        job.target.attach ? removedText : 'This photo is in the session’s trash. Restore it there.',
      );
    } else if (ticket?.state === 'refused') this.#set(job, 'refused', ticket.message);
    else this.#set(job, 'failed', 'The server sent no response for this file.');
  }

  async #send(job: Job, first: UploadTicket): Promise<void> {
    let ticket = first;
    this.#set(job, 'sending');
    for (let attempt = 1; ; attempt += 1) {
      await this.#untilOnline();
      const isWanted = () => !this.#cancelled(job);
      const outcome = await this.#slots.send(isWanted, () => this.#put(job, ticket));
      if (!outcome) return;
      // Stored before the cancellation took effect: count it as uploaded.
      if (outcome.kind === 'stored') {
        this.#slots.reportSuccess();
        const storedTwin = this.#storedTwin(job);
        return storedTwin ? this.#setPresent(job, storedTwin.item.name) : this.#set(job, 'uploaded');
      }
      if (this.#cancelled(job)) return;
      if (outcome.kind === 'changed') return this.#set(job, 'stale', outcome.message);
      if (outcome.kind === 'failed') {
        const stale = await this.#services.staleness(job.file);
        if (this.#cancelled(job)) return;
        if (stale) return this.#set(job, 'stale', stale);
        // An attempt that failed offline does not count.
        if (await this.#untilOnline()) attempt = 0;
        else this.#slots.reportFailure();
      }
      if (attempt === tries) return this.#set(job, 'failed', outcome.message);
      job.item = { ...job.item, sent: 0 };
      await this.#backOff(attempt);
      if (this.#cancelled(job)) return;
      if (outcome.kind !== 'expired') continue;
      try {
        const [newTicket] = await this.#requestTickets([job]);
        // 'present' for a repeated ticket: an earlier attempt succeeded and its response was lost.
        if (newTicket?.state === 'present') return this.#set(job, 'uploaded');
        if (this.#cancelled(job)) return;
        if (newTicket?.state !== 'upload') return this.#settle(job, newTicket);
        ticket = newTicket;
      } catch (error) {
        if (!this.#cancelled(job)) this.#set(job, 'failed', messageOf(error));
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

  /** Requests tickets, in the order of the files. @param jobs at least one job; all of one choice with the same target */
  async #requestTickets(jobs: Job[]): Promise<Ticket[]> {
    const { target, choice } = jobs[0]!;
    const { tickets, begun_at } = await this.#persist(jobs, () =>
      this.#services.requestTickets(target, {
        ...(choice.begun_at !== undefined && { begun_at: choice.begun_at }),
        files: jobs.map(ticketRequest),
      }),
    );
    choice.begun_at = begun_at;
    return tickets;
  }

  /** Repeats an API request after temporary errors, until all jobs are canceled. */
  async #persist<Result>(jobs: Job[], request: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request();
      } catch (error) {
        if (await this.#untilOnline()) attempt = 0;
        if (attempt === tries || !temporaryErrors.includes((error as { code?: unknown }).code)) throw error;
        await this.#backOff(attempt);
        if (jobs.every((job) => this.#cancelled(job))) throw error;
      }
    }
  }

  /** Waits until the browser is online or the run is canceled. @returns whether it waited. */
  async #untilOnline(): Promise<boolean> {
    const online = this.#services.untilOnline();
    if (!online) return false;
    this.#waitingForNetwork += 1;
    this.#changed();
    await Promise.race([online, this.#stop.promise]);
    this.#waitingForNetwork -= 1;
    this.#changed();
    return true;
  }

  /** Waits with jittered exponential backoff, or until the run is canceled. */
  async #backOff(attempt: number): Promise<void> {
    const pause = Math.random() * Math.min(20_000, 400 * 2 ** attempt);
    await Promise.race([this.#services.pause(pause), this.#stop.promise]);
  }

  #cancelled(job: Job): boolean {
    return job.item.state === 'cancelled';
  }

  /** Returns another file of the same bytes that this run has uploaded: the session stores both as one. */
  #storedTwin(job: Job): Job | undefined {
    const { sha256, replaces, target } = job;
    if (sha256 === undefined || replaces !== undefined) return undefined;
    return this.#jobs.find(
      (other) =>
        other !== job &&
        other.item.state === 'uploaded' &&
        other.sha256 === sha256 &&
        other.replaces === undefined &&
        other.target.session === target.session &&
        other.target.attach === target.attach,
    );
  }

  /** Sets a file to present. @param name the name under which the session has the file */
  #setPresent(job: Job, name: string): void {
    const isSameName = name.normalize() === job.item.name.normalize();
    const reason = isSameName
      ? 'Already in this session'
      : `The same file as ${isolated(name)}, which is in this session`;
    this.#set(job, 'present', `${reason}: skipped.`);
    if (!isSameName) job.item = { ...job.item, same_as: name };
  }

  #set(job: Job, state: UploadState, message?: string): void {
    const { message: _before, same_as: _name, ...item } = job.item;
    job.item = { ...item, state, sent: state === 'uploaded' ? item.size : 0, ...(message ? { message } : {}) };
    this.#changed();
  }

  /** Notifies listeners at most once per frame; with 2,000 files, updates are frequent. */
  #changed(): void {
    this.#snapshot = undefined;
    if (this.#isNotificationPending) return;
    this.#isNotificationPending = true;
    const notify = () => {
      this.#isNotificationPending = false;
      for (const listener of this.#listeners) listener();
    };
    if (document.visibilityState === 'visible') requestAnimationFrame(notify);
    else queueMicrotask(notify);
  }

  #measure(): UploadSnapshot {
    const items = this.#jobs.map((job) => job.item);
    const completed = items.filter(isThere).length;
    return {
      items,
      completed,
      total: items.length,
      running: items.some((item) => unfinished.includes(item.state)),
      customer: this.#jobs.at(-1)?.target.customer,
      session: this.#jobs.at(-1)?.target.session,
      paused: this.#waitingForNetwork > 0,
      unsent: this.#jobs.flatMap(({ photo, item }) => (photo === undefined || isThere(item) ? [] : [photo])),
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
    place: job.position,
    ...(job.replaces !== undefined && { replaces: job.replaces }),
  };
}
