import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { CreateLink } from '#shared/contract/links.ts';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { codeFor, makeCustomer, makeGallery, newPerson, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** Browsers that refuse to store this site's data. */

const values: CreateLink = {
  label: 'Grandparents',
  may_pick: true,
  may_note: true,
  download: 'original',
  pin: null,
  ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  shows_cover: false,
};

/** As browsers behave with blocked site data. */
const blockStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const) {
      const get = () => {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'.`, 'SecurityError');
      };
      Object.defineProperty(window, name, { get, configurable: true });
    }
  });

const blockCookies = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }));

async function share(change: Partial<CreateLink> = {}) {
  const gallery = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 80 });
  const link = await createLink(studioAdmin, gallery.id, { ...values, ...change });
  return `/shared#${link.token}`;
}

const explanation = (page: Page) => page.getByText(/^This browser blocks cookies and site data/);

test('a guest without storage sees all photos, and picks @phone @gate', async ({ page, context }) => {
  const problems = watch(context);
  await blockStorage(context);
  await page.goto(await share());
  await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
  await page.getByRole('button', { name: 'Pick DM_0001.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await dialog.getByLabel('Your name').fill('Anna');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 pick by Anna')).toBeVisible();
  await expect(async () => {
    await page.getByText(/^This link is private and ends on/).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Open DM_0080.jpg' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(problems).toEqual([]);
});

test('a guest without cookies reads what the page needs, with and without a PIN @phone', async ({ page, context }) => {
  await blockCookies(context);
  for (const pin of [null, '271828']) {
    await page.goto(await share({ pin }));
    await expect(explanation(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Open|Pick|Favorite)/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('about:blank');
  }
});

test('a client without storage signs in with a code, and sees the gallery in this tab @phone', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const person = newPerson();
  await makeGallery(await makeCustomer(person), { name: 'Thompson Family', photos: 4 });
  await blockStorage(context);
  await page.goto('/client-login?to=/dashboard/gallery');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Favorite DM_0001.jpg' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('the studio signs in without storage', async ({ page, context }) => {
  await blockStorage(context);
  await signInAsAdmin(page);
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
});

test('the sign-in pages say it where cookies are blocked @phone', async ({ page, context }) => {
  await blockCookies(context);
  for (const path of ['/client-login', '/register', '/admin-login']) {
    await page.goto(path);
    await expect(explanation(page)).toBeVisible();
    await expectAccessible(page);
  }
});
