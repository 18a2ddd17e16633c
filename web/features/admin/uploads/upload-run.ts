import type { RequestTickets, Stage, Ticket, TicketRequest, Tickets } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import { attachmentRefusal, photoTypeOf, refusal } from './files/acceptable.ts';
import type { PutOutcome, put } from './put.ts';
import { maxConcurrentUploads, UploadSlots } from './upload-slots.ts';

/**
 * `uploaded`: S3 responded 200, or 412 for the same bytes. `present`: the session already has this file, also when it
 * came with this run under another name. `refused`: this file can't be accepted. `failed`: can be retried. `stale`: the file on the disk is not the one that was chosen,
 * and has to be chosen again.
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
  /** Bytes sent. */
  sent: number;
  /** Attached for download instead of shown as a photo. */
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
  /** Target of the files added last. */
  customer: string | undefined;
  session: string | undefined;
  /** Offline; the run continues when the network is back. */
  paused: boolean;
  /** `completed` / `total` in percent, rounded. */
  percent: number;
  /** Ids of the photos that got a ticket and are not uploaded: the session lists them as pending. */
  unsent: readonly string[];
}

export interface UploadTarget {
  customer: string;
  session: string;
  is_approved: boolean;
  downloadable: boolean;
  /** Of files that become photos; proofs when omitted. */
  stage?: Stage;
  /** Set for files that are attached for download. */
  attach?: true;
}

export interface UploadServices {
  checksum: (file: File) => Promise<string>;
  staleness: (file: File) => Promise<string | undefined>;
  requestTickets: (target: UploadTarget, batch: Pick<RequestTickets, 'begun_at' | 'files'>) => Promise<Tickets>;
  /** Gives up a photo that got a ticket, because its file changed; unless it has arrived. */
  giveUp: (target: UploadTarget, photo: string) => Promise<void>;
  put: typeof put;
  /** Resolves after that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Resolves when the browser is online; undefined if it already is. */
  untilOnline: () => Promise<void> | undefined;
}

const tries = 6;
const unfinished: readonly UploadState[] = ['waiting', 'reading', 'sending'];
/** What stays in the list when another run begins. */
const kept: readonly UploadState[] = ['failed', 'stale'];
/** Whether the session has the file. */
const isThere = ({ state }: UploadItem) => state === 'uploaded' || state === 'present';
/** API error codes worth retrying. */
const passing: readonly unknown[] = ['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'];

type UploadTicket = Ticket & { state: 'upload' };

/** Files that were chosen together, and from when the server orders them: as it answered to their first request. */
interface Choice {
  begun_at?: string | undefined;
}

interface Job {
  item: UploadItem;
  file: File;
  target: UploadTarget;
  choice: Choice;
  /** Index in its choice, by which its photo is ordered. */
  place: number;
  /** Id of the photo that it replaces. */
  replaces: string | undefined;
  sha256?: string;
  /** Id of the photo for which it got a ticket. */
  photo?: string;
  /** The same for the file that this one takes the place of. */
  former?: string;
  abort?: AbortController;
}

/**
 * The uploader behind both upload screens. Independent of screens, so uploads continue during navigation. Hashes one
 * file at a time and requests tickets in batches, one batch ahead of the uploads. Uploads up to four files at once,
 * fewer after failures. Temporary errors are retried with jittered exponential backoff; while offline everything waits.
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

  /** The current state; the same object until something changes, as useSyncExternalStore requires. */
  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= this.#measure();
    return this.#snapshot;
  };

  /**
   * Adds files and starts the run. Unsupported files become `refused` at once. If the previous run has ended, its files
   * are dropped, except failed and stale ones, which stay until retried, chosen again or cleared. A file takes the place
   * of a stale one of the same name and target.
   * @param replaced ids of the photos that files replace; the other files become photos
   */
  add(target: UploadTarget, files: File[], replaced: ReadonlyMap<File, string> = new Map()): void {
    if (!this.snapshot().running) this.#jobs = this.#jobs.filter(({ item }) => kept.includes(item.state));
    const choice: Choice = {};
    for (const [place, file] of files.entries()) {
      const { session, attach } = target;
      const at = this.#findStale(
        file.name,
        ({ target: other }) => other.session === session && other.attach === attach,
      );
      const before = this.#jobs[at];
      const job = this.#jobFor(file, target, replaced.get(file), before ?? { choice, place });
      if (before) this.#jobs[at] = job;
      else this.#jobs.push(job);
    }
    this.#changed();
    this.#start();
  }

  /**
   * Continues stale files with those of the same names, in their places.
   * @returns the stale files, each with the one that took its place
   */
  chooseAgain(files: File[]): Map<File, File> {
    const taken = new Map<File, File>();
    for (const file of files) {
      const at = this.#findStale(file.name);
      const before = this.#jobs[at];
      if (!before) continue;
      this.#jobs[at] = this.#jobFor(file, before.target, before.replaces, before);
      taken.set(before.file, file);
    }
    this.#changed();
    this.#start();
    return taken;
  }

  /** The index of the first stale file with this name; -1 without any. */
  #findStale(name: string, isWanted: (job: Job) => boolean = () => true): number {
    return this.#jobs.findIndex((job) => job.item.state === 'stale' && job.file.name === name && isWanted(job));
  }

  /** @param before where it stands among the chosen files, or the stale file whose place it takes */
  #jobFor(
    file: File,
    target: UploadTarget,
    replaces: string | undefined,
    before: Pick<Job, 'choice' | 'place' | 'photo' | 'former'>,
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
      place: before.place,
      replaces,
      ...(former !== undefined && { former }),
    };
  }

  /**
   * Retries the failed files, or the one with that id. They are hashed again, because they may have changed on disk.
   */
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

  /** The cancelled files. */
  cancelledFiles(): File[] {
    return this.#jobs.filter((job) => job.item.state === 'cancelled').map((job) => job.file);
  }

  /**
   * The files for the session of the last one that is not there yet, of one stage, and their common target: new photos
   * are visible and downloadable if all of these files are to be. Undefined without a file.
   */
  lastPart(): { target: UploadTarget; files: { file: File; is_there: boolean }[] } | undefined {
    const last = this.#jobs.findLast(({ item }) => !isThere(item)) ?? this.#jobs.at(-1);
    if (!last) return undefined;
    const { session, stage } = last.target;
    const jobs = this.#jobs.filter(({ target }) => target.session === session && target.stage === stage);
    return {
      target: {
        ...last.target,
        is_approved: jobs.every(({ target }) => target.is_approved),
        downloadable: jobs.every(({ target }) => target.downloadable),
      },
      files: jobs.map(({ file, item }) => ({ file, is_there: isThere(item) })),
    };
  }

  /** Clears a finished run. */
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
        // Prepare the next batch during these uploads, so that uploading doesn't wait for hashing.
        next = this.#prepareBatch();
        for (const [job, ticket] of ready) {
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

  /** The next waiting files, all of one choice with the same target; undefined if none waits. */
  #nextBatch(): Job[] | undefined {
    const waiting = this.#jobs.filter((job) => job.item.state === 'waiting').slice(0, limits.ticketsPerRequest);
    const [first] = waiting;
    return first && waiting.filter((job) => job.target === first.target && job.choice === first.choice);
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
    const read = batch.filter((job) => job.item.state === 'reading');
    if (read.length === 0) return [];
    let tickets: Ticket[];
    try {
      tickets = await this.#requestTickets(read);
    } catch (error) {
      for (const job of read) if (!this.#cancelled(job)) this.#set(job, 'failed', messageOf(error));
      return [];
    }
    const sendable: [Job, UploadTicket][] = [];
    for (const [index, job] of read.entries()) {
      const ticket = tickets[index];
      // Also of a file cancelled in the meantime: its photo is pending now.
      if (ticket?.state === 'upload') job.photo = ticket.photo_id;
      this.#giveUpFormer(job, ticket);
      if (this.#cancelled(job)) continue;
      if (ticket?.state === 'upload') sendable.push([job, ticket]);
      else this.#settle(job, ticket);
    }
    return sendable;
  }

  /** Without waiting: a photo that stays is listed in its session as one that never arrived. */
  #giveUpFormer({ target, former, replaces }: Job, ticket: Ticket | undefined): void {
    const isSame = ticket && 'photo_id' in ticket && ticket.photo_id === former;
    // Photos that are replaced, and attachments, have no pending photo of their own.
    if (former === undefined || isSame || replaces !== undefined || target.attach) return;
    this.#services.giveUp(target, former).catch(() => undefined);
  }

  /** Sets the state for a ticket that is not for uploading. */
  #settle(job: Job, ticket: Exclude<Ticket, { state: 'upload' }> | undefined): void {
    if (ticket?.state === 'present') {
      if (job.replaces === undefined) this.#setPresent(job, ticket.file_name);
      else this.#set(job, 'present', 'The photo is this file already: skipped.');
    } else if (ticket?.state === 'trashed') {
      const removed = 'This file was removed from the session. Restore it there.';
      this.#set(
        job,
        'refused',
        job.target.attach ? removed : 'This photo is in the session’s trash. Restore it there.',
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
        const twin = this.#storedTwin(job);
        return twin ? this.#setPresent(job, twin.item.name) : this.#set(job, 'uploaded');
      }
      if (this.#cancelled(job)) return;
      if (outcome.kind === 'changed') return this.#set(job, 'stale', outcome.message);
      if (outcome.kind === 'failed') {
        const stale = await this.#services.staleness(job.file);
        if (this.#cancelled(job)) return;
        if (stale) return this.#set(job, 'stale', stale);
        // An attempt that failed offline doesn't count.
        if (await this.#untilOnline()) attempt = 0;
        else this.#slots.reportFailure();
      }
      if (attempt === tries) return this.#set(job, 'failed', outcome.message);
      job.item = { ...job.item, sent: 0 };
      await this.#backOff(attempt);
      if (this.#cancelled(job)) return;
      if (outcome.kind !== 'expired') continue;
      try {
        const [again] = await this.#requestTickets([job]);
        // 'present' for a repeated ticket: an earlier attempt succeeded and its response was lost.
        if (again?.state === 'present') return this.#set(job, 'uploaded');
        if (this.#cancelled(job)) return;
        if (again?.state !== 'upload') return this.#settle(job, again);
        ticket = again;
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

  /**
   * Requests tickets, in the order of the files.
   * @param jobs at least one; all of one choice with the same target
   */
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

  /** Retries an API request on temporary errors, while any of the jobs is not cancelled. */
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

  /**
   * Waits until online or cancelled.
   * @returns whether it waited.
   */
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

  /** Waits with jittered exponential backoff, at most until cancelled. */
  async #backOff(attempt: number): Promise<void> {
    const pause = Math.random() * Math.min(20_000, 400 * 2 ** attempt);
    await Promise.race([this.#services.pause(pause), this.#stop.promise]);
  }

  #cancelled(job: Job): boolean {
    return job.item.state === 'cancelled';
  }

  /** A file of the same bytes that this run has uploaded: the session has both as one. */
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

  /** @param name under which the session has the file */
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
    place: job.place,
    ...(job.replaces !== undefined && { replaces: job.replaces }),
  };
}
