import type { Cicp } from './stated-color.ts';

const sequenceHeader = 1;
/** Most units that are read: only few stand before the header, a delimiter and padding. */
const maxUnits = 8;

/** Reads numbers of some bits, the highest first. */
class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1, this.#at += 1) {
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.take(1) === 1;
  }
}

/**
 * Returns the color numbers in the sequence header of AV1 (section 5.5 of its specification).
 * @param pixels an item of an AVIF as it is stored
 * @returns undefined when the header has none, or there is no header
 * @throws RangeError when the header breaks off
 */
export function readSequenceColor(pixels: Buffer): Cicp | undefined {
  let at = 0;
  for (let unit = 0; unit < maxUnits && at < pixels.length; unit += 1) {
    const head = pixels.readUInt8(at);
    at += head & 4 ? 2 : 1;
    let size = 0;
    if (head & 2) {
      for (let shift = 0; shift < 28; shift += 7) {
        const byte = pixels.readUInt8(at);
        at += 1;
        size += (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
    } else {
      size = pixels.length - at;
    }
    if (((head >> 3) & 15) === sequenceHeader) return colorIn(new Bits(pixels.subarray(at, at + size)));
    at += size;
  }
  return undefined;
}

function colorIn(bits: Bits): Cicp | undefined {
  const profile = bits.take(3);
  bits.take(1);
  const isReduced = bits.flag();
  if (isReduced) bits.take(5);
  else if (!skipOperatingPoints(bits)) return undefined;
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1];
  bits.take(widthBits);
  bits.take(heightBits);
  // Skip the lengths of frame numbers, then tools, which do not matter here.
  if (!isReduced && bits.flag()) bits.take(7);
  bits.take(3);
  if (!isReduced) skipTools(bits);
  bits.take(3);
  const isHigh = bits.flag();
  if (profile === 2 && isHigh) bits.take(1);
  if (profile !== 1) bits.take(1);
  return bits.flag() ? [bits.take(8), bits.take(8)] : undefined;
}

/** Skips the operating points, and returns whether it could: false for a video with timing, which a still never has. */
function skipOperatingPoints(bits: Bits): boolean {
  if (bits.flag()) return false;
  const hasDelay = bits.flag();
  const points = bits.take(5) + 1;
  for (let point = 0; point < points; point += 1) {
    bits.take(12);
    if (bits.take(5) > 7) bits.take(1);
    if (hasDelay && bits.flag()) bits.take(4);
  }
  return true;
}

function skipTools(bits: Bits): void {
  bits.take(4);
  const hasOrder = bits.flag();
  if (hasOrder) bits.take(2);
  const choosesScreenTools = bits.flag();
  const hasScreenTools = choosesScreenTools || bits.flag();
  if (hasScreenTools && !bits.flag()) bits.take(1);
  if (hasOrder) bits.take(3);
}
