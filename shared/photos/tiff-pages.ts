import { type Folder, Tiff, viewOf } from './tiff.ts';

/** The highest number of pages of a TIFF file's chain that are counted. */
const maxPages = 64;

const subfileType = 0x00fe;
const compression = 0x0103;
const photometric = 0x0106;
const samplesPerPixel = 0x0115;
const rowsPerStrip = 0x0116;
const planarConfiguration = 0x011c;
const numberOfInks = 0x014e;
const extraSamples = 0x0152;
const dngVersion = 0xc612;

/** The storage of the pixels of a TIFF file's first page. */
export interface TiffStorage {
  /** Rows that are unpacked at once; infinite when all rows are in one strip. */
  stripRows: number;
  /** Whether each channel is stored separately. */
  isPlanar: boolean;
  isJpeg: boolean;
}

/** The storage that needs the most memory, assumed for damaged files. */
const unknownStorage: TiffStorage = { stripRows: Number.POSITIVE_INFINITY, isPlanar: true, isJpeg: true };

/** The PhotometricInterpretation of inks, usually CMYK. */
const separated = 5;
/** The number of color channels by PhotometricInterpretation. */
const colorChannels: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, [separated]: 4, 6: 3, 8: 3, 9: 3, 10: 3 };

/** SamplesPerPixel is a SHORT. */
const mostSamples = 65_535;

/**
 * Returns the value of ExtraSamples for each channel beyond the color channels; 0, which is no transparency, where none
 * is written.
 */
function readExtras(tiff: Tiff, folder: Folder): number[] {
  const kind = tiff.number(folder, photometric) ?? Number.NaN;
  const colors = (kind === separated ? tiff.number(folder, numberOfInks) : undefined) ?? colorChannels[kind];
  const samples = Math.min(tiff.number(folder, samplesPerPixel) ?? 1, mostSamples);
  const count = samples - (colors ?? Number.POSITIVE_INFINITY);
  const written = tiff.shorts(folder, extraSamples);
  return count > 0 ? Array.from({ length: count }, (_, index) => written[index] ?? 0) : [];
}

export interface TiffPages {
  /** Full-size pages. */
  pages: number;
  /** The first page is a camera raw's preview. */
  raw: boolean;
  storage: TiffStorage;
  /**
   * The kind of each channel of the first page beyond the color channels: 1 or 2 is transparency, anything else is not.
   */
  extras: number[];
}

/** Returns facts about a TIFF file's pages that are needed before the first page is decoded. */
export function readTiffPages(bytes: Uint8Array): TiffPages {
  let pages = 0;
  let raw = false;
  let storage = unknownStorage;
  let extras: number[] = [];
  try {
    const tiff = new Tiff(viewOf(bytes));
    const seenOffsets = new Set<number>();
    for (let at = tiff.first; at !== 0 && !seenOffsets.has(at) && seenOffsets.size < maxPages; ) {
      seenOffsets.add(at);
      const folder = tiff.folder(at);
      if (seenOffsets.size === 1) extras = readExtras(tiff, folder);
      const isPreview = ((tiff.number(folder, subfileType) ?? 0) & 1) === 1;
      if (seenOffsets.size === 1) {
        raw = isPreview || folder.tags.has(dngVersion);
        storage = {
          stripRows: tiff.number(folder, rowsPerStrip) ?? Number.POSITIVE_INFINITY,
          isPlanar: tiff.number(folder, planarConfiguration) === 2,
          isJpeg: [6, 7].includes(tiff.number(folder, compression) ?? 1),
        };
      }
      if (!isPreview) pages += 1;
      at = folder.next;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { pages, raw, storage, extras };
}
