import type { ArrangePhotos } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { arrangePhotos, photosPage } from '../api.ts';
import type { WorkReport } from '../work/work-report.ts';

/** A chapter or a position for photos. */
type Arrangement = Omit<ArrangePhotos, 'photo_ids'>;

export type Arranger = ReturnType<typeof arrangerOf>;

/** Returns functions that arrange photos of a session in batches, and report the progress with `text`. */
export function arrangerOf(session: string, setProgress: WorkReport['setProgress']) {
  const arrange = async (text: string, ids: string[], to: Arrangement, total = ids.length, done = 0) => {
    for (let start = 0; start < ids.length; start += limits.photosPerEdit) {
      setProgress({ text, done: done + start, total });
      await arrangePhotos(session, { photo_ids: ids.slice(start, start + limits.photosPerEdit), ...to });
    }
  };
  return {
    arrange,
    /** Arranges all photos of a list, which thereby leave the list. */
    arrangeAll: async (text: string, query: Parameters<typeof photosPage>[1], to: Arrangement, total: number) => {
      for (let done = 0; ; ) {
        const { items } = await photosPage(session, query);
        if (items.length === 0) return;
        await arrange(
          text,
          items.map((photo) => photo.id),
          to,
          Math.max(total, done + items.length),
          done,
        );
        done += items.length;
      }
    },
  };
}
