import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceCards } from '#shared/studio.ts';
import { demoPhotographs } from './demo-photographs.ts';
import { describe as describePicture, ownPhotographs, photographsToShow, prepareImages } from './photographs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photographs-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, width = 30, height = 20): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  const background = { r: width, g: height, b: path.length };
  await sharp({ create: { width, height, channels: 3, background } }).toFile(file);
}

async function putAll(): Promise<void> {
  await put('hero/woman in red.jpg');
  await put('studio/at work.png');
  for (let print = 1; print <= 11; print++) await put(`scrapbook/${print} print-number-${print}.jpg`);
  for (const card of serviceCards) await put(`services/${card.slug}/a ${card.slug}.jpg`);
}

test.each([
  ['03 bride-laughing_outside.jpg', 'Bride laughing outside'],
  ['12.jpg', ''],
  ['Two friends.JPEG', 'Two friends'],
])('a file called %s shows: %s', (name, words) => {
  expect(describePicture(name)).toBe(words);
});

describe("the owner's folder", () => {
  test('is read place by place, in the order of the numbers', async () => {
    await putAll();
    const found = await ownPhotographs(folder);
    expect(found.filter(({ place }) => place === 'scrapbook').map(({ description }) => description)).toEqual(
      Array.from({ length: 11 }, (_, index) => `Print number ${index + 1}`),
    );
    expect(found).toHaveLength(2 + 11 + serviceCards.length);
  });

  test('that is half full says what is missing where', async () => {
    await put('hero/one.jpg');
    await put('hero/another.jpg');
    await put('scrapbook/01.jpg');
    const reading = ownPhotographs(folder);
    await expect(reading).rejects.toThrow('hero/ needs exactly one photograph and has 2');
    await expect(reading).rejects.toThrow('scrapbook/ needs exactly 11 photographs and has 1');
    await expect(reading).rejects.toThrow('services/weddings/ needs at least one photograph');
    await expect(reading).rejects.toThrow(/01\.jpg needs words in its name/);
  });

  test('that is empty stops a build with a sentence on what to put where', async () => {
    await expect(photographsToShow(folder, false)).rejects.toThrow(
      /There are no photographs yet: put yours into .*README/,
    );
  });

  test('wins over stand-ins, which show only while it is empty', async () => {
    expect(await photographsToShow(folder, true)).toEqual(demoPhotographs());
    await putAll();
    expect(await photographsToShow(folder, true)).toEqual(await ownPhotographs(folder));
  });
});

test('stand-ins are installed, stand in every place, and come from packages under the MIT license', async () => {
  const photographs = demoPhotographs();
  expect(photographs.filter(({ file }) => !existsSync(file))).toEqual([]);
  expect(photographs.filter(({ place }) => place === 'scrapbook')).toHaveLength(11);
  for (const card of serviceCards) expect(photographs.map(({ place }) => place)).toContain(`services/${card.slug}`);
  const names = new Set(photographs.map(({ file }) => file.split('node_modules/')[1]?.split('/')[0] ?? file));
  const require = createRequire(import.meta.url);
  for (const name of names) expect(require(`${name}/package.json`).license, name).toBe('MIT');
});

test('derivatives are no wider than the photograph, stand upright and tell its color', async () => {
  await putAll();
  await rm(join(folder, 'hero'), { recursive: true });
  const turned = join(folder, 'hero', 'turned.jpg');
  await mkdir(dirname(turned));
  const background = { r: 40, g: 90, b: 200 };
  // Stored lying, with the note that it stands (EXIF orientation 6).
  await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(turned);
  const { images, files } = await prepareImages(await ownPhotographs(folder));
  expect(images.hero).toMatchObject({ width: 400, height: 600, avif: [360, 400], webp: [400], alt: 'Turned' });
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(images.hero.color.slice(at, at + 2), 16));
  expect(blue).toBeGreaterThan(green ?? 255);
  expect(green).toBeGreaterThan(red ?? 255);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const file = files.find((name) => name.endsWith(`${images.hero.key}-400.avif`)) ?? '';
  const { width, height, exif } = await sharp(file).metadata();
  expect({ width, height, exif }).toEqual({ width: 400, height: 600, exif: undefined });
});
