import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';

export type Field = 'is_favorite' | 'note';

/** The writes in flight for one field of one photo; they run one after the other, in click order. */
export interface WriteQueue<Name extends Field> {
  last: Promise<void>;
  /** The stored value, as of the latest response. */
  stored: GalleryPhoto[Name];
}

/** The queues of each field by photo id. Module state, because requests outlive the screen. */
export const writeQueues: { [Name in Field]: Map<string, WriteQueue<Name>> } = {
  is_favorite: new Map(),
  note: new Map(),
};

export const inFlight = () =>
  [...writeQueues.is_favorite.values(), ...writeQueues.note.values()].map(({ last }) => last);

/** Resolves when no favorite or note is being saved. */
export async function untilSaved(): Promise<void> {
  for (let writes = inFlight(); writes.length > 0; writes = inFlight()) await Promise.allSettled(writes);
}
