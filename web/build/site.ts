import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build, type PluginOption } from 'vite';
import { messageOf } from '#shared/errors.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Manifest } from '../app/render/manifest.ts';
import type { RendererInput } from '../app/render/prerender.tsx';
import config from '../vite.config.ts';
import { writeIcons } from './site-icons.ts';

/**
 * Builds the site. `dist/site/` holds its assets, which a deployment uploads; `dist/renderer/` the code that writes its
 * documents, which the function publish-site runs; `dist/site-build.json` describes it for CloudFront.
 */

const web = join(import.meta.dirname, '..');

/**
 * Builds the site.
 * @param folder output folder, `dist/` for deployment.
 * @param plugins additional Vite plugins.
 */
export async function buildSite({ folder = join(web, '../dist'), plugins = [] as PluginOption[] } = {}): Promise<void> {
  // Vite keeps an existing NODE_ENV; any other value would bundle React's slower development build.
  process.env.NODE_ENV = 'production';
  const site = resolve(folder, 'site');
  const renderer = resolve(folder, 'renderer');
  const configFile = join(web, 'vite.config.ts');
  await build({ configFile, plugins, logLevel: 'warn', build: { outDir: site } });
  await build({ configFile: join(web, 'vite.guest.config.ts'), logLevel: 'warn', build: { outDir: site } });
  // The renderer's configuration is not merged with the site's, which would add its entries and chunks to the renderer.
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: config.plugins ?? [],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Bundle all packages: the function has no node_modules.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      emptyOutDir: true,
      rolldownOptions: {
        input: 'app/render/prerender.tsx',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
      outDir: renderer,
    },
  });
  const input: RendererInput = {
    site: await takeManifest(join(site, '.vite/manifest.json')),
    guest: await takeManifest(join(site, 'guest-manifest.json')),
    inline: { start: await bundleInline('start'), openLink: await bundleInline('open-link') },
  };
  await rm(join(site, '.vite'), { recursive: true });
  const id = await writeRenderer(renderer, input);
  // A site that can't be rendered is no build. These facts depend neither on content nor on the origin.
  const { prerenderSite } = (await import(
    join(renderer, 'prerender.mjs')
  )) as typeof import('../app/render/prerender.tsx');
  const { build: facts } = await prerenderSite(input, 'https://studio.example', defaultWebsite);
  await writeIcons(site);
  await compressAssets(join(site, 'assets'), facts.compressed);
  await writeFile(join(folder, 'site-build.json'), `${JSON.stringify({ ...facts, renderer: id }, null, 2)}\n`);
}

async function takeManifest(file: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await rm(file);
  return manifest;
}

/**
 * Adds to the built code the input that it renders with, and the module that the function loads.
 * @returns the renderer's id, a digest of all its files
 */
async function writeRenderer(folder: string, input: RendererInput): Promise<string> {
  await writeFile(join(folder, 'input.json'), JSON.stringify(input));
  const digest = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted()) digest.update(name).update(await readFile(join(folder, name)));
  const id = digest.digest('hex').slice(0, 20);
  await writeFile(
    join(folder, 'index.mjs'),
    `import { prerenderSite } from './prerender.mjs';
import input from './input.json' with { type: 'json' };
export const build = '${id}';
export const renderSite = (origin, content) => prerenderSite(input, origin, content);
`,
  );
  return id;
}

/** Bundles an inline script of app/first-view/. */
async function bundleInline(name: string): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [join(web, `app/first-view/${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles.map(({ text }) => text.trim()).join('');
}

/**
 * Writes a brotli-compressed copy (`.br`, maximum quality) of each file with these extensions, so that CloudFront need
 * not compress it.
 */
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
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
