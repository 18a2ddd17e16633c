import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { inTime } from '../../../ui/status/in-time.ts';
import { ownPicksQuery } from './api.ts';

/** Few clients have opened a link to their own session. If the code can't be loaded, the next visit asks. */
const Question = lazy(async () => {
  try {
    return await inTime(() => import('./own-picks-question.tsx'));
  } catch (error) {
    console.warn('The question about picks could not be loaded.', error);
    return { default: () => <></> };
  }
});

/**
 * Asks a client who has used a link to their own session in this browser whether what was picked there is theirs.
 * @param session asks only about this session's links
 */
export function OwnPicks({ session }: { session?: string }) {
  // The studio, which views the gallery as the client, has cookies of its own.
  const isReadOnly = use(ReadOnlyContext);
  const { data = [] } = useQuery({ ...ownPicksQuery, enabled: !isReadOnly });
  if (isReadOnly) return null;
  const asked = data.filter(({ session_id }) => session === undefined || session_id === session);
  return (
    <Suspense fallback={null}>
      {asked.map((picks) => (
        <Question key={picks.link_id} picks={picks} />
      ))}
    </Suspense>
  );
}
