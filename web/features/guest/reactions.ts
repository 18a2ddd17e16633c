import type { Guest } from '#shared/contract/links.ts';
import type { GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../lib/query/api.ts';
import { isClosed, sendPicks, setReaction } from './api.ts';

/** Access to the photos on the screen, with their picks and notes. */
interface ShownPhotos {
  photoOf: (id: string) => GalleryPhoto | undefined;
  show: (id: string, change: Partial<GalleryPhoto>) => void;
  /** Sets whether the current picks and notes have been sent. */
  setSent: (isSent: boolean) => void;
}

/**
 * Returns the functions that save a guest's reactions (picks and notes), and send them.
 * @param askName resolves to the guest, or to undefined if they decline to give a name
 * @param onClosed called when the link no longer opens
 */
export function reactionsOf(
  link: string,
  { photoOf, show, setSent }: ShownPhotos,
  askName: () => Promise<Guest | undefined>,
  onClosed: () => void,
) {
  /** The latest write of each photo; the next write waits for it. */
  const queues = new Map<string, Promise<unknown>>();
  let changes = 0;
  const save = async (id: string, reaction: SetFavoriteOrNote) => {
    changes += 1;
    setSent(false);
    const write = (queues.get(id) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => setReaction(link, id, reaction));
    queues.set(id, write);
    try {
      return await write;
    } catch (error) {
      if (isClosed(error)) onClosed();
      throw error;
    }
  };
  return {
    /**
     * Sends the picks and notes to the person who shared the session, once all are saved.
     * @returns false if no saved photo is picked
     */
    onSend: async (): Promise<boolean> => {
      await Promise.allSettled(queues.values());
      const changesBefore = changes;
      try {
        const wasSent = (await sendPicks(link)).sent_at !== null;
        setSent(wasSent && changes === changesBefore);
        return wasSent;
      } catch (error) {
        if (isClosed(error)) onClosed();
        throw error;
      }
    },
    /** Toggles the pick. Shown at once; reverted if it is not saved. */
    onFavorite: async (id: string) => {
      if (!(await askName())) return;
      const is_favorite = !photoOf(id)?.is_favorite;
      show(id, { is_favorite });
      try {
        await save(id, { is_favorite });
      } catch (error) {
        show(id, { is_favorite: !is_favorite });
        throw error;
      }
    },
    onNote: async (id: string, note: string, seen: string) => {
      if (!(await askName())) throw new Error('A note needs your name.');
      try {
        await save(id, { note, note_before: seen });
        show(id, { note });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
          show(id, { note: (error.details.current as GalleryPhoto).note });
        }
        throw error;
      }
    },
  };
}
