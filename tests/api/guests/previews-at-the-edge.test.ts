import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { Link } from '#shared/contract/links.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { dynamodb, s3 } from '../../../lambdas/platform/aws.ts';
import { newId, newSecret } from '../../../lambdas/platform/ids.ts';
import { app as preview } from '../../../lambdas/preview/app.ts';
import { startEdge } from '../../../local/edge/server.ts';
import { startHttpApi } from '../../../local/lambda/http-api.ts';
import type { RunningService } from '../../../local/services/service.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { linkValues, newClient, newPhoto, newSession, putLarge } from '../../support/studio/api-world.ts';

/** Previews of links at the edge: made once, and shown no longer than they may be. */

const as = adminClaims();
const running: RunningService[] = [];
let studio: ApiStudio;
let folder: string;
let site: string;
/** Requests that the function has got, by path. */
const asked: string[] = [];
let isFailing = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'));
  studio = await startApiStudio();
  const { handler } = await import('../../../lambdas/preview/handler.ts');
  const api = await startHttpApi({
    port: 0,
    authorizers: {},
    routes: [{ path: '/shared/{proxy+}', authorizer: 'none', function: 'preview' }],
    functions: {
      names: ['preview'],
      invoke: async (_, event) => {
        asked.push((event as { rawPath: string }).rawPath);
        const error = { errorType: 'Error', errorMessage: 'The function fails.', trace: [] };
        if (isFailing) return { requestId: newId(), ok: false, timedOut: false, error };
        return { requestId: newId(), ok: true, payload: JSON.stringify(await handler(event as never)) };
      },
      close: async () => {},
    },
  });
  const addresses = { ...studio.addresses, ports: { ...studio.addresses.ports, httpapi: api.port } };
  const siteBuild = { pages: {}, shells: {}, files: [], folders: [], compressed: [], scriptHashes: [] };
  const edge = await startEdge({ port: 0, addresses, siteFolder: folder, siteBuild, trustedKeys: {} });
  running.push(edge, api);
  site = `http://127.0.0.1:${edge.port}`;
});
afterAll(async () => {
  for (const service of running) await service.close();
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

let customer: string;
let session: Session;
let photo: string;
let link: Link;
let sent: MockInstance;
beforeEach(async () => {
  asked.length = 0;
  const { profile } = await newClient();
  customer = profile.id;
  session = await newSession(customer);
  photo = await newPhoto(session);
  await putLarge(session, photo);
  const body = { ...linkValues, shows_cover: true };
  link = (await call(admin, 'POST', `/api/admin/sessions/${session.id}/links`, { as, body })).json();
  sent = vi.spyOn(s3(), 'send');
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  isFailing = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How often a photo's derivative was read to be cropped. */
const timesRead = () =>
  sent.mock.calls.filter(([one]) => one instanceof GetObjectCommand && one.input.Key?.startsWith('media/')).length;

/** The edge keeps what it has for two seconds. */
const passTwoSeconds = () => vi.setSystemTime(Date.now() + 2_001);
const get = async (path: string) => {
  const answer = await fetch(site + path, { redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const from = answer.headers.get('x-cache')?.split(' ')[0];
  return { status: answer.status, from, bytes, answer };
};
const picture = (id = link.id) => get(`/shared/${id}/cover.jpg`);
const page = (id = link.id) => get(`/shared/${id}`);

const edit = async (path: string, body: object) => {
  const answer = await call(admin, 'PATCH', `/api/admin/${path}`, { as, body });
  expect(answer.outcome).toBe('200');
};

describe('a preview’s picture', () => {
  test('is made once for many requests at the same time, which get the same picture', async () => {
    const pictures = await Promise.all(Array.from({ length: 50 }, () => picture()));
    expect(pictures.map(({ status }) => status)).toEqual(pictures.map(() => 200));
    expect(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect((await sharp(pictures[0]?.bytes).metadata()).width).toBe(1_200);
    expect(asked).toHaveLength(1);
    expect(pictures.filter(({ from }) => from === 'Miss')).toHaveLength(1);
    expect(pictures.filter(({ from }) => from === 'Hit')).toHaveLength(49);
    expect(timesRead()).toBe(1);
  });

  test('is made once also where no edge is before the function, and for later requests', async () => {
    const ask = () => call(preview, 'GET', `/shared/${link.id}/cover.jpg`);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await ask()).bytes).toEqual(answers[0]?.bytes);
    expect(timesRead()).toBe(1);
  });

  test('stays at the edge, which asks after two seconds whether it may still be shown', async () => {
    const { bytes, answer } = await picture();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-if-error=0');
    expect((await picture()).from).toBe('Hit');
    passTwoSeconds();
    const renewed = await picture();
    expect([renewed.status, renewed.from, renewed.answer.headers.get('content-type')]).toEqual([
      200,
      'RefreshHit',
      'image/jpeg',
    ]);
    expect(renewed.bytes).toEqual(bytes);
    expect((await picture()).from).toBe('Hit');
    expect(asked).toHaveLength(2);
    expect(timesRead()).toBe(1);
  });

  test('is not kept from before it was made: without a photo’s file nothing is remembered', async () => {
    const bare = await newPhoto(session);
    await edit(`sessions/${session.id}`, { cover_id: bare, version: 0 });
    expect((await picture()).status).toBe(404);
    await putLarge(session, bare);
    expect((await picture()).status).toBe(200);
  });

  test('is not shown while nobody can say whether it may be; the page opens all the same', async () => {
    await Promise.all([picture(), page()]);
    passTwoSeconds();
    isFailing = true;
    expect((await picture()).status).toBe(500);
    expect((await page()).status).toBe(200);
    vi.setSystemTime(Date.now() + 600_000);
    expect((await page()).status).toBe(500);
  });
});

describe('a preview’s picture is forgotten when', () => {
  const set = (table: string, Key: Record<string, string>, values: Record<string, unknown>) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: `SET ${Object.keys(values).map((name) => `${name} = :${name}`)}`,
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    );
  const linkEdit = (values: object) => {
    const { label, may_pick, may_note, download, pin, ends_on, shows_cover, version } = link;
    return edit(`links/${link.id}`, {
      label,
      may_pick,
      may_note,
      download,
      pin,
      ends_on,
      shows_cover,
      version,
      ...values,
    });
  };

  const ends: Record<string, () => Promise<unknown>> = {
    'the link is revoked': () => call(admin, 'POST', `/api/admin/links/${link.id}/revoke`, { as }),
    'the link ends': () => set('links', { id: link.id }, { ends_at: new Date(Date.now() + 1_000).toISOString() }),
    'the studio switches it off': () => linkEdit({ shows_cover: false }),
    'the link gets a PIN': () => linkEdit({ shows_cover: false, pin: '482913' }),
    'its photo is hidden': () => edit(`sessions/${session.id}/photos`, { photo_ids: [photo], is_approved: false }),
    'its photo is deleted': () => call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${photo}`, { as }),
    'its photo is to be marked': async () => {
      await set('photos', { session_id: session.id, id: photo }, { stage: 'proof', marked_key: newSecret() });
      await set('sessions', { id: session.id }, { marks_shown: new Date().toISOString() });
    },
    'its session is deleted': () => call(admin, 'DELETE', `/api/admin/sessions/${session.id}?version=0`, { as }),
    'its customer is deleted': () => call(admin, 'DELETE', `/api/admin/customers/${customer}`, { as }),
  };

  test.each(Object.keys(ends))('%s', async (name) => {
    expect((await picture()).status).toBe(200);
    expect((await page()).bytes.toString()).toContain(`/shared/${link.id}/cover.jpg`);
    await ends[name]!();
    passTwoSeconds();
    expect((await picture()).status).toBe(404);
    const { status, bytes } = await page();
    const isMarked = name === 'its photo is to be marked';
    // The marked picture takes its place once it is made.
    expect([status, bytes.toString().includes('og:image')]).toEqual([200, isMarked]);
    isFailing = true;
    expect((await picture()).bytes.subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]));
  });

  test.each(['another cover is chosen', 'the focal point is moved', 'its photo is replaced'])(
    '%s: the new one is shown',
    async (name) => {
      const before = await picture();
      const blue = await sharp({ create: { width: 900, height: 400, channels: 3, background: 'blue' } })
        .jpeg()
        .toBuffer();
      if (name === 'another cover is chosen') {
        const other = await newPhoto(session);
        await putLarge(session, other, blue);
        await edit(`sessions/${session.id}`, { cover_id: other, version: 0 });
      } else if (name === 'its photo is replaced') {
        await set('photos', { session_id: session.id, id: photo }, { media_key: newSecret() });
        await putLarge(session, photo, blue);
      } else {
        await edit(`sessions/${session.id}/photos`, { photo_ids: [photo], focus: { x: 0, y: 10 } });
      }
      passTwoSeconds();
      const after = await picture();
      expect([after.status, after.from]).toEqual([200, 'Miss']);
      expect(after.answer.headers.get('etag')).not.toBe(before.answer.headers.get('etag'));
    },
  );

  test('it is shown again: the edge gets it anew', async () => {
    await picture();
    await linkEdit({ shows_cover: false });
    passTwoSeconds();
    expect((await picture()).status).toBe(404);
    link = { ...link, version: 1 };
    await linkEdit({ shows_cover: true });
    expect((await picture()).status).toBe(200);
  });
});

test('the page of a link that was sent to 200 guests is asked for once, and names no guest', async () => {
  const pages = await Promise.all(Array.from({ length: 200 }, () => page()));
  expect(new Set(pages.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(200);
  expect(pages[0]?.answer.headers.getSetCookie()).toEqual([]);
  expect(asked).toEqual([`/shared/${link.id}`]);
});
