import { expect, type Page, test } from '@playwright/test';
import type { ReadyPhoto } from '../../../../lambdas/domain/photos/row/lifecycle.ts';
import { isolated } from '../../../../shared/text/isolated.ts';
import { isLong, sized } from '../../../support/faults/long.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { viewer } from '../../../support/pages/photos.ts';
import { setTextSize } from '../../../support/pages/text-size.ts';
import {
  broken,
  faults,
  hold,
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
} from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/** The studio's lightbox: one photo at a time, by keys and buttons. */

async function openSession(page: Page, photos: number, change?: (index: number) => Partial<ReadyPhoto>) {
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), {
    name: 'Wedding',
    photos,
    ...(change && { change }),
  });
  await page.goto(`/admin/session/${session.id}`);
  return session;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const shows = (page: Page, number: number) =>
  expect(panel(page).getByRole('heading', { name: photoName(number) })).toBeVisible();
const toggle = (page: Page, name: string) => panel(page).getByRole('switch', { name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Which photos' }).getByRole('link', { name, exact: true });

test.afterEach(() => faults('dynamodb', []));

test('a photo is hidden, refused, deleted and brought back by keys, and compared, each in the session’s address @gate', async ({
  context,
  page,
}) => {
  await reportPolicy(context);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems = watch(context);
  const session = await openSession(page, 6, (index) => ({
    ...(index === 0 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z', note: 'For the hallway <b>' }),
    // Larger than its derivatives.
    ...(index === 1 && { width: 3_600, height: 2_400 }),
    ...(index === 2 && { file_name: '<img src=x onerror=alert(1)>‮gpj.jpg' }),
    captured_at: `2026-10-18T10:00:0${index}.000Z`,
  }));
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).click();
  await expect(viewer(page)).toBeVisible();
  await shows(page, 1);
  await expect(page).toHaveURL(new RegExp(`photo=${session.photo_ids[0]}`));
  expect(context.pages()).toHaveLength(1);
  await expect(panel(page)).toContainText('“For the hallway <b>”');
  await expect(panel(page)).toContainText('1600 × 2400');
  await expectAccessible(page);
  await page.keyboard.press('s');
  await expect(page.getByText('Favorite of the client. Note: “For the hallway <b>”')).toBeVisible();

  await page.keyboard.press('h');
  await expect(toggle(page, 'Client sees it')).not.toBeChecked();
  await page.keyboard.press('d');
  await expect(toggle(page, 'Download')).not.toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('u');
  await expect(toggle(page, 'Download')).toBeChecked();
  await toggle(page, 'Client sees it').click();
  await expect(toggle(page, 'Client sees it')).toBeChecked();

  await page.keyboard.press('ArrowRight');
  await shows(page, 2);
  await page.keyboard.press('i');
  await expect(panel(page)).not.toContainText('3600 × 2400');
  await page.keyboard.press('i');
  await page.keyboard.press('x');
  await expect(panel(page)).toContainText('<img src=x');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(viewer(page).getByText(/1 photo moved to the trash/)).toBeVisible();
  await page.keyboard.press('u');
  await expect(viewer(page).getByText(`Undone: ${isolated(photoName(2))} is restored.`)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await shows(page, 2);

  // 100%: the original's pixels.
  const width = () =>
    page.locator('.yarl__slide_current img').evaluate((image: HTMLImageElement) => image.getBoundingClientRect().width);
  const whole = await width();
  await page.keyboard.press('z');
  await expect.poll(width).toBeGreaterThan(whole * 1.2);
  await expect(page.locator('.yarl__slide_current img[src*="/originals/"]')).toHaveCount(1);
  await page.keyboard.press('z');
  await expect.poll(width).toBeLessThan(whole * 1.1);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Compare with the next photo');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Compare 2 photos' })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('c');
  const compare = page.getByRole('dialog', { name: 'Compare 4 photos' });
  await expect(compare).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('z');
  await expect(compare.locator('img[data-zoomed]')).toHaveCount(4);
  const shifts = () => compare.locator('img').evaluateAll((all) => all.map((image) => image.style.transform));
  const before = await shifts();
  const box = (await compare.locator('li').first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 3 - 40, { steps: 4 });
  await page.mouse.up();
  const after = await shifts();
  for (const [index, shift] of after.entries()) expect(shift).not.toBe(before[index]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('h');
  await expect(compare.locator('li[aria-current]')).toContainText('Hidden');
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeVisible();

  await page.reload();
  await shows(page, 2);
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(tab(page, 'All 6')).toBeVisible();
  await expect(tab(page, 'Trash 0')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a photo that is being deleted is left out; it is back when the deletion fails', async ({ page }) => {
  const session = await openSession(page, 4);
  await page.getByRole('button', { name: `Open ${photoName(2)}` }).click();
  await shows(page, 2);
  const release = await hold(page, '**/photos/trash');
  await page.keyboard.press('x');
  await shows(page, 3);
  await page.keyboard.press('ArrowLeft');
  await shows(page, 1);
  release();
  await expect(viewer(page).getByText(/1 photo moved to the trash/)).toBeVisible();
  await shows(page, 1);
  await expect(page).toHaveURL(new RegExp(`photo=${session.photo_ids[0]}`));

  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.keyboard.press('x');
  await shows(page, 3);
  await expect(viewer(page).getByText(/Deleting failed/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await shows(page, 1);
});

test('what was not saved says so in the lightbox and can be tried again', async ({ page }) => {
  await openSession(page, 2);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).click();
  await shows(page, 1);
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.keyboard.press('h');
  await expect(viewer(page).getByRole('alert')).toContainText('Something went wrong.');
  await expect(toggle(page, 'Client sees it')).toBeChecked();
  await expectAccessible(page);
  await faults('dynamodb', []);
  await viewer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(toggle(page, 'Client sees it')).not.toBeChecked();
});

test('on a phone the photo, its acts and its facts fit, without zoom buttons @phone', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a desktop has keys');
  await openSession(page, 3);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).tap();
  await shows(page, 1);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /zoom/i })).toHaveCount(0);
  await toggle(page, 'Client sees it').tap();
  await expect(toggle(page, 'Client sees it')).not.toBeChecked();
  for (const control of await panel(page).locator('button').all()) {
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  const photo = (await page.locator('.yarl__slide_current img').boundingBox())!;
  expect(photo.y + photo.height).toBeLessThanOrEqual((await panel(page).boundingBox())!.y + 1);
});

test('a wedding is culled by keyboard', async ({ page }) => {
  const photos = sized(240, 1_200);
  test.setTimeout(480_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSession(page, photos);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).press('Enter');
  for (let number = 1; number <= photos; number += 1) {
    await shows(page, number);
    if (number % 60 === 0) {
      await page.keyboard.press('x');
      // The next photo follows by itself; after the last one, the one before it.
      continue;
    }
    if (number % 12 === 0) {
      await page.keyboard.press('h');
      await expect(toggle(page, 'Client sees it')).not.toBeChecked();
    }
    if (number % 50 === 0) {
      await page.keyboard.press('d');
      await expect(toggle(page, 'Download')).not.toBeChecked();
    }
    await page.keyboard.press('ArrowRight');
  }
  await shows(page, photos - 1);
  await page.keyboard.press('Escape');
  const tabs = isLong
    ? ['All 1,180', 'Hidden 80', 'Not downloadable 20', 'Trash 20']
    : ['All 236', 'Hidden 16', 'Not downloadable 4', 'Trash 4'];
  for (const name of tabs) {
    await expect(tab(page, name)).toBeVisible();
  }
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(500);
});

test('the place and what was done lie above the photo, also above a bright one, and undo goes back act by act @phone', async ({
  page,
}, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSession(page, 4);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).click();
  await shows(page, 1);
  await page.keyboard.press('h');
  // The answer that comes last is the one that is shown.
  await expect(viewer(page).getByText(/1 photo is hidden/)).toBeVisible();
  await page.keyboard.press('x');
  await shows(page, 2);
  const said = viewer(page).getByText(/1 photo moved to the trash/);
  await expect(said).toBeVisible();
  await expect(viewer(page).getByText('1 / 3')).toBeVisible();
  const cut = () => said.evaluate((line) => line.scrollHeight - line.clientHeight);
  expect(await cut()).toBeLessThanOrEqual(0);
  const own = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  await setTextSize(page, '200%');
  await expect.poll(cut).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath('large text.png') });
  await setTextSize(page, '100%');
  await page.setViewportSize(own);
  const top = () =>
    page.locator('.yarl__slide_current img').evaluate((image: HTMLImageElement) => image.getBoundingClientRect().top);
  for (const words of [said, viewer(page).getByText('1 / 3')]) {
    const box = (await words.boundingBox())!;
    await expect.poll(top).toBeGreaterThanOrEqual(box.y + box.height);
  }
  await page.screenshot({ path: info.outputPath('deleted.png') });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(
    viewer(page).getByText(`Undone: ${isolated(photoName(1))} is visible to the client again.`),
  ).toBeVisible();
  await expect(viewer(page).getByText('2 / 4')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('undone.png') });
});
