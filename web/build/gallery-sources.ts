import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const web = join(import.meta.dirname, '..');

/** Screens that use app/styles/gallery.css, and the layout around them. */
const screens = [
  'app/shells/shell-skeleton.tsx',
  'app/shells/private-root.tsx',
  'app/shells/client-shell.tsx',
  'features/client/session/gallery.tsx',
  'features/client/session/session.tsx',
];

/** Returns the files of the screens, with the modules that they load when they are opened. */
export async function gallerySources(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: screens.map((file) => join(web, file)),
    absWorkingDir: web,
    bundle: true,
    packages: 'external',
    outdir: web,
    write: false,
    metafile: true,
  });
  return Object.keys(metafile.inputs).filter((file) => file.endsWith('.tsx'));
}

/** Vite plugin: replaces `@source screens` of app/styles/gallery.css by the files whose class names it needs. */
export function gallerySourcesPlugin(): Plugin {
  return {
    name: 'gallery-sources',
    enforce: 'pre',
    async transform(css, id) {
      if (!id.endsWith('/app/styles/gallery.css')) return null;
      const files = await gallerySources();
      return css.replace('@source screens;', files.map((file) => `@source '../../${file}';`).join('\n'));
    },
  };
}
