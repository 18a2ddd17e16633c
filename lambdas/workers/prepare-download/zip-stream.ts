/**
 * Writes ZIP archives without compression (photos are compressed already). Sizes and checksums are known in advance, so
 * the position of every byte is known before the first is read, and any process can continue an archive at any byte.
 * Archives stay below 2 GB, so no field needs ZIP64.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

export interface ZipEntry {
  /** Unique within the archive, `/` between folders. */
  name: string;
  /** Bytes. */
  size: number;
  crc32: number;
  /** Local time of the file, `YYYY-MM-DDTHH:MM:SS`; ZIP has no time zones. */
  modified: string;
}

/** Reads an entry's content from this byte to its end. */
type ReadEntry<Entry extends ZipEntry> = (entry: Entry, from: number) => Promise<AsyncIterable<Uint8Array>>;

const localHeaderBytes = 30;
const centralHeaderBytes = 46;
const endBytes = 22;
/** The flag for UTF-8 names. */
const flags = 0x0800;
/** Version 2.0, the first with folders; made on Unix, so that permissions apply. */
const version = 20;
const madeOnUnix = (3 << 8) | version;
const plainFile = 0o100644;

/** Returns the size in bytes of an archive of these entries. */
export const zipSize = (entries: ZipEntry[]): number =>
  entries.reduce((total, entry) => total + entryBytes(entry), endBytes);

const entryBytes = (entry: ZipEntry): number =>
  localHeaderBytes + centralHeaderBytes + 2 * Buffer.byteLength(entry.name) + entry.size;

/** Splits entries, in their order, into archives of at most `limit` bytes; a larger entry gets its own archive. */
export function splitIntoZips<Entry extends ZipEntry>(entries: Entry[], limit: number): Entry[][] {
  const zips: Entry[][] = [];
  let size = limit + 1;
  for (const entry of entries) {
    size += entryBytes(entry);
    if (size > limit) {
      zips.push([]);
      size = endBytes + entryBytes(entry);
    }
    zips.at(-1)?.push(entry);
  }
  return zips;
}

/** Yields an archive's bytes from this offset on. Opens each entry while the previous one is being read. */
export async function* zipBytes<Entry extends ZipEntry>(
  entries: Entry[],
  startByte: number,
  read: ReadEntry<Entry>,
): AsyncGenerator<Uint8Array> {
  const steps = stepsFrom(entries, startByte);
  let next = openStep(steps[0], read);
  for (const [index, step] of steps.entries()) {
    const current = next;
    next = openStep(steps[index + 1], read);
    // When the consumer stops early, nobody awaits the opened stream; ignore its rejection.
    next.catch(() => undefined);
    let missingBytes = step.length;
    for await (const chunk of await current) {
      missingBytes -= chunk.length;
      yield chunk;
    }
    if (missingBytes !== 0) throw new Error(`${step.name} has another size than in the plan of the archive.`);
  }
}

/** A range of an archive's bytes: generated here, or read from an entry. */
type Step<Entry> = { name: string; length: number } & ({ bytes: Buffer } | { entry: Entry; from: number });

function stepsFrom<Entry extends ZipEntry>(entries: Entry[], startByte: number): Step<Entry>[] {
  const steps: Step<Entry>[] = [];
  const starts: number[] = [];
  let position = 0;
  const addBytes = (name: string, bytes: Buffer) => {
    const skippedBytes = Math.max(0, startByte - position);
    if (skippedBytes < bytes.length)
      steps.push({ name, length: bytes.length - skippedBytes, bytes: bytes.subarray(skippedBytes) });
    position += bytes.length;
  };
  for (const entry of entries) {
    starts.push(position);
    addBytes('A header', localHeader(entry));
    const skippedBytes = Math.max(0, startByte - position);
    if (skippedBytes < entry.size)
      steps.push({ name: entry.name, length: entry.size - skippedBytes, entry, from: skippedBytes });
    position += entry.size;
  }
  const directory = Buffer.concat(entries.map((entry, index) => centralHeader(entry, starts[index] ?? 0)));
  addBytes('The end', Buffer.concat([directory, end(entries.length, directory.length, position)]));
  return steps;
}

async function openStep<Entry extends ZipEntry>(
  step: Step<Entry> | undefined,
  read: ReadEntry<Entry>,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (!step) return [];
  return 'bytes' in step ? [step.bytes] : read(step.entry, step.from);
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(localHeaderBytes);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, entry, name.length);
  return Buffer.concat([header, name]);
}

function centralHeader(entry: ZipEntry, start: number): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(centralHeaderBytes);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(madeOnUnix, 4);
  writeFacts(header, 6, entry, name.length);
  header.writeUInt32LE(plainFile * 0x10000, 38);
  header.writeUInt32LE(start, 42);
  return Buffer.concat([header, name]);
}

/** Writes the fields that both headers share, in the same order. */
function writeFacts(header: Buffer, at: number, { size, crc32, modified }: ZipEntry, nameLength: number): void {
  const { date, time } = dosClock(modified);
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(flags, at + 2);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(crc32, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}

function end(entries: number, directoryBytes: number, directoryStart: number): Buffer {
  const record = Buffer.alloc(endBytes);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryStart, 16);
  return record;
}

/** Returns the fields of MS-DOS's time, which reaches from 1980 to 2107 in steps of two seconds. */
function dosClock(modified: string): { date: number; time: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = modified.split(/\D/).map(Number);
  if (year < 1980 || year > 2107) return { date: (1 << 5) | 1, time: 0 };
  return { date: ((year - 1980) << 9) | (month << 5) | day, time: (hour << 11) | (minute << 5) | (second >> 1) };
}
