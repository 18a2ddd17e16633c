/**
 * Programs write TIFF files whose tags are out of order, have unknown types or point nowhere, and whose pixels are
 * complete. The decoder fails at its first warning, so that no lost pixel passes. This module copies such a file with a
 * directory that has only the tags that decoding needs.
 */

const samplesPerPixel = 277;
const extraSamples = 338;
const profile = 34_675;

/** The tags for size, storage and colors of the pixels; not for their orientation, which the inspection has read. */
const decodingTags = new Set([
  ...[256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 317, 320, 322, 323, 324, 325, 332, 334, 339, 347],
  ...[529, 530, 531, 532, profile],
]);
/** The tags with one value or list for each channel: bits and formats; offsets and sizes of strips or tiles. */
const listsOfChannels = [258, 273, 279, 324, 325, 339];
/** The bytes of a number, by its type. */
const numberBytes: Record<number, number> = { 3: 2, 4: 4, 16: 8 };
const maxTags = 4_096;
const short = 3;

/**
 * Returns a copy of a TIFF or BigTIFF whose first directory has only the tags that decoding needs, in order, and is the
 * only one; the file itself when its directory is broken.
 * @param extras ExtraSamples's value for each channel beyond the color ones
 * @param unread number of last channels to leave out, of a file that stores each channel separately
 */
export function plainTiff(tiff: Buffer, extras: readonly number[], unread = 0): Buffer {
  try {
    return rewrite(tiff, extras, unread);
  } catch (error) {
    if (error instanceof RangeError) return tiff;
    throw error;
  }
}

function rewrite(tiff: Buffer, extras: readonly number[], unread: number): Buffer {
  const isLittle = tiff[0] === 0x49;
  const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength);
  const view = viewOf(tiff);
  const isBig = view.getUint16(2, isLittle) === 43;
  const [wordBytes, countBytes] = isBig ? [8, 8] : [4, 2];
  const entryBytes = 4 + 2 * wordBytes;
  const wordIn = (from: DataView, at: number) =>
    isBig ? Number(from.getBigUint64(at, isLittle)) : from.getUint32(at, isLittle);
  const word = (at: number) => wordIn(view, at);
  const setWord = (bytes: Buffer, at: number, value: number) =>
    isBig ? viewOf(bytes).setBigUint64(at, BigInt(value), isLittle) : viewOf(bytes).setUint32(at, value, isLittle);
  const setShort = (bytes: Buffer, at: number, value: number) => viewOf(bytes).setUint16(at, value, isLittle);

  const first = word(wordBytes);
  const count = isBig ? word(first) : view.getUint16(first, isLittle);
  const entries = new Map<number, Buffer>();
  for (let index = 0; index < Math.min(count, maxTags); index += 1) {
    const at = first + countBytes + index * entryBytes;
    const tag = view.getUint16(at, isLittle);
    const isOutside = word(at + 4) + word(at + 4 + wordBytes) > tiff.length;
    // If a tag appears several times, the first counts, as in the decoder.
    if (!decodingTags.has(tag) || entries.has(tag) || (tag === profile && isOutside)) continue;
    entries.set(tag, Buffer.from(tiff.subarray(at, at + entryBytes)));
  }
  const samples = entries.get(samplesPerPixel);
  if (samples && unread > 0) {
    const channelCount = viewOf(samples).getUint16(4 + wordBytes, isLittle);
    setShort(samples, 4 + wordBytes, channelCount - unread);
    for (const tag of listsOfChannels) {
      const entry = entries.get(tag);
      if (!entry) continue;
      const length = wordIn(viewOf(entry), 4);
      const bytes = numberBytes[viewOf(entry).getUint16(2, isLittle)] ?? 0;
      const remainingLength = Math.floor((length * (channelCount - unread)) / channelCount);
      setWord(entry, 4, remainingLength);
      // A list that fits into the tag's entry is stored there.
      if (length * bytes <= wordBytes || remainingLength * bytes > wordBytes) continue;
      const at = wordIn(viewOf(entry), 4 + wordBytes);
      entry.fill(0, 4 + wordBytes);
      tiff.copy(entry, 4 + wordBytes, at, at + remainingLength * bytes);
    }
  }

  // The directory is at the end of the file, and the list of extra channels before it.
  const list = Buffer.alloc(8 * Math.ceil(Math.max(extras.length, 1) / 4));
  for (const [index, value] of extras.entries()) setShort(list, index * 2, value);
  const listAt = tiff.length + (tiff.length % 2);
  if (extras.length > 0) {
    const entry = Buffer.alloc(entryBytes);
    setShort(entry, 0, extraSamples);
    setShort(entry, 2, short);
    setWord(entry, 4, extras.length);
    if (extras.length * 2 > wordBytes) setWord(entry, 4 + wordBytes, listAt);
    else list.copy(entry, 4 + wordBytes, 0, wordBytes);
    entries.set(extraSamples, entry);
  }
  const head = Buffer.alloc(countBytes);
  if (isBig) setWord(head, 0, entries.size);
  else setShort(head, 0, entries.size);
  const sorted = [...entries].toSorted(([firstTag], [secondTag]) => firstTag - secondTag).map(([, entry]) => entry);
  const copy = Buffer.concat([tiff, Buffer.alloc(tiff.length % 2), list, head, ...sorted, Buffer.alloc(wordBytes)]);
  setWord(copy, wordBytes, listAt + list.length);
  return copy;
}
