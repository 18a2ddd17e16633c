/**
 * Cameras, phones and programs write JPEGs whose headers break the standard and whose pixels are complete. The decoder
 * fails at its first warning, so that no lost pixel passes. This module copies such a file with headers that give the
 * decoder no reason to warn.
 */

interface Segment {
  marker: number;
  /**
   * The offset of the marker's first byte; `end` is that of the byte after the segment. A scan's data follow its
   * header.
   */
  start: number;
  end: number;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** The markers of frames whose scans have all coefficients of a component: baseline, extended, arithmetic. */
const sequential = new Set([0xc0, 0xc1, 0xc9]);
/** The markers of frames whose scans refine the coefficients. */
const progressive = new Set([0xc2, 0xca]);

/**
 * Most segments that are read: more than a file of the size limit has, with segments of 64 KB. A damaged or malicious
 * file may have a segment for every two bytes, and reading them all would take gigabytes.
 */
const maxSegments = 10_000;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Yields the segments from the first to the end mark, as far as they exist, and at most `maxSegments`. It searches for
 * the end of a scan only when the caller asks for the next segment.
 */
export function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  for (let at = 2, count = 0; count < maxSegments; count += 1) {
    const start = nextMarker(jpeg, at);
    if (start === undefined) return;
    const marker = jpeg[start + 1]!;
    const hasLength = marker !== 0x01 && !isRestart(marker) && marker !== 0xd8 && marker !== endOfImage;
    if (hasLength && start + 4 > jpeg.length) return;
    const end = start + 2 + (hasLength ? jpeg.readUInt16BE(start + 2) : 0);
    if (end > jpeg.length) return;
    yield { marker, start, end };
    if (marker === endOfImage) return;
    at = end;
  }
}

/**
 * Returns the offset of the next marker that ends a segment or a scan: 0xff 0x00 and restarts belong to a scan's data.
 */
function nextMarker(jpeg: Buffer, from: number): number | undefined {
  for (let at = jpeg.indexOf(0xff, from); at !== -1 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg[at + 1]!;
    if (marker !== 0x00 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return undefined;
}

/**
 * Whether scans of a JPEG are missing: those of a component, or those with bits of its coefficients. The decoder shows
 * such a file gray or without detail, and does not warn.
 */
export function lacksScans(jpeg: Buffer): boolean {
  /** The bits still missing of each component's 64 coefficients, by component; infinite before the first scan. */
  let missingBitsOf: Map<number, number[]> | undefined;
  let isProgressive = false;
  for (const { marker, start, end } of segmentsOf(jpeg)) {
    // The decoder refuses a second frame.
    if (!missingBitsOf && (sequential.has(marker) || progressive.has(marker))) {
      isProgressive = progressive.has(marker);
      const ids = Array.from({ length: jpeg[start + 9] ?? 0 }, (_, index) => jpeg[start + 10 + index * 3] ?? 0);
      missingBitsOf = new Map(ids.map((id) => [id, Array.from({ length: 64 }, () => Number.POSITIVE_INFINITY)]));
    }
    if (marker !== startOfScan) continue;
    if (!missingBitsOf) return false;
    const count = jpeg[start + 4] ?? 0;
    // The usual file has one scan, after which nothing needs to be searched.
    if (!isProgressive && count === missingBitsOf.size) return false;
    const [first, last, bits] = isProgressive
      ? [jpeg[end - 3] ?? 0, jpeg[end - 2] ?? 0, (jpeg[end - 1] ?? 0) & 0x0f]
      : [0, 63, 0];
    for (let index = 0; index < count; index += 1) {
      missingBitsOf.get(jpeg[start + 5 + index * 2] ?? 0)?.fill(bits, first, last + 1);
    }
  }
  return [...(missingBitsOf?.values() ?? [])].some((bits) => bits.some((missingBits) => missingBits > 0));
}

/**
 * Returns a copy without stray bytes between segments and after the end, with the end mark, and with the standard's
 * values in fields that decoders ignore: JFIF's version, Adobe's transform, a sequential scan's range.
 */
export function plainJpeg(jpeg: Buffer): Buffer {
  const chunks = [jpeg.subarray(0, 2)];
  const segments = [...segmentsOf(jpeg)];
  const frame = segments.find(({ marker }) => sequential.has(marker) || progressive.has(marker));
  const scans = segments.filter(({ marker }) => marker === startOfScan).length;
  for (const [index, { marker, start, end }] of segments.entries()) {
    if (marker === endOfImage) break;
    const segment = Buffer.from(jpeg.subarray(start, end));
    if (marker === 0xe0 && hasIdentifier(segment, 'JFIF\0', 12)) segment.set([1, 2], 9);
    if (marker === 0xee && hasIdentifier(segment, 'Adobe', 12) && segment[15]! > 2) {
      // Decoders assume YCbCr, or YCCK for four components.
      segment[15] = frame && jpeg[frame.start + 9] === 4 ? 2 : 1;
    }
    if (marker === startOfScan && frame && sequential.has(frame.marker) && segment.length >= 8) {
      segment.set([0, 63, 0], segment.length - 3);
    }
    chunks.push(segment);
    if (marker !== startOfScan) continue;
    const next = segments[index + 1];
    const data = jpeg.subarray(end, next?.start);
    const isLast = next === undefined || next.marker === endOfImage;
    // The decoder reads a file of several scans to its end, and takes padding at the end for damage.
    chunks.push(isLast && scans > 1 ? withoutPadding(data) : data);
  }
  return Buffer.concat([...chunks, Buffer.from([0xff, endOfImage])]);
}

const hasIdentifier = (segment: Buffer, name: string, length: number) =>
  segment.length >= 4 + length && segment.toString('latin1', 4, 4 + name.length) === name;

/** Returns the data of a scan without zeros and 0xff at their end, except for a 0x00 that belongs to a 0xff. */
function withoutPadding(data: Buffer): Buffer {
  let end = data.length;
  while (end > 1 && (data[end - 1] === 0xff || (data[end - 1] === 0 && data[end - 2] !== 0xff))) end -= 1;
  return data.subarray(0, end);
}
