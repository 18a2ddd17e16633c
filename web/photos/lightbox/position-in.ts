/** Returns a photo's position, from 1, among the photos of all sections. Some sections may not be loaded. */
export function positionIn(
  sections: readonly { count: number; photos: readonly { id: string }[] }[],
  photo: string,
): number {
  const sectionIndex = sections.findIndex(({ photos }) => photos.some(({ id }) => id === photo));
  const countBefore = sections.slice(0, sectionIndex).reduce((sum, { count }) => sum + count, 0);
  return countBefore + 1 + (sections[sectionIndex]?.photos.findIndex(({ id }) => id === photo) ?? 0);
}
