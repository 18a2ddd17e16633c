import { useQueries } from '@tanstack/react-query';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ChosenWords } from './chosen-words.tsx';
import { selectionsQuery } from './queries.ts';
import { sayName } from './selection-words.ts';

/** Leads from the gallery to an open selection: the one that ends first. */
export default function GalleryBar({ sessions }: { sessions: GallerySession[] }) {
  const lists = useQueries({ queries: sessions.map(({ id }) => selectionsQuery(id)) });
  const open = lists
    .flatMap(({ data = [] }) => data)
    .filter(({ state }) => state === 'open')
    .toSorted((one, other) => ((one.ends_on ?? '9') < (other.ends_on ?? '9') ? -1 : 1));
  const [first] = open;
  const session = sessions.find(({ id }) => id === first?.session_id);
  if (!first || !session) return null;
  return (
    <BottomBar label={`Selection ${first.name}`} share={first.included === 0 ? 1 : first.chosen_count / first.included}>
      <div className="flex min-h-19 items-center justify-between gap-4 px-4 md:min-h-18 md:px-8 low:min-h-14">
        <p className="min-w-0 tabular-nums">
          <ChosenWords selection={first} chosen={first.chosen_count} />
        </p>
        <p className="ml-auto min-w-0 truncate text-sm text-mute max-md:hidden">
          {session.session_name}: {sayName(first)}
        </p>
        <ButtonLink to={`/dashboard/gallery/${session.session_label}`} className="shrink-0">
          Choose photos
        </ButtonLink>
      </div>
    </BottomBar>
  );
}
