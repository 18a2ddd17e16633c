import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file with a segment of an object's content; an object uploaded in parts has one segment per part. */
export interface Segment {
  blob: string;
  size: number;
}

/**
 * Content files, under random names that do not depend on the key. A file never changes once written, and counts only
 * when the bucket's log names it: a file that a crash left incomplete belongs to no object and is removed at the next
 * start.
 */
export class Blobs {
  readonly #folder: string;
  readonly #readers = new Map<string, number>();
  /** Files to remove once no reader holds them. */
  readonly #filesToRemove = new Set<string>();
  readonly #removals = new Set<Promise<void>>();
  /** The folders that exist, by the first two characters of their files' names. Creating all 256 takes a second. */
  readonly #folders = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  /**
   * Makes the folder of a new file.
   * @returns the file's name
   */
  async #newBlob(): Promise<string> {
    const blob = randomBytes(16).toString('hex');
    const name = blob.slice(0, 2);
    if (!this.#folders.has(name)) await mkdir(join(this.#folder, name), { recursive: true });
    this.#folders.add(name);
    return blob;
  }

  #path(blob: string): string {
    return join(this.#folder, blob.slice(0, 2), blob);
  }

  /** Stores content as a stream. When the stream throws, this throws, too, and leaves no file. */
  async write(content: AsyncIterable<Buffer>): Promise<Segment[]> {
    const blob = await this.#newBlob();
    const file = createWriteStream(this.#path(blob), { flags: 'wx', highWaterMark: 1 << 20 });
    try {
      await pipeline(content, file);
    } catch (error) {
      // A file that is still being opened would be created after its removal.
      if (!file.closed) await new Promise<void>((closed) => file.once('close', closed));
      await this.#unlink(blob);
      throw error;
    }
    if (file.bytesWritten > 0) return [{ blob, size: file.bytesWritten }];
    await this.#unlink(blob);
    return [];
  }

  /**
   * Links the content of another bucket, or of this one, under new names, or copies it where links are not possible.
   */
  async adopt(segments: Segment[], source: Blobs): Promise<Segment[]> {
    const copies: Segment[] = [];
    try {
      for (const { blob, size } of segments) {
        const copy = await this.#newBlob();
        // File systems limit the number of links to a file, and some support none.
        await link(source.#path(blob), this.#path(copy)).catch(() => copyFile(source.#path(blob), this.#path(copy)));
        copies.push({ blob: copy, size });
      }
      return copies;
    } catch (error) {
      this.remove(copies);
      throw error;
    }
  }

  /**
   * Keeps files until the returned function is called, even when the object is overwritten or deleted in the meantime,
   * so that a running read ends complete.
   */
  hold(segments: Segment[]): () => void {
    for (const { blob } of segments) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    return () => {
      for (const { blob } of segments) {
        const otherReaders = (this.#readers.get(blob) ?? 0) - 1;
        if (otherReaders > 0) {
          this.#readers.set(blob, otherReaders);
          continue;
        }
        this.#readers.delete(blob);
        if (this.#filesToRemove.delete(blob)) this.#removeLater(blob);
      }
    };
  }

  /** Streams bytes `first` to `last` (both included) of these segments. The caller must hold them. */
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

  /** Removes files, now or after their last reader. */
  remove(segments: Segment[]): void {
    for (const { blob } of segments) {
      if (this.#readers.has(blob)) this.#filesToRemove.add(blob);
      else this.#removeLater(blob);
    }
  }

  #removeLater(blob: string): void {
    const removal = this.#unlink(blob).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** Removes a file. A file that can't be removed does no harm: no object names it, and the next start tries again. */
  async #unlink(blob: string): Promise<void> {
    await unlink(this.#path(blob)).catch(() => {});
  }

  /** Removes files that no object names, which interrupted writes and removals leave. */
  async removeAllBut(named: Set<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      for (const blob of await readdir(join(this.#folder, name))) if (!named.has(blob)) await this.#unlink(blob);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals);
  }
}
