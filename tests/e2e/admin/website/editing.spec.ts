import { expect, type Page, test } from '@playwright/test';
import { defaultWebsite } from '../../../../shared/website/default-website.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { inPreview, part, save } from '../../../support/pages/admin-website.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/**
 * The draft of the website: in the preview, in two tabs, and the order of its sessions. The tests share a studio and
 * publish nothing; each leaves the default website as the draft.
 */

const { home, sessions } = defaultWebsite;

test('what is clicked in the preview is edited, and other links lead to their pages @phone', async ({
  page,
  isMobile,
}) => {
  await signInAsAdmin(page);
  await page.goto('/admin/website');
  const shown = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Preview', exact: true }).click();
    return inPreview(page);
  };
  await (await shown()).getByRole('heading', { level: 1 }).locator('em').click();
  await expect(page.getByRole('textbox', { name: 'Headline' })).toBeFocused();
  await (await shown()).getByRole('listitem').locator('.print').nth(2).click();
  await expect(page.getByRole('group', { name: 'Picture 3', exact: true })).toBeFocused();
  await (await shown()).getByRole('link', { name: 'See the gallery' }).click();
  await expect(page.getByRole('combobox', { name: 'Page in the preview' })).toHaveValue('/gallery');
  await page.getByRole('combobox', { name: 'Page in the preview' }).selectOption('/services');
  const second = inPreview(page).getByRole('listitem').filter({ hasText: sessions.packages[1]!.name }).first();
  await second.getByText('$125', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Price' }).nth(1)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Price' }).nth(1)).toBeInViewport();
  // The preview stays where it is, and the field works as ever.
  await page.getByRole('textbox', { name: 'Price' }).nth(1).fill('130');
  await expect((await shown()).getByText('$130', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('two tabs: fields that differ are merged, and what both have changed is chosen in sight', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  const problems = watch(context);
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const theirs = await other.newPage();
  for (const one of [page, theirs]) {
    await signInAsAdmin(one);
    await one.goto('/admin/website');
    await part(one, 'Scrapbook').click();
  }
  const words = (one: Page) => one.getByRole('textbox', { name: 'Words above the pictures' });
  const headline = (one: Page) => one.getByRole('textbox', { name: 'Headline' });
  const merged = page.getByRole('region', { name: 'Changed in the meantime' });

  await words(theirs).fill('Theirs');
  await save(theirs);
  await part(page, 'Hero').click();
  await headline(page).fill('Mine');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(merged).toContainText('Saved, together with what Elena Marsh has changed in the meantime:');
  await expect(merged).toBeFocused();
  await expect(merged.locator('ins')).toHaveText('Theirs');
  await expectAccessible(page);
  await part(page, 'Scrapbook').click();
  await expect(words(page)).toHaveValue('Theirs');

  // The other tab doesn't know of the headline, and does not undo it.
  await words(theirs).fill('Theirs again');
  await save(theirs);
  await part(theirs, 'Hero').click();
  await expect(headline(theirs)).toHaveValue('Mine');

  await words(page).fill('Mine, too');
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
  await page.getByRole('button', { name: 'Save draft' }).click();
  const conflict = page.getByRole('region', { name: 'Changed by two people' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  const field = conflict.getByRole('group', { name: 'Home · Scrapbook · Words above the pictures' });
  await expect(field.getByRole('radio', { name: 'Yours Mine, too' })).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(conflict).toBeFocused();
  // A reload keeps what is typed, and asks again.
  await page.reload();
  await expect(conflict).toBeFocused();
  await field.getByRole('radio', { name: 'Stored now Theirs again' }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await part(page, 'Scrapbook').click();
  await expect(words(page)).toHaveValue('Theirs again');
  await expect(conflict).toBeHidden();

  await words(page).fill(home.tagline);
  await part(page, 'Hero').click();
  await headline(page).fill(home.headline);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft', { exact: true })).toBeHidden();
  expect(problems).toEqual([]);
});

test('sessions are added, ordered by keyboard and by dragging, and removed; what is wrong is said where it is @phone', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/admin/website');
  const show = async (name: string) => {
    const button = part(page, name);
    if (await button.isVisible()) await button.click();
    else await page.getByRole('combobox', { name: 'Part of the website' }).selectOption({ label: `Services: ${name}` });
  };
  await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Hero' })).toBeVisible();
  await show('Sessions and prices');
  const [first, second] = sessions.packages.map(({ name }) => name);
  const titles = page.locator('section:not([hidden]) ol > li h3');
  await page.getByRole('button', { name: `Down ${first}` }).focus();
  await page.keyboard.press('Enter');
  await expect(titles.nth(1)).toHaveText(first!);
  await expect(page.getByText(`${first} is now number 2 of 4.`)).toBeAttached();
  await titles.nth(1).hover();
  const { x, y } = (await titles.nth(1).boundingBox())!;
  await page.mouse.down();
  // The drag begins before the page scrolls to the other entry.
  await page.mouse.move(x + 20, y + 20, { steps: 4 });
  await titles.nth(0).hover();
  await titles.nth(0).hover({ position: { x: 4, y: 4 } });
  await page.mouse.up();
  await expect(titles.nth(0)).toHaveText(first!);
  await expect(titles.nth(1)).toHaveText(second!);

  await page.getByRole('button', { name: 'Add a session' }).click();
  await save(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.getByText('Sessions and prices, number 5: Please enter a name.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Publish/ })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await page.getByRole('button', { name: 'Remove New session' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeHidden();
  await expect(titles).toHaveCount(4);
  await page.getByRole('textbox', { name: 'Price' }).first().fill('a lot');
  await page
    .getByRole('button', { name: /Save draft|Publish/ })
    .first()
    .click();
  await expect(page.getByText('Please enter a price.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectAccessible(page);
});
