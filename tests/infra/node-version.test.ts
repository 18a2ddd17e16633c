import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm run deploy` begins with local/ready.mjs, `npx cdk deploy` with the command of cdk.json. */

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'node-'));
  // Not app.ts, which an older Node can't load, and no `node` package, whose installation was not allowed.
  for (const file of ['local/ready.mjs', 'infra/app.mjs', 'infra/node-version.mjs']) cpSync(file, join(dir, file));
  for (const file of [
    'package-lock.json',
    'infra/linux-arm64/package-lock.json',
    // npm writes these last.
    'node_modules/.package-lock.json',
    'infra/linux-arm64/node_modules/.package-lock.json',
  ]) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), '');
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

function runAs(version: string, file: string) {
  const code = `for (const [name, value] of [['version', 'v${version}'], ['versions', { ...process.versions, node: '${version}' }]]) Object.defineProperty(process, name, { value });`;
  const pretend = `data:text/javascript,${encodeURIComponent(code)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, file], { cwd: dir, encoding: 'utf8' });
  return { status, stderr };
}

test.each([
  ['18.19.0', 'This is Node 18.19.0. Please install Node 20 or newer, then run the command again.'],
  [
    '22.5.0',
    'The studio runs on Node 24, and this is v22.5.0. Either install Node 24, or let npm fetch it: npm rebuild node --allow-scripts=node',
  ],
])('on Node %s, npm run deploy and npx cdk deploy refuse with the same sentence', (version, sentence) => {
  const { app } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { app: string };
  const [, file = ''] = /^node (\S+)$/.exec(app) ?? [];
  const refusal = { status: 1, stderr: `\n${sentence}\n\n` };
  expect(runAs(version, file)).toEqual(refusal);
  expect(runAs(version, 'local/ready.mjs')).toEqual(refusal);
});
