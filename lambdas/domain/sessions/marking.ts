import { watermarkDrawing } from '#shared/contract/watermarks.ts';
import { newId } from '../../platform/ids.ts';
import type { Write } from '../../platform/table.ts';
import { type SessionRow, sessions } from './repository.ts';

/**
 * Returns the write that ends a step of the work on marked derivatives: proofs are shown marked from now on, or no work
 * is left. It fails when the watermark or photos of the session changed after it was read, or when the studio asked
 * meanwhile to announce the session at the end of this work.
 */
export const changeWatermark = (
  { id, watermark_id, marks_shown, photos_changed_at, waiting_announcement }: SessionRow,
  change: { set?: Partial<SessionRow>; remove?: (keyof SessionRow)[] },
): Write =>
  sessions.change({ id }, change, {
    where: {
      ...{ watermark_id, marks_shown, photos_changed_at, deleted_at: undefined },
      'waiting_announcement.at': waiting_announcement?.at,
    },
  });

/** Returns the attributes that make process-photo mark a session's proofs for the first time, or anew. */
export const newWatermark = (): Pick<SessionRow, 'watermark_id' | 'watermark_drawing' | 'marks_pending'> => ({
  watermark_id: newId(),
  watermark_drawing: watermarkDrawing,
  marks_pending: true,
});

/** Whether a session's proofs are marked with an older drawing of the watermark. */
export const isDrawnAsBefore = ({ watermark, watermark_drawing = 1 }: SessionRow): boolean =>
  watermark !== undefined && watermark_drawing < watermarkDrawing;

/**
 * Returns the write that has a session's proofs marked anew; it fails when the watermark changed, or the session was
 * deleted, after it was read.
 */
export const beginMarking = ({ id, watermark_id }: SessionRow): Write =>
  sessions.change({ id }, { set: newWatermark() }, { where: { watermark_id, deleted_at: undefined } });
