import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from '@playwright/test';
import { publishAgain } from '../../../infra/commands/redrive.ts';
import type { FailedPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { insertPhoto } from '../../../lambdas/domain/photos/row/repository.ts';
import { getWebsite, publishWebsite, saveWebsite } from '../../../lambdas/domain/website/website.ts';
import { dynamodb, sqs } from '../../../lambdas/platform/aws.ts';
import { write } from '../../../lambdas/platform/table.ts';
import type { Website } from '../../../shared/website/website.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { pendingPhoto } from '../../support/rows/photo-rows.ts';
import {
  explained,
  faults,
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The dashboard is what waits. The tests share a studio, in which other things wait, too. */

test.afterEach(() => faults('s3', []));

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

/** Publishes this content, as the editor does, with stand-ins, which the studio has until its first publication. */
async function publish(website: Website): Promise<void> {
  const { draft } = await getWebsite(studioAdmin);
  const content = { ...website, pictures: { ...website.pictures, stand_ins: true } };
  await publishWebsite(studioAdmin, await saveWebsite(studioAdmin, { version: draft.version, content }));
}

test('a publication that fails is live nowhere, and waits with dead letters until both are mended @phone', async ({
  context,
  page,
}) => {
  await explained(context);
  const { draft } = await getWebsite(studioAdmin);
  await signInAsAdmin(page);
  await page.goto('/admin/website');
  const badge = (word: string) => page.getByRole('status').getByText(word, { exact: true });
  await expect(badge('Live')).toBeVisible();
  await faults('s3', [{ operation: 'PutObject', resource: 'site', error: 'AccessDenied', status: 403 }]);
  await publish({ ...draft.content, home: { ...draft.content.home, headline: 'A headline that nobody sees' } });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Publishing failed.');
  await expect(badge('Not live')).toBeVisible();
  await expect(badge('Live')).toHaveCount(0);
  await expectAccessible(page);

  await sqs().send(new SendMessageCommand({ QueueUrl: process.env.MEDIA_DEAD_LETTERS_URL, MessageBody: '{}' }));
  await page.goto('/admin/dashboard');
  const waits = page.getByRole('region', { name: 'What waits' });
  const row = (name: string) => waits.getByRole('listitem').filter({ hasText: name });
  await expect(row('Website not published')).toContainText(/Version \d+ is not what visitors see/);
  await expect(row('Hidden photo may still be open')).toContainText('npm run studio:redrive -- media');
  await expect(
    row('Hidden photo may still be open')
      .getByText(/^Today/)
      .filter({ visible: true }),
  ).toBeVisible();
  await expectAccessible(page);

  await faults('s3', []);
  await publishAgain(dynamodb(), process.env.WEBSITE_TABLE!, new Date());
  await row('Website not published').getByRole('link').filter({ visible: true }).click();
  const becomesLive = () =>
    expect(async () => {
      await page.reload();
      await expect(badge('Live')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  await becomesLive();
  await expect(page.getByText('Publishing failed.')).toHaveCount(0);
  for (const queue of [process.env.MEDIA_DEAD_LETTERS_URL, process.env.OUTBOX_DEAD_LETTERS_URL]) {
    await sqs().send(new PurgeQueueCommand({ QueueUrl: queue }));
  }
  await page.goto('/admin/dashboard');
  await expect(waits.getByRole('listitem').or(waits.getByText('Nothing waits.')).first()).toBeVisible();
  await expect(row('Website not published')).toHaveCount(0);
  await expect(row('Hidden photo may still be open')).toHaveCount(0);
  await publish(draft.content);
  await page.goto('/admin/website');
  await becomesLive();
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
