import { createHash, createPublicKey } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DownloadLink } from '#shared/contract/photos/photos.ts';
import type { Ticket, Tickets } from '#shared/contract/photos/uploads.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { s3, secrets } from '../../lambdas/platform/aws.ts';
import { signedUrl } from '../../lambdas/platform/signer.ts';
import { startEdge } from '../../local/edge/server.ts';
import { signingKeyId } from '../../local/environment.ts';
import type { RunningService } from '../../local/services/service.ts';
import { sized } from '../support/faults/long.ts';
import { Random } from '../support/faults/random.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newPerson, type Person } from '../support/studio/api-world.ts';

/** Changed cookies, links and upload tickets: none grants access, none stores anything. */

const perKind = sized(220, 5_000);
const seed = Number(process.env.STUDIO_FUZZ_SEED ?? Date.now() % 1e9);

let studio: ApiStudio;
let edge: RunningService;
let dir: string;
let a: Person;
let b: Person;
const agent = new Agent({ keepAlive: true });
const photo = 'k'.repeat(26);

beforeAll(async () => {
  studio = await startApiStudio();
  dir = await mkdtemp(join(tmpdir(), 'tampering-'));
  await mkdir(join(dir, 'site'));
  const { SecretString = '' } = await secrets().send(
    new GetSecretValueCommand({ SecretId: process.env.SIGNING_KEY_SECRET }),
  );
  const { privateKey } = JSON.parse(SecretString) as { privateKey: string };
  edge = await startEdge({
    port: 0,
    addresses: studio.addresses,
    siteFolder: join(dir, 'site'),
    siteBuild: {
      pages: { '/': '/index.html', '/services': '/services/index.html' },
      shells: { '/dashboard': '/client.html' },
      files: [],
      folders: ['/assets/'],
      scriptHashes: [],
    },
    trustedKeys: { [signingKeyId]: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString() },
  });
  process.env.SITE_ORIGIN = `http://127.0.0.1:${edge.port}`;
  a = await newPerson();
  b = await newPerson();
  for (const { customer } of [a, b]) await store(`media/${customer}/${photo}/400.webp`);
});
afterAll(async () => {
  agent.destroy();
  await edge?.close();
  await studio?.close();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const minutes = (count: number) => count * 60_000;
const later = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

const store = (Key: string) =>
  s3().send(new PutObjectCommand({ Bucket: process.env.PHOTOS_BUCKET, Key, Body: `bytes of ${Key}` }));

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** The edge's port if absent. */
  port?: number;
}

/** Sends a request with its path unchanged; `fetch` would normalize it. */
function send(path: string, { method = 'GET', headers = {}, body, port = edge.port }: Sent = {}) {
  return new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const outgoing = startRequest({ agent, port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, text: Buffer.concat(chunks).toString(), location: headers.location });
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

type Cookies = Record<string, string>;

async function cookiesOf(person: Person): Promise<Cookies> {
  const { response } = await call(client, 'POST', '/api/client/media-access', { as: person.login });
  return Object.fromEntries(
    response.headers.getSetCookie().map((cookie) => cookie.split('; ')[0]?.split('=') as [string, string]),
  );
}

const asHeader = (cookies: Cookies) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
});

const picture = (person: Person) => `/media/${person.customer}/${photo}/400.webp`;

/** Decodes CloudFront's base64: two texts with the same bytes are the same credential. */
const bytesOf = (text: string) =>
  Buffer.from(
    text.replace(/[-_~]/g, (character) => ({ '-': '+', _: '=', '~': '/' })[character] ?? ''),
    'base64',
  );

/** Replaces, removes or inserts a character, or rotates the text. */
function tamper(text: string, random: Random): string {
  const at = random.below(text.length);
  const character = random.of([...'abcXYZ0189-_~.=%/']);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + character + text.slice(at);
    case 2:
      return text.slice(at) + text.slice(0, at);
    default:
      return text.slice(0, at) + character + text.slice(at + 1);
  }
}

/** A change with an effect: another text, and for base64 other bytes. */
function tampered(text: string, random: Random, isBase64: boolean): string {
  for (;;) {
    const changed = tamper(text, random);
    if (isBase64 ? !bytesOf(changed).equals(bytesOf(text)) : changed !== text) return changed;
  }
}

test(`${perKind} changed cookies grant no access (seed ${seed})`, async () => {
  const random = new Random(seed);
  const cookies = await cookiesOf(a);
  const others = await cookiesOf(b);
  expect(await send(picture(a), { headers: asHeader(cookies) })).toMatchObject({
    status: 200,
    text: `bytes of ${picture(a).slice(1)}`,
  });
  for (let made = 0; made < perKind; made += 1) {
    const name = random.of(Object.keys(cookies));
    const changed = { ...cookies };
    if (random.chance(0.1)) delete changed[name];
    // One client's policy with another's signature, or the reverse.
    else if (random.chance(0.15) && !name.endsWith('Pair-Id')) changed[name] = others[name] ?? '';
    else changed[name] = tampered(cookies[name] ?? '', random, !name.endsWith('Pair-Id'));
    const { status } = await send(picture(a), { headers: asHeader(changed) });
    expect(status, `${name}: ${changed[name]}`).toBe(403);
  }
});

test(`${perKind} paths do not lead from a client’s pictures to another’s (seed ${seed})`, async () => {
  const random = new Random(seed);
  const headers = asHeader(await cookiesOf(a));
  const own = `/media/${a.customer}`;
  const foreign = `${b.customer}/${photo}/400.webp`;
  const up = ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '..%00', '..;', '%c0%ae%c0%ae', '．．', '...', '.'];
  const slash = ['/', '%2f', '%2F', '%252f', '\\', '%5c', '//', '/./', '%c0%af'];
  for (let made = 0; made < perKind; made += 1) {
    const ways = [
      `${own}${random.of(slash)}${random.of(up)}${random.of(slash)}${foreign}`,
      `${own}${random.of(slash)}${random.of(up)}${random.of(slash)}${random.of(up)}${random.of(slash)}media${random.of(slash)}${foreign}`,
      `${own}/?${random.of(up)}/${foreign}`,
      `/media${random.of(slash)}${foreign}`,
      `/media/${foreign}${random.of(['?', '#', ';', '%3f'])}${own}/`,
      `/media/${a.customer.toUpperCase()}/${random.of(up)}/${foreign}`,
      `/Media/${foreign}`,
      `${random.of(slash)}media${random.of(slash)}${random.of(up)}${random.of(slash)}media/${foreign}`,
      `/originals/${b.customer}/x`,
      `/portfolio${random.of(slash)}${random.of(up)}${random.of(slash)}media/${foreign}`,
      `${own}/${tampered(`${photo}/400.webp`, random, false)}`,
    ];
    const path = encodeURI(random.of(ways)).replaceAll('%25', '%');
    const { status, text } = await send(path, { headers });
    expect(text, path).not.toContain('bytes of');
    expect([400, 403, 404], `${path}: ${status}`).toContain(status);
  }
});

test(`${perKind} addresses redirect to no other host (seed ${seed})`, async () => {
  const random = new Random(seed);
  const known = ['', '/services', '/dashboard', '/assets/', '/dashboard/gallery'];
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/.evil.example',
    '/@evil.example',
  ];
  const endings = [
    '/',
    '//',
    '/%2f',
    '/?next=//evil.example',
    '/..',
    '/%0d%0alocation:%20https://evil.example',
    '\\',
    '',
  ];
  let redirected = 0;
  for (let made = 0; made < perKind; made += 1) {
    const parts = [random.of(known), random.chance(0.7) ? random.of(elsewhere) : '', random.of(endings)];
    const path = parts.join('') || '/';
    const { status, location } = await send(path);
    if (location !== undefined) {
      redirected += 1;
      expect(new URL(location, 'https://studio.example').origin, path).toBe('https://studio.example');
      expect(location, path).toMatch(/^\/(?![/\\])/);
    }
    expect(status, path).toBeLessThan(500);
  }
  // CloudFront redirects known addresses with a trailing slash.
  expect(redirected).toBeGreaterThan(0);
});

test('cookies grant no access after their expiry', async () => {
  const headers = asHeader(await cookiesOf(a));
  later(minutes(59));
  expect((await send(picture(a), { headers })).status).toBe(200);
  later(minutes(1));
  expect((await send(picture(a), { headers })).status).toBe(403);
});

test(`${perKind} changed links grant no access (seed ${seed})`, async () => {
  const random = new Random(seed);
  const path = `/api/client/sessions/${a.session}/photos/${a.photos.visible}/download?size=original`;
  const { url } = (await call(client, 'GET', path, { as: a.login })).json<DownloadLink>();
  const [address = '', query = ''] = url.split('?');
  await store(decodeURIComponent(address.slice(1)));
  const archive = `/downloads/${a.customer}/archive/part-1.zip`;
  await store(archive.slice(1));
  const links = [url, await signedUrl(archive, new Date(Date.now() + minutes(720)))];
  for (const link of links) expect((await send(link)).status).toBe(200);
  const cookie = asHeader(await cookiesOf(a));
  for (let made = 0; made < perKind; made += 1) {
    const link = random.of(links);
    const [place = '', signed = ''] = link.split('?');
    const pairs = signed.split('&');
    const at = random.below(pairs.length);
    const [name = '', value = ''] = pairs[at]?.split('=') ?? [];
    const isBase64 = name !== 'Key-Pair-Id';
    const ways = [
      `${place}?${pairs.with(at, `${name}=${tampered(value, random, isBase64)}`).join('&')}`,
      `${place}?${pairs.toSpliced(at, 1).join('&')}`,
      `${tampered(place, random, false)}?${signed}`,
      // The other link's signature.
      `${place}?${links.find((other) => other !== link)?.split('?')[1]}`,
      `${place}/?${signed}`,
      `${place}?${signed}&response-content-type=text/html`,
      place,
    ];
    const wanted = random.of(ways);
    const { status, text } = await send(wanted, random.chance(0.5) ? { headers: cookie } : {});
    expect(text, wanted).not.toContain('bytes of');
    expect([400, 403, 404], `${wanted}: ${status}`).toContain(status);
  }
  later(minutes(10));
  expect((await send(`${address}?${query}`)).status).toBe(403);
});

const landed = async () =>
  (await s3().send(new ListObjectsV2Command({ Bucket: process.env.LANDING_BUCKET }))).Contents ?? [];

async function ticketFor(body: Buffer): Promise<Extract<Ticket, { state: 'upload' }>> {
  const file = {
    file_name: 'a.jpg',
    content_type: 'image/jpeg',
    size: body.length,
    sha256: createHash('sha256').update(body).digest('base64'),
  };
  const answer = await call(admin, 'POST', `/api/admin/sessions/${a.session}/uploads`, {
    as: adminClaims(),
    body: { is_approved: true, downloadable: true, files: [file] },
  });
  const [ticket] = answer.json<Tickets>().tickets;
  if (ticket?.state !== 'upload') throw new Error(answer.text);
  return ticket;
}

/** Uploads bytes with a ticket directly to the landing bucket, as the browser does. */
function put({ url, headers }: { url: string; headers: Record<string, string> }, body: Buffer, method = 'PUT') {
  const { pathname, search, port } = new URL(url);
  const length = { 'content-length': String(body.length) };
  return send(`${pathname}${search}`, { method, body, port: Number(port), headers: { ...length, ...headers } });
}

test(`${perKind} changed upload tickets store nothing (seed ${seed})`, {
  timeout: perKind * 200,
}, async () => {
  const random = new Random(seed);
  const body = Buffer.from('as good as a photo');
  const ticket = await ticketFor(body);
  const foreignKey = new URL(ticket.url).pathname.replace(a.customer, b.customer);
  const ways: (() => Parameters<typeof put>)[] = [
    // Other bytes: as many, fewer, more.
    () => [ticket, Buffer.from('as good as a virus')],
    () => [ticket, body.subarray(0, random.below(body.length))],
    () => [ticket, Buffer.concat([body, body])],
    // Other headers.
    () => {
      const name = random.of(Object.keys(ticket.headers));
      const { [name]: value = '', ...others } = ticket.headers;
      const isLeftOut = random.chance(0.4);
      return [{ ...ticket, headers: isLeftOut ? others : { ...others, [name]: tampered(value, random, false) } }, body];
    },
    () => [{ ...ticket, headers: { ...ticket.headers, 'content-type': 'text/html' } }, body],
    () => [{ ...ticket, headers: { ...ticket.headers, 'x-amz-acl': 'public-read' } }, body],
    () => [{ ...ticket, headers: { ...ticket.headers, 'x-amz-meta-extra': 'x' } }, body],
    // Another key.
    () => [{ ...ticket, url: ticket.url.replace(new URL(ticket.url).pathname, foreignKey) }, body],
    () => {
      const url = new URL(ticket.url);
      const name = random.of([...url.searchParams.keys()]);
      const value = url.searchParams.get(name) ?? '';
      if (random.chance(0.3)) url.searchParams.delete(name);
      else url.searchParams.set(name, tampered(value, random, false));
      return [{ ...ticket, url: url.href }, body];
    },
    () => [ticket, body, random.of(['POST', 'GET', 'DELETE', 'HEAD'])],
  ];
  for (let made = 0; made < perKind; made += 1) {
    const [wanted, bytes, method] = random.of(ways)();
    const { status } = await put(wanted, bytes, method);
    expect(status, JSON.stringify([wanted, bytes.toString(), method])).toBeGreaterThanOrEqual(400);
    expect(status, JSON.stringify(wanted)).toBeLessThan(500);
  }
  expect(await landed()).toEqual([]);

  // The unchanged ticket is valid once, and for a limited time.
  const late = await ticketFor(Buffer.from('late'));
  expect((await put(ticket, body)).status).toBe(200);
  expect((await put(ticket, body)).status).toBe(412);
  later(minutes(121));
  expect((await put(late, Buffer.from('late'))).status).toBe(403);
  expect(await landed()).toHaveLength(1);
});
