import { createHash } from 'node:crypto';
import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { studio } from '#shared/studio.ts';
import { heroSizes, siteImages, sourceSet } from '../features/public/site-images.ts';
import { loadScreen } from './lazily.ts';
import { notFoundPage, type Page, PageHead, pages } from './page-head.tsx';
import { publicPaths } from './public-paths.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';
import { SitePages, siteRoutes } from './site-routes.tsx';

/** One entry of Vite's manifest, as far as it matters here. */
interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
export type Manifest = Record<string, Chunk>;

export interface PrerenderedSite {
  /** Text files by their path below `dist/site/`. */
  files: Record<string, string>;
  /** What the edge must know: see `SiteBuild` in infra/edge/site-build.ts. */
  build: {
    pages: Record<string, string>;
    shells: Record<string, string>;
    files: string[];
    folders: string[];
    compressed: string[];
    scriptHashes: string[];
  };
}

/** The documents that open a private screen, and by which first path segments. Each preloads the code of its wing. */
const shells = {
  'client.html': {
    segments: ['/dashboard', '/client-login', '/client-gallery', '/register', '/register-complete'],
    title: `Client area | ${studio.name}`,
    code: ['app/private-root.tsx', 'app/client-shell.tsx'],
  },
  'admin.html': {
    segments: ['/admin', '/admin-login'],
    title: `Studio | ${studio.name}`,
    code: ['app/private-root.tsx', 'app/admin-shell.tsx'],
  },
};

/**
 * Writes every document of the site. `origin` is the studio's own (`https://studio.example`), or null where it has no
 * domain: canonical addresses, social cards and the sitemap must be absolute, so they are left out then.
 */
export async function prerenderSite(manifest: Manifest, origin: string | null): Promise<PrerenderedSite> {
  const boot = bootScript(chunkOf(manifest, 'app/entry.tsx').file);
  const scripts = [boot, speculationRules];
  const files: Record<string, string> = {};
  for (const [path, page] of Object.entries(pages)) {
    files[path === '/' ? 'index.html' : `${path.slice(1)}/index.html`] = await pageDocument(path, page);
  }
  files['404.html'] = await pageDocument('/404', notFoundPage);
  for (const [name, shell] of Object.entries(shells)) files[name] = shellDocument(shell);
  files['robots.txt'] = robots(origin);
  if (origin) files['sitemap.xml'] = sitemap(origin);

  const roots = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/robots.txt'];
  return {
    files,
    build: {
      pages: Object.fromEntries(publicPaths.map((path) => [path, path === '/' ? '/index.html' : `${path}/index.html`])),
      shells: Object.fromEntries(
        Object.entries(shells).flatMap(([name, { segments }]) => segments.map((segment) => [segment, `/${name}`])),
      ),
      files: origin ? [...roots, '/sitemap.xml'] : roots,
      folders: ['/assets/', '/photographs/'],
      compressed: ['.js', '.css'],
      scriptHashes: scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
    },
  };

  async function pageDocument(path: string, page: Page): Promise<string> {
    const images = siteImages();
    const { css, fonts } = stylesOf(manifest, 'app/entry.tsx');
    return documentOf(
      <>
        <PageHead path={path} page={page} origin={origin} images={images} />
        {path === '/' && (
          <link
            rel="preload"
            as="image"
            type="image/avif"
            imageSrcSet={sourceSet(images.hero, 'avif')}
            imageSizes={heroSizes}
            fetchPriority="high"
          />
        )}
        <Styles css={css} fonts={fonts.filter((font) => path === '/' || !font.includes('italic'))} />
        <Inline text={boot} />
        <Inline type="speculationrules" text={speculationRules} />
      </>,
      await renderPage(path),
    );
  }

  function shellDocument({ title, code }: { title: string; code: string[] }): string {
    const entry = chunkOf(manifest, 'app/shell-entry.tsx');
    const { css, fonts } = stylesOf(manifest, 'app/shell-entry.tsx');
    // A wing's screens are many and its first one is not known here: its frame is what every one of them needs.
    const preloaded = reach(manifest, ['app/shell-entry.tsx', ...code.filter((key) => key in manifest)]);
    return documentOf(
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <Styles css={css} fonts={fonts.filter((font) => !font.includes('italic'))} />
        <link rel="preload" as="fetch" href="/config.json" crossOrigin="" />
        {preloaded.map((file) => (
          <link key={file} rel="modulepreload" href={`/${file}`} crossOrigin="" />
        ))}
        <script type="module" src={`/${entry.file}`} crossOrigin="" />
      </>,
      renderToStaticMarkup(<ShellSkeleton />),
    );
  }
}

/** The markup of a public page, as the browser's router will find it again. */
async function renderPage(path: string): Promise<string> {
  await loadScreen(siteRoutes, path);
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <SitePages />
      </StaticRouter>
    </StrictMode>,
  );
}

function documentOf(head: ReactNode, body: string): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fafaf7" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head}
      </head>
      <body>
        <Root html={body} />
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

function Root({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, rendered apart so that it can be hydrated
  return <div id="root" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Inline({ text, type }: { text: string; type?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant script, allowed by its hash
  return <script type={type} dangerouslySetInnerHTML={{ __html: text }} />;
}

function Styles({ css, fonts }: { css: string[]; fonts: string[] }) {
  return (
    <>
      {css.map((file) => (
        <link key={file} rel="stylesheet" href={`/${file}`} />
      ))}
      {fonts.map((file) => (
        <link key={file} rel="preload" as="font" type="font/woff2" href={`/${file}`} crossOrigin="" />
      ))}
    </>
  );
}

/** Loads the page's script when the page is all there and the browser idle, or as soon as somebody touches the page. */
const bootScript = (entry: string) =>
  `(()=>{let s;const go=()=>{s||(s=import("/${entry}"))};` +
  // Late: the page works without it, and whoever reads the first screen needs the processor for that.
  // An address with a question asks the page to do something at once (fill the form in).
  'addEventListener("load",()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(go),location.search?0:6000));' +
  'for(const e of["pointerdown","keydown","focusin"])addEventListener(e,go,{once:true,passive:true,capture:true})})()';

/** Browsers that know such rules fetch a page while the pointer rests on its link. */
const speculationRules = JSON.stringify({
  prefetch: [{ where: { or: publicPaths.map((path) => ({ href_matches: path })) }, eagerness: 'moderate' }],
});

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  return chunk;
}

/** The script files that loading these modules brings along. */
function reach(manifest: Manifest, keys: string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunkOf(manifest, key);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...seen];
}

function stylesOf(manifest: Manifest, entry: string): { css: string[]; fonts: string[] } {
  const fonts = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    // Rarer characters come where a page has some.
    .filter((file) => file.endsWith('.woff2') && !file.includes('-accents-'));
  return { css: chunkOf(manifest, entry).css ?? [], fonts: [...new Set(fonts)] };
}

function robots(origin: string | null): string {
  const closed = Object.values(shells).flatMap((shell) => shell.segments);
  return [
    'User-agent: *',
    ...closed.map((segment) => `Disallow: ${segment}`),
    'Disallow: /api/',
    ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n');
}

function sitemap(origin: string): string {
  const listed = Object.entries(pages).filter(([, page]) => !page.hidden);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map(([path]) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
