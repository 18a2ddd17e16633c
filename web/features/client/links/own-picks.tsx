import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { inTime } from '../../../ui/status/in-time.ts';
import { ownPicksQuery } from './api.ts';

/**
 * Loaded on demand, because few clients have opened a link to their own session. If the code can't be loaded, the
 * next visit asks.
 */
const Question = lazy(async () => {
  try {
    return await inTime(() => import('./own-picks-question.tsx'));
  } catch (error) {
    console.warn('The question about picks could not be loaded.', error);
    return { default: () => <></> };
  }
});

/**
 * Asks a client who has used a link to their own session in this browser whether the picks made there are theirs.
 * @param session asks only about this session's links
 */
export function OwnPicks({ session }: { session?: string }) {
  // The studio views the gallery as the client, but its browser's guest cookies are not the client's.
  const isReadOnly = use(ReadOnlyContext);
  const { data = [] } = useQuery({ ...ownPicksQuery, enabled: !isReadOnly });
  if (isReadOnly) return null;
  const openPicks = data.filter(({ session_id }) => session === undefined || session_id === session);
  return (
    <Suspense fallback={null}>
      {openPicks.map((picks) => (
        <Question key={picks.link_id} picks={picks} />
      ))}
    </Suspense>
  );
}
