import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server';
import type { RenderedContent } from '#shared/website/website.ts';
import { sourceSet } from '../../features/public/site-image.ts';
import { heroSizes, shownImages } from '../../features/public/site-images.ts';
import { ContentProvider } from '../../ui/content.tsx';
import { guestTemplate } from '../first-view/guest-template.tsx';
import { firstViewTemplates } from '../first-view/templates.tsx';
import { loadScreen } from '../routes/lazily.ts';
import { publicPaths } from '../routes/public-paths.ts';
import { SitePages, siteRoutes } from '../routes/site-routes.tsx';
import { ShellSkeleton } from '../shells/shell-skeleton.tsx';
import { contentId } from './document-content.ts';
import { chunkOf, type Manifest, reach, stylesOf } from './manifest.ts';
import { contentFor } from './page-content.ts';
import { inertJson, type Page, PageHead } from './page-head.tsx';
import { manifestPath } from './portal-manifest.ts';
import type { Shell } from './shells.tsx';
import { siteIconUrl } from './site-icon.ts';

/** The input from which the documents of a site are rendered. */
export interface DocumentSource {
  /** Manifests of the site's build and of the guests' page. */
  manifest: Manifest;
  guest: Manifest;
  /** The bundled scripts of first-view/: `start` of the client area, `openLink` of the guests' page. */
  inline: Record<'start' | 'openLink', string>;
  /** The inline script of the public pages. */
  boot: string;
  /** The site's origin, `https://studio.example`. */
  origin: string;
  content: RenderedContent;
}

/** The module that the guests' page starts with. */
const guestEntry = 'app/guest-entry.tsx';

/** The module of the screen that emails link to. */
const sessionScreen = 'features/client/session/session.tsx';

/** Returns the document of a public page. */
export async function pageDocument(source: DocumentSource, path: string, page: Page): Promise<string> {
  const { manifest, boot, origin, content } = source;
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
    <ContentElement content={content} path={path} />,
  );
}

/** Renders the content that the document is hydrated with. */
function ContentElement({ content, path }: { content: RenderedContent; path?: string }) {
  return <Inline type="application/json" id={contentId} text={inertJson(contentFor(content, path))} />;
}

/** Returns a component's markup, rendered with the studio's facts. */
function markupOf(content: RenderedContent, node: ReactNode): string {
  return renderToStaticMarkup(<ContentProvider value={contentFor(content)}>{node}</ContentProvider>);
}

/** Returns the guests' page. Its title names no session, because previews of the link show it. */
export function sharedDocument({ guest, inline, content }: DocumentSource): string {
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
    markupOf(content, <ShellSkeleton />),
    <>
      <ContentElement content={content} />
      {guestTemplate(content.studio)}
    </>,
  );
}

/** Returns the document of an area behind a sign-in. */
export function shellDocument(
  { manifest, inline, content }: DocumentSource,
  { title, code, installable, hasFirstView, body }: Shell,
): string {
  const entry = chunkOf(manifest, 'app/shell-entry.tsx');
  const { css, fonts } = stylesOf(manifest, hasFirstView ? 'app/shell-entry.tsx' : 'app/styles/private-styles.ts');
  // The document serves all screens of its area, so only the area's layout is preloaded.
  const preloaded = reach(manifest, ['app/shell-entry.tsx', ...code.filter((key) => key in manifest)]);
  return documentOf(
    <>
      {hasFirstView && (
        <Inline
          text={inline.start}
          // Imported files come before the files that import them.
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
    markupOf(content, body),
    <>
      <ContentElement content={content} />
      {hasFirstView && firstViewTemplates(content.studio)}
    </>,
  );
}

/** Returns the markup of a public page, matching what the browser's router renders, for hydration. */
async function renderPage(path: string, content: RenderedContent): Promise<string> {
  await loadScreen(siteRoutes, path);
  return renderToString(
    <StrictMode>
      <ContentProvider value={contentFor(content, path)}>
        <StaticRouter location={path}>
          <SitePages />
        </StaticRouter>
      </ContentProvider>
    </StrictMode>,
  );
}

/**
 * Returns a document's text.
 * @param afterPage elements after the page: its content and templates
 */
function documentOf(head: ReactNode, body: string, afterPage: ReactNode): string {
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
        {afterPage}
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

/**
 * Returns the inline script that imports the page's entry after load when the browser is idle, or at the first input or
 * scroll.
 */
export const bootScript = (entry: string) =>
  `(()=>{let s;const go=()=>{s||(s=import("/${entry}"))};` +
  // The import is delayed by 6 seconds, because the page works without the script and the first paint needs the CPU.
  // With a query or a fragment it starts at once: the form is prefilled from the query, a photo opened by the fragment.
  'addEventListener("load",()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(go),location.search+location.hash?0:6000));' +
  'for(const e of["pointerdown","keydown","focusin","scroll"])addEventListener(e,go,{once:true,passive:true,capture:true})})()';

/** Speculation rules: supporting browsers prefetch a public page when the pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { or: [...publicPaths, '/about', '/testimonials', '/services/*'].map((path) => ({ href_matches: path })) },
      eagerness: 'moderate',
    },
  ],
});
