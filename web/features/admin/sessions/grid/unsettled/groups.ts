import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import { isFresh } from '../api.ts';

/** Whether the file is to replace a photo of the session. */
export const isReplacement = ({ replaces }: UnsettledPhoto): boolean => replaces !== null;

/** Unsettled photos of a session by their state. */
export interface UnsettledGroups {
  /** Photos that may still arrive. */
  pending: UnsettledPhoto[];
  /** Photos whose upload ended before they arrived. */
  interrupted: UnsettledPhoto[];
  /** Photos that arrived and were refused. */
  failed: UnsettledPhoto[];
}

/**
 * Returns the groups of unsettled photos.
 * @param unsent ids of the photos whose files this browser's last upload did not send
 */
export function groupsOf(photos: UnsettledPhoto[], unsent: readonly string[]): UnsettledGroups {
  const pendingPhotos = photos.filter(({ state }) => state === 'pending');
  const mayArrive = (photo: UnsettledPhoto) => isFresh(photo) && !unsent.includes(photo.id);
  return {
    pending: pendingPhotos.filter(mayArrive),
    interrupted: pendingPhotos.filter((photo) => !mayArrive(photo)),
    failed: photos.filter(({ state }) => state === 'failed'),
  };
}
