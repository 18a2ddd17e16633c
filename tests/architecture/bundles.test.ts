import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionName, functions } from '../../infra/blueprint.ts';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { credentials, userPoolClientId, userPoolId } from '../../local/addresses.ts';
import { edgeSecret, signingKeyId } from '../../local/environment.ts';

/** What is deployed must know nothing of the machine it was built on, and carry no secret. */
const localWords = [credentials.secretAccessKey, userPoolId, userPoolClientId, edgeSecret, signingKeyId];

/** Largest size of an API function's bundle, in bytes: what it costs to load it cold (docs/benchmarks.md, P10). */
const apiBundleBytes = 650 * 1024;

describe.each(Object.keys(functions) as FunctionName[])('the bundle of %s', (name) => {
  test('holds no local code, no local endpoint and no secret', async () => {
    const inputs = await bundle(name);
    expect(inputs.filter((file) => /^(local|tests|web|infra)\//.test(file))).toEqual([]);
    const code = readFileSync(join(bundleFolder(name), 'index.mjs'), 'utf8');
    for (const word of localWords) expect(code).not.toContain(word);
    // Port 8000 is in AWS's own DynamoDB client, for a region called 'local'.
    expect(code.match(/https?:\/\/(localhost|127\.0\.0\.1):(?!8000\b)\d+/g) ?? []).toEqual([]);
  });

  test.runIf(functions[name].trigger.kind === 'api')('is small enough to load quickly', () => {
    expect(statSync(join(bundleFolder(name), 'index.mjs')).size).toBeLessThanOrEqual(apiBundleBytes);
  });
});

describe('the site as it is deployed', () => {
  let folder: string;
  let files: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    // A process of its own: Vite keeps what it built with.
    const script = `import { buildSite } from './web/build/site.ts'; await buildSite({ folder: ${JSON.stringify(folder)} });`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, STUDIO_DEMO_PHOTOGRAPHS: '1' },
    });
    files = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html|json|txt|xml)$/.test(file),
    );
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('speaks https only, and knows no local endpoint', () => {
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(join(folder, 'site', file), 'utf8');
      for (const word of localWords) expect(text, file).not.toContain(word);
      expect(text.match(/https?:\/\/(localhost|127\.0\.0\.1):\d+/g) ?? [], file).toEqual([]);
      expect(text, file).not.toMatch(/["'`]http:\/\/\$\{/);
    }
  });

  test('is React’s production build, whatever the environment of whoever builds it', () => {
    expect(process.env.NODE_ENV).toBe('test');
    const scripts = files.filter((name) => name.endsWith('.js'));
    const isForDevelopment = (name: string) =>
      readFileSync(join(folder, 'site', name), 'utf8').includes('React DevTools');
    expect(scripts.filter(isForDevelopment)).toEqual([]);
  });

  test('has Amplify’s own https addresses for the managed login', () => {
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'site', file), 'utf8'));
    const all = scripts.join('\n');
    expect(all).toMatch(/https:\/\/\$\{\w+\}\/oauth2\/authorize/);
    expect(all).toMatch(/https:\/\/["'`]?\s*\+?\s*\$?\{?\w+\}?\s*\+?\s*["'`]?\/oauth2\/token/);
  });
});
