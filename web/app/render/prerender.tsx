import { createHash } from 'node:crypto';
import { notFoundFile, type RenderedSite } from '#shared/website/site-renderer.ts';
import { optionalPaths, type RenderedContent } from '#shared/website/website.ts';
import { publicPaths } from '../routes/public-paths.ts';
import {
  bootScript,
  type DocumentSource,
  pageDocument,
  sharedDocument,
  shellDocument,
  speculationRules,
} from './documents.tsx';
import { chunkOf, type Manifest } from './manifest.ts';
import { notFoundPage, type Page, pagesOf } from './page-head.tsx';
import { manifestPath, portalIcons, portalManifest } from './portal-manifest.ts';
import { type Shell, shellsOf } from './shells.tsx';

/** The data that the site's build passes to the renderer. */
export interface RendererInput {
  /** Manifests of the site's build and of the guests' page. */
  site: Manifest;
  guest: Manifest;
  /** The bundled scripts of first-view/: `start` of the client area, `openLink` of the guests' page. */
  inline: Record<'start' | 'openLink', string>;
}

interface PrerenderedSite extends RenderedSite {
  /** Data for CloudFront: see `SiteBuild` in infra/edge/site-build.ts. */
  build: {
    pages: Record<string, string>;
    shells: Record<string, string>;
    files: string[];
    folders: string[];
    compressed: string[];
    scriptHashes: string[];
  };
}

/** The first path segment of the guests' page; the secret of a link is the fragment. */
const sharedSegment = '/shared';

/**
 * Renders every document of the site.
 * @param origin the site's origin, `https://studio.example`: canonical URLs, social cards and the sitemap are absolute.
 * @param content the published content, or the default website.
 */
export async function prerenderSite(
  { site: manifest, guest, inline }: RendererInput,
  origin: string,
  content: RenderedContent,
): Promise<PrerenderedSite> {
  const pages = pagesOf(content);
  const shells = shellsOf(content);
  const boot = bootScript(chunkOf(manifest, 'app/entry.tsx').file);
  const source: DocumentSource = { manifest, guest, inline, boot, origin, content };
  const scripts = [boot, speculationRules, inline.start, inline.openLink];
  const files: Record<string, string> = {};
  for (const [path, page] of Object.entries(pages))
    files[fileOf(path).slice(1)] = await pageDocument(source, path, page);
  const notFound = await pageDocument(source, '/404', notFoundPage(content));
  files[notFoundFile] = notFound;
  const missing = optionalPaths.filter((path) => !(path in pages)).map((path) => fileOf(path).slice(1));
  for (const file of missing) files[file] = notFound;
  for (const [name, shell] of Object.entries(shells)) files[name] = shellDocument(source, shell);
  files['shared.html'] = sharedDocument(source);
  files['robots.txt'] = robots(origin, shells);
  files[manifestPath.slice(1)] = portalManifest(content.studio);
  files['sitemap.xml'] = sitemap(origin, pages);

  const roots = [
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/robots.txt',
    '/sitemap.xml',
    manifestPath,
    ...portalIcons.map(({ src }) => src),
  ];
  return {
    files,
    missing,
    build: {
      pages: Object.fromEntries([...publicPaths, ...optionalPaths].map((path) => [path, fileOf(path)])),
      shells: {
        ...Object.fromEntries(
          Object.entries(shells).flatMap(([name, { segments }]) => segments.map((segment) => [segment, `/${name}`])),
        ),
        [sharedSegment]: '/shared.html',
      },
      files: roots,
      folders: ['/assets/', '/photographs/'],
      compressed: ['.js', '.css'],
      scriptHashes: scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
    },
  };
}

/** Returns the file of a page, as a path of the site: `/services/index.html`. */
const fileOf = (path: string) => (path === '/' ? '/index.html' : `${path}/index.html`);

function robots(origin: string, shells: Record<string, Shell>): string {
  const closed = [...Object.values(shells).flatMap((shell) => shell.segments), sharedSegment];
  return [
    'User-agent: *',
    ...closed.map((segment) => `Disallow: ${segment}`),
    'Disallow: /api/',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemap(origin: string, pages: Record<string, Page>): string {
  const listed = Object.entries(pages).filter(([, page]) => !page.hidden);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map(([path]) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
