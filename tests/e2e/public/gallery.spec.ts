import { expect, test } from '@playwright/test';
import { hydrate, phone } from '../../support/pages/public-pages.ts';

/** The gallery of the public website. */

test.describe('the gallery', () => {
  test('is operated by keyboard, and gives the focus to the photo that was open', async ({ page }) => {
    await page.goto('/gallery');
    await hydrate(page);
    const pictures = page.locator('.wall a');
    const count = await pictures.count();
    await pictures.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`1 / ${count}`);
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(`2 / ${count}`);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog).toContainText(`${count} / ${count}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(pictures.last()).toBeFocused();
  });

  test('the first closing gives the focus to the photo that was open', async ({ page }) => {
    await page.goto('/gallery');
    // Not hydrated: the browser follows the link before the page's code runs.
    const picture = page.locator('.wall a').nth(3);
    await picture.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(' 4 / ');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(picture).toBeFocused();
  });

  test('opens a photo at its own address: Back closes it, a reload shows it again', async ({ page }) => {
    await page.goto('/gallery');
    await hydrate(page);
    await page.locator('.wall a').nth(4).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(' 5 / ');
    await expect(page).toHaveURL(/\/gallery#photo-\w+$/);
    const top = await page.evaluate(() => scrollY);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/gallery');
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.goForward();
    await expect(dialog).toContainText(' 5 / ');
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(' 6 / ');
    await page.reload();
    await expect(dialog).toContainText(' 6 / ');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/gallery');
  });

  test('is swiped', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/gallery');
    await hydrate(page);
    await page.locator('.wall a').first().tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/ 1 \/ /);
    const cdp = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
    await touch('touchStart', 320);
    for (const x of [260, 200, 140, 80]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect(dialog).toContainText(/ 2 \/ /);
    await context.close();
  });
});
