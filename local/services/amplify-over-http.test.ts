import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amplifyOverHttp } from './amplify-over-http.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
let folder: string;

beforeAll(async () => {
  // The folder is inside the repository, so that imports of packages resolve.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache', 'amplify-over-http-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/**
 * Bundles this source for the browser.
 * @returns the code, not minified
 */
async function built(source: string, plugins: Plugin[]): Promise<string> {
  const entry = join(folder, 'entry.js');
  await writeFile(entry, source);
  const output = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const chunks = [output].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

const everything = `
  import { signInWithRedirect, signOut } from 'aws-amplify/auth';
  window.auth = { signInWithRedirect, signOut };`;

test('a local build uses http for the managed login only', async () => {
  const plain = await built(everything, []);
  const local = await built(everything, [amplifyOverHttp()]);
  for (const path of ['/oauth2/authorize', '/logout']) {
    expect(plain).toContain(`https://\${domain}${path}`);
    expect(local).toContain(`http://\${domain}${path}`);
    expect(local).not.toContain(`https://\${domain}${path}`);
  }
  expect(local).toMatch(/["']http:\/\/["'] \+ domain \+ ["']\/oauth2\/token["']/);
  expect(plain).toContain('url.replace("http://", "https://")');
  expect(local).not.toContain('url.replace("http://", "https://")');
  const https = (code: string) => code.split('https://').length - 1;
  expect(https(plain) - https(local)).toBe(4);
});

test('a build without Amplify is not changed', async () => {
  expect(await built('console.log(1);', [amplifyOverHttp()])).toContain('console.log(1)');
});

test('a build fails when Amplify’s source has changed', async () => {
  const changed: Plugin = {
    name: 'another-version-of-amplify',
    enforce: 'pre',
    transform: (code, id) => (id.includes('openAuthSession.mjs') ? code.replace('https://', 'HTTPS://') : null),
  };
  await expect(built(everything, [changed, amplifyOverHttp()])).rejects.toThrow(
    /utils\/openAuthSession\.mjs does not contain .* exactly once/,
  );
});

test('a build fails when one of the four replaced places is missing', async () => {
  const without: Plugin = {
    name: 'a-module-moved',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('oAuthSignOutRedirect.mjs') ? '\0elsewhere' : null),
    load: (id) => (id === '\0elsewhere' ? 'export const oAuthSignOutRedirect = () => {};' : null),
  };
  await expect(built(everything, [without, amplifyOverHttp()])).rejects.toThrow(
    "the bundle has Amplify's auth but not providers/cognito/utils/oauth/oAuthSignOutRedirect.mjs",
  );
});

test('the development server replaces them in the bundled dependency', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/entry.js"></script>');
  await writeFile(join(folder, 'entry.js'), everything);
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    cacheDir: join(folder, 'cache'),
    plugins: [amplifyOverHttp()],
    optimizeDeps: { include: ['aws-amplify/auth'], noDiscovery: true },
    server: { port: 0, host: '127.0.0.1' },
  });
  try {
    await server.listen();
    const entry = await server.transformRequest('/entry.js');
    const [, dependency = ''] = entry?.code.match(/from "([^"]*aws-amplify_auth[^"]*)"/) ?? [];
    const code = (await server.transformRequest(dependency))?.code ?? '';
    expect(code).toContain('http://${' + 'domain}/oauth2/authorize');
    expect(code).not.toContain('https://${' + 'domain}/oauth2/authorize');
  } finally {
    await server.close();
  }
});
