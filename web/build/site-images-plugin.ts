import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { type SiteImages, tint } from '../features/public/site-images.ts';
import { ownFolder, photographsToShow, prepareImages } from './photographs.ts';

const tints = 'virtual:site-image-tints.css';

/** Gives the pages the studio's photographs: what they know of them, a color for each, and the files beside the pages. */
export function siteImagesPlugin(): Plugin {
  let files: string[] = [];
  let images: SiteImages | undefined;
  let outDir = '';
  let forBrowser = false;
  return {
    name: 'site-images',
    async config() {
      const demo = process.env.STUDIO_DEMO_PHOTOGRAPHS === '1';
      ({ images, files } = await prepareImages(await photographsToShow(ownFolder, demo)));
      return { define: { __SITE_IMAGES__: JSON.stringify(images) } };
    },
    configResolved(config) {
      outDir = config.build.outDir;
      forBrowser = !config.build.ssr && config.build.write;
    },
    resolveId(id) {
      return id === tints ? `\0${tints}` : null;
    },
    load(id) {
      // Classes, because the pages' policy allows no style attributes.
      return id === `\0${tints}` && images ? rules(images) : null;
    },
    async closeBundle() {
      if (!forBrowser) return;
      const folder = join(outDir, 'photographs');
      await mkdir(folder, { recursive: true });
      await Promise.all(files.map((file) => cp(file, join(folder, basename(file)))));
    },
  };
}

function rules(images: SiteImages): string {
  const all = [images.hero, images.studio, ...images.scrapbook, ...Object.values(images.services).flat()];
  const rules = all.map((image) => {
    const ratio = Math.round((image.width / image.height) * 1000) / 1000;
    return `.${tint(image)}{background-color:${image.color};--ratio:${ratio}}`;
  });
  return [...new Set(rules)].join('\n');
}
