import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes } from 'react-router-dom';
import { StaticRouter } from 'react-router-dom/server';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import { galleryQuery, photosQuery } from '../../features/client/session/api.ts';
import { Component as Gallery } from '../../features/client/session/gallery.tsx';
import { Component as SessionPage } from '../../features/client/session/session.tsx';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import { cardClasses } from '../../photos/grid/photo-grid.tsx';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { sayStage } from '../../photos/say-stage.ts';
import { ContentProvider } from '../../ui/content.tsx';
import { Component as ClientShell } from '../shells/client-shell.tsx';
import { cardName, coversFrame, galleryFrame, sessionFrame } from './draw-gallery.ts';
import { bare, count, date, photo, replaced, Template } from './template.tsx';

/**
 * Returns the `<template>` elements of the client area's document: the components of the gallery and of a session's
 * page, rendered when the site is built, with placeholders such as `%session%` that the inline script fills in
 * (fill.ts).
 */
export function firstViewTemplates(studio: StudioFacts): ReactNode {
  const inChapters = { ...session, chapters: [chapter] };
  const templates = {
    [galleryFrame]: galleryMarkup(studio),
    [coversFrame]: coversMarkup(studio),
    [sessionFrame(session)]: sessionMarkup(session, studio),
    [sessionFrame(inChapters)]: sessionMarkup(inChapters, studio),
    [cardName({ is_favorite: true })]: cardMarkup(true),
    [cardName({ is_favorite: false })]: cardMarkup(false),
  };
  return Object.entries(templates).map(([name, html]) => <Template key={name} name={name} html={html} />);
}

const favorites = 3_000_003;
const label = 'first-view-label';
const chapter = { id: 'first-view-part', name: '%part%', photos_count: count };

const session: GallerySession = {
  id: '%session_id%',
  session_label: label,
  session_name: '%session%',
  session_date: date,
  end_line: '%end%',
  client_words: '%words%',
  photos_count: count,
  favorites_count: favorites,
  attachments_count: 0,
  chapters: [],
  cover: null,
  download_sizes: ['web'],
  client_may_share: true,
  link_sizes: ['web'],
  stage: 'proof',
  has_selections: false,
};

function galleryMarkup(studio: StudioFacts): string {
  return replaced(screenMarkup('/dashboard/gallery', [session], studio), [
    [formatCount(count), '%all%'],
    ...photoScreenReplacements,
  ]);
}

/** Returns the gallery's markup with one cover, which the inline script repeats. */
function coversMarkup(studio: StudioFacts): string {
  const covered = { ...session, cover: photo };
  return replaced(screenMarkup('/dashboard/gallery', [covered, { ...covered, id: 'other' }], studio), [
    [formatCount(count * 2), '%all%'],
    [/<ul (?=aria-label="Sessions")/, '<ul data-first-view-covers="" '],
    [/<\/li><li class="min-w-0">.*?<\/li><\/ul>/s, '</li></ul>'],
  ]);
}

/** Replacements in the screens with photos. */
const photoScreenReplacements: [RegExp, string][] = [
  [/(<section aria-label="Photos of %(?:session|part)%"><ul)/, '$1 data-first-view-list=""'],
  [/<button (?=[^>]*aria-label="Download all )/g, '<button data-first-view-download="" '],
];

function sessionMarkup(shownSession: GallerySession, studio: StudioFacts): string {
  return replaced(screenMarkup(`/dashboard/gallery/${label}`, [{ ...shownSession, cover: photo }], studio), [
    ...photoScreenReplacements,
    [/<p ([^>]*)>%words%/, '<p data-first-view-words="" $1>%words%'],
    [formatCount(count), '%all%'],
    [/<button (?=[^>]*aria-label="Share %session%")/g, '<button data-first-view-share="" '],
    ...(shownSession.chapters.length > 0 ? [[`chapter-${chapter.id}`, '%part_id%'] satisfies [string, string]] : []),
  ]);
}

/** Returns the area's layout with the screen of this path, for the first of these sessions, without photos. */
function screenMarkup(path: string, sessions: GallerySession[], studio: StudioFacts): string {
  const queries = new QueryClient();
  queries.setQueryData(['login'], { user: { isAdmin: false }, arrival: { kind: 'opened' } });
  queries.setQueryData(['profile'], { id: 'customer' });
  queries.setQueryData(['media-access'], {});
  queries.setQueryData(galleryQuery.queryKey, { items: sessions, favorites_count: favorites });
  queries.setQueryData(photosQuery(session.id, sessions[0]?.chapters[0]?.id).queryKey, {
    // The photos are not rendered, because without a browser the grid has no width.
    pages: [{ items: [{ ...photo, stage: 'proof' }], next_cursor: null }],
    pageParams: [null],
  });
  const markup = withBrowserGlobals(() =>
    renderToStaticMarkup(
      <ContentProvider value={{ studio }}>
        <QueryClientProvider client={queries}>
          <StaticRouter location={path}>
            <Routes>
              <Route Component={ClientShell}>
                <Route path="/dashboard/gallery" Component={Gallery} />
                <Route path="/dashboard/gallery/:label" Component={SessionPage} />
              </Route>
            </Routes>
          </StaticRouter>
        </QueryClientProvider>
      </ContentProvider>,
    ),
  );
  // Timers of the cache would keep the build's process alive.
  queries.clear();
  return replaced(bare(markup), [
    [/<title>[^<]*<\/title>/g, ''],
    [label, '%label%'],
    [calendarDate(date), '%date%'],
    [formatPhotoCount(count), '%count%'],
    [formatCount(favorites), '%favorites%'],
    [sayStage([{ stage: 'proof' }])!.words, '%stage%'],
  ]);
}

function cardMarkup(is_favorite: boolean): string {
  const never = async () => {};
  const markup = withBrowserGlobals(() =>
    renderToStaticMarkup(
      <li className={cardClasses}>
        <PhotoCard
          photo={{ ...photo, is_favorite }}
          priority
          onFavorite={never}
          onNote={never}
          onOpen={never}
          onDownload={never}
        />
      </li>,
    ),
  );
  return replaced(bare(markup), [
    [/<button (?=[^>]*aria-label="Download )/, '<button data-first-view-download="" '],
    // Nothing could save a note before the application runs.
    [/<textarea /, '<textarea readonly '],
  ]);
}

/** Renders with the browser's globals that the components read, at the size of a phone. */
function withBrowserGlobals<Result>(render: () => Result): Result {
  const globals = {
    scrollY: 0,
    innerHeight: 800,
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/dashboard/gallery', search: '' },
  };
  const descriptors = Object.keys(globals).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return render();
  } finally {
    for (const [name, descriptor] of descriptors) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
