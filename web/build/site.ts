import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type PluginOption } from 'vite';
import type { Manifest, PrerenderedSite } from '../app/prerender.tsx';
import { writeIcons } from './site-icons.ts';

/**
 * Builds the site: `dist/site/` holds what the edge serves, `dist/site-build.json` what the edge must know of it.
 *
 * `SITE_ORIGIN` (`https://studio.example`) gives pages their absolute addresses; `STUDIO_DEMO_PHOTOGRAPHS=1` lets
 * stand-ins take the place of the owner's photographs while there are none.
 */

const web = join(import.meta.dirname, '..');

type Prerender = (manifest: Manifest, origin: string | null) => Promise<PrerenderedSite>;

export function originOf(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol)) {
    throw new Error(`SITE_ORIGIN is '${text}', but must be an address without a path, such as https://studio.example.`);
  }
  return url.origin;
}

/** Builds into another folder than `dist/`, or with more of Vite's plugins, where the site is not to be deployed. */
export async function buildSite({ folder = join(web, '../dist'), plugins = [] as PluginOption[] } = {}): Promise<void> {
  // Vite leaves it as it finds it: a test run's or a developer's would give visitors React's slower build for development.
  process.env.NODE_ENV = 'production';
  const site = resolve(folder, 'site');
  // Below the project, where it finds React; apart from what another build is doing just now.
  const renderer = join(web, '../.cache/prerender', String(process.pid));
  const origin = originOf(process.env.SITE_ORIGIN);
  const configFile = join(web, 'vite.config.ts');
  await build({ configFile, plugins, logLevel: 'warn', build: { outDir: site } });
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: true, rolldownOptions: { input: 'app/prerender.tsx' }, outDir: renderer, manifest: false },
  });

  // The manifest is for us; the site must not carry it.
  const manifestFile = join(site, '../site-manifest.json');
  await rename(join(site, '.vite/manifest.json'), manifestFile);
  await rm(join(site, '.vite'), { recursive: true });
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const { prerenderSite } = (await import(join(renderer, 'prerender.js'))) as { prerenderSite: Prerender };
  const prerendered = await prerenderSite(manifest, origin);
  await rm(renderer, { recursive: true });
  for (const [name, text] of Object.entries(prerendered.files)) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), text);
  }
  await writeIcons(site);
  await compressAssets(join(site, 'assets'), prerendered.build.compressed);
  await writeFile(join(site, '../site-build.json'), `${JSON.stringify(prerendered.build, null, 2)}\n`);
}

/** Writes the files with these endings a second time, as small as brotli makes them: at the edge there is no time for that. */
async function compressAssets(folder: string, endings: string[]): Promise<void> {
  const names = (await readdir(folder)).filter((name) => endings.some((ending) => name.endsWith(ending)));
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(text));
    }),
  );
}

if (import.meta.main) {
  try {
    await buildSite();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
