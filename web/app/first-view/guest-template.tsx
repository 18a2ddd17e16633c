import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { calendarDate } from '#shared/time/calendar-date.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import { Head } from '../../features/guest/head.tsx';
import { picksOf } from '../../features/guest/picks.ts';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import { ContentProvider } from '../../ui/content.tsx';
import { bare, count, date, photo, replaced, Template } from './template.tsx';

/** The `<template>` of the guests' document: the head of a shared session, which open-link.ts fills in. */
export function guestTemplate(studio: StudioFacts): ReactNode {
  const markup = renderToStaticMarkup(
    <ContentProvider value={{ studio }}>
      <main className="min-h-dvh bg-white pb-10">
        <Head
          session={{
            session_name: '%session%',
            session_date: date,
            shared_by: '%shared_by%',
            photos_count: count,
            may_pick: true,
            download: 'web',
          }}
          cover={photo}
          guest={null}
          picks={0}
          onDownload={() => undefined}
        />
      </main>
    </ContentProvider>,
  );
  const html = replaced(bare(markup), [
    [calendarDate(date), '%date%'],
    [formatPhotoCount(count), '%count%'],
    [picksOf(null, 0), '%picks%'],
  ]);
  return <Template name="guest" html={html} />;
}
