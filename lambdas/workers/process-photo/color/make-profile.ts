import { isHdr, lightOf, shadeOf, toneMapped } from './linear-light.ts';
import { rec2020Primaries, srgbPrimaries, type ToldColor } from './told-color.ts';
import { d50, inverse, product, times, toXyz } from './xyz.ts';

/** Points of a curve, and of the table of an HDR color along each side. */
const curvePoints = 4_096;
const tablePoints = 33;

/**
 * Returns an ICC profile of these colors, with what converting to sRGB needs. Its version is 2: of a table in version 4,
 * the converter takes the darkest shades for black.
 */
export const makeProfile = (color: ToldColor): Buffer =>
  assemble(isHdr(color) ? [['A2B0', makeTable(color)]] : makeMatrix(color));

/** Red, green and blue in XYZ, and the curve of all three. */
function makeMatrix({ primaries, transfer }: ToldColor): [tag: string, data: Buffer][] {
  const matrix = toXyz(primaries);
  const shared = makeCurve((value) => lightOf(transfer, value));
  return [
    ...[...'rgb'].map((name, index): [string, Buffer] => [
      `${name}XYZ`,
      typed('XYZ ', fixed([matrix[0][index]!, matrix[1][index]!, matrix[2][index]!])),
    ]),
    ...[...'rgb'].map((name): [string, Buffer] => [`${name}TRC`, shared]),
  ];
}

/** @param of from 0 to 1, both what it takes and what it returns */
function makeCurve(of: (value: number) => number): Buffer {
  const curve = Buffer.alloc(4 + curvePoints * 2);
  curve.writeUInt32BE(curvePoints);
  for (let point = 0; point < curvePoints; point += 1) {
    curve.writeUInt16BE(inSteps(of(point / (curvePoints - 1))), 4 + point * 2);
  }
  return typed('curv', curve);
}

const inSteps = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 65_535);

/**
 * What is shown for each combination of steps of red, green and blue, since in HDR each depends on all three. Between the
 * steps it is interpolated, so the table has sRGB's own values, in which steps look even, from 0.5 below to 0.5 above
 * their range; the curves behind it cut that off.
 */
function makeTable(color: ToldColor): Buffer {
  const shown = toneMapped(color);
  const toLight = product(inverse(toXyz(srgbPrimaries)), toXyz(rec2020Primaries));
  const lights = Array.from({ length: tablePoints }, (_, step) => lightOf(color.transfer, step / (tablePoints - 1)));
  const table = Buffer.alloc(tablePoints ** 3 * 6);
  let filled = 0;
  for (const red of lights) {
    for (const green of lights) {
      for (const blue of lights) {
        for (const light of times(toLight, shown([red, green, blue]))) {
          filled = table.writeUInt16BE(inSteps((shadeOf(light) + 0.5) / 2), filled);
        }
      }
    }
  }
  const line = typed('curv', Buffer.alloc(4));
  const lines = Buffer.concat([line, line, line]);
  const curve = makeCurve((value) => lightOf('srgb', Math.min(1, Math.max(0, value * 2 - 0.5))));
  // A number of 1 stands for an XYZ of nearly 2.
  const matrix = fixed([
    ...toXyz(srgbPrimaries)
      .flat()
      .map((value) => (value * 32_768) / 65_535),
    0,
    0,
    0,
  ]);
  const head = Buffer.alloc(24);
  head.set([3, 3]);
  const dimensions = Buffer.alloc(20);
  dimensions.set([tablePoints, tablePoints, tablePoints]);
  dimensions[16] = 2;
  // In the order of the offsets in the head, which begin behind the tag's type.
  const parts = [
    lines,
    matrix,
    Buffer.concat([curve, curve, curve]),
    Buffer.concat([dimensions, padded(table)]),
    lines,
  ];
  let at = 8 + head.length;
  for (const [index, part] of parts.entries()) {
    head.writeUInt32BE(at, 4 + index * 4);
    at += part.length;
  }
  return typed('mAB ', Buffer.concat([head, ...parts]));
}

function assemble(parts: [tag: string, data: Buffer][]): Buffer {
  const directory = Buffer.alloc(4 + parts.length * 12);
  directory.writeUInt32BE(parts.length);
  let at = 128 + directory.length;
  for (const [index, [tag, data]] of parts.entries()) {
    directory.write(tag, 4 + index * 12, 'latin1');
    directory.writeUInt32BE(at, 8 + index * 12);
    directory.writeUInt32BE(data.length, 12 + index * 12);
    at += data.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at);
  header[8] = 2;
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(d50).copy(header, 68);
  return Buffer.concat([header, directory, ...parts.map(([, data]) => data)]);
}

const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
};

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

const typed = (type: string, data: Buffer) => padded(Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data]));
