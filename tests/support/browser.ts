import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const known = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The machine's own Chromium, or the one that Playwright has downloaded; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [...known, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/** Finds a Chromium or installs one: Debian's where that can be done, else Playwright's. @throws one sentence when neither works */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('There is no Chromium here: installing one …');
  const attempts: [string, string[]][] =
    process.platform === 'linux' && process.getuid?.() === 0
      ? [
          ['sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium']],
          ['npx', ['playwright', 'install', 'chromium']],
        ]
      : [['npx', ['playwright', 'install', 'chromium']]];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit' });
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

/** Flags that keep a tested Chromium to itself: no calls of its own to anywhere. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
