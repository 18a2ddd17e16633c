import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnPicks as Picks } from '#shared/contract/links.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { Button } from '../../../ui/button.tsx';
import { focusMain } from '../../../ui/navigation/focus-main.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { favoritesQuery } from '../favorites/api.ts';
import { galleryQuery, photosQuery } from '../session/api.ts';
import { ownPicksQuery } from './api.ts';

/** Asks whether the picks of a guest in this browser are the client's. */
export default function Question({ picks }: { picks: Picks & { isMoved?: true } }) {
  const { link_id, session_id, session_name, name, picks_count, notes_count, isMoved } = picks;
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: () => moveOwnPicks(link_id),
    onSuccess: () => {
      focusMain();
      queries.setQueryData(ownPicksQuery.queryKey, (list) =>
        list?.map((item) => (item.link_id === link_id ? { ...item, isMoved: true } : item)),
      );
    },
    // Refetch after a failure, too: some picks may have moved.
    onSettled: async (_, error) => {
      const staleKeys = [photosQuery(session_id).queryKey, favoritesQuery.queryKey, galleryQuery.queryKey];
      await Promise.all(staleKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      if (error) await queries.invalidateQueries({ queryKey: ownPicksQuery.queryKey });
    },
  });
  const decline = useMutation({
    mutationFn: () => declineOwnPicks(link_id),
    onSuccess: () => {
      focusMain();
      queries.setQueryData(ownPicksQuery.queryKey, (list) => list?.filter((item) => item.link_id !== link_id));
    },
  });
  const error = move.error ?? decline.error;
  const isBusy = move.isPending || decline.isPending;
  const contents = describe(picks);
  const newKinds = [picks_count > 0 && 'favorites', notes_count > 0 && 'notes'].filter(Boolean).join(' and ');
  return (
    <aside aria-label={`Picks made as ${name}`} className="mt-6 max-w-2xl bg-petal p-4 low:mt-2 low:py-1">
      {isMoved ? (
        <p role="status">
          Moved {contents} made as <bdi>{name}</bdi>: they are yours now.
        </p>
      ) : (
        <>
          <h2 className="font-sans text-base font-semibold tracking-normal [overflow-wrap:anywhere]">
            Move {contents} made as <bdi>{name}</bdi>?
          </h2>
          <p className="mt-1 text-sm text-mute [overflow-wrap:anywhere]">
            <bdi>{name}</bdi> opened a link to <bdi>{session_name}</bdi> in this browser, without signing in. If that
            was you, they become your {newKinds}. What you have chosen and written yourself stays.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button busy={isBusy} onClick={() => move.mutate()}>
              {move.isPending ? 'Moving…' : 'Move'}
            </Button>
            <Button look="secondary" busy={isBusy} onClick={() => decline.mutate()}>
              Not mine
            </Button>
          </div>
          {error && (
            <div className="mt-3">
              <Notice tone="error">
                {move.error ? 'Not everything was moved.' : 'Your answer was not saved.'} {error.message}
              </Notice>
            </div>
          )}
        </>
      )}
    </aside>
  );
}

/** Returns '23 picks', '1 note', or '23 picks and 1 note'. */
const describe = ({ picks_count, notes_count }: Picks) =>
  [picks_count > 0 && formatCounted(picks_count, 'pick'), notes_count > 0 && formatCounted(notes_count, 'note')]
    .filter(Boolean)
    .join(' and ');

/** Turns the guest's picks and notes into the client's favorites and notes. Each request moves a bounded number. */
async function moveOwnPicks(link: string): Promise<void> {
  for (let leftCount = 1; leftCount > 0; ) {
    ({ left_count: leftCount } = await answerOf(clientApi.links[':link']['own-picks'].move.$post({ param: { link } })));
  }
}

const declineOwnPicks = (link: string) =>
  answerOf(clientApi.links[':link']['own-picks'].decline.$post({ param: { link } }));
