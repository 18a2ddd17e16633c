import { expect, test } from '@playwright/test';
import type { FailedPhoto } from '../../lambdas/domain/photos/lifecycle.ts';
import { insertPhoto } from '../../lambdas/domain/photos/repository.ts';
import { write } from '../../lambdas/platform/table.ts';
import { explained, makeCustomer, makeGallery, newPerson, reportPolicy, signInAs } from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { pendingPhoto } from '../support/photo-rows.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** The dashboard is what waits. The tests share a studio, in which other things wait, too. */

test('what a client marks waits on the dashboard until the studio looks at it @phone @gate', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Daniel Okafor');
  const session = await makeGallery(await makeCustomer(person), { name: 'Okafor Portraits <b>', photos: 4 });
  const { asked_at: _, ...pending } = pendingPhoto(session);
  const failed: FailedPhoto = {
    ...{ ...pending, file_name: 'DM_4471.jpg', state: 'failed', reason: 'The file is not a picture.' },
    ...{ failed_at: new Date().toISOString(), kept_key: null },
  };
  await write(insertPhoto(failed));

  const theirs = await browser.newContext();
  await explained(theirs);
  const own = await theirs.newPage();
  await signInAs(own, person);
  await own.goto('/dashboard/gallery');
  for (const file of ['DM_0001.jpg', 'DM_0002.jpg']) {
    await own.getByRole('button', { name: `Favorite ${file}` }).click();
    await expect(own.getByRole('button', { name: `Favorite ${file}` })).toHaveAttribute('aria-pressed', 'true');
  }
  const note = own.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
  await note.fill('For the hallway');
  await note.blur();
  await expect(own.getByText('Saved')).toBeVisible();

  await signInAsAdmin(page);
  const waits = page.getByRole('region', { name: 'What waits' });
  const row = (name: string) => waits.getByRole('listitem').filter({ hasText: name });
  await expect(row('New favorite').getByRole('link', { name: 'Okafor Portraits <b> 3' })).toBeVisible();
  await expect(row('Failed photo')).toContainText('DM_4471.jpg in Okafor Portraits <b>: The file is not a picture.');
  await expect(row('not announced')).toContainText('Okafor Portraits <b>, 4 photos');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Directory');
  await expect(
    page
      .getByRole('table', { name: 'Customers' })
      .or(page.getByText(/\d+ customers?/))
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  await row('New favorite').getByRole('link', { name: 'Okafor Portraits <b> 3' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Session: Okafor Portraits <b>');
  // On a phone the photos are below the first screen, and only those near it are in the page.
  await page.getByRole('button', { name: 'Select all' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await page.goto('/admin/dashboard');
  await expect(row('not announced')).toBeVisible();
  await expect(row('New favorite').filter({ hasText: 'Okafor Portraits <b>' })).toHaveCount(0);
  expect(problems).toEqual([]);
  await theirs.close();
});

test('the studio switches its emails off and on @phone', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  const daily = page.getByLabel('Write to the studio once a day');
  await daily.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.reload();
  await expect(daily).not.toBeChecked();
  await expectAccessible(page);
  await daily.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
});
