import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Downloads } from '#shared/contract/downloads.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { variants } from '#shared/photos/media.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { addressFor } from '../../lambdas/domain/customers/addresses.ts';
import { readCustomer } from '../../lambdas/domain/customers/repository.ts';
import { changeDownload, readDownloads } from '../../lambdas/domain/downloads/repository.ts';
import { readGalleryFacts } from '../../lambdas/domain/photos/access/announcement.ts';
import { putDerivatives } from '../../lambdas/domain/photos/files/files.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readAllReadable } from '../../lambdas/domain/photos/row/repository.ts';
import { readSession } from '../../lambdas/domain/sessions/repository.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { write } from '../../lambdas/platform/table.ts';
import { makePlan } from '../../lambdas/workers/prepare-download/plan.ts';
import { makeFile } from '../../lambdas/workers/process-photo/make-file.ts';
import { markSession } from '../../lambdas/workers/process-photo/mark-session.ts';
import { appOf, type Objects, pathOf, requests } from '../support/routes/requests.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { type Answer, type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson, type Person } from '../support/studio/api-world.ts';

/**
 * Every address that a client, a guest or a visitor gets while a session's proofs are marked leads to a marked picture.
 * The photos have one color, so that a picture without a mark has one color, too, in whatever size or crop.
 */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const watermark: Watermark = { has_logo: true, text: 'Proof', opacity: 50, size: 'medium', clean_thumbnails: false };

const plain = () => sharp({ create: { width: 600, height: 400, channels: 3, background: { r: 90, g: 120, b: 60 } } });

async function storePictures(photos: ReadyPhoto[]): Promise<void> {
  const [large, medium, small] = await Promise.all([
    plain().jpeg().toBuffer(),
    plain().webp().toBuffer(),
    plain().resize(400).webp().toBuffer(),
  ]);
  for (const photo of photos) {
    await putDerivatives(photo, { large, medium, small });
    await makeFile({ kind: 'make-file', session_id: photo.session_id, id: photo.id, size: 'web' });
  }
}

const readyOf = async (session: string): Promise<ReadyPhoto[]> =>
  (await readAllReadable(session)).filter((photo) => photo.state === 'ready');

const patch = (path: string, body: object) => call(admin, 'PATCH', path, { as: adminClaims(), body });

async function turn(session: string, wanted: Watermark | null): Promise<void> {
  const { version } = (await readSession(session))!;
  const answer = await patch(`/api/admin/sessions/${session}`, { watermark: wanted, version });
  expect(answer.status, answer.text).toBe(200);
  await markSession({ kind: 'mark-session', session_id: session });
  const rekeys = (await readSession(session))!.marks_shown;
  if (rekeys) await markSession({ kind: 'mark-session', session_id: session, rekeys });
  await markSession({ kind: 'mark-session', session_id: session });
  expect((await readSession(session))!.marks_pending).toBeUndefined();
}

/** A person whose session has pictures, and shows proofs marked if `isOn`. */
async function personWithPictures(isOn = true): Promise<Person> {
  const person = await newPerson();
  await storePictures(await readyOf(person.session));
  if (isOn) await turn(person.session, watermark);
  return person;
}

interface Crawl {
  addresses: Set<string>;
  pictures: number;
  clean: string[];
}

const isClean = async (bytes: Uint8Array): Promise<boolean> => {
  const { channels } = await sharp(bytes).stats();
  return channels.every(({ stdev }) => stdev < 2);
};

/** Looks at the pictures behind all addresses of an answer. */
async function look(answer: Answer, crawl: Crawl): Promise<void> {
  const type = answer.response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    crawl.pictures += 1;
    if (await isClean(answer.bytes)) crawl.clean.push('the answer itself');
    return;
  }
  for (const [address] of answer.text.matchAll(/\/(media|downloads|originals|portfolio)\/[^"?\s\\]+/g)) {
    crawl.addresses.add(address);
    await follow(address.slice(1), crawl);
  }
}

/** The objects at an address, or below it. */
async function follow(address: string, crawl: Crawl): Promise<void> {
  const Bucket = env('PHOTOS_BUCKET');
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket, Prefix: address }));
  for (const { Key } of Contents) {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key }));
    const bytes = await Body!.transformToByteArray();
    crawl.pictures += 1;
    if (await isClean(bytes)) crawl.clean.push(Key!);
  }
}

/** Sends a route's request by everyone who may and is not the studio. */
async function request(route: string, person: Person, crawl: Crawl): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const wanted = requests[route]!;
  const world = { a: person, b: person, message: await newMessage(), email: await newFailedEmail() };
  await wanted.prepare?.(world);
  for (const photo of Object.values(person.photos)) {
    const objects: Objects = { ...person, photo, ...world, link: person.link.id };
    for (const size of ['web', 'print', 'original']) {
      const query = wanted.query?.replace('size=web', `size=${size}`);
      const answer = await call(appOf(path), method, `${pathOf(path, objects)}${query ? `?${query}` : ''}`, {
        as: path.startsWith('/api/client') ? person.login : undefined,
        body: wanted.body?.(objects, world),
        headers: path.startsWith('/api/client') && !wanted.withGuestCookie ? {} : { cookie: person.link.cookie },
      });
      expect(answer.status).toBeLessThan(500);
      await look(answer, crawl);
      if (!query?.includes('size=')) break;
    }
    if (!path.includes(':photo')) break;
  }
}

/** Also of archives, whose files are planned when the worker begins. */
async function lookIntoArchives(person: Person, crawl: Crawl): Promise<void> {
  for (const row of await readDownloads(person.customer)) {
    if (Object.keys(row.photos).length === 0) continue;
    const plan = await makePlan(row).catch(() => ({ plan: [] }));
    for (const { key } of plan.plan.flat()) await follow(key, crawl);
  }
}

const routes = Object.keys(requests).filter((route) => !route.includes(' /api/admin'));
const newCrawl = (): Crawl => ({ addresses: new Set(), pictures: 0, clean: [] });

test('the crawl finds clean pictures where no watermark is on', async () => {
  const person = await personWithPictures(false);
  const crawl = newCrawl();
  await request('GET /api/client/sessions/:session/photos', person, crawl);
  await request('GET /shared/:link/cover.jpg', person, crawl);
  await request('POST /api/client/downloads', person, crawl);
  await lookIntoArchives(person, crawl);
  expect(crawl.clean).toHaveLength(crawl.pictures);
  expect(crawl.pictures).toBeGreaterThan(6);
});

describe('while proofs are marked', () => {
  let total = 0;

  test.each(routes)('%s leads to no clean picture', async (route) => {
    const person = await personWithPictures();
    const photos = await readyOf(person.session);
    const crawl = newCrawl();
    await request(route, person, crawl);
    await lookIntoArchives(person, crawl);
    expect(crawl.clean).toEqual([]);
    const told = [...crawl.addresses].join('\n');
    for (const { media_key, stale_media_key, original_key } of photos) {
      for (const key of [media_key, stale_media_key, original_key]) if (key) expect(told).not.toContain(key);
    }
    total += crawl.pictures;
  });

  test('the routes have led to pictures', () => {
    expect(total).toBeGreaterThan(30);
  });
});

test('the proof before a finished photo that was shown without a mark is not told any more; guests are never told', async () => {
  const person = await personWithPictures(false);
  const session = (await readSession(person.session))!;
  const former = { ...readyPhoto(session), replaced_at: new Date().toISOString(), was_shown: true };
  const photo = readyPhoto(session, {
    stage: 'finished',
    former: [former],
    former_revision: newId(),
  });
  await storePhotos(session.id, [photo]);
  await storePictures([photo, { ...photo, ...former, id: photo.id }]);
  const path = `/api/client/sessions/${session.id}/photos`;
  const liked = await call(client, 'PATCH', `${path}/${photo.id}`, { as: person.login, body: { is_favorite: true } });
  expect(liked.status, liked.text).toBe(200);
  const beforeOf = async () => {
    const answers = await Promise.all([
      call(client, 'GET', path, { as: person.login }),
      call(client, 'GET', '/api/client/favorites', { as: person.login }),
      call(client, 'POST', '/api/client/open', { as: person.login }),
      call(guest, 'GET', `/api/guest/links/${person.link.id}/photos`, { headers: { cookie: person.link.cookie } }),
    ]);
    const crawls = answers.map(async (answer) => {
      const crawl = newCrawl();
      for (const [, media = ''] of answer.text.matchAll(/"before":\{"media_path":"\/([^"]+)"/g))
        await follow(media, crawl);
      return { pictures: crawl.pictures > 0, clean: crawl.clean.length > 0 };
    });
    return Promise.all(crawls);
  };
  const [nothing, clean] = [
    { pictures: false, clean: false },
    { pictures: true, clean: true },
  ];
  expect(await beforeOf()).toEqual([clean, clean, clean, nothing]);
  await turn(session.id, watermark);
  expect(await beforeOf()).toEqual([nothing, nothing, nothing, nothing]);
});

describe('sizes and files of marked proofs', () => {
  const download = (person: Person, size: string) =>
    call(
      client,
      'GET',
      `/api/client/sessions/${person.session}/photos/${person.photos.visible}/download?size=${size}`,
      {
        as: person.login,
      },
    );

  test('are only the web size, for clients and guests; a finished photo has all', async () => {
    const person = await personWithPictures();
    const byGuest = (size: string) =>
      call(guest, 'GET', `/api/guest/links/${person.link.id}/photos/${person.photos.visible}/download?size=${size}`, {
        headers: { cookie: person.link.cookie },
      });
    const outcomes = async () => ({
      web: (await download(person, 'web')).outcome,
      print: (await download(person, 'print')).outcome,
      original: (await download(person, 'original')).outcome,
      guest: (await byGuest('original')).outcome,
    });
    const refused = '404 NOT_FOUND';
    expect(await outcomes()).toEqual({ web: '200', print: refused, original: refused, guest: refused });
    const photos = `/api/admin/sessions/${person.session}/photos`;
    await patch(photos, { photo_ids: [person.photos.visible], stage: 'finished' });
    expect(await outcomes()).toEqual({ web: '200', print: '200', original: '200', guest: '200' });
    const crawl = newCrawl();
    await look(await download(person, 'web'), crawl);
    expect(crawl.clean).toHaveLength(1);
  });

  test('are marked in archives; one that was prepared before is refused', async () => {
    const person = await personWithPictures(false);
    await patch(`/api/admin/sessions/${person.session}/photos`, {
      photo_ids: (await readyOf(person.session)).map(({ id }) => id),
      downloadable: true,
    });
    const body = { kind: 'session', session_id: person.session, photo_size: 'web' };
    const ask = () => call(client, 'POST', '/api/client/downloads', { as: person.login, body });
    expect((await ask()).outcome).toBe('200');
    const clean = newCrawl();
    await lookIntoArchives(person, clean);
    expect(clean.clean.length).toBeGreaterThan(0);
    const part = {
      key: 'downloads/part-1.zip',
      file_name: 'family.zip',
      size: 1,
      photos_count: 2,
      attachments_count: 0,
    };
    const end = async (state: 'ready' | 'withdrawn') => {
      for (const row of await readDownloads(person.customer)) {
        await write(changeDownload(row, { state, parts: [part], parts_ready: 1 }));
      }
    };
    await end('ready');
    await turn(person.session, watermark);
    const list = await call(client, 'GET', '/api/client/downloads', { as: person.login });
    expect(list.json<Downloads>().items).toMatchObject([{ state: 'outdated' }]);
    await end('withdrawn');
    expect((await ask()).outcome).toBe('200');
    const marked = newCrawl();
    await lookIntoArchives(person, marked);
    expect(marked.pictures).toBe(clean.pictures);
    expect(marked.clean).toEqual([]);
  });

  test('are never featured, with a reason', async () => {
    const person = await personWithPictures();
    const photos = `/api/admin/sessions/${person.session}/photos`;
    const answer = await patch(photos, { photo_ids: [person.photos.visible], category: 'events' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Mark it as finished first.');
  });

  test('are marked in the email that announces the gallery', async () => {
    const person = await personWithPictures();
    const to = addressFor((await readCustomer(person.customer))!);
    const email = { session_id: person.session, to, name: 'Ada', message: '' };
    const { cover_key } = await readGalleryFacts(email as Parameters<typeof readGalleryFacts>[0]);
    const crawl = newCrawl();
    await follow(cover_key, crawl);
    expect(crawl).toMatchObject({ pictures: 1, clean: [] });
  });

  test('may have clean thumbnails, and only these, where the studio says so', async () => {
    const person = await personWithPictures(false);
    await turn(person.session, { ...watermark, clean_thumbnails: true });
    const crawl = newCrawl();
    await request('GET /api/client/sessions/:session/photos', person, crawl);
    expect(crawl.clean.length).toBeGreaterThan(0);
    for (const key of crawl.clean) expect(key.endsWith(variants.small.file)).toBe(true);
  });
});

describe('the studio', () => {
  test('sees clean pictures, and the client sees clean ones again when it is switched off', async () => {
    const person = await personWithPictures();
    const path = `/api/admin/sessions/${person.session}/photos`;
    const ofStudio = newCrawl();
    await look(await call(admin, 'GET', path, { as: adminClaims() }), ofStudio);
    // Addresses that are being given up were known to the client.
    expect(ofStudio.clean).toHaveLength(ofStudio.pictures);
    expect(ofStudio.pictures).toBeGreaterThan(0);
    await turn(person.session, null);
    const ofClient = newCrawl();
    await request('GET /api/client/sessions/:session/photos', person, ofClient);
    expect(ofClient.clean).toHaveLength(ofClient.pictures);
    expect(ofClient.pictures).toBeGreaterThan(0);
  });

  test.each([
    ['no words', { text: ' ' }, 'Enter the words of the watermark.'],
    ['signs that nobody would see', { has_logo: false, text: '.' }, 'These signs are too small to be seen on photos.'],
    ['words that can’t be drawn', { text: '写真' }, 'A watermark can have letters of Western languages'],
    ['too many words', { text: 'x'.repeat(41) }, 'at most 40 characters'],
    ['an opacity that hides nothing', { opacity: 3 }, 'Enter at least 15%.'],
  ])('is told what is wrong with %s', async (_, change, words) => {
    const person = await newPerson();
    const { version } = (await readSession(person.session))!;
    const answer = await patch(`/api/admin/sessions/${person.session}`, {
      watermark: { ...watermark, ...change },
      version,
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
    expect((await readSession(person.session))!.watermark).toBeUndefined();
  });

  test('gets the watermark with the session, without what is for the machine', async () => {
    const person = await personWithPictures();
    const answer = await call(admin, 'GET', `/api/admin/sessions/${person.session}`, { as: adminClaims() });
    expect(answer.json<Session>()).toMatchObject({ watermark, marks_shown: expect.any(String) });
    expect(answer.text).not.toContain('watermark_id');
  });
});
