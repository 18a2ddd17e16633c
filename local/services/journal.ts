import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file atomically: a reader, or a start after a crash, finds the old or the new content, never half of it.
 */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * Records in a file, one JSON line each, in the order in which they were appended. An appended record survives a crash
 * of the process: its bytes have reached the operating system.
 */
export class Journal<Entry> {
  readonly #path: string;
  #file: number;
  /** The number of entries in the file; decides when to compact it. */
  length = 0;

  /** Reads a journal, creating it when missing, and returns its records. */
  static open<Entry>(path: string): { journal: Journal<Entry>; entries: Entry[] } {
    mkdirSync(dirname(path), { recursive: true });
    const journal = new Journal<Entry>(path);
    const text = readFileSync(path, 'utf8');
    // A crash during a write leaves a last line without a line end; that record was never acknowledged.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(journal.#file, Buffer.byteLength(whole));
    const entries = whole
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Entry);
    journal.length = entries.length;
    return { journal, entries };
  }

  private constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a+');
  }

  append(...entries: Entry[]): void {
    appendFileSync(this.#file, lines(entries));
    this.length += entries.length;
  }

  /** Replaces all entries by these. */
  rewrite(entries: Entry[]): void {
    replaceFile(this.#path, lines(entries));
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a+');
    this.length = entries.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

const lines = (entries: unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/** Returns a JSON file's content; undefined when there is none. */
export function readJsonFile<Content>(path: string): Content | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
}
