import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { type Addresses, addresses, credentials, endpoint, region } from '../addresses.ts';
import { startHttpApi } from '../lambda/http-api.ts';
import { functionsOf, LambdaFunction } from '../lambda/runtime.ts';
import { startS3 } from '../s3/server.ts';
import { Faults } from '../services/faults.ts';
import { startEdge } from './server.ts';

/** An edge before a site, an API and photographs, for its tests: `beforeAll(startTestEdge)` and `afterAll(stopTestEdge)`. */

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyPairId = 'K1';
export const page = `<!doctype html><title>Services</title>${'<p>Photographs</p>'.repeat(200)}`;
export const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`;

export let dir: string;
export let local: Addresses;
let site: string;
export let photos: S3Client;
export const faults = new Faults();
const closing: (() => Promise<unknown>)[] = [];

export async function startTestEdge(): Promise<void> {
  dir = await mkdtemp(join(tmpdir(), 'edge-'));
  local = addresses(0, dir);
  await makeSite();
  await startApi();
  await startPhotos();
  const edge = await startEdge({
    port: 0,
    addresses: local,
    siteFolder: join(dir, 'site'),
    siteBuild: {
      pages: { '/': '/index.html', '/services': '/services/index.html' },
      shells: { '/dashboard': '/client.html' },
      files: ['/favicon.ico', '/config.json', '/robots.txt'],
      folders: ['/assets/'],
      compressed: ['.js'],
      scriptHashes: ["'sha256-boot'"],
    },
    trustedKeys: { [keyPairId]: publicKey },
    faults,
  });
  closing.unshift(() => edge.close());
  site = `http://localhost:${edge.port}`;
}
export async function stopTestEdge(): Promise<void> {
  for (const close of closing) await close();
  await rm(dir, { recursive: true });
}

async function makeSite(): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'index.html': '<!doctype html><title>Home</title>',
    'services/index.html': page,
    'client.html': '<!doctype html><title>Portal</title>',
    '404.html': '<!doctype html><title>Not found</title>',
    'favicon.ico': 'icon',
    'assets/entry-abc.js': script,
    'assets/entry-abc.js.br': brotliCompressSync(script),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dir, 'site', name, '..'), { recursive: true });
    await writeFile(join(dir, 'site', name), text);
  }
  await writeFile(join(dir, 'secret.txt'), 'not part of the site');
}

/** Starts an API that responds with the event it received. */
async function startApi(): Promise<void> {
  const bundle = join(dir, 'index.mjs');
  await writeFile(
    bundle,
    `export const handler = async (event) => ({ statusCode: 207, cookies: ['a=1', 'b=2'], headers: { 'content-type': 'application/json', 'content-security-policy': 'own' }, body: JSON.stringify(event) });`,
  );
  const echo = new LambdaFunction({ name: 'echo', bundle, environment: {}, memory: 128, timeout: 10, logs: dir });
  const functions = functionsOf(new Map([['echo', echo]]));
  const api = await startHttpApi({
    port: 0,
    functions,
    authorizers: {},
    routes: [{ path: '/api/public/{proxy+}', authorizer: 'none', function: 'echo' }],
  });
  local.ports.httpapi = api.port;
  closing.push(api.close, functions.close);
}

async function startPhotos(): Promise<void> {
  const s3 = await startS3({ port: 0, dir: join(dir, 's3') });
  local.ports.s3 = s3.port;
  closing.push(s3.close);
  photos = new S3Client({ region, credentials, endpoint: endpoint(local, 's3') });
  closing.unshift(async () => photos.destroy());
  await photos.send(new CreateBucketCommand({ Bucket: 'photos' }));
  await photos.send(new CreateBucketCommand({ Bucket: 'site' }));
  await put('media/c-1/k/400.webp', 'small picture', {
    ContentType: 'image/webp',
    CacheControl: 'private, max-age=31536000, immutable',
  });
  await put('media/c-2/k/400.webp', 'another’s picture');
  await put('portfolio/p/400.webp', 'public picture', { ContentType: 'image/webp' });
  await put('originals/c-1/s/1-2-Anna & Tom 1.jpg', '0123456789', {
    ContentType: 'image/jpeg',
    ContentDisposition: 'attachment',
  });
}

export const put = (Key: string, Body: string, options = {}) =>
  photos.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ...options }));

export async function invalidate(reference: string, path: string) {
  const cloudfront = new CloudFrontClient({ region, credentials, endpoint: site });
  const batch = { CallerReference: reference, Paths: { Quantity: 1, Items: [path] } };
  try {
    return await cloudfront.send(new CreateInvalidationCommand({ DistributionId: 'LOCAL', InvalidationBatch: batch }));
  } finally {
    cloudfront.destroy();
  }
}

/** Returns the cookies that grant `resource`. */
export const cookieFor = (resource: string) => {
  const DateLessThan = { 'AWS:EpochTime': Math.floor(Date.now() / 1000) + 60 };
  const policy = JSON.stringify({ Statement: [{ Resource: `${site}${resource}`, Condition: { DateLessThan } }] });
  return Object.entries(getSignedCookies({ keyPairId, privateKey, policy }))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
};

/** Returns a signed link to `path`. */
export const signed = (path: string) => {
  const dateLessThan = new Date(Date.now() + 60_000).toISOString();
  return getSignedUrl({ url: `${site}${path}`, keyPairId, privateKey, dateLessThan }).slice(site.length);
};

/** Sends a request to the edge, and follows no redirect. */
export const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${site}${path}`, { redirect: 'manual', headers, ...init });

/** Sends a request with its path unchanged; fetch would normalize it. */
export function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(site);
    const outgoing = startRequest({ host: '127.0.0.1', port, path, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}
