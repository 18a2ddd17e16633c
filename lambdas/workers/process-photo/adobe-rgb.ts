/**
 * Cameras set to Adobe RGB embed no ICC profile; only EXIF names the color space. The decoder reads only profiles, so
 * such a JPEG gets one before decoding.
 */

/** Adobe RGB (1998): XYZ of each primary under D50, and the gamma of all three. */
const colorants = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
};
const d50 = [0.9642, 1, 0.8249];
const gamma = 563 / 256;

const fixed = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  return bytes;
};
const typed = (type: string, data: Buffer) => Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data]);

/** Returns a minimal ICC profile (version 2) with a matrix and a gamma. */
function makeProfile(): Buffer {
  const curve = Buffer.alloc(8);
  curve.writeUInt32BE(1);
  curve.writeUInt16BE(Math.round(gamma * 256), 4);
  const parts: [string, Buffer][] = [
    ...Object.entries(colorants).map(([tag, values]): [string, Buffer] => [tag, typed('XYZ ', fixed(values))]),
    ...['rTRC', 'gTRC', 'bTRC'].map((tag): [string, Buffer] => [tag, typed('curv', curve)]),
  ];
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
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(d50).copy(header, 68);
  return Buffer.concat([header, directory, ...parts.map(([, data]) => data)]);
}

/** The JPEG segment that contains the profile. */
const segment = (() => {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), makeProfile()]);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
})();

/** Returns the JPEG with an Adobe RGB profile. */
export const withAdobeRgbProfile = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
