import { createHash } from 'node:crypto';
import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server';
import { notFoundFile, type RenderedSite } from '#shared/website/site-renderer.ts';
import { optionalPaths, type Website } from '#shared/website/website.ts';
import { sourceSet } from '../../features/public/site-image.ts';
import { heroSizes, shownImages } from '../../features/public/site-images.ts';
import { SignInColumn } from '../../features/sign-in/sign-in-column.tsx';
import { ContentProvider } from '../../ui/content.tsx';
import { guestTemplate } from '../first-view/guest-template.tsx';
import { firstViewTemplates } from '../first-view/templates.tsx';
import { loadScreen } from '../routes/lazily.ts';
import { publicPaths } from '../routes/public-paths.ts';
import { SitePages, siteRoutes } from '../routes/site-routes.tsx';
import { ShellSkeleton, Waiting } from '../shells/shell-skeleton.tsx';
import { SignInFrame } from '../shells/sign-in-shell.tsx';
import { partsOf } from './content-parts.ts';
import { contentId } from './document-content.ts';
import { inertJson, notFoundPage, type Page, PageHead, pagesOf } from './page-head.tsx';
import { manifestPath, portalIcons, portalManifest } from './portal-manifest.ts';
import { siteIconUrl } from './site-icon.ts';

/** The properties used here of an entry in Vite's manifest. */
interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
export type Manifest = Record<string, Chunk>;

/** What the site's build gives to the renderer. */
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

interface Shell {
  /** First path segments that are served with this document. */
  segments: string[];
  title: string;
  /** Modules preloaded in addition to the entry. */
  code: string[];
  /** Shown until the script renders the screen. */
  body: ReactNode;
  /** The portal can be installed from this document. */
  installable?: true;
  /** The inline script of first-view/ starts the application. */
  hasFirstView?: true;
}

/** Prerenders the static part of a sign-in page: frame, heading and loading text. */
function signInShell(path: string, heading: string, waitingFor: string, title: string): Shell {
  return {
    segments: [path],
    title,
    code: ['app/shells/private-root.tsx', 'app/shells/sign-in-shell.tsx', `features/sign-in${path}.tsx`],
    body: (
      <StaticRouter location={path}>
        <SignInFrame>
          <SignInColumn title={heading}>
            <Waiting>{waitingFor}</Waiting>
          </SignInColumn>
        </SignInFrame>
      </StaticRouter>
    ),
  };
}

/** First path segment of the guests' page; the rest of a link is its fragment. */
const sharedSegment = '/shared';

/** The module that the guests' page starts with. */
const guestEntry = 'app/guest-entry.tsx';

/** The module of the screen that emails link to. */
const sessionScreen = 'features/client/session/session.tsx';

/** The documents of the private screens, by file name. */
function shellsOf({ studio }: Website): Record<string, Shell> {
  const loginTo = `Login to ${studio.name}`;
  const signIn = (path: string, heading: string) =>
    signInShell(path, heading, 'Loading...', `${heading} | ${studio.name}`);
  return {
    'client-login.html': {
      ...signInShell('/client-login', loginTo, 'Checking session...', loginTo),
      installable: true,
    },
    'register.html': signIn('/register', 'Create Your Account'),
    'register-complete.html': signIn('/register-complete', 'Complete Your Registration'),
    'admin-login.html': signIn('/admin-login', 'Admin Login'),
    'client.html': {
      segments: ['/dashboard', '/client-gallery'],
      title: `Client area | ${studio.name}`,
      code: ['app/shells/private-root.tsx', 'app/shells/client-shell.tsx'],
      body: <ShellSkeleton />,
      installable: true,
      hasFirstView: true,
    },
    'admin.html': {
      segments: ['/admin'],
      title: `Studio | ${studio.name}`,
      code: ['app/shells/private-root.tsx', 'app/routes/admin-routes.tsx', 'app/shells/admin-shell.tsx'],
      body: <ShellSkeleton />,
    },
  };
}

/**
 * Renders every document of the site.
 * @param origin the site's origin, `https://studio.example`: canonical URLs, social cards and the sitemap are absolute.
 * @param content what the studio has published, or the default website.
 */
export async function prerenderSite(
  { site: manifest, guest, inline }: RendererInput,
  origin: string,
  content: Website,
): Promise<PrerenderedSite> {
  const pages = pagesOf(content);
  const shells = shellsOf(content);
  const boot = bootScript(chunkOf(manifest, 'app/entry.tsx').file);
  const scripts = [boot, speculationRules, inline.start, inline.openLink];
  const files: Record<string, string> = {};
  for (const [path, page] of Object.entries(pages)) files[fileOf(path).slice(1)] = await pageDocument(path, page);
  const notFound = await pageDocument('/404', notFoundPage(content));
  files[notFoundFile] = notFound;
  const missing = optionalPaths.filter((path) => !(path in pages)).map((path) => fileOf(path).slice(1));
  for (const file of missing) files[file] = notFound;
  for (const [name, shell] of Object.entries(shells)) files[name] = shellDocument(shell);
  files['shared.html'] = sharedDocument();
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

  async function pageDocument(path: string, page: Page): Promise<string> {
    const images = shownImages(content);
    const { css, fonts } = stylesOf(manifest, 'app/entry.tsx');
    return documentOf(
      <>
        <PageHead path={path} page={page} origin={origin} images={images} content={content} />
        {path === '/' && images.hero && (
          <link
            rel="preload"
            as="image"
            type="image/avif"
            imageSrcSet={sourceSet(images.hero)}
            imageSizes={heroSizes}
            fetchPriority="high"
          />
        )}
        <Styles css={css} fonts={fonts.filter((font) => path === '/' || !/italic/.test(font))} />
        <Inline text={boot} />
        <Inline type="speculationrules" text={speculationRules} />
      </>,
      await renderPage(path, content),
      <ContentElement path={path} />,
    );
  }

  /** The content that the document is hydrated with. */
  function ContentElement({ path }: { path?: string }) {
    return <Inline type="application/json" id={contentId} text={inertJson(partsOf(content, path))} />;
  }

  /** A component with the studio's facts, as markup. */
  function markupOf(node: ReactNode): string {
    return renderToStaticMarkup(<ContentProvider value={partsOf(content)}>{node}</ContentProvider>);
  }

  /** The guests' page. Its title says nothing of a session, because previews of the link show it. */
  function sharedDocument(): string {
    const { css } = stylesOf(guest, guestEntry);
    return documentOf(
      <>
        <title>{`Photos for you | ${content.studio.name}`}</title>
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <Inline
          text={inline.openLink}
          data-files={reach(guest, [guestEntry])
            .map((file) => `/${file}`)
            .join(' ')}
        />
        <Styles css={css} fonts={[]} />
      </>,
      markupOf(<ShellSkeleton />),
      <>
        <ContentElement />
        {guestTemplate(content.studio)}
      </>,
    );
  }

  function shellDocument({ title, code, installable, hasFirstView, body }: Shell): string {
    const entry = chunkOf(manifest, 'app/shell-entry.tsx');
    const { css, fonts } = stylesOf(manifest, hasFirstView ? 'app/shell-entry.tsx' : 'app/styles/private-styles.ts');
    // The document serves all screens of its area, so only the area's layout is preloaded.
    const preloaded = reach(manifest, ['app/shell-entry.tsx', ...code.filter((key) => key in manifest)]);
    return documentOf(
      <>
        {hasFirstView && (
          <Inline
            text={inline.start}
            // Imported files before those that import them.
            data-files={preloaded
              .toReversed()
              .map((file) => `/${file}`)
              .join(' ')}
            data-session={reach(
              manifest,
              [sessionScreen].filter((key) => key in manifest),
            )
              .filter((file) => !preloaded.includes(file))
              .map((file) => `/${file}`)
              .join(' ')}
          />
        )}
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        {installable && <link rel="manifest" href={manifestPath} />}
        <Styles css={css} fonts={fonts.filter((font) => !/italic/.test(font))} />
        {!hasFirstView && (
          <>
            <link rel="preload" as="fetch" href="/config.json" crossOrigin="" />
            {preloaded.map((file) => (
              <link key={file} rel="modulepreload" href={`/${file}`} crossOrigin="" />
            ))}
            <script type="module" src={`/${entry.file}`} crossOrigin="" />
          </>
        )}
      </>,
      markupOf(body),
      <>
        <ContentElement />
        {hasFirstView && firstViewTemplates(content.studio)}
      </>,
    );
  }
}

/** The markup of a public page, matching what the browser's router renders, for hydration. */
async function renderPage(path: string, content: Website): Promise<string> {
  await loadScreen(siteRoutes, path);
  return renderToString(
    <StrictMode>
      <ContentProvider value={partsOf(content, path)}>
        <StaticRouter location={path}>
          <SitePages />
        </StaticRouter>
      </ContentProvider>
    </StrictMode>,
  );
}

/** @param rest elements after the page: its content and templates */
function documentOf(head: ReactNode, body: string, rest: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fafaf7" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={siteIconUrl()} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head}
      </head>
      <body>
        <Root html={body} />
        {rest}
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

function Root({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup rendered by React, separate so that it can be hydrated
  return <div id="root" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Inline({
  text,
  ...attributes
}: {
  text: string;
  type?: string;
  id?: string;
  [data: `data-${string}`]: string;
}) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, allowed by its CSP hash, or inert data
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} />;
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

/** Inline script that imports the page's entry after load when the browser is idle, or at the first input or scroll. */
const bootScript = (entry: string) =>
  `(()=>{let s;const go=()=>{s||(s=import("/${entry}"))};` +
  // Delayed by 6 seconds, because the page works without the script and the first paint needs the CPU. With a query or
  // a fragment it loads at once: the form is prefilled from the query, a photo opened by the fragment.
  'addEventListener("load",()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(go),location.search+location.hash?0:6000));' +
  'for(const e of["pointerdown","keydown","focusin","scroll"])addEventListener(e,go,{once:true,passive:true,capture:true})})()';

/** Speculation rules: supporting browsers prefetch a public page when the pointer rests on its link. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { or: [...publicPaths, '/about', '/testimonials', '/services/*'].map((path) => ({ href_matches: path })) },
      eagerness: 'moderate',
    },
  ],
});

/** The file of a page, as a path of the site: `/services/index.html`. */
const fileOf = (path: string) => (path === '/' ? '/index.html' : `${path}/index.html`);

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  return chunk;
}

/** The script files of these modules and of their static imports. */
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
    // Font files with accented characters are not preloaded; few pages need them.
    .filter((file) => file.endsWith('.woff2') && !file.includes('-accents-'));
  const { file, css = [] } = chunkOf(manifest, entry);
  // A chunk of styles alone is the stylesheet itself.
  return { css: file.endsWith('.css') ? [file] : css, fonts: [...new Set(fonts)] };
}

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
