import { useQueries } from '@tanstack/react-query';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { actPath } from '../standing-path.ts';
import { selectionsQuery } from './api.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ChosenWords } from './chosen-words.tsx';
import { sayName } from './selection-words.ts';

/** Leads from the gallery to what waits for the client: the studio's price, or the open selection that ends first. */
export default function GalleryBar({ sessions }: { sessions: GallerySession[] }) {
  const lists = useQueries({ queries: sessions.map(({ id }) => selectionsQuery(id)) });
  const all = lists.flatMap(({ data = [] }) => data);
  const open = all
    .filter(({ state }) => state === 'open')
    .toSorted((one, other) => ((one.ends_on ?? '9') < (other.ends_on ?? '9') ? -1 : 1));
  const priced = all.find(({ standing }) => standing.state === 'priced');
  const first = priced ?? open[0];
  const session = sessions.find(({ id }) => id === first?.session_id);
  if (!first || !session) return null;
  const share = first.included === 0 ? 1 : first.chosen_count / first.included;
  return (
    <BottomBar label={`Selection ${first.name}`} {...(!priced && { share })}>
      <div className="flex min-h-19 flex-wrap items-center gap-x-4 px-4 md:min-h-18 md:flex-nowrap md:px-8 low:min-h-14">
        <p className="min-w-0 flex-1 basis-24 tabular-nums md:basis-auto">
          {priced ? (
            <>
              <span className="font-semibold">
                <bdi>{priced.name}</bdi>.
              </span>{' '}
              {priced.standing.line}
            </>
          ) : (
            <ChosenWords selection={first} chosen={first.chosen_count} />
          )}
        </p>
        <p className="min-w-0 truncate text-sm text-mute max-md:hidden">
          <bdi>{session.session_name}</bdi>: {sayName(first)}
        </p>
        <ButtonLink to={actPath(session.session_label, first)} className="md:shrink-0">
          {first.standing.act}
        </ButtonLink>
      </div>
    </BottomBar>
  );
}
