import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useIsMounted } from '../../../../../ui/is-mounted.ts';
import { sessionQuery } from '../../api.ts';
import { reportLeftWork } from '../left-work.ts';
import type { Outcome, Progress } from '../outcome.ts';

/** Progress and outcome of work on a session's photos, with stable functions that set them. */
export interface WorkReport {
  progress: Progress | undefined;
  outcome: Outcome | undefined;
  setProgress: (progress: Progress) => void;
  clearProgress: () => void;
  setOutcome: (outcome: Outcome | undefined) => void;
}

/**
 * Returns the progress and outcome of work in a view; if the work goes on after the view was left, the admin's other screens show
 * a failure.
 */
export function useWorkReport(session: string): WorkReport {
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const [progress, showProgress] = useState<Progress>();
  const [outcome, showOutcome] = useState<Outcome>();
  const name = useQuery({ ...sessionQuery(session), enabled: false }).data?.session_name ?? '';

  const setProgress = useCallback(
    (progress: Progress) => {
      if (isMounted.current) showProgress(progress);
      else reportLeftWork(queries, { session: { id: session, name }, progress });
    },
    [isMounted, queries, session, name],
  );
  const clearProgress = useCallback(() => showProgress(undefined), []);
  const setOutcome = useCallback(
    (outcome: Outcome | undefined) => {
      if (isMounted.current) showOutcome(outcome);
      else if (outcome) reportLeftWork(queries, { session: { id: session, name }, outcome });
    },
    [isMounted, queries, session, name],
  );
  return { progress, outcome, setProgress, clearProgress, setOutcome };
}
