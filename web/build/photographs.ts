import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { serviceCards } from '#shared/studio.ts';
import type { SiteImage, SiteImages } from '../features/public/site-images.ts';
import { demoPhotographs } from './demo-photographs.ts';

/** A photograph as it lies on disk, and where on the site it belongs: `hero`, `studio`, `scrapbook` or `services/{slug}`. */
export interface Photograph {
  place: string;
  file: string;
  description: string;
  /** A stand-in that is only looked at: encoded in a tenth of the time, for a fifth more bytes. */
  quickly?: true;
}

export const ownFolder = join(import.meta.dirname, '../photographs');
const cacheFolder = join(import.meta.dirname, '../../.cache/photographs');
const endings = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.tif', '.tiff'];
const scrapbookPrints = 11;
/** Pixels across; AVIF serves nearly everyone, WebP the few that are left, so it needs fewer steps. */
const widths = { avif: [360, 540, 800, 1200, 1800], webp: [540, 1200] };
/** The middle sizes are mostly seen on dense screens, which forgive more; the largest fills a screen in the lightbox. */
const avifQuality = (width: number) => (width > 540 && width <= 1200 ? 45 : 50);
/** Part of every derivative's name: raise it when the recipe here changes. */
const recipe = 2;

/** 'Portrait by the lake' from '03 portrait-by-the-lake.jpg': a file's name is its description. */
export function describe(fileName: string): string {
  const words = parse(fileName)
    .name.replace(/^\d+[\s._-]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The photographs in the owner's folder, in the order of their names. Throws a sentence that says what is missing where,
 * unless the folder is empty.
 */
export async function ownPhotographs(folder: string): Promise<Photograph[]> {
  const services = serviceCards.map((card) => `services/${card.slug}`);
  const found: Photograph[] = [];
  for (const place of ['hero', 'scrapbook', 'studio', ...services]) {
    const names = existsSync(join(folder, place)) ? await readdir(join(folder, place)) : [];
    const pictures = names.filter((name) => endings.includes(parse(name).ext.toLowerCase()));
    for (const name of pictures.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
      found.push({ place, file: join(folder, place, name), description: describe(name) });
    }
  }
  if (found.length === 0) return [];
  const count = (place: string) => found.filter((photograph) => photograph.place === place).length;
  const faults = [
    count('hero') !== 1 && `hero/ needs exactly one photograph and has ${count('hero')}`,
    count('studio') !== 1 && `studio/ needs exactly one photograph and has ${count('studio')}`,
    count('scrapbook') !== scrapbookPrints &&
      `scrapbook/ needs exactly ${scrapbookPrints} photographs and has ${count('scrapbook')}`,
    ...services.map((place) => count(place) === 0 && `${place}/ needs at least one photograph`),
    ...found.map((photograph) => !photograph.description && `${photograph.file} needs words in its name`),
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(`Photographs in ${folder}: ${faults.join('; ')}. README.md there explains.`);
  return found;
}

/** The photographs to build with: the owner's or, where the folder is empty and `demo` is set, the stand-ins. */
export async function photographsToShow(folder: string, demo: boolean): Promise<Photograph[]> {
  const own = await ownPhotographs(folder);
  if (own.length > 0) return own;
  if (demo) return demoPhotographs();
  throw new Error(
    `There are no photographs yet: put yours into ${folder} (README.md there says which go where), ` +
      'or set STUDIO_DEMO_PHOTOGRAPHS=1 to look at the site with stand-ins.',
  );
}

/** Every photograph's derivatives, made once and kept in `.cache/`; the files, and what the pages must know of them. */
export async function prepareImages(photographs: Photograph[]): Promise<{ images: SiteImages; files: string[] }> {
  await mkdir(cacheFolder, { recursive: true });
  const byFile = new Map<string, Promise<Omit<SiteImage, 'alt'>>>();
  const imageOf = async ({ file, description, quickly }: Photograph): Promise<SiteImage> => {
    const prepared = byFile.get(file) ?? prepareImage(file, quickly ? 0 : 4);
    byFile.set(file, prepared);
    return { ...(await prepared), alt: description };
  };
  const at = (place: string) => Promise.all(photographs.filter((one) => one.place === place).map(imageOf));
  const [hero] = await at('hero');
  const [studio] = await at('studio');
  if (!hero || !studio) throw new Error('A hero and a studio photograph are needed.');
  const services = Object.fromEntries(
    await Promise.all(serviceCards.map(async ({ slug }) => [slug, await at(`services/${slug}`)] as const)),
  );
  const images = { hero, studio, scrapbook: await at('scrapbook'), services };
  const card = await prepareSocialCard(photographs.find((one) => one.place === 'hero')?.file ?? '', hero.key);
  const files = new Set([card]);
  for (const image of await Promise.all(byFile.values())) for (const name of fileNames(image)) files.add(name);
  return { images, files: [...files].map((name) => join(cacheFolder, name)) };
}

/** The names of all derivatives of a picture. */
const fileNames = (image: Omit<SiteImage, 'alt'>) => [
  ...image.avif.map((width) => `${image.key}-${width}.avif`),
  ...image.webp.map((width) => `${image.key}-${width}.webp`),
];

/** @param effort what AVIF's encoder may spend, from 0 to 9 */
async function prepareImage(file: string, effort: number): Promise<Omit<SiteImage, 'alt'>> {
  const bytes = await readFile(file);
  const key = createHash('sha256').update(`${recipe} ${effort}`).update(bytes).digest('hex').slice(0, 8);
  const facts = join(cacheFolder, `${key}.json`);
  // Written last, so it is there only when all the derivatives are.
  if (existsSync(facts)) return JSON.parse(await readFile(facts, 'utf8')) as Omit<SiteImage, 'alt'>;

  const upright = sharp(bytes).autoOrient();
  const { info } = await upright.clone().toBuffer({ resolveWithObject: true });
  const { dominant } = await sharp(bytes).stats();
  const image = {
    key,
    width: info.width,
    height: info.height,
    color: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    avif: upTo(info.width, widths.avif),
    webp: upTo(info.width, widths.webp),
  };
  for (const width of image.avif) {
    const small = upright.clone().resize({ width, withoutEnlargement: true });
    await keep(
      `${key}-${width}.avif`,
      await small.avif({ quality: avifQuality(width), effort, chromaSubsampling: '4:2:0' }).toBuffer(),
    );
  }
  for (const width of image.webp) {
    const small = upright.clone().resize({ width, withoutEnlargement: true });
    await keep(`${key}-${width}.webp`, await small.webp({ quality: 74 }).toBuffer());
  }
  await keep(`${key}.json`, JSON.stringify(image));
  return image;
}

/** The steps below the picture's own width, and that width itself where it lies between two steps. */
function upTo(width: number, steps: number[]): number[] {
  const smaller = steps.filter((step) => step < width);
  const largest = Math.min(width, steps.at(-1) ?? width);
  return [...smaller, largest].filter((step, index, all) => all.indexOf(step) === index);
}

/** 1200 × 630 of the hero, for links that are shared; JPEG, which every reader of such cards knows. */
async function prepareSocialCard(file: string, key: string): Promise<string> {
  const name = `${key}-card.jpg`;
  if (!existsSync(join(cacheFolder, name))) {
    const card = sharp(file).autoOrient().resize(1200, 630, { fit: 'cover', position: sharp.strategy.attention });
    await keep(name, await card.jpeg({ quality: 78, mozjpeg: true }).toBuffer());
  }
  return name;
}

/** Complete under its name or not there at all, also when two builds run at once. */
async function keep(name: string, content: Buffer | string): Promise<void> {
  const draft = join(cacheFolder, `.${randomUUID()}`);
  await writeFile(draft, content);
  await rename(draft, join(cacheFolder, name));
}
