import sharp, { type Sharp } from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { inspectImage, RefusedImageError } from './inspect-image.ts';
import { makeDerivatives } from './make-derivatives.ts';

const derivativesOf = async (bytes: Buffer) => makeDerivatives(bytes, await inspectImage(bytes));

/** The color of one pixel; x and y are fractions of width and height. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[at], data[at + 1] ?? data[at], data[at + 2] ?? data[at]].map((value) => value ?? -1);
}

function expectColor(actual: number[], expected: number[], tolerance = 8) {
  expect(
    actual.map((value, band) => Math.abs(value - (expected[band] ?? 0)) <= tolerance),
    String(actual),
  ).toEqual([true, true, true]);
}

const plainImage = (color: [number, number, number], width = 600, height = 400) => {
  const [r, g, b] = color;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
};

/** Four quarters: red, green / blue, white. */
function quarters(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLeft = x < width / 2;
      const isTop = y < height / 2;
      const [r, g, b] = isTop ? (isLeft ? [220, 30, 30] : [30, 160, 30]) : isLeft ? [30, 30, 220] : [250, 250, 250];
      pixels.set([r ?? 0, g ?? 0, b ?? 0], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Adobe RGB as cameras write it: EXIF without a color space and with DCF's option R03, and no profile. */
function asCameraAdobeRgb(jpeg: Buffer): Buffer {
  const exif = Buffer.alloc(6 + 8 + 18 + 30 + 18);
  exif.write('Exif\0\0II*\0', 0, 'latin1');
  exif.writeUInt32LE(8, 10);
  const folder = (at: number, ...tags: [tag: number, type: number, count: number, value: number | string][]) => {
    exif.writeUInt16LE(tags.length, 6 + at);
    for (const [index, [tag, type, count, value]] of tags.entries()) {
      const entry = 6 + at + 2 + index * 12;
      exif.writeUInt16LE(tag, entry);
      exif.writeUInt16LE(type, entry + 2);
      exif.writeUInt32LE(count, entry + 4);
      if (typeof value === 'string') exif.write(value, entry + 8, 'latin1');
      else exif.writeUInt32LE(value, entry + 8);
    }
  };
  folder(8, [0x8769, 4, 1, 26]);
  folder(26, [0xa001, 3, 1, 0xffff], [0xa005, 4, 1, 56]);
  folder(56, [0x0001, 2, 4, 'R03\0']);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

test('Adobe RGB from a camera, declared only in EXIF, is converted to sRGB', async () => {
  const jpeg = await plainImage([100, 150, 80]).jpeg({ quality: 98 }).toBuffer();
  const { files } = await derivativesOf(asCameraAdobeRgb(jpeg));
  // Expected values from the formulas of both standards.
  for (const file of Object.values(files)) expectColor(await colorAt(file, 0.5, 0.5), [66, 151, 74], 3);
  const asItIs = await derivativesOf(jpeg);
  expectColor(await colorAt(asItIs.files.large, 0.5, 0.5), [100, 150, 80], 3);
});

describe('sizes', () => {
  test.each([
    [4_000, 3_000, [2_048, 1_536], [1_024, 768], [400, 300]],
    [3_000, 4_500, [1_365, 2_048], [683, 1_024], [267, 400]],
    [900, 600, [900, 600], [900, 600], [400, 267]],
    [1, 1, [1, 1], [1, 1], [1, 1]],
    [9_000, 4_500, [2_048, 1_024], [1_024, 512], [400, 200]],
    [9_000, 3_000, [3_072, 1_024], [1_536, 512], [600, 200]],
    [600, 12_000, [458, 9_159], [229, 4_579], [89, 1_789]],
    [12_000, 600, [9_159, 458], [4_579, 229], [1_789, 89]],
    [9_000, 10, [9_000, 10], [9_000, 10], [9_000, 10]],
    [16_500, 10, [16_383, 10], [16_383, 10], [16_248, 10]],
  ])('%d × %d', async (width, height, ...expected) => {
    const { files } = await derivativesOf(await plainImage([90, 120, 60], width, height).jpeg().toBuffer());
    const sizes = await Promise.all(
      [files.large, files.medium, files.small].map(async (file) => {
        const metadata = await sharp(file).metadata();
        return [metadata.width, metadata.height];
      }),
    );
    expect(sizes).toEqual(expected);
  });

  test('formats match the endings of the media paths', async () => {
    const { files } = await derivativesOf(await plainImage([90, 120, 60]).png().toBuffer());
    expect((await sharp(files.large).metadata()).format).toBe('jpeg');
    expect((await sharp(files.medium).metadata()).format).toBe('webp');
    expect((await sharp(files.small).metadata()).format).toBe('webp');
  });
});

test('the sizes that grids load weigh less than with the encoder’s least effort, and are as like the photo', async () => {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(20 45% 78%)"/><stop offset="1" stop-color="hsl(60 35% 42%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="1224" cy="408" r="192" fill="hsl(200 60% 82%)"/>
    <path d="M0 900 Q 540 660 1080 936 T 1800 840 V 1200 H 0 Z" fill="hsl(90 30% 26%)"/>
  </svg>`;
  const photo = await sharp(Buffer.from(scene)).jpeg({ quality: 88 }).toBuffer();
  const { files } = await derivativesOf(photo);
  const hasty = async (pixels: number, quality: number) =>
    sharp(photo).resize(pixels).webp({ quality, effort: 0 }).toBuffer();
  expect(files.medium.length).toBeLessThan(0.8 * (await hasty(1024, 75)).length);
  expect(files.small.length).toBeLessThan(0.8 * (await hasty(400, 70)).length);
  for (const [x, y] of [
    [0.1, 0.1],
    [0.68, 0.33],
    [0.5, 0.9],
  ] as const) {
    for (const file of Object.values(files)) expectColor(await colorAt(file, x, y), await colorAt(photo, x, y), 4);
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %d stands upright', async (orientation) => {
  // The reference is what a viewer that applies EXIF orientation shows.
  const jpeg = await quarters(450, 300).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
  const reference = await sharp(jpeg, { autoOrient: true }).png().toBuffer();
  const { files, thumbhash } = await derivativesOf(jpeg);
  const { width, height } = await sharp(reference).metadata();
  for (const file of [files.large, files.medium, files.small]) {
    const metadata = await sharp(file).metadata();
    expect(metadata.orientation).toBeUndefined();
    expect(metadata.width > metadata.height).toBe(width > height);
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      expectColor(await colorAt(file, x, y), await colorAt(reference, x, y), 16);
    }
  }
  const placeholder = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  expect(placeholder.w > placeholder.h).toBe(width > height);
});

describe('colors', () => {
  const color: [number, number, number] = [200, 60, 40];

  test.each([
    ['sRGB without a profile', (image: Sharp) => image.jpeg({ quality: 95 })],
    ['sRGB with one', (image: Sharp) => image.withIccProfile('srgb').jpeg({ quality: 95 })],
    ['Display P3', (image: Sharp) => image.withIccProfile('p3').jpeg({ quality: 95 })],
    ['Display P3 in 16 bits', (image: Sharp) => image.toColourspace('rgb16').withIccProfile('p3').png()],
    ['sRGB in 16 bits', (image: Sharp) => image.toColourspace('rgb16').withIccProfile('srgb').png()],
    ['16 bits', (image: Sharp) => image.toColourspace('rgb16').png()],
    ['16-bit TIFF', (image: Sharp) => image.toColourspace('rgb16').tiff({ compression: 'lzw' })],
    ['Lab', (image: Sharp) => image.toColourspace('lab').tiff({ compression: 'none' })],
    ['AVIF', (image: Sharp) => image.avif({ quality: 90 })],
    ['lossless WebP', (image: Sharp) => image.webp({ lossless: true })],
    ['a palette', (image: Sharp) => image.png({ palette: true })],
  ])('%s looks as it was meant', async (_, encode) => {
    const { files } = await derivativesOf(await encode(plainImage(color)).toBuffer());
    for (const file of Object.values(files)) expectColor(await colorAt(file, 0.5, 0.5), color);
  });

  test('Display P3 pixels are converted to sRGB', async () => {
    const tagged = await plainImage(color).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const untouched = await sharp(tagged, { ignoreIcc: true }).png().toBuffer();
    const { files } = await derivativesOf(tagged);
    for (const file of Object.values(files)) {
      const [red = 0] = await colorAt(file, 0.5, 0.5);
      expect(red - (await colorAt(untouched, 0.5, 0.5))[0]!).toBeGreaterThan(8);
    }
  });

  test('CMYK is converted approximately, because it has fewer colors', async () => {
    const bytes = await plainImage(color).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const { files } = await derivativesOf(bytes);
    for (const file of Object.values(files)) expectColor(await colorAt(file, 0.5, 0.5), color, 30);
  });

  test('grey stays grey, with or without transparency', async () => {
    for (const image of [
      await plainImage([120, 120, 120]).greyscale().jpeg({ quality: 95 }).toBuffer(),
      await plainImage([120, 120, 120]).toColourspace('b-w').png().toBuffer(),
      await plainImage([120, 120, 120]).ensureAlpha().toColourspace('b-w').png().toBuffer(),
      await plainImage([120, 120, 120]).toColourspace('grey16').png().toBuffer(),
    ]) {
      const { files, thumbhash } = await derivativesOf(image);
      for (const file of Object.values(files)) expectColor(await colorAt(file, 0.5, 0.5), [120, 120, 120]);
      const { rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
      expectColor([...rgba.subarray(0, 3)], [120, 120, 120], 12);
    }
  });

  test('transparent pixels are white in every size', async () => {
    const half = { r: 200, g: 0, b: 0, alpha: 0.5 };
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 4, background: half } })
      .png()
      .toBuffer();
    const { files } = await derivativesOf(bytes);
    for (const file of Object.values(files)) {
      expect((await sharp(file).metadata()).hasAlpha).toBe(false);
      expectColor(await colorAt(file, 0.5, 0.5), [227, 127, 127]);
    }
  });
});

test('derivatives contain no EXIF, GPS, XMP, IPTC or profile', async () => {
  const bytes = await plainImage([10, 20, 30])
    .withExif({ IFD0: { Artist: 'SECRET-ARTIST' }, IFD3: { GPSLatitude: '29/1 45/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta><?xpacket end="w"?>')
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  expect(bytes.includes('SECRET-XMP') && bytes.includes('SECRET-ARTIST')).toBe(true);
  const { files } = await derivativesOf(bytes);
  for (const file of Object.values(files)) {
    const { exif, xmp, iptc, icc } = await sharp(file).metadata();
    expect({ exif, xmp, iptc, icc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined, icc: undefined });
    expect(file.includes('SECRET') || file.includes('Exif')).toBe(false);
  }
});

describe('damaged files', () => {
  const noisy = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    });

  test.each([
    ['JPEG', () => noisy(800, 600).jpeg()],
    ['progressive JPEG', () => noisy(800, 600).jpeg({ progressive: true })],
    ['PNG', () => noisy(400, 300).png()],
    ['WebP', () => noisy(400, 300).webp()],
    ['TIFF', () => noisy(400, 300).tiff({ compression: 'lzw' })],
    ['AVIF', () => noisy(160, 120).avif({ effort: 0 })],
  ])('a %s that breaks off is refused', async (_, make) => {
    const whole = await make().toBuffer();
    for (const share of [0.3, 0.6, 0.9]) {
      await expect(derivativesOf(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toThrow(
        RefusedImageError,
      );
    }
  });

  test('a JPEG with stray bytes before its end is accepted', async () => {
    const whole = await noisy(300, 200).jpeg().toBuffer();
    const stray = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(18), whole.subarray(-2)]);
    await expect(derivativesOf(stray)).resolves.toHaveProperty('files');
  });

  test('a file with changed bytes is either accepted or refused', async () => {
    const whole = await noisy(200, 150).jpeg().toBuffer();
    for (let at = 2; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const bent = Buffer.from(whole);
      bent[at] = ~whole[at]! & 0xff;
      const error = await derivativesOf(bent).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) expect(error).toBeInstanceOf(RefusedImageError);
    }
  });
});

describe('the focal point', () => {
  /** A face-colored square on green. */
  const withFace = (width: number, height: number, left: number, top: number) => {
    const skin = sharp({ create: { width: 120, height: 120, channels: 3, background: { r: 224, g: 172, b: 140 } } });
    return skin
      .png()
      .toBuffer()
      .then((input) => plainImage([90, 120, 90], width, height).composite([{ input, left, top }]).jpeg().toBuffer());
  };

  test.each([
    ['landscape', 900, 600, 700, 60, { x: 84, y: 20 }],
    ['portrait', 600, 900, 100, 120, { x: 27, y: 20 }],
    ['panorama', 3_000, 600, 2_400, 240, { x: 82, y: 50 }],
    ['square', 800, 800, 340, 260, { x: 50, y: 40 }],
  ])('of a %s photo is near the face', async (_, width, height, left, top, expected) => {
    const { focus } = await derivativesOf(await withFace(width, height, left, top));
    expect(Math.abs(focus.x - expected.x)).toBeLessThanOrEqual(8);
    expect(Math.abs(focus.y - expected.y)).toBeLessThanOrEqual(8);
  });

  test('is not drawn to bright edges below, such as a white fence', async () => {
    const skin = await withFace(900, 600, 400, 200);
    const fence = await sharp({ create: { width: 900, height: 120, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const { focus } = await derivativesOf(
      await sharp(skin)
        .composite([{ input: fence, left: 0, top: 470 }])
        .jpeg()
        .toBuffer(),
    );
    expect(Math.abs(focus.x - 51)).toBeLessThanOrEqual(10);
    expect(focus.y).toBeLessThan(60);
  });

  test.each([
    [1, 1],
    [1, 400],
    [400, 1],
  ])('of %i × %i pixels is in the picture', async (width, height) => {
    const { focus } = await derivativesOf(await plainImage([9, 9, 9], width, height).png().toBuffer());
    for (const percent of [focus.x, focus.y]) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
  });
});
