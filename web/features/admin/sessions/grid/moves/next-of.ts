/** A direction in which photos can move in the order of a list. */
export type Direction = 'earlier' | 'later' | 'first' | 'last';

/**
 * Returns the id of the photo before which the moved photos go, one position further in this direction; null for the end,
 * undefined if they are there already.
 */
export function nextOf(
  items: readonly { id: string }[],
  moved: ReadonlySet<string>,
  direction: Direction,
): string | null | undefined {
  const positions = items.flatMap(({ id }, position) => (moved.has(id) ? [position] : []));
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const unmoved = items.filter(({ id }) => !moved.has(id));
  const isTogether = last - first + 1 === positions.length;
  if (positions.length === 0 || unmoved.length === 0) return undefined;
  if (direction === 'earlier' && first > 0) return items[first - 1]!.id;
  if (direction === 'first' || direction === 'earlier') return first === 0 && isTogether ? undefined : unmoved[0]!.id;
  if (direction === 'later') {
    const followingPhotos = items.slice(last + 1).filter(({ id }) => !moved.has(id));
    return followingPhotos.length === 0 && isTogether ? undefined : (followingPhotos[1]?.id ?? null);
  }
  return last === items.length - 1 && isTogether ? undefined : null;
}
