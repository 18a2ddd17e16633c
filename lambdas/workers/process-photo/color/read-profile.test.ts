import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectImage } from '../inspect-image.ts';
import { makeDerivatives } from '../make-derivatives.ts';
import { makeProfile } from './make-profile.ts';
import { isSrgbProfile } from './read-profile.ts';
import { adobeRgb, primariesOfCicp, srgbPrimaries } from './stated-color.ts';
import { fields, fieldsOf, iccp, profileOf, renamed, withChunks, withTag } from './testing.ts';

const sharpsP3 = await profileOf('p3');
const sharpsSrgb = await profileOf('srgb');
const primaries = srgbPrimaries;
const coarse = (points: number) => {
  const icc = makeProfile({ primaries, transfer: 'srgb' });
  const copy = Buffer.from(icc);
  const at = copy.indexOf('curv', 0, 'latin1');
  const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  copy.writeUInt32BE(points, at + 8);
  for (let point = 0; point < points; point += 1) {
    copy.writeUInt16BE(Math.round(light(point / (points - 1)) * 65_535), at + 12 + point * 2);
  }
  return withCurves(copy, at);
};
/** Returns the profile with one curve for all three colors, the one at this offset. */
const withCurves = (icc: Buffer, at: number) => {
  for (let entry = 132; entry < 132 + 6 * 12; entry += 12) {
    if (icc.toString('latin1', entry + 1, entry + 4) === 'TRC') icc.writeUInt32BE(at, entry + 4);
  }
  return icc;
};

test.each([
  ['sRGB with a formula', () => sharpsSrgb, true],
  ['sRGB with a formula, named "c2"', () => renamed(sharpsSrgb, 'c2'), true],
  ['sRGB with a formula, named "Camera"', () => renamed(sharpsSrgb, 'Camera'), true],
  ['sRGB with a formula, named "Display P3"', () => renamed(sharpsSrgb, 'Display P3'), true],
  ['sRGB without a name, with a table', () => makeProfile({ primaries, transfer: 'srgb' }), true],
  ['sRGB with a table of 1,024', () => coarse(1_024), true],
  ['sRGB with a table of 42', () => coarse(42), true],
  ['Display P3', () => sharpsP3, false],
  ['Display P3, named "sRGB"', () => renamed(sharpsP3, 'sRGB'), false],
  ['Display P3, named "sRGB IEC61966-2.1"', () => renamed(sharpsP3, 'sRGB IEC61966-2.1'), false],
  ['Adobe RGB', () => makeProfile(adobeRgb), false],
  ['the primaries of sRGB with gamma 2.2', () => makeProfile({ primaries, transfer: 2.2 }), false],
  ['the primaries of sRGB in linear light', () => makeProfile({ primaries, transfer: 1 }), false],
  [
    'sRGB’s curve with the primaries of EBU',
    () => makeProfile({ primaries: primariesOfCicp[5]!, transfer: 'srgb' }),
    false,
  ],
  ['a table, as for HDR', () => withTag(makeProfile({ primaries, transfer: 'srgb' }), 'A2B0', Buffer.alloc(64)), false],
  ['a profile of inks', () => profileOf('cmyk'), false],
  ['nothing', () => Buffer.alloc(0), false],
  ['the beginning of a profile', () => sharpsSrgb.subarray(0, 200), false],
])('%s', async (_, make, expected) => {
  expect(isSrgbProfile(await make())).toBe(expected);
});

test('a photo in Display P3 is converted, and one in sRGB left alone, whatever their profiles are called', async () => {
  const png = await fields([[226, 175, 148]])
    .png()
    .toBuffer();
  const pixelsOf = async (icc: Buffer) => {
    const bytes = withChunks(png, iccp(icc));
    const inspection = await inspectImage(bytes);
    const { files } = await makeDerivatives(bytes, inspection);
    return { isSrgb: inspection.isSrgb, colors: await fieldsOf(files.large, 1) };
  };
  const { isSrgb, colors } = await pixelsOf(renamed(sharpsP3, 'sRGB'));
  expect(isSrgb).toBe(false);
  expect(Math.abs(colors[0]![0] - 236)).toBeLessThanOrEqual(2);
  expect(await pixelsOf(renamed(sharpsSrgb, 'Camera'))).toMatchObject({ isSrgb: true });
});

test('a profile that is made converts as sharp’s own of the same colors', async () => {
  const colors = [
    [234, 51, 35],
    [226, 175, 148],
    [90, 130, 60],
  ] as const;
  const png = await fields(colors).png().toBuffer();
  const converted = (icc: Buffer) =>
    sharp(withChunks(png, iccp(icc)))
      .toColourspace('srgb')
      .raw()
      .toBuffer();
  const [madeColors, ownColors] = [
    await converted(makeProfile({ primaries: primariesOfCicp[12]!, transfer: 'srgb' })),
    await converted(sharpsP3),
  ];
  expect(Math.max(...madeColors.map((value, index) => Math.abs(value - ownColors[index]!)))).toBeLessThanOrEqual(4);
});
