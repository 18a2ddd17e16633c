import { shadeOf } from './linear-light.ts';
import { primariesOfCicp, type StatedColor, srgbPrimaries, transferOfCicp } from './stated-color.ts';
import { toXyz } from './xyz.ts';

/** The tolerance in XYZ: published profiles of sRGB differ by this much from each other and from the standard. */
const sameXyz = 0.001;
/** The tolerance of curves: those of published profiles differ by this many of the 255 steps that screens show. */
const sameShade = 1.5 / 255;
const samples = 32;

const srgb = toXyz(srgbPrimaries);

/**
 * Whether an ICC profile describes sRGB by its primaries and curves, whatever its name is. False for a profile with a
 * table, which then defines the colors.
 */
export function isSrgbProfile(icc: Buffer): boolean {
  return readSafely(false, () => {
    if (icc.toString('latin1', 16, 24) !== 'RGB XYZ ') return false;
    const tags = tagsOf(icc);
    if (['A2B0', 'D2B0'].some((name) => tags.has(name))) return false;
    const curves = [...'rgb'].map((name) => tags.get(`${name}TRC`));
    // Usually all three tags share one curve.
    const distinctCurves = new Map(curves.map((curve) => [curve?.byteOffset, curve]));
    return (
      [...'rgb'].every((name, axis) => isColorant(tags.get(`${name}XYZ`), axis)) &&
      [...distinctCurves.values()].every(isCurve)
    );
  });
}

/**
 * Returns the colors that an ICC profile of red, green and blue states by CICP numbers, which browsers believe before
 * its curves and tables; undefined when it states none, or numbers that browsers do not know.
 */
export const readProfileCicp = (icc: Buffer): StatedColor | undefined =>
  readSafely(undefined, () => {
    const [primary, transfer, matrix, isFullRange] = tagsOf(icc).get('cicp')?.subarray(8, 12) ?? [];
    if (primary === undefined || transfer === undefined || matrix !== 0 || isFullRange !== 1) return undefined;
    const [primaries, curve] = [primariesOfCicp[primary], transferOfCicp[transfer]];
    return primaries && curve ? { primaries, transfer: curve } : undefined;
  });

/** Returns what `read` returns, or `fallback` when the profile breaks off. */
function readSafely<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return fallback;
    throw error;
  }
}

/** Returns the content of each tag, by name. */
function tagsOf(icc: Buffer): Map<string, Buffer> {
  const count = Math.min(icc.readUInt32BE(128), 100);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 132 + index * 12;
      const at = icc.readUInt32BE(entry + 4);
      return [icc.toString('latin1', entry, entry + 4), icc.subarray(at, at + icc.readUInt32BE(entry + 8))];
    }),
  );
}

const isColorant = (tag: Buffer | undefined, index: number): boolean =>
  tag !== undefined &&
  srgb.every((row, axis) => Math.abs(tag.readInt32BE(8 + axis * 4) / 65_536 - row[index]!) <= sameXyz);

function isCurve(tag: Buffer | undefined): boolean {
  const curve = tag && readCurve(tag);
  if (!curve) return false;
  return Array.from({ length: samples + 1 }, (_, index) => index / samples).every(
    (value) => Math.abs(shadeOf(curve(value)) - value) <= sameShade,
  );
}

/** Returns the function of a `curv` or `para` tag; undefined when it is of another type. */
function readCurve(tag: Buffer): ((value: number) => number) | undefined {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'curv') {
    const count = tag.readUInt32BE(8);
    if (count === 0) return (value) => value;
    if (count === 1) return (value) => value ** (tag.readUInt16BE(12) / 256);
    return (value) => {
      const position = value * (count - 1);
      const below = Math.min(Math.floor(position), count - 2);
      const [low, high] = [tag.readUInt16BE(12 + below * 2), tag.readUInt16BE(14 + below * 2)];
      return (low + (high - low) * (position - below)) / 65_535;
    };
  }
  if (type !== 'para') return undefined;
  const kind = tag.readUInt16BE(8);
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined) return undefined;
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, index) => tag.readInt32BE(12 + index * 4) / 65_536,
  );
  if (kind < 3) return (value) => (value >= -b / a ? (a * value + b) ** gamma : 0) + (kind === 2 ? c : 0);
  return (value) => (value >= d ? (a * value + b) ** gamma + e : c * value + f);
}
