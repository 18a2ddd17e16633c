import { vi } from 'vitest';
import { defaultWebsite, serviceCards } from '#shared/website/default-website.ts';
import type { RenderedContent } from '#shared/website/website.ts';
import type { SiteImage } from '../../features/public/site-image.ts';
import type { SiteImages } from '../../features/public/site-images.ts';
import type { Manifest } from './manifest.ts';
import { prerenderSite, type RendererInput } from './prerender.tsx';

/** The website as its tests render it: input of the renderer, with pictures without files and a manifest with few files. */

export const image = (key: string): SiteImage => ({
  key,
  width: 900,
  height: 1350,
  color: '#808080',
  focus: [50, 30],
  avif: [360, 540, 900],
  webp: [540],
  alt: `Picture ${key}`,
});
export const images: SiteImages = {
  hero: image('hero'),
  studio: image('studio'),
  scrapbook: Array.from({ length: 11 }, (_, index) => image(`print-${index}`)),
  services: Object.fromEntries(serviceCards.map(({ slug }) => [slug, [image(slug)]])),
};
const manifest: Manifest = {
  'app/entry.tsx': { file: 'assets/entry.js', css: ['assets/site.css'], assets: ['assets/serif-normal.woff2'] },
  'app/shell-entry.tsx': { file: 'assets/shell.js', css: ['assets/gallery.css'], imports: ['_react.js'] },
  'app/styles/private-styles.ts': { file: 'assets/private.css' },
  'app/shells/private-root.tsx': { file: 'assets/root.js', imports: ['_react.js'] },
  'app/shells/client-shell.tsx': { file: 'assets/client.js' },
  'app/shells/admin-shell.tsx': { file: 'assets/admin.js' },
  'app/shells/sign-in-shell.tsx': { file: 'assets/frame.js' },
  'features/sign-in/client-login.tsx': { file: 'assets/login.js' },
  '_react.js': { file: 'assets/react.js' },
};

export const input: RendererInput = {
  inline: { start: 'start();', openLink: 'openLink();' },
  site: manifest,
  guest: { 'app/guest-entry.tsx': { file: 'assets/guest.js', css: ['assets/guest.css'] } },
};

/** The website without changes, after `beforeAll(renderSite)`. */
export let site: Awaited<ReturnType<typeof prerenderSite>>;

/** Returns a file of it. */
export const page = (name: string) => {
  const text = site.files[name];
  if (text === undefined) throw new Error(`No ${name} was written.`);
  return text;
};

/** Returns the visible text of a document, without head and tags. */
export const textOf = (document: string) =>
  document
    .replace(/^.*<body>/s, '')
    .replaceAll('<wbr/>', '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s*\n\s*/g, '\n');

/** Returns the script elements of a document. */
export const scripts = (document: string) =>
  [...document.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)].map(({ groups }) => ({
    attributes: groups?.attributes ?? '',
    text: groups?.text ?? '',
  }));

export async function renderSite(): Promise<void> {
  vi.stubGlobal('__SITE_IMAGES__', images);
  vi.stubGlobal('__SIGN_IN_IMAGE__', image('sign-in'));
  site = await prerenderSite(input, 'https://studio.example', defaultWebsite);
}

/** Returns the website with this content. */
export const rendered = (content: RenderedContent): ReturnType<typeof prerenderSite> =>
  prerenderSite(input, 'https://studio.example', content);
