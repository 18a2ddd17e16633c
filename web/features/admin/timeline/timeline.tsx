import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import { clockOf, dayOf, titleOfDay } from '../../../lib/dates.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { keepScroll } from '../../../ui/navigation/restore-scroll.ts';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { LoadMore } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { type TimelineOf, timelineQuery } from './api.ts';
import { Sentence } from './sentences.tsx';

/** The screen 'Timeline' of a session or a customer: entries by day, newest first. */
export function Timeline({
  of,
  back,
  client,
}: {
  of: TimelineOf;
  back: { to: string; label: string };
  /** The customer's name. */
  client: string;
}) {
  const [query] = useSearchParams();
  const by = (['client', 'guest', 'studio'] as const).find((side) => side === query.get('by'));
  const timeline = useInfiniteQuery(timelineQuery(of, by));
  const entries = itemsOf(timeline.data);
  const days = [...Map.groupBy(entries, ({ at }) => dayOf(at)).values()];
  return (
    <Screen
      title="Timeline"
      back={back}
      actions={
        <nav
          aria-label="Whose acts"
          className="flex max-w-full overflow-x-auto rounded-full border border-edge max-sm:w-full"
        >
          {[
            { side: undefined, label: 'Everything' },
            { side: 'client', label: client.split(' ')[0] || 'Client' },
            { side: 'guest', label: 'Guests' },
            { side: 'studio', label: 'Studio' },
          ].map(({ side, label }) => (
            <Link
              key={label}
              to={side ? `?by=${side}` : '.'}
              replace
              state={keepScroll}
              aria-current={side === by ? 'page' : undefined}
              className="flex min-h-11 grow items-center justify-center border-l border-edge px-4 text-sm font-semibold first:border-l-0 hover:text-leaf-deep focus-visible:-outline-offset-3 aria-[current=page]:bg-leaf-wash aria-[current=page]:text-leaf-deep"
            >
              {label}
            </Link>
          ))}
        </nav>
      }
    >
      <div className="mt-6">
        <QueryStatus query={timeline} loading="Loading timeline..." failed="The timeline could not be loaded." />
        {days.map((day) => (
          <Day key={dayOf(day[0]!.at)} entries={day} namesSessions={of.kind === 'customer'} />
        ))}
        {timeline.isSuccess && entries.length === 0 && !timeline.hasNextPage && (
          <Empty>{by ? 'Nothing of them yet.' : 'Nothing has happened yet.'}</Empty>
        )}
        <LoadMore list={timeline} />
      </div>
    </Screen>
  );
}

function Day({ entries, namesSessions }: { entries: TimelineEntry[]; namesSessions: boolean }) {
  const { title, below } = titleOfDay(entries[0]!.at);
  return (
    <section className="border-t border-line py-5 lg:grid lg:grid-cols-[11rem_1fr] lg:gap-x-4">
      <h2 className="flex items-baseline gap-3 lg:block">
        <span className="font-display text-2xl text-ink">{title}</span>
        <span className="font-sans text-sm tracking-normal text-mute lg:mt-1 lg:block">{below}</span>
      </h2>
      <ol className="flex flex-col gap-6 max-lg:mt-3">
        {entries.map((entry) => (
          <li key={entry.id} className="gap-x-4 lg:grid lg:grid-cols-[7rem_1fr]">
            <p className="text-sm leading-6 text-mute tabular-nums">
              <time dateTime={entry.at}>{clockOf(entry.at)}</time>
              {clockOf(entry.last_at) !== clockOf(entry.at) && (
                <>
                  {' – '}
                  <time dateTime={entry.last_at}>{clockOf(entry.last_at)}</time>
                </>
              )}
            </p>
            <div className="min-w-0 leading-6 [overflow-wrap:anywhere]">
              <p className="max-w-prose">
                <Sentence entry={entry} />
              </p>
              {entry.words && (
                <p className="max-w-prose whitespace-pre-line text-mute">
                  Words: “<bdi>{entry.words}</bdi>”
                </p>
              )}
              {entry.email && <p className="text-sm text-mute">{emailText(entry.email)}</p>}
              {namesSessions && entry.session_id && (
                <p className="text-sm">
                  <Link to={`/admin/session/${entry.session_id}`} className="text-mute hover:text-ink hover:underline">
                    {entry.session_name || 'Unnamed Session'}
                  </Link>
                </p>
              )}
              <Photos photos={entry.photos} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function emailText({ state, at }: NonNullable<TimelineEntry['email']>): string {
  const timeText = at ? ` at ${clockOf(at)}` : '';
  switch (state) {
    case 'queued':
      return 'The email to the client is on its way.';
    case 'sent':
      return `The email to the client was sent${timeText}.`;
    case 'delivered':
      return `The email to the client was delivered${timeText}.`;
    case 'failed':
      return `The email to the client was not sent${timeText}.`;
    case 'returned':
      return `The email to the client came back${timeText}.`;
  }
}

/** Uncropped photos in one row. */
function Photos({ photos }: { photos: TimelineEntry['photos'] }) {
  if (photos.length === 0) return null;
  return (
    <ul aria-label="Photos" className="mt-2 flex h-15 gap-1.5 overflow-x-auto lg:h-19">
      {photos.map((photo) => (
        <li key={photo.id} className="relative h-full shrink-0 bg-petal" style={cardBox(photo)}>
          <PhotoImage photo={photo} alt={photo.file_name} sizes="120px" whole />
        </li>
      ))}
    </ul>
  );
}
