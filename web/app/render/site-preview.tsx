import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Router, useRoutes } from 'react-router-dom';
import { filledPages, type RenderedContent, type Website } from '#shared/website/website.ts';
import type { PointedAt } from '../../features/admin/website/field-of.ts';
import { MarkStandIns } from '../../features/public/site-picture.tsx';
import { ContentProvider, useCurrency } from '../../ui/content.tsx';
import { future } from '../routes/router-future.ts';
import { siteRoutes } from '../routes/site-routes.tsx';
import { SiteFooter, SiteHeader } from '../shells/site-frame.tsx';
import { addStyles, addStylesheets, FramedRoot } from './framed-root.tsx';
import { previewNavigator } from './preview-navigator.ts';

interface PreviewProps {
  content: Website;
  path: string;
  /** Called when a link of the page leads to another public page. */
  onPath: (path: string) => void;
  /** Returns the path of the field that edits the text or picture under the pointer, if one does. */
  fieldAt: (pointed: PointedAt) => string | undefined;
  /** Called with a field's path when its text or picture is clicked. */
  onEdit: (field: string) => void;
  /** Pixels: the width of the window that the page is laid out for, and the size in which the preview is shown. */
  width: number;
  shown: { width: number; height: number };
}

/**
 * Shows a public page with content that is not published: the page's components and styles, in a frame whose width its
 * media queries see.
 */
export function SitePreview({ content, path, onPath, fieldAt, onEdit, width, shown }: PreviewProps) {
  const pointing = useRef({ onPath, fieldAt, onEdit });
  useEffect(() => {
    pointing.current = { onPath, fieldAt, onEdit };
  });
  // Pages in the frame are a root of their own, which has no content of this document.
  const currency = useCurrency();
  const page = useMemo(
    () => <PreviewedPage content={{ ...content, currency }} path={path} />,
    [content, currency, path],
  );
  const prepare = async (frameDocument: Document) => {
    await addSiteStyles(frameDocument);
    frameDocument.addEventListener('mouseover', ({ target }) => {
      frameDocument.querySelector('[data-editable]')?.removeAttribute('data-editable');
      if (pointing.current.fieldAt(pointedAt(target as Element)) !== undefined) {
        (target as Element).setAttribute('data-editable', '');
      }
    });
    frameDocument.addEventListener('click', (event) => onPreviewClick(event, pointing.current), { capture: true });
    frameDocument.addEventListener('submit', (event) => event.preventDefault(), { capture: true });
  };
  return (
    <FramedRoot width={width} shown={shown} page={path} prepare={prepare}>
      {page}
    </FramedRoot>
  );
}

const Page = () => useRoutes(siteRoutes[0]?.children ?? []);

function PreviewedPage({ content, path }: { content: RenderedContent; path: string }) {
  return (
    <ContentProvider value={{ ...withStandIns(content), pages: filledPages(content) }}>
      <MarkStandIns value={true}>
        <Router key={path} location={path} navigator={previewNavigator} future={future}>
          <SiteHeader pathname={path} />
          <main id="main" tabIndex={-1} aria-label="Page in the preview" className="outline-none">
            <Suspense>
              <Page />
            </Suspense>
          </main>
          <SiteFooter />
        </Router>
      </MarkStandIns>
    </ContentProvider>
  );
}

/** Shows the studio the places that visitors don't see, with a note of what is missing there. */
const withStandIns = (content: RenderedContent): RenderedContent => ({
  ...content,
  pictures: { ...content.pictures, stand_ins: true },
});

/**
 * Styles that outline the element that a click edits, and put a text over each stand-in, because an image can't contain
 * one.
 */
const editingStyles = `
[data-editable] { cursor: pointer; outline: 2px solid #2f4b3a; outline-offset: 2px; }
:has(> picture > [data-stand-in]) { position: relative; }
.absolute:has(> picture > [data-stand-in]) { position: absolute; }
:has(> picture > [data-stand-in])::after {
  content: 'Stand-in: put your own picture here';
  position: absolute;
  z-index: 1;
  top: 0.5rem;
  left: 0.5rem;
  max-width: calc(100% - 1rem);
  padding: 0.25rem 0.5rem;
  border-radius: 0.25rem;
  background: #fbf1dc;
  color: #7a4b00;
  font: 600 0.8125rem/1.3 'Instrument Sans', sans-serif;
}`;

/** Adds the stylesheets of the published home page, and the styles above. */
async function addSiteStyles(frameDocument: Document): Promise<void> {
  const answer = await fetch('/');
  if (!answer.ok) throw new Error(`The home page responded ${answer.status}.`);
  addStyles(frameDocument, editingStyles);
  await addStylesheets(frameDocument, new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** Returns the texts around an element, and its picture. */
function pointedAt(element: Element): PointedAt {
  const ancestors: Element[] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) ancestors.push(ancestor);
  const image = element.matches('img') ? element : element.querySelector(':scope > picture > img');
  return {
    texts: ancestors.map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
    picture: image?.getAttribute('src') ?? undefined,
  };
}

/**
 * Edits the clicked element if it can be edited. Other links lead to other pages of the preview, never to another site.
 */
function onPreviewClick(
  event: MouseEvent,
  { onPath, fieldAt, onEdit }: Pick<PreviewProps, 'onPath' | 'fieldAt' | 'onEdit'>,
) {
  const target = event.target as Element;
  const link = target.closest('a');
  if (link) event.preventDefault();
  const field = fieldAt(pointedAt(target));
  if (field !== undefined) return onEdit(field);
  if (!link) return;
  const { pathname, hash, origin } = new URL(link.getAttribute('href') ?? '', location.href);
  if (link.getAttribute('href')?.startsWith('#')) link.ownerDocument.getElementById(hash.slice(1))?.scrollIntoView();
  else if (origin === location.origin) onPath(pathname);
}
