import { lightOf } from './linear-light.ts';
import type { StatedColor } from './stated-color.ts';
import { d50, toXyz } from './xyz.ts';

const curvePoints = 4_096;

/**
 * Returns an ICC profile of these colors with the tags that converting to sRGB needs: red, green and blue in XYZ, and
 * their curve.
 */
export function makeProfile({ primaries, transfer }: Pick<StatedColor, 'primaries' | 'transfer'>): Buffer {
  const matrix = toXyz(primaries);
  const shared = makeCurve((value) => lightOf(transfer, value));
  return assemble([
    ...[...'rgb'].map((name, index): [string, Buffer] => [
      `${name}XYZ`,
      tagData('XYZ ', fixed([matrix[0][index]!, matrix[1][index]!, matrix[2][index]!])),
    ]),
    ...[...'rgb'].map((name): [string, Buffer] => [`${name}TRC`, shared]),
  ]);
}

/**
 * Returns a curve's tag.
 * @param curve takes and returns a number from 0 to 1
 */
function makeCurve(curve: (value: number) => number): Buffer {
  const content = Buffer.alloc(4 + curvePoints * 2);
  content.writeUInt32BE(curvePoints);
  for (let point = 0; point < curvePoints; point += 1) {
    content.writeUInt16BE(inSteps(curve(point / (curvePoints - 1))), 4 + point * 2);
  }
  return tagData('curv', content);
}

const inSteps = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 65_535);

function assemble(tags: [tag: string, data: Buffer][]): Buffer {
  const directory = Buffer.alloc(4 + tags.length * 12);
  directory.writeUInt32BE(tags.length);
  let end = 128 + directory.length;
  for (const [index, [tag, data]] of tags.entries()) {
    directory.write(tag, 4 + index * 12, 'latin1');
    directory.writeUInt32BE(end, 8 + index * 12);
    directory.writeUInt32BE(data.length, 12 + index * 12);
    end += data.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(end);
  header[8] = 2;
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(d50).copy(header, 68);
  return Buffer.concat([header, directory, ...tags.map(([, data]) => data)]);
}

const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
};

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

const tagData = (type: string, data: Buffer) => padded(Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data]));
