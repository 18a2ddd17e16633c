import { useQueries } from '@tanstack/react-query';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { actPath } from '../standing-path.ts';
import { selectionsQuery } from './api.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ChosenText } from './chosen-count.tsx';
import { sayName } from './selection-words.ts';

/**
 * The bar that leads from the gallery to what waits for the client: the studio's price, or the open selection that
 * ends first.
 */
export default function GalleryBar({ sessions }: { sessions: GallerySession[] }) {
  const currency = useCurrency();
  const lists = useQueries({ queries: sessions.map(({ id }) => selectionsQuery(id)) });
  const selections = lists.flatMap(({ data = [] }) => data);
  const openSelections = selections
    .filter(({ state }) => state === 'open')
    .toSorted((first, second) => ((first.ends_on ?? '9') < (second.ends_on ?? '9') ? -1 : 1));
  const priced = selections.find(({ standing }) => standing.state === 'priced');
  const selection = priced ?? openSelections[0];
  const session = sessions.find(({ id }) => id === selection?.session_id);
  if (!selection || !session) return null;
  const share = selection.included === 0 ? 1 : selection.chosen_count / selection.included;
  return (
    <BottomBar label={`Selection ${selection.name}`} {...(!priced && { share })}>
      <div className="flex min-h-19 flex-wrap items-center gap-x-4 px-4 md:min-h-18 md:flex-nowrap md:px-8 low:min-h-14">
        <p className="min-w-0 flex-1 basis-24 tabular-nums md:basis-auto">
          {priced ? (
            <>
              <span className="font-semibold">
                <bdi>{priced.name}</bdi>.
              </span>{' '}
              {sayStanding(priced.standing, currency)}
            </>
          ) : (
            <ChosenText selection={selection} chosen={selection.chosen_count} />
          )}
        </p>
        <p className="min-w-0 truncate text-sm text-mute max-md:hidden">
          <bdi>{session.session_name}</bdi>: {sayName(selection)}
        </p>
        <ButtonLink to={actPath(session.session_label, selection)} className="md:shrink-0">
          {selection.standing.act}
        </ButtonLink>
      </div>
    </BottomBar>
  );
}
