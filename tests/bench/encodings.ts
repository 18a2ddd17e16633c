import sharp, { type Sharp } from 'sharp';
import { avifQuality } from '#shared/website/website-pictures.ts';
import { encoding, openImage, type Pixels } from '../../lambdas/workers/process-photo/pixels.ts';
import { demoPhotographs } from '../../web/build/demo-photographs.ts';
import { brightness, likeness } from './likeness.ts';
import { type Figure, kilobytes, processorTime } from './measure.ts';

/** One way to encode pictures of one size; the first of a group is what the others are compared with. */
interface Way {
  name: string;
  encode: (image: Sharp, quality: number) => Sharp;
}

interface Group {
  name: string;
  /** Longest side. The photographs have 640 to 2,048 pixels, and one that is not scaled shows its own encoding again. */
  pixels: number;
  quality: number;
  ways: Way[];
  /** The way that the product takes, and the most bytes that it may need of the first one's at equal likeness. */
  chosen?: { name: string; share: number };
}

const webp = (effort: number): Way => ({
  name: `effort ${effort}`,
  encode: (image, quality) => image.webp({ quality, effort }),
});
const webpWays = [0, 1, 2, 3, 4].map(webp);
const jpegWays: Way[] = [
  { name: 'plain', encode: (image, quality) => image.jpeg({ quality, optimiseCoding: false }) },
  { name: 'optimized tables', encode: (image, quality) => image.jpeg({ quality }) },
  { name: 'progressive', encode: (image, quality) => image.jpeg({ quality, progressive: true }) },
  { name: 'mozjpeg', encode: (image, quality) => image.jpeg({ quality, mozjpeg: true }) },
];
const avif = (effort: number): Way => ({
  name: `effort ${effort}`,
  encode: (image, quality) => image.avif({ quality, effort, chromaSubsampling: '4:2:0' }),
});

const groups: Group[] = [
  {
    name: '1,024 px, WebP',
    pixels: 1024,
    quality: encoding.medium.quality,
    ways: webpWays,
    chosen: { name: `effort ${encoding.medium.effort}`, share: 0.75 },
  },
  {
    name: '400 px, WebP',
    pixels: 400,
    quality: encoding.small.quality,
    // Effort 1 is what it was encoded with before.
    ways: [webp(1), webp(0), webp(2), webp(3), webp(4)],
    chosen: { name: `effort ${encoding.small.effort}`, share: 0.85 },
  },
  { name: 'JPEG of the large size', pixels: 1200, quality: encoding.large.quality, ways: jpegWays },
  { name: 'JPEG of prints', pixels: 1200, quality: 90, ways: jpegWays },
];
/** AVIF takes seconds a photograph. */
const longGroups: Group[] = [
  { name: '800 px, AVIF of the website', pixels: 800, quality: avifQuality(800), ways: [2, 4, 6].map(avif) },
  { name: '540 px, WebP of the website', pixels: 540, quality: 74, ways: [webp(4), webp(2), webp(6)] },
];

/**
 * P8: what derivatives weigh, how like they are to their pixels, and what encoding takes, for each way to encode them.
 * The photographs are the site's stand-ins.
 */
export async function benchEncodings(full: boolean): Promise<Figure[]> {
  sharp.cache(false);
  sharp.concurrency(1);
  const files = [...new Set(demoPhotographs().map(({ file }) => file))];
  const some = files.filter((_, index) => index % 3 === 0);
  const figures: Figure[] = [];
  for (const group of groups) figures.push(...(await measureGroup(group, full ? files : some)));
  if (full) for (const group of longGroups) figures.push(...(await measureGroup(group, some)));
  return figures;
}

/** Means of one way at one quality. */
interface Mean {
  bytes: number;
  likeness: number;
  milliseconds: number;
}

/** Qualities around the group's own, between which the bytes at equal likeness lie. */
const qualitiesOf = ({ quality }: Group) => [quality - 6, quality, quality + 6];

async function measureGroup(group: Group, files: string[]): Promise<Figure[]> {
  const qualities = qualitiesOf(group);
  const sums = group.ways.map(() => qualities.map((): Mean => ({ bytes: 0, likeness: 0, milliseconds: 0 })));
  for (const file of files) {
    const pixels = await readScaled(file, group.pixels);
    const original = await brightness(openImage(pixels));
    for (const [at, quality] of qualities.entries()) {
      // In turn, so that other work on the machine slows all of them.
      for (const [way, { encode }] of group.ways.entries()) {
        const began = processorTime();
        const bytes = await encode(openImage(pixels), quality).toBuffer();
        const sum = sums[way]![at]!;
        sum.milliseconds += (processorTime() - began) / files.length;
        sum.bytes += bytes.length / files.length;
        sum.likeness += (await likeness(original, pixels.info.width, bytes)) / files.length;
      }
    }
  }
  const reference = sums[0]![1]!;
  return group.ways.map(({ name }, way) => {
    const own = sums[way]![1]!;
    const equal = bytesAt(reference.likeness, sums[way]!);
    const share = equal / reference.bytes;
    const target = group.chosen?.name === name ? group.chosen.share : undefined;
    return {
      id: 'P8',
      measure: `${group.name} with quality ${group.quality}, ${name}: bytes, at the SSIM of ${group.ways[0]!.name}; SSIM; processor time`,
      result: `${kilobytes(own.bytes)}, ${kilobytes(equal)} (${percent(share)}); ${own.likeness.toFixed(4)}; ${own.milliseconds.toFixed(1)} ms`,
      target: target === undefined ? 'recorded' : `≤ ${percent(target)} at equal SSIM`,
      met: target === undefined || share <= target,
    };
  });
}

function percent(share: number): string {
  const change = Math.round((share - 1) * 100);
  return change === 0 ? '±0%' : `${change < 0 ? '−' : '+'}${Math.abs(change)}%`;
}

/** Opaque, as derivatives are. */
const readScaled = (file: string, pixels: number): Promise<Pixels> =>
  sharp(file)
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The bytes with which this way reaches a likeness, on the line through the two qualities around it. */
function bytesAt(wanted: number, means: Mean[]): number {
  const above = Math.max(
    1,
    means.findIndex((mean) => mean.likeness >= wanted),
  );
  const [low, high] = [means[above - 1]!, means[above]!];
  return low.bytes + ((wanted - low.likeness) / (high.likeness - low.likeness)) * (high.bytes - low.bytes);
}
