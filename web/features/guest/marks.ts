import type { Guest } from '#shared/contract/links.ts';
import type { GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../lib/query/api.ts';
import { isClosed, sendPicks, setMark } from './api.ts';

/** The photos on the screen, which show a pick or a note. */
interface ShownPhotos {
  photoOf: (id: string) => GalleryPhoto | undefined;
  show: (id: string, change: Partial<GalleryPhoto>) => void;
  /** Says whether what is picked and noted now was sent. */
  setSent: (isSent: boolean) => void;
}

/**
 * Returns the functions that save picks and notes of a link, and send them.
 * @param askName resolves to the guest's name, or undefined when they do not want to say it
 * @param onClosed called when the link does not open anymore
 */
export function marksOf(
  link: string,
  { photoOf, show, setSent }: ShownPhotos,
  askName: () => Promise<Guest | undefined>,
  onClosed: () => void,
) {
  /** The latest write of each photo, after which the next one is sent. */
  const queues = new Map<string, Promise<unknown>>();
  let changes = 0;
  const save = async (id: string, mark: SetFavoriteOrNote) => {
    changes += 1;
    setSent(false);
    const sent = (queues.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => setMark(link, id, mark));
    queues.set(id, sent);
    try {
      return await sent;
    } catch (error) {
      if (isClosed(error)) onClosed();
      throw error;
    }
  };
  return {
    /**
     * Tells whoever shared the session what is picked and noted, once it is saved.
     * @returns false when nothing that is saved is picked
     */
    onSend: async (): Promise<boolean> => {
      await Promise.allSettled(queues.values());
      const before = changes;
      try {
        const isSomething = (await sendPicks(link)).sent_at !== null;
        setSent(isSomething && changes === before);
        return isSomething;
      } catch (error) {
        if (isClosed(error)) onClosed();
        throw error;
      }
    },
    /** Shown at once; taken back when it is not saved. */
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
