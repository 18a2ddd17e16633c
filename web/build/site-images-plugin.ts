import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { wallProperties } from '../features/public/rows.ts';
import { cropPosition, type SiteImage, tint } from '../features/public/site-image.ts';
import type { SiteImages } from '../features/public/site-images.ts';
import { ownFolder, photographsToShow, prepareImages } from './photographs.ts';

/**
 * Virtual stylesheets with colors and focal points of the images: one for the public pages, one for the sign-in pages.
 */
const tints = 'virtual:site-image-tints.css';
const signInTint = 'virtual:sign-in-image-tint.css';

/**
 * Vite plugin for the studio's photographs: defines the image data as constants, generates a CSS rule with color and
 * focal point per image, and copies the files.
 */
export function siteImagesPlugin(): Plugin {
  let files: string[] = [];
  let images: SiteImages | undefined;
  let signIn: SiteImage | undefined;
  let outDir = '';
  let forBrowser = false;
  return {
    name: 'site-images',
    async config() {
      ({ images, signIn, files } = await prepareImages(await photographsToShow(ownFolder)));
      return { define: { __SITE_IMAGES__: JSON.stringify(images), __SIGN_IN_IMAGE__: JSON.stringify(signIn) } };
    },
    configResolved(config) {
      outDir = config.build.outDir;
      forBrowser = !config.build.ssr && config.build.write;
    },
    resolveId(id) {
      return [tints, signInTint].includes(id) ? `\0${id}` : null;
    },
    load(id) {
      // The rules use classes instead of style attributes, which the Content-Security-Policy forbids.
      if (!images || !signIn) return null;
      if (id === `\0${signInTint}`) return [rules([signIn]), libraryRules].join('\n');
      if (id !== `\0${tints}`) return null;
      const { hero, studio, scrapbook, services } = images;
      const walls = Object.values(services).map(wallRules);
      return [rules([hero, studio, ...scrapbook, ...Object.values(services).flat()]), ...walls, libraryRules].join(
        '\n',
      );
    },
    async closeBundle() {
      if (!forBrowser) return;
      const folder = join(outDir, 'photographs');
      await mkdir(folder, { recursive: true });
      await Promise.all(files.map((file) => cp(file, join(folder, basename(file)))));
    },
  };
}

/** Returns CSS rules for the layout of one category's images in the gallery. */
function wallRules(images: SiteImage[]): string {
  const properties = wallProperties(images.map(({ width, height }) => width / height));
  return images
    .map((image, index) => {
      const declarations = Object.entries(properties[index] ?? {}).map(([name, value]) => `${name}:${value}`);
      return `.wall>.${tint(image)}{${declarations.join(';')}}`;
    })
    .join('\n');
}

function rules(images: SiteImage[]): string {
  const rules = images.map((image) => {
    const position = cropPosition(image)
      .map((percent) => `${percent}%`)
      .join(' ');
    return `.${tint(image)}{background-color:${image.color};object-position:${position}}`;
  });
  return [...new Set(rules)].join('\n');
}

/**
 * The classes of pictures from the library, see `tint`: colors in 16 steps of each channel, crop positions in 20 steps.
 */
const libraryRules = [
  '.own{background-color:rgb(var(--r) var(--g) var(--b));object-position:var(--x) var(--y)}',
  ...['r', 'g', 'b'].flatMap((name) =>
    Array.from({ length: 16 }, (_, step) => `.own-${name}${step}{--${name}:${step * 16 + 8}}`),
  ),
  ...['x', 'y'].flatMap((name) =>
    Array.from({ length: 21 }, (_, step) => `.own-${name}${step * 5}{--${name}:${step * 5}%}`),
  ),
].join('\n');
