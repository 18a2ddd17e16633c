import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { publishSite } from '../../lambdas/domain/website/publishing.ts';
import { readState } from '../../lambdas/domain/website/repository.ts';
import { cloudfront } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { localSite } from '../../local/addresses.ts';
import { type ApiStudio, startApiStudio } from '../support/studio/api-studio.ts';
import { answerFromBucket, deployBuild, storedDocument, wantVersion } from '../support/studio/site-bucket.ts';

/** Deployments over what the studio has published, with the site's own renderer; the edge here is the bucket itself. */

/** The worker looks again at once. */
vi.mock('node:timers/promises', async (original) => ({ ...(await original<object>()), setTimeout: async () => {} }));

let studio: ApiStudio;
let folder: string;
const invalidated: string[] = [];
beforeAll(async () => {
  studio = await startApiStudio();
  folder = await mkdtemp(join(tmpdir(), 'builds-'));
  cloudfront().middlewareStack.add(
    () => async (args) => {
      const { InvalidationBatch } = args.input as { InvalidationBatch?: { Paths?: { Items?: string[] } } };
      invalidated.push(...(InvalidationBatch?.Paths?.Items ?? []));
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'serialize', name: 'noEdge' },
  );
  const { build } = await first.renderSite(env('SITE_ORIGIN'), defaultWebsite);
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.startsWith(env('SITE_ORIGIN'))
      ? answerFromBucket(build.pages[new URL(address).pathname]!.slice(1))
      : network(address, init),
  );
});
afterEach(() => invalidated.splice(0));
afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
  await studio?.close();
});

const rendererIn = (from: string): Promise<SiteRenderer> => import(resolve(from, 'index.mjs'));
const first = await rendererIn(join(localSite, 'renderer'));

/** The built code, changed as a later version's would be: every text that `change` knows is another one. */
async function laterBuild(id: string, change: Record<string, string>): Promise<SiteRenderer> {
  const later = join(folder, id);
  await cp(join(localSite, 'renderer'), later, { recursive: true });
  for (const name of await readdir(later)) {
    let text = await readFile(join(later, name), 'utf8');
    for (const [before, after] of Object.entries({ ...change, [first.build]: id }))
      text = text.replaceAll(before, after);
    await writeFile(join(later, name), text);
  }
  return rendererIn(later);
}

const [halfSession, ...otherPackages] = defaultWebsite.sessions.packages;
const withPrice = (price_cents: number) => ({
  ...defaultWebsite,
  home: { ...defaultWebsite.home, headline: 'Portraits by the bayou.' },
  sessions: { ...defaultWebsite.sessions, packages: [{ ...halfSession!, price_cents }, ...otherPackages] },
});
const renderedBy = async ({ renderSite }: SiteRenderer, cents: number) =>
  (await renderSite(env('SITE_ORIGIN'), withPrice(cents))).files;
const stored = async (keys: string[]) =>
  Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await storedDocument(key)])));

test('a change of a price writes only the documents that show it', async () => {
  await deployBuild(first.build);
  await wantVersion(1, withPrice(81_00));
  await publishSite(first);
  const before = await renderedBy(first, 81_00);
  expect(await stored(Object.keys(before))).toEqual(before);
  invalidated.splice(0);

  await wantVersion(2, withPrice(83_00));
  await publishSite(first);
  const after = await renderedBy(first, 83_00);
  expect(await stored(Object.keys(after))).toEqual(after);
  // In dollars for visitors, in cents for the contact page's estimate.
  const shows = Object.keys(after).filter((key) => /\$83\b|\b8300\b/.test(after[key]!));
  expect(shows).toContain('services/index.html');
  expect(invalidated.toSorted()).toEqual(shows.map((key) => `/${key}`).toSorted());
});

test('a deployment renders what is published again, with its own code', async () => {
  const asset = 'instrument-serif-';
  const second = await laterBuild('second', { [asset]: `later-${asset}` });
  await deployBuild('second');
  await publishSite(second);
  expect((await readState()).live).toEqual({ number: 2, build: 'second', currency: 'USD' });
  const { 'services/index.html': services, 'index.html': home } = await stored(['services/index.html', 'index.html']);
  for (const page of [services, home]) {
    expect(page).toContain(`/assets/later-${asset}`);
    expect(page).not.toContain(`/assets/${asset}`);
  }
  expect(services).toContain('$83');
  expect(home).toContain('Portraits by the bayou.');
  const all = await renderedBy(second, 83_00);
  expect(await stored(Object.keys(all))).toEqual(all);
});

test('a deployment whose code can’t render what is published keeps the site, and says so, until the next one', async () => {
  const keys = Object.keys(await renderedBy(first, 83_00));
  const before = await stored(keys);
  const broken = await laterBuild('broken', {
    'prerenderSite(input, origin, content)': "Promise.reject(new Error('No such page.'))",
  });
  await deployBuild('broken');
  await expect(publishSite(broken)).rejects.toThrow('No such page.');
  expect(await stored(keys)).toEqual(before);
  expect(invalidated).toEqual([]);
  expect(await readState()).toMatchObject({
    live: { number: 2, build: 'second' },
    failed: { number: 2, build: 'broken' },
  });

  const mended = await laterBuild('mended', {});
  await deployBuild('mended');
  await publishSite(mended);
  expect(await readState()).toMatchObject({ live: { number: 2, build: 'mended' }, failed: {} });
  expect(await stored(keys)).toEqual(await renderedBy(mended, 83_00));
});
