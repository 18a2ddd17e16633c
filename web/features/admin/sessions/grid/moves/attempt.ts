import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/errors.ts';
import { sessionQuery } from '../../api.ts';
import type { WorkReport } from '../work/work-report.ts';

/**
 * Makes a move and reports its outcome.
 * @param act resolves to the words for what is done
 * @returns whether it is done
 */
export type Attempt = (act: () => Promise<string>, retry?: () => void, undo?: () => void) => Promise<boolean>;

/** Returns a function that makes a move of a session's photos, after which their places are fetched again. */
export function useAttempt(
  session: string,
  { clearProgress, setOutcome }: Pick<WorkReport, 'clearProgress' | 'setOutcome'>,
): Attempt {
  const queries = useQueryClient();
  return async (act, retry, undo) => {
    setOutcome(undefined);
    try {
      const text = await act();
      setOutcome({ tone: 'success', text, ...(undo && { undo }) });
      return true;
    } catch (error) {
      setOutcome({ tone: 'error', text: messageOf(error), ...(retry && { retry }) });
      return false;
    } finally {
      clearProgress();
      // Only the server knows the photos' new positions.
      void queries.invalidateQueries({ queryKey: ['photos', session] });
      void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey });
    }
  };
}
