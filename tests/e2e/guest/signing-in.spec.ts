import { expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { saidIn, sayName, share, star } from '../../support/pages/guest.ts';
import { signInAs } from '../../support/studio/client-world.ts';

/** A guest who signs in: whose the picks and notes are then. */

test.describe('a guest who signs in', () => {
  const question = (page: Page) => page.getByRole('complementary', { name: 'Picks made as Anna' });
  const favorite = (page: Page, number: string) =>
    page.getByRole('button', { name: `Favorite DM_${number}.jpg` }).first();

  async function pickAsAnna(page: Page, address: string) {
    await page.goto(address);
    await star(page, '0001').click();
    await sayName(page, 'Anna');
    await star(page, '0002').click();
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
    const note = page.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
    await note.fill('For the wall');
    await note.blur();
    await expect(page.getByText('Saved')).toBeVisible();
  }

  test('as the session’s client is asked once, and ‘Move’ makes the picks and notes theirs', async ({ page }) => {
    const { person, gallery, address } = await share();
    await pickAsAnna(page, address);
    await signInAs(page, person);
    for (const [name, width, height] of [
      ['390', 390, 844],
      ['1440', 1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/dashboard/gallery/${gallery.session_label}`);
      await expect(question(page)).toContainText('Move 2 picks and 1 note made as Anna?');
      await expectNoSidewaysScroll(page);
      await question(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`own-picks-${name}.png`) });
    }
    await page.goto('/dashboard/gallery');
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(question(page).getByRole('status')).toHaveText(/^Moved 2 picks and 1 note made as Anna/);
    await expect(page.locator('#main')).toBeFocused();
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('For the wall');
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.reload();
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0002')).toHaveAttribute('aria-pressed', 'true');
    await expect(question(page)).toHaveCount(0);

    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByText('0 picks by Anna')).toBeVisible();
    const said = await saidIn(gallery.id);
    expect(said.map(({ name, picks, notes }) => [name, picks, notes])).toEqual([['Anna', [], []]]);
  });

  test('is not asked again after ‘Not mine’, and keeps their picks as a guest', async ({ page }) => {
    const { person, gallery, address } = await share();
    await pickAsAnna(page, address);
    await signInAs(page, person);
    await page.goto('/dashboard/gallery');
    await question(page).getByRole('button', { name: 'Not mine' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.goto(`/dashboard/gallery/${gallery.session_label}`);
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await page.goto(address);
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
  });

  test('as another client stays a guest', async ({ page }) => {
    const { address } = await share();
    const other = await share();
    await pickAsAnna(page, address);
    await signInAs(page, other.person);
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.goto('/dashboard/gallery');
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await expect(question(page)).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
  });
});
