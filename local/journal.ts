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

/** Writes a file so that a reader, or a start after kill -9, finds the old text or the new one and never half of it. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * Records in a file, a JSON line each, in the order they were appended. What `append` returned from survives the
 * process: the bytes are with the operating system by then.
 */
export class Journal<Entry> {
  readonly #path: string;
  #file: number;
  /** Entries in the file, to know when a rewrite pays. */
  length = 0;

  /** Opens a journal and hands over what it holds. */
  static open<Entry>(path: string): { journal: Journal<Entry>; entries: Entry[] } {
    mkdirSync(dirname(path), { recursive: true });
    const journal = new Journal<Entry>(path);
    const text = readFileSync(path, 'utf8');
    // A kill in the middle of a write leaves a last line without its end; it was never acknowledged.
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

  /** Replaces everything by these entries. */
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

/** A JSON file's content; undefined when there is none. */
export function readJsonFile<Content>(path: string): Content | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
}
