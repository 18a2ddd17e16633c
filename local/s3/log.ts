import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';

const newline = 0x0a;

/**
 * Records in a file, one JSON line each, appended asynchronously. A resolved `append` survives a crash of the process:
 * its bytes have reached the operating system.
 */
export class Log<Row> {
  readonly #path: string;
  #file: FileHandle;
  /** Bytes of complete lines; a write that failed half-way is overwritten by the next one. */
  #length: number;

  private constructor(path: string, file: FileHandle, length: number) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
  }

  /**
   * Reads a log, creating it when missing, and passes each of its rows to `replay`, oldest first. A last line without a
   * line end is an unacknowledged write that a crash interrupted; it is dropped.
   */
  static async open<Row>(path: string, replay: (row: Row) => void): Promise<Log<Row>> {
    const file = await open(path, 'a').then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    try {
      const length = await replayLines(path, replay);
      await file.truncate(length);
      return new Log<Row>(path, file, length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Appends a row. The caller must await each append before the next. */
  async append(row: Row): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#length + done);
        done += bytesWritten;
      }
    } catch (error) {
      await this.#file.truncate(this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  /** Replaces all rows atomically. */
  async rewrite(rows: Iterable<Row>): Promise<void> {
    const path = `${this.#path}.new`;
    const file = await open(path, 'w+');
    let length = 0;
    let lines: string[] = [];
    const flush = async () => {
      const bytes = Buffer.from(lines.join(''));
      await file.appendFile(bytes);
      length += bytes.length;
      lines = [];
    };
    for (const row of rows) {
      lines.push(`${JSON.stringify(row)}\n`);
      if (lines.length === 1_000) await flush();
    }
    await flush();
    await rename(path, this.#path);
    await this.#file.close();
    this.#file = file;
    this.#length = length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Passes each row of a file to `replay`.
 * @returns the bytes of complete lines
 */
async function replayLines<Row>(path: string, replay: (row: Row) => void): Promise<number> {
  let length = 0;
  let lines = 0;
  let lineStart: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...lineStart, chunk.subarray(start, end)]);
      lineStart = [];
      start = end + 1;
      lines += 1;
      length += line.length + 1;
      replay(parseLine<Row>(line, path, lines));
    }
    if (start < chunk.length) lineStart.push(chunk.subarray(start));
  }
  return length;
}

function parseLine<Row>(line: Buffer, path: string, number: number): Row {
  try {
    return JSON.parse(line.toString()) as Row;
  } catch {
    throw new Error(
      `${path} is damaged in line ${number}. Put back a copy of it, or remove its folder and start empty.`,
    );
  }
}
