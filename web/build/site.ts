import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import type { Manifest, PrerenderedSite } from '../app/prerender.tsx';
import { writeIcons } from './site-icons.ts';

/**
 * Builds the site: `dist/site/` holds what the edge serves, `dist/site-build.json` what the edge must know of it.
 *
 *   node web/build/site.ts [--mode localdev]
 *
 * `SITE_ORIGIN` (`https://studio.example`) gives pages their absolute addresses; `STUDIO_DEMO_PHOTOGRAPHS=1` lets
 * stand-ins take the place of the owner's photographs while there are none.
 */

const web = join(import.meta.dirname, '..');
const site = join(web, '../dist/site');
const renderer = join(web, '../.cache/prerender');

type Prerender = (manifest: Manifest, origin: string | null) => Promise<PrerenderedSite>;

export function originOf(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol)) {
    throw new Error(`SITE_ORIGIN is '${text}', but must be an address without a path, such as https://studio.example.`);
  }
  return url.origin;
}

async function buildSite(mode: string): Promise<void> {
  const origin = originOf(process.env.SITE_ORIGIN);
  const configFile = join(web, 'vite.config.ts');
  await build({ configFile, mode, logLevel: 'warn' });
  await build({
    configFile,
    mode,
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
  for (const [name, text] of Object.entries(prerendered.files)) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), text);
  }
  await writeIcons(site);
  await writeFile(join(site, '../site-build.json'), `${JSON.stringify(prerendered.build, null, 2)}\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { mode: { type: 'string', default: 'production' } } });
  try {
    await buildSite(values.mode);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
