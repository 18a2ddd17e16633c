/** The width and height of the field of a drawn signature, in its own units, whatever its size on the screen. */
export const drawingWidth = 1_000;
export const drawingHeight = 300;

/** Returns a line of a drawn signature as the `d` of an SVG path. One point is a dot. */
export const toPath = (points: readonly (readonly [number, number])[]): string => {
  const [first, ...others] = points.map(([x, y]) => `${x} ${y}`);
  return `M${first}${(others.length > 0 ? others : [first]).map((point) => `L${point}`).join('')}`;
};
