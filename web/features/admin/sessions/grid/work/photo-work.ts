import { useBatches, type WorkTools } from './batches.ts';
import { useCachedPhotos } from './cached-photos.ts';
import { usePhotoEdits } from './photo-edits.ts';
import { usePhotoTrash } from './photo-trash.ts';
import { usePutBack } from './put-back.ts';
import { useWorkReport } from './work-report.ts';

export type PhotoWork = ReturnType<typeof usePhotoWork>;

/**
 * Returns stable bulk actions on a session's photos, which also update the cached lists, and their progress and outcome. Batches
 * that succeeded before an error are kept and reported.
 */
export function usePhotoWork(session: string) {
  const report = useWorkReport(session);
  const cached = useCachedPhotos(session);
  const run = useBatches(report, cached);
  const tools: WorkTools = { session, cached, run, setOutcome: report.setOutcome };
  return { ...report, edit: usePhotoEdits(tools), ...usePhotoTrash(tools), putBack: usePutBack(tools) };
}
