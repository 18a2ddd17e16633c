import type { CreateInvalidationCommandInput } from '@aws-sdk/client-cloudfront';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { functions } from '../../infra/blueprint/functions.ts';
import { whereIs } from '../../lambdas/domain/website/publish-state.ts';
import { publishSite } from '../../lambdas/domain/website/publishing.ts';
import { changeCurrency, readState, readVersion } from '../../lambdas/domain/website/repository.ts';
import { cloudfront, dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { type ApiStudio, startApiStudio } from '../support/studio/api-studio.ts';
import {
  answerFromBucket,
  deployBuild,
  documentStatus,
  storedDocument,
  wantVersion,
} from '../support/studio/site-bucket.ts';

/** The worker looks again at once. */
vi.mock('node:timers/promises', async (original) => ({ ...(await original<object>()), setTimeout: async () => {} }));

/** The worker that publishes the website, killed at each of its steps; the edge here is the bucket itself. */

let studio: ApiStudio;
let fuse: Fuse;
const invalidated: string[][] = [];
let refusal: Error | undefined;
beforeAll(async () => {
  studio = await startApiStudio();
  fuse = new Fuse(s3(), dynamodb(), cloudfront());
  cloudfront().middlewareStack.add(
    () => async (args) => {
      if (refusal) throw refusal;
      invalidated.push((args.input as CreateInvalidationCommandInput).InvalidationBatch?.Paths?.Items ?? []);
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'serialize', name: 'noEdge' },
  );
});
afterAll(() => studio?.close());

const keys: Record<string, string> = {
  '/': 'index.html',
  '/services': 'services/index.html',
  '/about': 'about/index.html',
};
const documents = async (): Promise<Record<string, string>> => {
  const names = ['index.html', 'services/index.html', 'about/index.html', '404.html', 'sitemap.xml'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await storedDocument(name)])));
};
const network = globalThis.fetch;
let servesOld = false;
let servesNothing = false;
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith(env('SITE_ORIGIN'))) return network(address, init);
    if (servesNothing) throw new Error('It took too long.');
    const key = keys[new URL(address).pathname] ?? '';
    return servesOld ? new Response('old') : answerFromBucket(key);
  });
  invalidated.length = 0;
  servesOld = false;
  servesNothing = false;
  refusal = undefined;
});
afterEach(async () => {
  fuse.disarm();
  await studio.setFaults('s3', []);
  vi.unstubAllGlobals();
});

/** Renders the headline on the home page, the number of sessions on another, and one that is missing without a story. */
const renderer = (build: string): SiteRenderer => ({
  build,
  renderSite: async (_, { home, sessions, about, currency = 'USD' }) => ({
    files: {
      'index.html': `${build}: ${home.headline}`,
      'services/index.html': `${build}: ${sessions.packages.length}${about.story && ', see /about'}${currency === 'USD' ? '' : ` in ${currency}`}`,
      'about/index.html': about.story || build,
      '404.html': build,
      'sitemap.xml': `/ /services ${about.story && '/about'}`,
    },
    build: { pages: { '/': '/index.html', '/services': '/services/index.html', '/about': '/about/index.html' } },
    missing: about.story ? [] : ['about/index.html'],
  }),
});

let number = 0;
async function want(headline: string, { story = '', sessions = 9 } = {}): Promise<number> {
  number += 1;
  const content = {
    ...defaultWebsite,
    home: { ...defaultWebsite.home, headline },
    sessions: { ...defaultWebsite.sessions, packages: defaultWebsite.sessions.packages.slice(0, sessions) },
    about: { name: 'Elena', story, picture: null },
  };
  await wantVersion(number, content);
  return number;
}

test('a first deployment writes the default website, and says that it is live', async () => {
  await deployBuild('first');
  await publishSite(renderer('first'));
  expect(await storedDocument('index.html')).toBe(`first: ${defaultWebsite.home.headline}`);
  expect((await readState()).live).toEqual({ number: 0, build: 'first', currency: 'USD' });
});

test('a change writes and invalidates only the documents that differ', async () => {
  await want('Another headline');
  const before = fuse.count('PutObjectCommand');
  await publishSite(renderer('first'));
  // The page, and the list of what is published, before and after it.
  expect(fuse.count('PutObjectCommand') - before).toBe(3);
  expect(invalidated).toEqual([['/index.html']]);
  expect(await storedDocument('index.html')).toBe('first: Another headline');
});

test('a page that is not filled is the 404 page for the edge, until it is filled and when it is emptied', async () => {
  const about = async () => ({
    text: await storedDocument('about/index.html'),
    status: await documentStatus('about/index.html'),
  });
  expect(await about()).toEqual({ text: 'first', status: '404' });
  await want('Another headline', { story: 'I began with film.' });
  await publishSite(renderer('first'));
  expect(await about()).toEqual({ text: 'I began with film.', status: undefined });
  invalidated.length = 0;
  await want('Another headline');
  await publishSite(renderer('first'));
  expect(await about()).toEqual({ text: 'first', status: '404' });
  expect(invalidated).toEqual([['/services/index.html', '/about/index.html', '/sitemap.xml']]);
});

test('what is live is not published again', async () => {
  const before = fuse.count('PutObjectCommand');
  await publishSite(renderer('first'));
  expect(fuse.count('PutObjectCommand')).toBe(before);
});

test('another currency is published without a new version of the content', async () => {
  const { number: before } = await readState();
  await write(changeCurrency('EUR', 0, async () => new Error('Changed meanwhile.')));
  expect(whereIs(await readState()).state).toBe('publishing');
  await publishSite(renderer('first'));
  expect(await storedDocument('services/index.html')).toMatch(/ in EUR$/);
  const state = await readState();
  expect(state).toMatchObject({ number: before, currency: 'EUR', live: { number: before, currency: 'EUR' } });
  expect(whereIs(state).state).toBe('live');
  await write(changeCurrency('USD', 1, async () => new Error('Changed meanwhile.')));
  await publishSite(renderer('first'));
  expect(await storedDocument('services/index.html')).not.toContain('EUR');
});

test('a function of another build than the deployed one writes nothing', async () => {
  await want('Published during a deployment');
  await publishSite(renderer('second'));
  expect(await storedDocument('index.html')).toBe('first: Another headline');
  await deployBuild('second');
  await publishSite(renderer('second'));
  expect(await storedDocument('index.html')).toBe('second: Published during a deployment');
  expect(await storedDocument('404.html')).toBe('second');
});

test('what can’t be rendered changes nothing, and is reported until a version can be', async () => {
  const bad = await want('Bad');
  const broken = { ...renderer('second'), renderSite: async () => Promise.reject(new Error('No such page.')) };
  await expect(publishSite(broken)).rejects.toThrow('No such page.');
  expect(await storedDocument('index.html')).toBe('second: Published during a deployment');
  expect(await readState()).toMatchObject({ failed: { number: bad, build: 'second' }, live: { number: bad - 1 } });
  const good = await want('Good');
  await publishSite(renderer('second'));
  expect(await readState()).toMatchObject({ number: good, live: { number: good }, failed: {} });
});

test('it is live only when the edge serves it', async () => {
  const next = await want('Not served');
  servesOld = true;
  await expect(publishSite(renderer('second'))).rejects.toThrow('does not show what was published');
  expect((await readState()).live.number).toBe(next - 1);
  servesOld = false;
  await publishSite(renderer('second'));
  expect((await readState()).live.number).toBe(next);
});

describe.each(['before', 'after'] as const)('a worker that dies %s any of its requests', (moment) => {
  /** Publishes the content of each round in a worker that dies at one of its requests, and calls `then` each time. */
  async function killAtEachStep(
    content: (round: number) => Parameters<typeof want>,
    then: (wanted: number, before: Record<string, string>) => Promise<void>,
  ): Promise<void> {
    let round = 0;
    for (const step of interruptedRequests()) {
      round += 1;
      const before = await documents();
      const wanted = await want(...content(round));
      fuse.arm(step, moment);
      await publishSite(renderer('second')).catch(() => undefined);
      const { isBurnt, made } = fuse;
      fuse.disarm();
      await then(wanted, before);
      if (!isBurnt) return expect(made).toBeGreaterThanOrEqual(7);
    }
  }

  test('leaves each document old or new as a whole, and the next run finishes', async () => {
    await killAtEachStep(
      (round) => [
        `Killed ${moment} ${round}`,
        { sessions: 1 + (round % 2), story: round % 4 < 2 ? '' : 'I began with film.' },
      ],
      async (wanted, before) => {
        const killed = await documents();
        await publishSite(renderer('second'));
        expect((await readState()).live.number).toBe(wanted);
        const after = await documents();
        const { content } = (await readVersion(wanted)) ?? {};
        expect(after['index.html']).toBe(`second: ${content?.home.headline}`);
        expect(after['services/index.html']).toContain(`second: ${content?.sessions.packages.length}`);
        for (const [key, text] of Object.entries(killed)) expect([before[key], after[key]]).toContain(text);
      },
    );
  });

  test('leaves no document that leads to a page which is not there', async () => {
    const expectTargets = async () => {
      const { 'services/index.html': services = '', 'sitemap.xml': sitemap = '' } = await documents();
      const isThere = (await documentStatus('about/index.html')) === undefined;
      if (services.includes('/about') || sitemap.includes('/about')) expect(isThere).toBe(true);
    };
    const filled = (round: number): Parameters<typeof want> => ['Filled', { story: `Story ${round}` }];
    await killAtEachStep(filled, async () => {
      await expectTargets();
      await want('Emptied');
      await publishSite(renderer('second'));
    });
    await killAtEachStep(
      () => ['Emptied'],
      async () => {
        await expectTargets();
        await want('Filled', { story: 'Again' });
        await publishSite(renderer('second'));
      },
    );
  });

  test('does not keep the former content from being published again', async () => {
    const former: Parameters<typeof want> = ['Former', { sessions: 2 }];
    await want(...former);
    await publishSite(renderer('second'));
    const whole = await documents();
    await killAtEachStep(
      (round) => [`Regretted ${moment} ${round}`, { sessions: 1, story: 'A story' }],
      async () => {
        const back = await want(...former);
        await publishSite(renderer('second'));
        expect(await documents()).toEqual(whole);
        expect((await readState()).live.number).toBe(back);
      },
    );
  });
});

describe('two runs at once', () => {
  test.each([
    ['another content', (step: number): Parameters<typeof want> => [`Newest ${step}`, { sessions: 2 }]],
    ['the former content', (): Parameters<typeof want> => ['Former']],
  ])('the one that was overtaken by %s does not undo it', async (_, newest) => {
    for (const step of interruptedRequests()) {
      await want('Former');
      await publishSite(renderer('second'));
      let wanted = await want(`Overtaken ${step}`, { sessions: 3, story: 'A story' });
      const overtake = async () => {
        wanted = await want(...newest(step));
        await publishSite(renderer('second'));
        expect((await readState()).live.number).toBe(wanted);
      };
      const { hasPaused } = await fuse.pauseAt(step, () => publishSite(renderer('second')), overtake);
      const { content } = (await readVersion(wanted)) ?? {};
      expect(await storedDocument('index.html')).toBe(`second: ${content?.home.headline}`);
      expect(await storedDocument('services/index.html')).toBe(
        `second: ${content?.sessions.packages.length}${content?.about.story && ', see /about'}`,
      );
      expect((await readState()).live.number).toBe(wanted);
      if (!hasPaused) break;
    }
  });
});

describe('AWS', () => {
  const slowDown = { operation: 'PutObject', error: 'SlowDown', status: 503 };

  test('throttles a write once: it is published', async () => {
    const wanted = await want('Throttled once');
    await studio.setFaults('s3', [{ ...slowDown, times: 1 }]);
    await publishSite(renderer('second'));
    expect((await readState()).live.number).toBe(wanted);
  });

  test('refuses every write: it failed, and visitors see the former version until it can be written', async () => {
    const before = await documents();
    const wanted = await want('Refused', { sessions: 3 });
    await studio.setFaults('s3', [slowDown]);
    await expect(publishSite(renderer('second'))).rejects.toThrow();
    expect(await documents()).toEqual(before);
    expect(await readState()).toMatchObject({ live: { number: wanted - 1 }, failed: { number: wanted } });
    await studio.setFaults('s3', []);
    await publishSite(renderer('second'));
    expect(await readState()).toMatchObject({ live: { number: wanted }, failed: {} });
  });

  test('refuses the invalidation: the edge asks for each page a second later by itself, so it is live when it shows it', async () => {
    refusal = Object.assign(new Error('Rate exceeded'), { name: 'Throttling' });
    const wanted = await want('Without invalidation');
    await publishSite(renderer('second'));
    expect((await readState()).live.number).toBe(wanted);
    const next = await want('Neither invalidated nor shown');
    servesOld = true;
    await expect(publishSite(renderer('second'))).rejects.toThrow('does not show what was published');
    expect(await readState()).toMatchObject({ live: { number: wanted }, failed: { number: next } });
  });

  test('does not answer for the site: the failure is recorded while the function still runs', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    servesNothing = true;
    await want('No answer');
    await expect(publishSite(renderer('second'))).rejects.toThrow('It took too long.');
    const pages = 3;
    const looking = limits.mock.calls.reduce((sum, [limit]) => sum + limit + 1_000, 0) / pages;
    limits.mockRestore();
    // Some seconds stay for the rest.
    expect(looking).toBeLessThan((functions['publish-site'].timeout - 10) * 1_000);
  });
});
