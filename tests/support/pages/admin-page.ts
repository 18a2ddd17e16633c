import type { BrowserContext, Page, PlaywrightTestOptions, PlaywrightWorkerArgs } from '@playwright/test';
import { watch } from '../faults/watch.ts';
import { reportPolicy } from '../studio/client-world.ts';
import { signInAsAdmin } from '../studio/people.ts';

/**
 * The page of a journey that an admin walks alone: `test.beforeEach(openAdminPage)` and
 * `test.afterEach(closeAdminPage)` give each test its own.
 */

export let context: BrowserContext;
/** Signed in as the admin of the demo data. */
export let page: Page;
/** What the page's console has reported. */
export let problems: string[];

export async function openAdminPage({
  browser,
  isMobile,
  hasTouch,
  viewport,
}: Pick<PlaywrightTestOptions & PlaywrightWorkerArgs, 'browser' | 'isMobile' | 'hasTouch' | 'viewport'>) {
  context = await browser.newContext({ isMobile, hasTouch, viewport });
  await reportPolicy(context);
  problems = watch(context);
  page = await context.newPage();
  await signInAsAdmin(page);
}

/** Goes on in another page of the same browser. */
export async function openAnotherPage() {
  page = await context.newPage();
}

export const closeAdminPage = () => context.close();
