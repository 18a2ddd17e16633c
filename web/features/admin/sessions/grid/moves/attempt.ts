import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/errors.ts';
import { sessionQuery } from '../../api.ts';
import type { WorkReport } from '../work/work-report.ts';

/**
 * Makes a move and reports its outcome.
 * @param act resolves to the text that says what was done
 * @returns whether it succeeded
 */
export type Attempt = (act: () => Promise<string>, retry?: () => void, undo?: () => void) => Promise<boolean>;

/** Returns a function that makes a move of a session's photos, and then refetches their positions. */
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
