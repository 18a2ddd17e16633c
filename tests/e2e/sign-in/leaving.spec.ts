import { expect, test } from '@playwright/test';
import { demoAdmin, demoPeople } from '../../../local/data/demo-people.ts';
import { chooseGoogleAccount, signInAsAdmin, signInAsClient } from '../../support/studio/people.ts';

/** Typed text and sign-in when a page is left: behavior that needs a real browser. */

const daniel = demoPeople[1];

test('an admin signs in after a client: on this page, with nothing of the client left', async ({ page, context }) => {
  await signInAsClient(page, daniel.email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await signInAsAdmin(page, demoAdmin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const owners = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.refreshToken')));
  expect(owners).toHaveLength(1);

  // A password user signs out without a redirect to Google's logout.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  expect((await context.cookies()).filter(({ name }) => name.startsWith('CloudFront-'))).toEqual([]);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('a renewal of the media cookies under way does not outlast the sign-out', async ({ page, context }) => {
  await signInAsAdmin(page, demoAdmin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let cleared = false;
  await page.route('**/api/admin/media-access', async (route) => {
    if (route.request().method() === 'POST') await held;
    else cleared = true;
    await route.continue();
  });
  const renewal = page.waitForRequest('**/api/admin/media-access');
  await page.reload();
  await renewal;
  await page.getByRole('button', { name: 'Logout' }).click();
  const isWaiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length === 1);
  await expect.poll(async () => cleared || (await isWaiting())).toBe(true);
  answer();
  await expect(page).toHaveURL(/\/client-login$/);
  expect((await context.cookies()).filter(({ name }) => name.startsWith('CloudFront-'))).toEqual([]);
});

test('signing out on a shared computer leaves no picture, and the next sign-in asks which account to use @phone @gate', async ({
  page,
  context,
  isMobile,
}) => {
  const authorization = () => page.waitForRequest((request) => request.url().includes('/oauth2/authorize'));
  const first = authorization();
  await signInAsClient(page, daniel.email);
  expect(new URL((await first).url()).searchParams.get('prompt')).toBeNull();
  // A navigation before the tokens have arrived would end the sign-in.
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.goto('/dashboard/gallery');
  const picture = page
    .getByRole('button', { name: /^Open / })
    .locator('img')
    .first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const address = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  const cached = () =>
    page.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (answer) => answer.ok,
          () => false,
        ),
      address,
    );
  expect(await cached()).toBe(true);

  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  expect((await context.cookies()).filter(({ name }) => name.startsWith('CloudFront-'))).toEqual([]);
  expect(await cached()).toBe(false);

  // Every sign-in asks for the account until one has succeeded.
  for (let time = 0; time < 2; time += 1) {
    await page.goto('/client-login');
    const next = authorization();
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    expect(new URL((await next).url()).searchParams.get('prompt')).toBe('select_account');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  }
  await chooseGoogleAccount(page, demoPeople[0].email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('choose-account'))).toBeNull();
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signInAsClient(page, daniel.email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/gallery');
  await expect(other.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Open / })).toHaveCount(0);
});

test('a note is stored although its page is closed while the cursor is in it', async ({ page, context }) => {
  await signInAsClient(page, daniel.email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.goto('/dashboard/gallery');
  const note = page.getByPlaceholder('Add a note (optional)...').first();
  const words = `Closed at ${Date.now()}`;
  await note.fill(words);
  await page.close({ runBeforeUnload: true });

  const later = await context.newPage();
  const stored = async () => {
    await later.goto('/dashboard/gallery');
    return later.getByPlaceholder('Add a note (optional)...').first().inputValue();
  };
  await expect.poll(stored).toBe(words);
});
