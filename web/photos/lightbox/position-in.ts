/**
 * Returns the position, from 1, of a loaded photo among the photos of all sections.
 * @param sections in their order; `count` includes photos that are not loaded into `photos` yet
 */
export function positionIn(
  sections: readonly { count: number; photos: readonly { id: string }[] }[],
  photo: string,
): number {
  const sectionIndex = sections.findIndex(({ photos }) => photos.some(({ id }) => id === photo));
  const countBefore = sections.slice(0, sectionIndex).reduce((sum, { count }) => sum + count, 0);
  return countBefore + 1 + (sections[sectionIndex]?.photos.findIndex(({ id }) => id === photo) ?? 0);
}
