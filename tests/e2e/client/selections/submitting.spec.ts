import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@playwright/test';
import { editPhotos } from '../../../../lambdas/domain/photos/editing.ts';
import { decideQuote } from '../../../../lambdas/domain/quotes/deciding.ts';
import { listQuotes } from '../../../../lambdas/domain/quotes/quotes.ts';
import { getStudioSelection } from '../../../../lambdas/domain/selections/reading.ts';
import { editSelection, openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import {
  bar,
  choice,
  choose,
  narrowAndLow,
  openedSession,
  photograph,
  quoteOf,
  stored,
  submit,
  terms,
} from '../../../support/pages/client-selection.ts';
import { explained, photoName, studioAdmin } from '../../../support/studio/client-world.ts';

/** What a client submits, asks to change, and submits again. */

test('asks before it submits, shows what was chosen, and asks the studio to change it once @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const problems = watch(context);
  const { session, selection, path } = await openedSession(page);
  for (const number of [1, 2, 3]) await choose(page, number);
  await page.goto(`${path}/selection/${selection.id}`);
  await page.getByRole('textbox', { name: `Note for ${photoName(2)}` }).fill('Crop the fence');
  await page.getByLabel('Words to the studio (optional)').fill('The hallway first.');
  await page.getByRole('button', { name: 'Submit 3 photos' }).click();
  const asked = page.getByRole('dialog', { name: 'Submit 3 photos?' });
  await expect(asked).toContainText('Album, 3 chosen · 1 extra × $15 = $15');
  await expect(asked).toContainText(
    '3 photos, 1 note, and your words to the studio. Then your choice is with the studio',
  );
  await expectAccessible(page);
  await photograph(page, 'submit asks');
  await asked.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('button', { name: 'Submit 3 photos' })).toBeFocused();
  expect((await getStudioSelection(studioAdmin, session.id, selection.id)).state).toBe('open');

  await submit(page, 'Submit 3 photos');
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeFocused();
  await page.getByRole('button', { name: 'See what you chose' }).click();
  const chosen = page.getByRole('region', { name: /^Submitted on/ });
  await expect(chosen).toBeFocused();
  await expect(chosen.getByRole('img').first()).toBeInViewport();
  await photograph(page, 'submitted seen');

  // On a phone, the photos are far below.
  await page.getByRole('button', { name: 'Change my choice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your choice?' });
  await dialog.getByLabel('What would you like to change? (optional)').fill('One more of grandma, please.');
  await expectAccessible(page);
  await photograph(page, 'change asks');
  await dialog.getByRole('button', { name: 'Ask the studio' }).click();
  await expect(page.getByText(/^You asked the studio to open it again/)).toBeVisible();
  await expect(page.getByText('“One more of grandma, please.”')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^You asked the studio to open it again/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change my choice' })).toHaveCount(0);
  await expectAccessible(page);
  await photograph(page, 'change asked');
  const quote = await quoteOf(session.id, selection.id);
  expect(quote.change_request).toMatchObject({ words: 'One more of grandma, please.', declined_at: null });

  const { version } = await getStudioSelection(studioAdmin, session.id, selection.id);
  const message = 'The book is at the printer’s.';
  await editSelection(studioAdmin, session.id, selection.id, { version, declines_change: true, message });
  await page.reload();
  await expect(page.getByText(/The studio keeps your choice as it was submitted/)).toBeVisible();
  await expect(page.getByText(`“${message}”`)).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'change declined');
  expect(problems).toEqual([]);
});

test('submits no photo that the studio shows again after the review', async ({ page, context }) => {
  await explained(context);
  const { session, path, selection } = await openedSession(page);
  for (const number of [1, 2, 3]) await choose(page, number);
  const photo_ids = [session.photo_ids[2]!];
  await editPhotos(studioAdmin, session.id, { photo_ids, is_approved: false });
  await page.goto(`${path}/selection/${selection.id}`);
  await page.route('**/submit', async (route) => {
    await editPhotos(studioAdmin, session.id, { photo_ids, is_approved: true });
    await route.continue();
  });
  await submit(page, 'Submit 2 photos');
  await expect(page.getByRole('alert').filter({ hasText: 'Not submitted.' })).toContainText('Please look at it again.');
  await expect(page.getByText('3 chosen · 1 extra × $15 = $15').first()).toBeVisible();
  await submit(page, 'Submit 3 photos');
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeVisible();
});

test('submits again what the studio opened again, sees what has ended, and accepts a quote for single photos', async ({
  page,
  context,
}) => {
  await explained(context);
  const problems = watch(context);
  const { session, selection, path } = await openedSession(page);
  for (const number of [1, 2, 3]) await choose(page, number);
  const review = `${path}/selection/${selection.id}`;
  await page.goto(review);
  await page.getByLabel('Words to the studio (optional)').fill('All three, please.');
  await submit(page, 'Submit 3 photos');
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeVisible();
  await page.goto(path);
  await expect(bar(page)).toContainText('Your choice is with the studio.');
  await photograph(page, 'bar submitted');
  await photograph(page, 'bar submitted', narrowAndLow);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Album/ })).toContainText('Your choice is with the studio.');

  const { version } = await getStudioSelection(studioAdmin, session.id, selection.id);
  await editSelection(studioAdmin, session.id, selection.id, { version, status: 'open' });
  await page.goto('/dashboard/quotes');
  await expect(page.getByText('This quote is withdrawn.')).toBeVisible();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0);
  await photograph(page, 'withdrawn');
  await page.goto(review);
  await expect(page.getByText(/^The studio opened your selection again/)).toContainText(
    '3 chosen · 1 extra × $15 = $15',
  );
  await expectAccessible(page);
  await photograph(page, 'reopened');
  await photograph(page, 'reopened', narrowAndLow);
  await page.getByRole('button', { name: `Remove ${photoName(3)}` }).click();
  await submit(page, 'Submit 2 photos');
  await expect(page.getByRole('heading', { name: 'Submitted before' })).toBeVisible();
  await page.getByRole('button', { name: /^Show what was submitted/ }).click();
  await expect(page.getByText('“All three, please.”')).toBeVisible();
  await expect(page.getByRole('img', { name: photoName(3) })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'submitted again');

  // The last day of another one is over.
  const ends_on = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const wall = await openSelection(studioAdmin, session.id, {
    ...terms,
    name: 'Wall prints',
    extra_cents: null,
    ends_on,
  });
  await page.goto(path);
  const wallBar = page.getByRole('region', { name: 'Selection Wall prints' });
  await expect(wallBar).toContainText('0 of 2 chosen');
  const answer = stored(page);
  await choice(page, 1).click();
  await answer;
  const rows = DynamoDBDocumentClient.from(new DynamoDBClient());
  await rows.send(
    new UpdateCommand({
      TableName: 'selections',
      Key: { session_id: session.id, part: `selection#${wall.id}` },
      UpdateExpression: 'SET ends_at = :past',
      ExpressionAttributeValues: { ':past': new Date(Date.now() - 1_000).toISOString() },
    }),
  );
  rows.destroy();
  // A choice at that moment is refused where it was made.
  await choice(page, 2).click();
  await expect(wallBar).toContainText('The last day to choose was');
  await expect(choice(page, 1)).toHaveCount(0);
  await photograph(page, 'bar ended');
  await photograph(page, 'bar ended', narrowAndLow);
  await wallBar.getByRole('link', { name: 'See your choice' }).click();
  await expect(page.getByText(/^The last day to choose was/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Submit/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove ${photoName(1)}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
  await expect(page.getByText('1 of 2 chosen', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'ended');

  // A request of another type, with single photos.
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption('photo-book');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose photos' });
  for (const number of [2, 4, 6]) await picker.getByText(photoName(number)).click();
  await picker.getByRole('button', { name: 'Attach' }).click();
  const attached = page.getByRole('list', { name: 'Attached photos' });
  await expect(attached.getByRole('img')).toHaveCount(3);
  await attached.getByRole('button', { name: `Remove ${photoName(4)}` }).click();
  await expect(attached.getByRole('img')).toHaveCount(2);
  // What is attached is kept like what is typed.
  await page.reload();
  await expect(attached.getByRole('img')).toHaveCount(2);
  await attached.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await photograph(page, 'attach');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText('Quote request submitted!')).toBeVisible();
  await expect(attached).toHaveCount(0);
  const { items } = await listQuotes(studioAdmin);
  const book = items.find(({ type, customer_id }) => type === 'photo-book' && customer_id === session.customer_id)!;
  expect(book.favorites.map(({ file_name }) => file_name)).toEqual([photoName(2), photoName(6)]);
  await decideQuote(studioAdmin, book.id, {
    status: 'approved',
    price_cents: 8_000,
    message: 'Linen, 20 pages.',
    payment_link: null,
    version: book.version,
  });
  await page.goto('/dashboard');
  const ready = page.getByRole('link', { name: 'Photo Book The studio’s price is ready: $80 Accept' });
  await expect(ready).toBeVisible();
  await page.goto('/dashboard/quotes');
  await page.getByText('2 photos attached').click();
  await page.getByRole('button', { name: 'Accept $80' }).click();
  await expect(page.getByRole('dialog')).toContainText('Photo Book × 1 for $80.');
  await expectAccessible(page);
  await photograph(page, 'accept');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText(/Accepted\. Photo Book × 1 for \$80/)).toBeVisible();
  await photograph(page, 'accepted plain');
  expect(problems).toEqual([]);
});
