import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packages, serviceCards } from '#shared/website/default-website.ts';
import { demoPhotographs } from './demo-photographs.ts';
import {
  describe as describePicture,
  focusOf,
  ownPhotographs,
  photographsToShow,
  prepareImages,
} from './photographs.ts';

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
  await put('sign-in/mother and child.jpg');
  for (let print = 1; print <= 11; print++) await put(`scrapbook/${print} print-number-${print}.jpg`);
  for (const card of serviceCards) await put(`services/${card.slug}/a ${card.slug}.jpg`);
}

test.each([
  ['03 bride-laughing_outside.jpg', 'Bride laughing outside'],
  ['12.jpg', ''],
  ['Two friends.JPEG', 'Two friends'],
  ['07 two-friends @40,15.jpg', 'Two friends'],
])('the description of file %s is: %s', (name, words) => {
  expect(describePicture(name)).toBe(words);
});

test.each([
  ['two friends.jpg', [50, 30]],
  ['two friends @40,15.jpg', [40, 15]],
  ['two friends @400,15.jpg', [100, 15]],
])('the focal point of file %s is %j', (name, focus) => {
  expect(focusOf(name)).toEqual(focus);
});

describe("the owner's folder", () => {
  test('is read by place, in numeric order', async () => {
    await putAll();
    const photographs = await ownPhotographs(folder);
    expect(photographs.filter(({ place }) => place === 'scrapbook').map(({ description }) => description)).toEqual(
      Array.from({ length: 11 }, (_, index) => `Print number ${index + 1}`),
    );
    expect(photographs).toHaveLength(3 + 11 + serviceCards.length);
  });

  test('with more than its places hold throws an error that lists what is wrong where', async () => {
    await put('hero/one.jpg');
    await put('hero/another.jpg');
    await put('scrapbook/01.jpg');
    for (let index = 2; index <= 12; index += 1) await put(`scrapbook/${index} print.jpg`);
    const reading = ownPhotographs(folder);
    await expect(reading).rejects.toThrow('hero/ has room for one photograph and has 2');
    await expect(reading).rejects.toThrow('scrapbook/ has room for 11 photographs and has 12');
    await expect(reading).rejects.toThrow(/01\.jpg needs words in its name/);
  });

  test('that is empty is built with stand-ins; each of the owner’s takes the place of one', async () => {
    expect(await photographsToShow(folder)).toEqual(demoPhotographs());
    await put('hero/bride.jpg');
    await put('scrapbook/1 dancing.jpg');
    const photographs = await photographsToShow(folder);
    const at = (place: string) =>
      photographs
        .filter((one) => one.place === place)
        .map(({ description, isStandIn = false }) => [description, isStandIn]);
    expect(at('hero')).toEqual([['Bride', false]]);
    const prints = at('scrapbook');
    expect(prints).toHaveLength(11);
    expect(prints[0]).toEqual(['Dancing', false]);
    expect(prints.slice(1).every(([, isStandIn]) => isStandIn)).toBe(true);
    await rm(join(folder, 'hero'), { recursive: true });
    await rm(join(folder, 'scrapbook'), { recursive: true });
    await putAll();
    expect(await photographsToShow(folder)).toEqual(await ownPhotographs(folder));
  });
});

describe('stand-ins', () => {
  const photographs = demoPhotographs();
  const at = (place: string) => photographs.filter((one) => one.place === place).map(({ file }) => file);

  test('are photographs of MIT-licensed packages, and an occasion that these don’t show has none', () => {
    expect(photographs.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(photographs.filter(({ file }) => !file.endsWith('.jpg') || !file.includes('node_modules'))).toEqual([]);
    expect(photographs.filter(({ description }) => /stand-in|placeholder|drawing/i.test(description))).toEqual([]);
    for (const place of ['hero', 'studio', 'sign-in']) expect(at(place)).toHaveLength(1);
    expect(at('scrapbook')).toHaveLength(11);
    const without = serviceCards.filter(({ slug }) => at(`services/${slug}`).length === 0);
    expect(without.map(({ name }) => name)).toEqual(['Weddings', 'Maternity', 'Cake Smash']);
    const sources = new Set(
      photographs.flatMap(({ file }) => file.match(/node_modules\/((?:@[\w-]+\/)?[\w-]+)\//)?.[1] ?? []),
    );
    expect(sources.size).toBe(2);
    for (const name of sources) {
      const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      expect(license, name).toBe('MIT');
    }
  });

  test('never repeat an image on a page', () => {
    const firsts = serviceCards.flatMap((card) => at(`services/${card.slug}`).slice(0, 1));
    const home = [...at('hero'), ...at('scrapbook'), ...at('studio'), ...firsts];
    const gallery = serviceCards.flatMap((card) => at(`services/${card.slug}`));
    const services = packages.flatMap((one) => at(`services/${one.service}`).slice(0, 1));
    for (const page of [home, gallery, services]) expect(page).toHaveLength(new Set(page).size);
    expect(services).toHaveLength(packages.length);
  });
});

test('derivatives are not enlarged, are rotated by EXIF and have the dominant color', async () => {
  await putAll();
  await rm(join(folder, 'hero'), { recursive: true });
  const turned = join(folder, 'hero', 'turned.jpg');
  await mkdir(dirname(turned));
  const background = { r: 40, g: 90, b: 200 };
  // The photograph is stored in landscape with EXIF orientation 6, so it is shown in portrait.
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
