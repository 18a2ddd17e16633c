import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionName, functions } from '../../infra/blueprint.ts';
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

/**
 * Upper limit for the bundle of an API function, in bytes: the size adds to the cold start (docs/benchmarks.md, P10).
 */
const apiBundleBytes = 720 * 1024;

const names = Object.keys(functions) as FunctionName[];
let sources: string[];
beforeAll(async () => {
  sources = await bundle(...names);
});

test('the bundles contain no local code', () => {
  expect(sources).toEqual(expect.arrayContaining(names.map((name) => functions[name].entry)));
  expect(sources.filter((file) => /^(local|tests|web|infra)\//.test(file))).toEqual([]);
});

describe.each(names)('the bundle of %s', (name) => {
  test('contains no local endpoint and no secret', () => {
    const code = readFileSync(join(bundleFolder(name), 'index.mjs'), 'utf8');
    for (const word of localText) expect(code).not.toContain(word);
    // AWS's DynamoDB client itself contains port 8000, for a region named 'local'.
    expect(code.match(/https?:\/\/(localhost|127\.0\.0\.1):(?!8000\b)\d+/g) ?? []).toEqual([]);
  });

  test.runIf(functions[name].trigger.kind === 'api')('is small enough to load quickly', () => {
    expect(statSync(join(bundleFolder(name), 'index.mjs')).size).toBeLessThanOrEqual(apiBundleBytes);
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
