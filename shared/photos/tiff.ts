/** The highest number of tags that are read of one folder. */
const maxTags = 4_096;

/** The version number of BigTIFF; TIFF has 42. BigTIFF's counts and offsets have 8 bytes instead of 4. */
const bigTiff = 43;
/** BigTIFF's type for numbers of 8 bytes. */
const long8 = 16;

/** The numbers of a file, as a DataView returns them; also for a file that is not wholly in memory. */
export type Numbers = Pick<DataView, 'getUint8' | 'getUint16' | 'getUint32' | 'getBigUint64'>;

interface Tag {
  type: number;
  count: number;
  /** Offset of the value's 4 bytes (BigTIFF: 8): the value itself, or its offset when it is longer. */
  at: number;
}

/** An image file directory (IFD): a list of tags. */
export interface Folder {
  tags: Map<number, Tag>;
  /** Offset of the next IFD in the chain; 0 after the last. */
  next: number;
}

/**
 * Reads numbers and texts of a TIFF or BigTIFF file by their tags. Reading beyond the file's end throws a RangeError.
 */
export class Tiff {
  readonly #view: Numbers;
  readonly #little: boolean;
  readonly #isBig: boolean;

  constructor(numbers: Numbers) {
    this.#view = numbers;
    this.#little = this.#view.getUint16(0) === 0x4949;
    this.#isBig = this.#short(2) === bigTiff;
  }

  get first(): number {
    return this.#offset(this.#isBig ? 8 : 4);
  }

  folder(at: number): Folder {
    const tags = new Map<number, Tag>();
    const [head, size] = this.#isBig ? [8, 20] : [2, 12];
    const count = Math.min(this.#isBig ? this.#offset(at) : this.#short(at), maxTags);
    for (let index = 0; index < count; index += 1) {
      const entry = at + head + index * size;
      const tag = this.#short(entry);
      // Several tags of one kind: the first counts, as in the decoder.
      if (tags.has(tag)) continue;
      tags.set(tag, {
        type: this.#short(entry + 2),
        count: this.#offset(entry + 4),
        at: entry + (this.#isBig ? 12 : 8),
      });
    }
    return { tags, next: this.#offset(at + head + count * size) };
  }

  number(folder: Folder, tag: number): number | undefined {
    const entry = folder.tags.get(tag);
    if (!entry) return undefined;
    if (entry.type === 3) return this.#short(entry.at);
    return entry.type === long8 ? this.#offset(entry.at) : this.#long(entry.at);
  }

  /** Returns numbers of 2 bytes each; empty when there are none. */
  shorts(folder: Folder, tag: number): number[] {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 3 || entry.count > 64) return [];
    const at = this.#valueAt(entry, 2);
    return Array.from({ length: entry.count }, (_, index) => this.#short(at + index * 2));
  }

  text(folder: Folder, tag: number): string | undefined {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 2 || entry.count > 64) return undefined;
    const at = this.#valueAt(entry, 1);
    const codes = Array.from({ length: entry.count }, (_, index) => this.#view.getUint8(at + index));
    return String.fromCharCode(...codes).replace(/\0.*$/s, '');
  }

  /** Returns unsigned rationals; NaN where the divisor is zero. */
  rationals(folder: Folder, tag: number): number[] {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 5 || entry.count > 64) return [];
    const at = this.#valueAt(entry, 8);
    return Array.from({ length: entry.count }, (_, index) => {
      const value = this.#long(at + index * 8) / this.#long(at + index * 8 + 4);
      return Number.isFinite(value) ? value : Number.NaN;
    });
  }

  #valueAt({ count, at }: Tag, bytes: number): number {
    return count * bytes > (this.#isBig ? 8 : 4) ? this.#offset(at) : at;
  }

  #offset(at: number): number {
    return this.#isBig ? Number(this.#view.getBigUint64(at, this.#little)) : this.#long(at);
  }

  #short(at: number): number {
    return this.#view.getUint16(at, this.#little);
  }

  #long(at: number): number {
    return this.#view.getUint32(at, this.#little);
  }
}

/** Returns the numbers of bytes that are wholly in memory. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
