import { limits } from '#shared/limits.ts';
import type { UploadSnapshot, UploadState, UploadTarget } from './upload-item.ts';
import { type Choice, isThere, isUnfinished, type Job, jobFor, type Outcome } from './upload-job.ts';

/** States of files that stay in the list when another run begins. */
const keptStates: readonly UploadState[] = ['failed', 'stale'];

/** The files of an upload run with their states; notifies listeners of changes. */
export class UploadList {
  #jobs: Job[] = [];
  #ids = 0;
  #isPaused = false;
  #listeners = new Set<() => void>();
  #snapshot: UploadSnapshot | undefined;
  #isNotificationPending = false;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the current state; the same object until something changes, as useSyncExternalStore requires. */
  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= snapshotOf(this.#jobs, this.#isPaused);
    return this.#snapshot;
  };

  /**
   * Adds files. Unsupported files become `refused` at once. If the previous run has ended, its files are removed, except failed
   * and stale files, which stay until they are retried, chosen again or cleared. A file replaces a stale file of the same name
   * and target.
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
      const job = jobFor(++this.#ids, file, target, replaced.get(file), staleJob ?? { choice, position });
      if (staleJob) this.#jobs[index] = job;
      else this.#jobs.push(job);
    }
    this.#changed();
  }

  /**
   * Replaces stale files by chosen files of the same names, at the same positions.
   * @returns the stale files, each with its replacement
   */
  chooseAgain(files: File[]): Map<File, File> {
    const replacements = new Map<File, File>();
    for (const file of files) {
      const index = this.#findStale(file.name);
      const staleJob = this.#jobs[index];
      if (!staleJob) continue;
      this.#jobs[index] = jobFor(++this.#ids, file, staleJob.target, staleJob.replaces, staleJob);
      replacements.set(staleJob.file, file);
    }
    this.#changed();
    return replacements;
  }

  /** Sets the failed files, or only the file with that id, to waiting. */
  retry(id?: number): void {
    for (const job of this.#jobs) {
      if (job.item.state !== 'failed' || (id !== undefined && job.item.id !== id)) continue;
      this.set(job, 'waiting');
    }
  }

  /** Cancels all unfinished files; uploaded files stay. */
  cancel(): void {
    for (const job of this.#jobs) {
      if (!isUnfinished(job.item)) continue;
      this.set(job, 'cancelled');
      job.abort?.abort();
    }
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

  /** Returns the index of the first stale file with this name; -1 if there is none. */
  #findStale(name: string, matches: (job: Job) => boolean = () => true): number {
    return this.#jobs.findIndex((job) => job.item.state === 'stale' && job.file.name === name && matches(job));
  }

  /** Returns the next waiting files, all of one choice with the same target; undefined if none waits. */
  nextBatch(): Job[] | undefined {
    const waiting = this.#jobs.filter((job) => job.item.state === 'waiting').slice(0, limits.ticketsPerRequest);
    const [firstJob] = waiting;
    return firstJob && waiting.filter((job) => job.target === firstJob.target && job.choice === firstJob.choice);
  }

  /** Returns another file of the same bytes that this run has uploaded: the session stores both as one. */
  storedTwin(job: Job): Job | undefined {
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

  /**
   * Sets the state of a file.
   * @param message what the list says about it
   */
  set(job: Job, state: UploadState, message?: string): void {
    this.settle(job, { state, message });
  }

  /** Sets the outcome of a file. */
  settle(job: Job, { state, message, same_as }: Outcome): void {
    const { message: _before, same_as: _name, ...item } = job.item;
    job.item = {
      ...item,
      state,
      sent: state === 'uploaded' ? item.size : 0,
      ...(message ? { message } : {}),
      ...(same_as !== undefined && { same_as }),
    };
    this.#changed();
  }

  /** Sets the number of bytes sent. */
  setSent(job: Job, sent: number): void {
    job.item = { ...job.item, sent };
    this.#changed();
  }

  /** Sets whether the run waits for the network. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
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
}

/**
 * Returns the state of a run for the screens.
 * @param paused whether the run waits for the network
 */
function snapshotOf(jobs: readonly Job[], paused: boolean): UploadSnapshot {
  const items = jobs.map((job) => job.item);
  const completed = items.filter(isThere).length;
  return {
    items,
    completed,
    total: items.length,
    running: items.some(isUnfinished),
    customer: jobs.at(-1)?.target.customer,
    session: jobs.at(-1)?.target.session,
    paused,
    unsent: jobs.flatMap(({ photo, item }) => (photo === undefined || isThere(item) ? [] : [photo])),
    percent: items.length === 0 ? 0 : Math.round((completed / items.length) * 100),
  };
}
