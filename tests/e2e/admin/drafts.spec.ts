import { expect, type Page, test } from '@playwright/test';
import { demoAdmin } from '../../../local/data/demo-people.ts';
import { expectAccessible } from '../../support/faults/watch.ts';
import { broken, faults, makeCustomer, makeGallery, newPerson } from '../../support/studio/client-world.ts';
import { expireLogin, signInAsAdmin } from '../../support/studio/people.ts';

/** What people type is kept until it is saved or discarded. */

test.afterEach(() => faults('dynamodb', []));

const kept = (page: Page) => page.getByText('Your unsaved changes are still here.');

test('what is typed into Edit Session outlives Escape, a reload and an expired login', async ({ page }) => {
  const { id } = await makeGallery(await makeCustomer(newPerson()), { name: 'River Walk', photos: 1 });
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${id}`);
  const edit = page.getByRole('button', { name: 'Edit Session' });
  const words = page.getByLabel('Words for the client (optional)');
  const long = 'What a morning by the bayou. '.repeat(20).trim();
  await edit.click();
  await words.fill(long);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await edit.click();
  await expect(words).toHaveValue(long);
  await expect(kept(page)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Session Name').fill('River Walk, at dawn');
  await expireLogin(page);
  await page.getByRole('button', { name: 'Save Session' }).click();
  await expect(page.getByText('Your login has expired.')).toBeVisible();
  // Also when the page of the sign-in is opened anew, which no longer knows whose login it was.
  await page.reload();
  await page.getByLabel('Admin Email').fill(demoAdmin.email);
  await page.getByLabel('Password').fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/admin/session/${id}`);
  await edit.click();
  await expect(words).toHaveValue(long);
  await expect(page.getByLabel('Session Name')).toHaveValue('River Walk, at dawn');
  await page.getByRole('button', { name: 'Save Session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: River Walk, at dawn' })).toBeVisible();
  await edit.click();
  await expect(kept(page)).toHaveCount(0);
});

test('what is typed for a new customer outlives Back, and its button is in sight @phone', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/customers');
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await expect(page.getByRole('button', { name: 'Save Customer' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Full Name').fill('Rosa Delgado');
  await page.getByLabel('Phone (optional)').fill('713-555-0199');
  await page.goto('/admin/sessions');
  await page.goBack();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rosa Delgado');
  await expect(page.getByLabel('Phone (optional)')).toHaveValue('713-555-0199');
  await expect(kept(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Customer' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

/** Whether the element that has the focus is in sight; of a text area, at least the lines around its caret. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const labels = [...((focused as HTMLInputElement).labels ?? [])];
    const isSeenAt = (share: number) => {
      const seen = document.elementFromPoint(x + width / 2, y + height * share);
      return [focused, ...labels].some((one) => one.contains(seen));
    };
    const shares = [0.1, 0.5, 0.9];
    return focused instanceof HTMLTextAreaElement ? shares.some(isSeenAt) : shares.every(isSeenAt);
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  [844, 390],
] as const) {
  test(`the buttons of a long dialog stay in sight and hide nothing that has the focus, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { id } = await makeGallery(await makeCustomer(newPerson()), { name: 'River Walk', photos: 1 });
    await signInAsAdmin(page);
    await page.goto(`/admin/session/${id}`);
    await page.getByRole('button', { name: 'Edit Session' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save Session' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel('Words for the client (optional)').fill('What a morning by the bayou.\n'.repeat(6));
    await dialog.getByLabel('Session Name').focus();
    const visited: (string | null)[] = [];
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press(key);
        // After the last one, browsers go on with their own controls.
        if (await page.evaluate(() => document.activeElement === document.body)) break;
        visited.push(await page.evaluate(() => document.activeElement!.getAttribute('name')));
        expect(await isFocusInSight(page), visited.join(' → ')).toBe(true);
        await expect(save).toBeInViewport({ ratio: 1 });
      }
    }
    expect(visited).toContain('notes');
    await expectAccessible(page);

    // What went wrong is said above the buttons.
    await faults('dynamodb', [broken('TransactWriteItems')]);
    await save.click();
    const failed = dialog.getByRole('alert').filter({ hasText: 'The session was not saved.' });
    await expect(failed).toBeInViewport({ ratio: 1 });
    const bottom = ({ y, height }: { y: number; height: number }) => y + height;
    expect(bottom((await failed.boundingBox())!)).toBeLessThanOrEqual((await save.boundingBox())!.y);
    await faults('dynamodb', []);

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByText('Discard what you typed?')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Session' }).click();
    await expect(kept(page)).toHaveCount(0);
    await expect(dialog.getByLabel('Words for the client (optional)')).toHaveValue('');
  });
}
