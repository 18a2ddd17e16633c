import { expect, type Page, test } from '@playwright/test';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import {
  explained,
  makeGallery,
  photoName,
  reportPolicy,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** The gallery of a client with several sessions: their covers, each of which leads to its session. */

const covers = (page: Page) => page.getByRole('list', { name: 'Sessions' });

/** What stands on the page in reading order, with rounded positions and sizes. */
const partsOnPage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, fieldset, ul[aria-label="Sessions"] :is(li, img, h2, p)')]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ part, box }) => box.width > 0 && part.checkVisibility({ visibilityProperty: true }))
      .map(({ part, box: { x, y, width, height } }) =>
        [part.textContent?.trim(), ...[x, y + scrollY, width, height].map(Math.round)].join(' '),
      ),
  );

test('several sessions are covers that lead to their pages, drawn before the application has loaded @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const hostile = '<b>%label% & "Söhne"</b>';
  const older = Array.from({ length: 6 }, (_, index) => 2024 - index);
  for (const year of older) {
    await makeGallery(customer, { name: `Family ${year}`, date: `${year}-10-18`, photos: 4 });
  }
  const finished = await makeGallery(customer, {
    name: `Wedding ${hostile}`,
    date: '2026-10-18',
    photos: 5,
    change: (index) => ({
      stage: 'finished',
      ...(index === 1 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z' }),
    }),
  });
  const chosen = await makeGallery(customer, {
    name: 'Newborn',
    date: '2025-10-18',
    photos: 9,
    change: (index) => (index === 3 ? { focus: { x: 20, y: 10 } } : {}),
  });
  await editSession(studioAdmin, chosen.id, { version: chosen.version, cover_id: chosen.photo_ids[3]! });

  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/dashboard/gallery', { waitUntil: 'commit' });
  const cards = covers(page).filter({ visible: true }).getByRole('listitem');
  await expect(cards).toHaveCount(8);
  await expect(cards.first().locator('img')).toHaveJSProperty('complete', true);
  await expect(cards.first()).toContainText(`Wedding ${hostile}`);
  await expect(cards.first()).toContainText('Oct 18, 2026 · 5 photos · Finished');
  await expect(cards.nth(1)).toContainText('Oct 18, 2025 · 9 photos');
  await expect(cards.nth(1).locator('[data-stage]')).toHaveCount(0);
  await expect(cards.nth(1).locator('img')).toHaveCSS('object-position', '20% 0%');
  await expectAccessible(page);
  const before = await partsOnPage(page);

  scripts.resolve();
  await expect(page).toHaveTitle(/^Your Photo Gallery/);
  await expect(page.locator('#root ul[aria-label="Sessions"] li')).toHaveCount(8);
  await expect(covers(page)).toHaveCount(1);
  expect(await partsOnPage(page)).toEqual(before);
  // One request answers all of it, and only covers near the window are loaded, at most in the middle size.
  expect(requests.filter((path) => path.startsWith('/api/client/'))).toEqual(['/api/client/open']);
  const pictures = await page.locator('#root ul[aria-label="Sessions"] img').evaluateAll((all) =>
    (all as HTMLImageElement[]).map((one) => ({
      loading: one.loading,
      hasLarge: one.srcset.includes('large'),
      isReserved: one.width > 0 && Math.abs(one.clientWidth / one.clientHeight - 1.5) < 0.05,
    })),
  );
  expect(pictures.map(({ loading }) => loading)).toEqual([
    ...['eager', 'eager'],
    ...Array.from({ length: 6 }, () => 'lazy'),
  ]);
  expect(pictures.filter(({ hasLarge, isReserved }) => hasLarge || !isReserved)).toEqual([]);
  for (const width of [320, 390, 820, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }

  // A cover leads to its session's page, and Back to the covers.
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: finished.session_name })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(8);

  // The favorites of all sessions are one press away, as before.
  await page.getByRole('button', { name: 'Favorites 1' }).click();
  await expect(page.getByRole('button', { name: `Open ${photoName(2)}` })).toBeVisible();

  // Addresses of a session and of its photos from before lead to its page.
  const own = `${testStudio.site}/dashboard/gallery/${chosen.session_label}`;
  await page.goto(`/dashboard/gallery?session=${chosen.id}`);
  await expect(page).toHaveURL(own);
  const query = `?session=${chosen.id}&photo=${chosen.photo_ids[2]}`;
  await page.goto(`/dashboard/gallery${query}`);
  await expect(page).toHaveURL(own + query);
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Close/ })).toBeVisible();
  expect(problems).toEqual([]);
});
