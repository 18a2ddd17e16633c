import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const known = [
  process.env.CHROMIUM_PATH ?? '',
  // Without Chromium's own windows and GPU process: a seventh less CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The system's Chromium, or Playwright's; undefined when there is neither. */
export function findBrowser(): string | undefined {
  return [...known, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds a Chromium or installs one: Debian's package where possible, else Playwright's.
 * @throws Error with one sentence when both fail
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('There is no Chromium here: installing one …');
  const attempts: [string, string[]][] =
    process.platform === 'linux' && process.getuid?.() === 0
      ? [
          ['sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium-headless-shell']],
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

/**
 * `--disable-features` replaces Playwright's own list, which is repeated here, with three more that cost CPU time:
 * the spare renderer is a process that Chromium starts ahead of each page, and the two of the WebUI are pages for the
 * address bar's suggestions, which it loads with every page.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Flags that stop Chromium's own network requests and screens. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
];
