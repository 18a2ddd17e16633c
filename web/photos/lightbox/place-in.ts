/** A photo's place, from 1, among the photos of all parts, of which some may not be loaded. */
export function placeIn(parts: readonly { count: number; photos: readonly { id: string }[] }[], photo: string): number {
  const at = parts.findIndex(({ photos }) => photos.some(({ id }) => id === photo));
  const before = parts.slice(0, at).reduce((sum, { count }) => sum + count, 0);
  return before + 1 + (parts[at]?.photos.findIndex(({ id }) => id === photo) ?? 0);
}
