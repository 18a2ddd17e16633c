import { useCallback } from 'react';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import type { CachedPhotos } from './cached-photos.ts';
import type { WorkReport } from './work-report.ts';

/**
 * Runs `act` for each batch of ids, with progress; a failure is reported with `retry`, which receives the ids that are not done.
 * @returns whether all batches succeeded.
 */
export type RunBatches = (
  text: string,
  ids: string[],
  act: (batch: string[]) => Promise<void>,
  retry: (undone: string[]) => void,
) => Promise<boolean>;

/** The tools that each kind of work on a session's photos needs. */
export interface WorkTools {
  session: string;
  cached: CachedPhotos;
  run: RunBatches;
  setOutcome: WorkReport['setOutcome'];
}

/** Returns a stable function that runs work in batches of 100. */
export function useBatches(
  { setProgress, clearProgress, setOutcome }: Pick<WorkReport, 'setProgress' | 'clearProgress' | 'setOutcome'>,
  { refetchAffected }: Pick<CachedPhotos, 'refetchAffected'>,
): RunBatches {
  return useCallback(
    async (text, ids, act, retry) => {
      setOutcome(undefined);
      let done = 0;
      try {
        for (; done < ids.length; done += limits.photosPerEdit) {
          setProgress({ text, done, total: ids.length });
          await act(ids.slice(done, done + limits.photosPerEdit));
        }
        return true;
      } catch (error) {
        const doneText = done > 0 ? `${formatPhotoCount(done)} of ${formatCount(ids.length)} are done. ` : '';
        setOutcome({
          tone: 'error',
          text: `${text} failed. ${doneText}${messageOf(error)}`,
          retry: () => retry(ids.slice(done)),
        });
        return false;
      } finally {
        clearProgress();
        refetchAffected();
      }
    },
    [setProgress, clearProgress, setOutcome, refetchAffected],
  );
}
