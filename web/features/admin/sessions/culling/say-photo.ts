import type { StudioPhoto } from '#shared/contract/photos/photos.ts';

/** Returns sentences for screen readers: whether a photo is a favorite, its note and the studio's reply. */
export function sayPhoto({ is_favorite, note, reply }: Pick<StudioPhoto, 'is_favorite' | 'note' | 'reply'>): string {
  return [
    is_favorite ? 'Favorite of the client.' : 'Not a favorite.',
    note ? `Note: “${note}”` : 'No note.',
    ...(reply ? [`Reply: “${reply}”`] : []),
  ].join(' ');
}
