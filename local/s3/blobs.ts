import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file with a piece of an object's content; an object that came in parts has one for each. */
export interface Segment {
  blob: string;
  size: number;
}

const folders = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/**
 * The files with content, under random names that no key has a say in. A file never changes once written; it counts
 * only when the bucket's log names it, so what a kill left half-written is no object and is cleared at the next start.
 */
export class Blobs {
  readonly #folder: string;
  readonly #readers = new Map<string, number>();
  /** To be removed as soon as nobody reads them any more. */
  readonly #doomed = new Set<string>();
  readonly #removals = new Set<Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await Promise.all(folders.map((name) => mkdir(join(this.#folder, name), { recursive: true })));
  }

  #path(blob: string): string {
    return join(this.#folder, blob.slice(0, 2), blob);
  }

  /** Stores content as it comes. When the content throws, so does this, and nothing stays. */
  async write(content: AsyncIterable<Buffer>): Promise<Segment[]> {
    const blob = randomBytes(16).toString('hex');
    const file = createWriteStream(this.#path(blob), { flags: 'wx', highWaterMark: 1 << 20 });
    try {
      await pipeline(content, file);
    } catch (error) {
      await this.#unlink(blob);
      throw error;
    }
    if (file.bytesWritten > 0) return [{ blob, size: file.bytesWritten }];
    await this.#unlink(blob);
    return [];
  }

  /** Takes over another bucket's (or this one's) content under new names, without reading it where links are possible. */
  async adopt(segments: Segment[], from: Blobs): Promise<Segment[]> {
    const copies: Segment[] = [];
    try {
      for (const { blob, size } of segments) {
        const copy = randomBytes(16).toString('hex');
        // File systems limit the links to one file, and some have none.
        await link(from.#path(blob), this.#path(copy)).catch(() => copyFile(from.#path(blob), this.#path(copy)));
        copies.push({ blob: copy, size });
      }
      return copies;
    } catch (error) {
      this.remove(copies);
      throw error;
    }
  }

  /**
   * Keeps files in place until the answer is called, whatever is overwritten or deleted meanwhile: who began to read
   * an object reads that object to its end.
   */
  hold(segments: Segment[]): () => void {
    for (const { blob } of segments) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    return () => {
      for (const { blob } of segments) {
        const others = (this.#readers.get(blob) ?? 0) - 1;
        if (others > 0) {
          this.#readers.set(blob, others);
          continue;
        }
        this.#readers.delete(blob);
        if (this.#doomed.delete(blob)) this.#removeLater(blob);
      }
    };
  }

  /** Bytes `first` to `last` (both included) of content made of these segments. The caller holds them. */
  async *read(segments: Segment[], first: number, last: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { blob, size } of segments) {
      const start = Math.max(first - offset, 0);
      const end = Math.min(last - offset, size - 1);
      offset += size;
      if (start > end) continue;
      yield* createReadStream(this.#path(blob), { start, end, highWaterMark: 256 << 10 }) as AsyncIterable<Buffer>;
    }
  }

  /** Removes files, now or when their last reader is done. */
  remove(segments: Segment[]): void {
    for (const { blob } of segments) {
      if (this.#readers.has(blob)) this.#doomed.add(blob);
      else this.#removeLater(blob);
    }
  }

  #removeLater(blob: string): void {
    const removal = this.#unlink(blob).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** A file that can't be removed is no harm: nothing names it, and the next start tries again. */
  async #unlink(blob: string): Promise<void> {
    await unlink(this.#path(blob)).catch(() => {});
  }

  /** Clears what no object names: the remains of writes that a kill ended, and of removals. */
  async removeAllBut(named: Set<string>): Promise<void> {
    for (const name of folders) {
      for (const blob of await readdir(join(this.#folder, name))) if (!named.has(blob)) await this.#unlink(blob);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals);
  }
}
