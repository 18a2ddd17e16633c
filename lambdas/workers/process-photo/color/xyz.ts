import type { Chromaticities } from './stated-color.ts';

/** Three numbers of a color, or one row of a matrix. */
export type Triple = readonly [number, number, number];
export type Matrix = readonly [Triple, Triple, Triple];

/** The white to which ICC profiles refer (D50), as they store it. */
export const d50: Triple = [0.9642, 1, 0.8249];

/** The matrix from XYZ to the responses of the eye's cones, in which one white is adapted to another (Bradford). */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x!, y!, z!];
};

const transposed = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
];

/** Returns the matrix that applies `second`, then `first`. */
export const product = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c] = transposed(second).map((column) => times(first, column));
  return transposed([a!, b!, c!]);
};

export function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const share = (value: number) => value / determinant;
  return [
    [share(e * i - f * h), share(c * h - b * i), share(b * f - c * e)],
    [share(f * g - d * i), share(a * i - c * g), share(c * d - a * f)],
    [share(d * h - e * g), share(b * g - a * h), share(a * e - b * d)],
  ];
}

const scaledBy = ([a, b, c]: Triple): Matrix => [
  [a, 0, 0],
  [0, b, 0],
  [0, 0, c],
];

/** Returns the matrix from linear red, green and blue of these primaries to XYZ under D50. */
export function toXyz([white, ...primaries]: Chromaticities): Matrix {
  const [red, green, blue] = primaries.map(([x, y]): Triple => [x, y, 1 - x - y]);
  const colorants = transposed([red!, green!, blue!]);
  const whiteXyz: Triple = [white[0] / white[1], 1, (1 - white[0] - white[1]) / white[1]];
  const unadapted = product(colorants, scaledBy(times(inverse(colorants), whiteXyz)));
  const [sourceCones, targetCones] = [times(bradford, whiteXyz), times(bradford, d50)];
  const gains = scaledBy([
    targetCones[0] / sourceCones[0],
    targetCones[1] / sourceCones[1],
    targetCones[2] / sourceCones[2],
  ]);
  return product(product(product(inverse(bradford), gains), bradford), unadapted);
}
