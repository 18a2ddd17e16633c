import { expect, test } from '@playwright/test';
import { demoAdmin, demoPeople } from '../../local/demo-people.ts';
import { signInAsAdmin, signInAsClient } from '../support/people.ts';

/** What happens to a person's words and sign-in when they leave: things that no page can do but in a real browser. */

const daniel = demoPeople[1];

test('an admin signs in where a client was: on this page, and with nothing of the client left', async ({
  page,
  context,
}) => {
  await signInAsClient(page, daniel.email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await signInAsAdmin(page, demoAdmin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const owners = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.refreshToken')));
  expect(owners).toHaveLength(1);

  // Signing out is a password user's: without a detour over Google's logout.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  expect((await context.cookies()).filter(({ name }) => name.startsWith('CloudFront-'))).toEqual([]);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('signing out in one tab ends it in the other', async ({ page, context }) => {
  await signInAsClient(page, daniel.email);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/gallery');
  await expect(other.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Open / })).toHaveCount(0);
});

test('a note is stored, although its page is closed while the cursor is still in it', async ({ page, context }) => {
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
