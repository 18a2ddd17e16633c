import { expect, type Page, test } from '@playwright/test';
import { makeCustomer, makeGallery, newPerson, signedInClient } from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { watch } from '../support/watch.ts';

/** Words that would be more than words on a careless page, where clients and the studio meet what the others typed. */

const hostile = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>"\'>‮{{7*7}}';

async function expectWords(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText('<img src=x');
  await expect(page.locator('img[src="x"], [onerror]')).toHaveCount(0);
  expect(await page.title()).not.toBe('run');
}

test('names, notes, sessions, files and quotes are text on the client’s screens and on the studio’s', async ({
  page,
  context,
  browser,
}) => {
  const problems = watch(context);
  let asked = '';
  page.on('dialog', (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  const client = await signedInClient(page, { ...newPerson(), name: hostile });
  const session = await makeGallery(client, {
    name: hostile,
    photos: 2,
    change: () => ({ note: hostile, file_name: `${hostile}.jpg` }),
  });
  for (const path of ['/dashboard', '/dashboard/gallery']) {
    await page.goto(path);
    await expectWords(page);
  }
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption({ label: 'Prints' });
  await page.getByLabel('Notes / Details').fill(hostile);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText('Quote request submitted!')).toBeVisible();
  await expectWords(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(hostile);

  const other = await makeCustomer({ ...newPerson(), name: hostile });
  const studio = await browser.newContext();
  const found = watch(studio);
  const desk = await studio.newPage();
  await signInAsAdmin(desk);
  for (const path of [
    '/admin/customers',
    '/admin/sessions',
    `/admin/session/${session.id}`,
    `/admin/customer/${client.id}`,
    '/admin/quotes',
  ]) {
    await desk.goto(path);
    await expectWords(desk);
    // Nor do they squeeze what stands beside them.
    const buttons = await desk.locator('td:last-child a').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(0, ...buttons)).toBeLessThanOrEqual(44);
  }
  await desk.goto(`/admin/customer/${other.id}/edit`);
  await expect(desk.getByLabel('Name', { exact: true })).toHaveValue(hostile);
  expect(await desk.title()).not.toBe('run');
  await studio.close();
  expect([...problems, ...found, asked].filter(Boolean)).toEqual([]);
});
