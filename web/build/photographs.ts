import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { scrapbookPrints, serviceSlugs } from '#shared/website/website.ts';
import {
  avifQuality,
  cardCutPercent,
  socialCardQuality,
  socialCardSize,
  webpQuality,
  widthsOf,
} from '#shared/website/website-pictures.ts';
import type { SiteImage } from '../features/public/site-image.ts';
import { builtInCard, cardImages, type SiteImages } from '../features/public/site-images.ts';
import { demoPhotographs } from './demo-photographs.ts';
import type { Photograph } from './photograph.ts';

export const ownFolder = join(import.meta.dirname, '../photographs');
const cacheFolder = join(import.meta.dirname, '../../.cache/photographs');
const endings = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.tif', '.tiff'];
/** Places with one photograph. */
const singlePlaces = ['hero', 'studio', 'sign-in'];
const places = [...singlePlaces, 'scrapbook', ...serviceSlugs.map((slug) => `services/${slug}`)];
const roomIn = (place: string): number => {
  if (singlePlaces.includes(place)) return 1;
  return place === 'scrapbook' ? scrapbookPrints : Number.POSITIVE_INFINITY;
};
/** A version in every derivative's file name; increment it when the encoding in this file changes. */
const encodingVersion = 2;

/** The default focal point in percent: where a face usually is. */
const usualFocus: SiteImage['focus'] = [50, 30];
const focusSuffix = /\s*@(\d{1,3}),(\d{1,3})$/;

/** Returns the focal point in percent at the end of a file name (`bride laughing @40,20.jpg`), else the default. */
export function focusOf(fileName: string): SiteImage['focus'] {
  const [, x, y] = focusSuffix.exec(parse(fileName).name) ?? [];
  return x && y ? [Math.min(100, Number(x)), Math.min(100, Number(y))] : usualFocus;
}

/** Returns the description in a file name: 'Portrait by the lake' for '03 portrait-by-the-lake @40,20.jpg'. */
export function describe(fileName: string): string {
  const description = parse(fileName)
    .name.replace(focusSuffix, '')
    .replace(/^\d+[\s._-]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return description.charAt(0).toUpperCase() + description.slice(1);
}

/**
 * Reads the owner's photographs, sorted by name within each place. No photograph is required: the studio can put
 * pictures into the places in the browser.
 * @throws Error that lists what can't be used
 */
export async function ownPhotographs(folder: string): Promise<Photograph[]> {
  const photographs: Photograph[] = [];
  for (const place of places) {
    const names = existsSync(join(folder, place)) ? await readdir(join(folder, place)) : [];
    const pictures = names.filter((name) => endings.includes(parse(name).ext.toLowerCase()));
    for (const name of pictures.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
      photographs.push({ place, file: join(folder, place, name), description: describe(name), focus: focusOf(name) });
    }
  }
  const faults = [
    ...places.map((place) => {
      const [count, most] = [photographs.filter((photograph) => photograph.place === place).length, roomIn(place)];
      return (
        count > most &&
        `${place}/ has room for ${most === 1 ? 'one photograph' : `${most} photographs`} and has ${count}`
      );
    }),
    ...photographs.map((photograph) => !photograph.description && `${photograph.file} needs words in its name`),
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(`Photographs in ${folder}: ${faults.join('; ')}. README.md there explains.`);
  return photographs;
}

/** Returns the photographs for the build: the owner's, and stand-ins in the places that have none or not all. */
export async function photographsToShow(folder: string): Promise<Photograph[]> {
  const ownersPhotographs = await ownPhotographs(folder);
  const standIns = demoPhotographs();
  return places.flatMap((place) => {
    const [ownersThere, standInsThere] = [ownersPhotographs, standIns].map((all) =>
      all.filter((photograph) => photograph.place === place),
    );
    return place === 'scrapbook'
      ? [...ownersThere!, ...standInsThere!.slice(ownersThere!.length)]
      : ownersThere!.length > 0
        ? ownersThere!
        : standInsThere!;
  });
}

/** The properties computed from the image's bytes. */
type Derivatives = Omit<SiteImage, 'alt' | 'focus' | 'from'>;

/**
 * Creates all derivatives, cached in `.cache/`.
 * @returns the image data for the pages, and the paths of all derivative files.
 */
export async function prepareImages(
  photographs: Photograph[],
): Promise<{ images: SiteImages; signIn: SiteImage; files: string[] }> {
  await mkdir(cacheFolder, { recursive: true });
  const byFile = new Map<string, Promise<Derivatives>>();
  const imageOf = async ({ file, description, focus, quickly, isStandIn }: Photograph): Promise<SiteImage> => {
    const prepared = byFile.get(file) ?? prepareImage(file, quickly ? 0 : 4);
    byFile.set(file, prepared);
    return { ...(await prepared), alt: description, focus, ...(isStandIn && { from: 'stand-in' as const }) };
  };
  const imagesAt = (place: string) =>
    Promise.all(photographs.filter((photograph) => photograph.place === place).map(imageOf));
  const [hero] = await imagesAt('hero');
  const [studio] = await imagesAt('studio');
  const [signIn] = await imagesAt('sign-in');
  if (!hero || !studio || !signIn) throw new Error(`Each of ${singlePlaces.join('/, ')}/ needs one photograph.`);
  const services = Object.fromEntries(
    await Promise.all(serviceSlugs.map(async (slug) => [slug, await imagesAt(`services/${slug}`)] as const)),
  );
  const images = { hero, studio, scrapbook: await imagesAt('scrapbook'), services };
  const files = new Set(
    await Promise.all(
      (await Promise.all(photographs.map(async (photograph) => [photograph, await imageOf(photograph)] as const)))
        .filter(([, image]) => cardImages(images).some(({ key }) => key === image.key))
        .map(([{ file }, image]) => prepareSocialCard(file, image)),
    ),
  );
  for (const image of await Promise.all(byFile.values())) for (const name of fileNames(image)) files.add(name);
  return { images, signIn, files: [...files].map((name) => join(cacheFolder, name)) };
}

/** Returns the file names of an image's derivatives. */
const fileNames = (image: Derivatives) => [
  ...image.avif.map((width) => `${image.key}-${width}.avif`),
  ...image.webp.map((width) => `${image.key}-${width}.webp`),
];

/**
 * Creates the derivatives of a photograph, unless they are cached.
 * @param effort effort of the AVIF encoder, 0 (fast) to 9.
 */
async function prepareImage(file: string, effort: number): Promise<Derivatives> {
  const bytes = await readFile(file);
  const key = createHash('sha256').update(`${encodingVersion} ${effort}`).update(bytes).digest('hex').slice(0, 8);
  const facts = join(cacheFolder, `${key}.json`);
  // This file is written last, so it exists only if all derivatives do.
  if (existsSync(facts)) return JSON.parse(await readFile(facts, 'utf8')) as Derivatives;

  const upright = sharp(bytes).autoOrient();
  const { info } = await upright.clone().toBuffer({ resolveWithObject: true });
  const { dominant } = await sharp(bytes).stats();
  const image = {
    key,
    width: info.width,
    height: info.height,
    color: `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
    avif: widthsOf(info.width, 'avif'),
    webp: widthsOf(info.width, 'webp'),
  };
  for (const width of image.avif) {
    const small = upright.clone().resize({ width, withoutEnlargement: true });
    await writeWhole(
      `${key}-${width}.avif`,
      await small.avif({ quality: avifQuality(width), effort, chromaSubsampling: '4:2:0' }).toBuffer(),
    );
  }
  for (const width of image.webp) {
    const small = upright.clone().resize({ width, withoutEnlargement: true });
    await writeWhole(`${key}-${width}.webp`, await small.webp({ quality: webpQuality }).toBuffer());
  }
  await writeWhole(`${key}.json`, JSON.stringify(image));
  return image;
}

/**
 * Creates the 1200 × 630 social card around the focal point. It is a JPEG, because not all link previews support other
 * formats.
 */
async function prepareSocialCard(file: string, image: SiteImage): Promise<string> {
  const { width, height } = image;
  const card = socialCardSize;
  const name = builtInCard(image);
  if (existsSync(join(cacheFolder, name))) return name;
  const scale = Math.max(card.width / width, card.height / height);
  const scaled = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  // The percentage of the cropped length that is before the frame, as in CSS's object-position.
  const cutBefore = cardCutPercent(image);
  const cropLeft = Math.round(((scaled.width - card.width) * cutBefore) / 100);
  const cropTop = Math.round(((scaled.height - card.height) * cutBefore) / 100);
  const scaledPicture = sharp(file).autoOrient().resize(scaled.width, scaled.height);
  await writeWhole(
    name,
    await scaledPicture
      .extract({ left: cropLeft, top: cropTop, ...card })
      .jpeg({ quality: socialCardQuality, mozjpeg: true })
      .toBuffer(),
  );
  return name;
}

/** Writes a file under another name and renames it: a file exists only complete, also with concurrent builds. */
async function writeWhole(name: string, content: Buffer | string): Promise<void> {
  const draft = join(cacheFolder, `.${randomUUID()}`);
  await writeFile(draft, content);
  await rename(draft, join(cacheFolder, name));
}
