import { useQueryClient } from '@tanstack/react-query';
import type { ChapterFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { PhotoOrder, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { overwrite } from '../../../../../lib/query/overwrite.ts';
import { editSession, sessionQuery } from '../../api.ts';
import type { WorkReport } from '../work/work-report.ts';
import { arrangerOf } from './arranger.ts';
import { useAttempt } from './attempt.ts';
import { type ChapterMoves, chapterMoves } from './chapter-moves.ts';
import { type OrderMoves, orderMoves } from './order-moves.ts';

export interface PhotoMoves extends ChapterMoves, OrderMoves {}

/**
 * Returns functions that move photos into chapters and to positions, in batches, with progress and outcome. Each resolves to
 * whether all was done.
 * @param items the photos of the shown list, in their order
 * @param shown the chapter that the list shows; undefined for all chapters
 */
export function usePhotoMoves(
  session: SessionDetails,
  items: StudioPhoto[],
  shown: ChapterFilter | undefined,
  report: Pick<WorkReport, 'setProgress' | 'clearProgress' | 'setOutcome'>,
): PhotoMoves {
  const queries = useQueryClient();
  const attempt = useAttempt(session.id, report);
  const arranger = arrangerOf(session.id, report.setProgress);
  const { queryKey } = sessionQuery(session.id);
  /** Returns the current session: its chapters may have just changed. */
  const currentSession = () => queries.getQueryData(queryKey) ?? session;
  const nameOf = (chapter: string) => currentSession().chapters.find(({ id }) => id === chapter)?.name ?? '';
  const save = async (photo_order: PhotoOrder) => {
    overwrite(queries, queryKey, await editSession(session.id, { photo_order, version: currentSession().version }));
  };
  return {
    ...chapterMoves({ items, attempt, arranger, nameOf }),
    ...orderMoves({ session, items, shown, attempt, arranger, save }),
  };
}
