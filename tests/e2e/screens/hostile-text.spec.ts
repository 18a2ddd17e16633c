import { expect, type Page, test } from '@playwright/test';
import { arrangePhotos } from '../../../lambdas/domain/photos/order/arranging.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { watch } from '../../support/faults/watch.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** HTML and script as typed text, wherever clients and the studio see what the other side typed. */

const hostile = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>"\'>‮{{7*7}}';

async function expectText(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText('<img src=x');
  await expect(page.locator('img[src="x"], [onerror]')).toHaveCount(0);
  expect(await page.title()).not.toBe('run');
}

test('names, notes, sessions, file names and quotes are text on the client’s and the studio’s screens', async ({
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
  const { chapters } = await editSession(studioAdmin, session.id, {
    version: 0,
    client_words: hostile,
    chapters: [{ id: null, name: hostile.slice(0, 80) }],
  });
  await arrangePhotos(studioAdmin, session.id, { photo_ids: [session.photo_ids[0]!], chapter_id: chapters[0]!.id });
  for (const path of ['/dashboard', '/dashboard/gallery', `/dashboard/gallery/${session.session_label}`]) {
    await page.goto(path);
    await expectText(page);
  }
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption({ label: 'Prints' });
  await page.getByLabel('Notes / Details').fill(hostile);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText('Quote request submitted!')).toBeVisible();
  await expectText(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(hostile);

  const other = await makeCustomer({ ...newPerson(), name: hostile });
  const studio = await browser.newContext();
  const found = watch(studio);
  const adminPage = await studio.newPage();
  await signInAsAdmin(adminPage);
  for (const path of [
    '/admin/customers',
    '/admin/sessions',
    `/admin/session/${session.id}`,
    `/admin/session/${session.id}?chapter=${chapters[0]!.id}`,
    `/admin/customer/${client.id}`,
    '/admin/quotes',
  ]) {
    await adminPage.goto(path);
    await expectText(adminPage);
    // Long text does not squeeze the buttons beside it.
    const buttons = await adminPage.locator('td:last-child a').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(0, ...buttons)).toBeLessThanOrEqual(44);
  }
  await adminPage.goto(`/admin/customer/${other.id}/edit`);
  await expect(adminPage.getByLabel('Name', { exact: true })).toHaveValue(hostile);
  expect(await adminPage.title()).not.toBe('run');
  await studio.close();
  expect([...problems, ...found, asked].filter(Boolean)).toEqual([]);
});
