import { serviceCards } from '#shared/website/default-website.ts';
import type { SiteImage } from '../../features/public/site-image.ts';
import type { SiteImages } from '../../features/public/site-images.ts';
import type { Manifest } from './manifest.ts';
import type { RendererInput } from './prerender.tsx';

/** Input of the renderer for tests: pictures without files, and a manifest with few files. */

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
