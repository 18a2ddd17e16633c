import { createHash } from 'node:crypto';
import { expect, type Page, type Response, test } from '@playwright/test';
import { newId } from '../../lambdas/platform/ids.ts';
import { functionEnvironment } from '../../local/environment.ts';
import { explained, makeCustomer, makeGallery, newPerson, signInAs } from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { savedAs } from '../support/saved-as.ts';
import { testStudio } from '../support/test-studio.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** The studio switches a watermark on, and the client's browser gets no clean proof from then on. */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The pictures that a page receives, by their bytes. */
function pictures(page: Page): { received: Set<string>; stop: () => Promise<void> } {
  const received = new Set<string>();
  const reading: Promise<unknown>[] = [];
  const read = async (response: Response) => {
    if (!new URL(response.url()).pathname.startsWith('/media/') || response.status() !== 200) return;
    received.add(digest(await response.body()));
  };
  const onResponse = (response: Response) => void reading.push(read(response).catch(() => undefined));
  page.on('response', onResponse);
  return {
    received,
    stop: async () => {
      page.off('response', onResponse);
      await Promise.all(reading);
    },
  };
}

/** The pictures that a page receives while the client looks at the gallery, and at one photo in full. */
async function visit(page: Page, label: string): Promise<Set<string>> {
  const { received, stop } = pictures(page);
  await page.goto(`/dashboard/gallery/${label}`);
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  // Each photo's picture in the grid, and one in full.
  await expect.poll(() => received.size).toBeGreaterThan(6);
  await stop();
  return received;
}

test('with a watermark that was seen before it was saved, the client receives no clean picture any more @phone @gate', async ({
  page,
  browser,
  isMobile,
  hasTouch,
  viewport,
}) => {
  test.setTimeout(300_000);
  const problems = watch(page.context());
  const person = newPerson(`Ada ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: `River ${newId().slice(0, 6)}`, photos: 6 });
  const context = await browser.newContext({ isMobile, hasTouch, viewport });
  await explained(context);
  const client = await context.newPage();
  await signInAs(client, person);
  const clean = await visit(client, session.session_label);

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText('Watermark: none.')).toBeVisible();
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('button', { name: 'Change watermark' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watermark on proofs' });
  await dialog.getByLabel('Put a watermark on proofs').check();
  await expect(dialog.getByRole('img', { name: 'A photo with the watermark' })).toBeVisible();
  await dialog.getByLabel('Words').fill('写真');
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(dialog.getByText('A watermark can have letters of Western languages')).toBeVisible();
  await dialog.getByLabel('Words').fill('Proof by Elena');
  await dialog.getByLabel('Opacity').fill('60');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(dialog).not.toBeVisible();
  await expect(page.getByText('Watermark on proofs: “Proof by Elena”.')).toBeVisible({ timeout: 90_000 });
  await expectAccessible(page);

  const marked = await visit(client, session.session_label);
  expect([...marked].filter((picture) => clean.has(picture))).toEqual([]);
  const picture = client.getByRole('button', { name: 'Open DM_0002.jpg', includeHidden: true }).locator('img');
  expect(await savedAs(picture)).toMatch(/^inline; filename="DM_0002-\d+\.(webp|jpg)"/);
  await context.close();
  expect(problems).toEqual([]);
});
