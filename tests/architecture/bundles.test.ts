import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionBlueprint, type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { credentials, userPools } from '../../local/addresses.ts';
import { edgeSecret, signingKeyId } from '../../local/environment.ts';

/** Values of the local environment that a deployed bundle must not contain. */
const localText = [
  credentials.secretAccessKey,
  ...Object.values(userPools).flatMap(({ id, clientId }) => [id, clientId]),
  edgeSecret,
  signingKeyId,
];

const names = Object.keys(functions) as FunctionName[];
const isApi = (name: FunctionName) => functions[name].trigger.kind === 'api';
const has = (variable: RegExp) => (name: FunctionName) =>
  (functions[name] as FunctionBlueprint).environment.some((one) => variable.test(one));
const isOneOf =
  (...users: FunctionName[]) =>
  (name: FunctionName) =>
    users.includes(name);

/**
 * The packages that a bundle may contain, by the functions that use them: whose environment names a table, a bucket, a
 * queue, and so on. What else is in a bundle is read at each cold start for nothing (docs/benchmarks.md, P10).
 */
const uses: Record<string, (name: FunctionName) => boolean> = {
  '@aws-lambda-powertools/logger': (name) => !isOneOf('limit-token', 'name-token')(name),
  '@aws-sdk/client-cloudfront': has(/^DISTRIBUTION_ID$/),
  '@aws-sdk/client-cognito-identity-provider': has(/^CLIENT_POOL_ID$/),
  '@aws-sdk/client-dynamodb': has(/_TABLE$/),
  '@aws-sdk/client-lambda': has(/_FUNCTION$/),
  '@aws-sdk/client-s3': has(/_BUCKET$/),
  '@aws-sdk/client-secrets-manager': has(/^SIGNING_KEY_SECRET$/),
  '@aws-sdk/client-sesv2': has(/^SENDER_EMAIL$/),
  '@aws-sdk/client-sqs': has(/_(QUEUE|DEAD_LETTERS)_URL$/),
  '@aws-sdk/client-ssm': has(/^API_KEY_PARAMETER$/),
  '@aws-sdk/cloudfront-signer': has(/^SIGNING_KEY_SECRET$/),
  '@aws-sdk/lib-dynamodb': has(/_TABLE$/),
  '@aws-sdk/s3-request-presigner': isOneOf('admin'),
  '@noble/hashes': isOneOf('client', 'admin', 'daily-sweep'),
  canonicalize: isOneOf('client', 'admin', 'daily-sweep'),
  hono: (name) => isApi(name) || isOneOf('send-email')(name),
  'p-limit': isOneOf('move-derivatives', 'process-photo'),
  thumbhash: isOneOf('process-photo'),
  zod: has(/_TABLE$/),
};

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

let built: Metafile;
beforeAll(async () => {
  built = await bundle(...names);
});

test('the bundles contain no local code', () => {
  const sources = Object.keys(built.inputs);
  expect(sources).toEqual(expect.arrayContaining(names.map((name) => functions[name].entry)));
  expect(sources.filter((file) => /^(local|tests|web|infra)\//.test(file))).toEqual([]);
});

/** Returns what esbuild says of a function's bundle: the files in it with their bytes, and what it imports. */
const outputOf = (name: FunctionName) => {
  const [, output] = Object.entries(built.outputs).find(([path]) => path.endsWith(`/${name}.js`))!;
  return output;
};

describe.each(names)('the bundle of %s', (name) => {
  test('contains no local endpoint and no secret', () => {
    const code = readFileSync(join(bundleFolder(name), 'index.mjs'), 'utf8');
    for (const word of localText) expect(code).not.toContain(word);
    // AWS's DynamoDB client itself contains port 8000, for a region named 'local'.
    expect(code.match(/https?:\/\/(localhost|127\.0\.0\.1):(?!8000\b)\d+/g) ?? []).toEqual([]);
  });

  test('contains the packages that its function uses, and no others', () => {
    const { inputs } = outputOf(name);
    const packages = Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => {
      const [, contained = ''] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
      return bytesInOutput > 0 && Object.hasOwn(dependencies, contained) ? [contained] : [];
    });
    expect([...new Set(packages)].toSorted()).toEqual(Object.keys(uses).filter((used) => uses[used]!(name)));
  });

  test('imports sharp only where it is deployed beside the bundle', () => {
    const imported = outputOf(name).imports.map(({ path }) => path);
    expect(imported.includes('sharp')).toBe('sharp' in functions[name]);
  });
});

describe('the deployed site', () => {
  let folder: string;
  let files: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    // Run in a separate process, because Vite caches the environment of its first build.
    const script = `import { buildSite } from './web/build/site.ts'; await buildSite({ folder: ${JSON.stringify(folder)} });`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    files = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html|json|txt|xml)$/.test(file),
    );
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('uses https only, and contains no local endpoint', () => {
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(join(folder, 'site', file), 'utf8');
      for (const word of localText) expect(text, file).not.toContain(word);
      expect(text.match(/https?:\/\/(localhost|127\.0\.0\.1):\d+/g) ?? [], file).toEqual([]);
      expect(text, file).not.toMatch(/["'`]http:\/\/\$\{/);
    }
  });

  test('is React’s production build, whatever NODE_ENV the build runs in', () => {
    expect(process.env.NODE_ENV).toBe('test');
    const scripts = files.filter((name) => name.endsWith('.js'));
    const isForDevelopment = (name: string) =>
      readFileSync(join(folder, 'site', name), 'utf8').includes('React DevTools');
    expect(scripts.filter(isForDevelopment)).toEqual([]);
  });

  test('contains Amplify’s https addresses of the managed login', () => {
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'site', file), 'utf8'));
    const all = scripts.join('\n');
    expect(all).toMatch(/https:\/\/\$\{\w+\}\/oauth2\/authorize/);
    expect(all).toMatch(/https:\/\/["'`]?\s*\+?\s*\$?\{?\w+\}?\s*\+?\s*["'`]?\/oauth2\/token/);
  });
});
