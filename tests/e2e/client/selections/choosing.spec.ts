import { expect, test } from '@playwright/test';
import { editPhotos } from '../../../../lambdas/domain/photos/editing.ts';
import { decideQuote } from '../../../../lambdas/domain/quotes/deciding.ts';
import { getStudioSelection } from '../../../../lambdas/domain/selections/reading.ts';
import { editSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../../support/faults/watch.ts';
import {
  bar,
  choice,
  choose,
  openedSession,
  partner,
  photograph,
  quoteOf,
  stored,
  submit,
} from '../../../support/pages/client-selection.ts';
import { viewer } from '../../../support/pages/photos.ts';
import { explained, newPerson, photoName, reportPolicy, studioAdmin } from '../../../support/studio/client-world.ts';

/** A client chooses photos of a session for a selection that the studio opened, alone or with a partner. */

test('chooses, reviews, submits, and accepts what the studio approves @phone @gate', async ({ page, context }) => {
  await reportPolicy(context);
  await explained(context);
  const problems = watch(context);
  const { session, selection } = await openedSession(page);
  await choose(page, 1);
  await choose(page, 2);
  await expect(bar(page)).toContainText('2 of 2 chosen · 0 left');
  await choose(page, 3);
  await expect(bar(page)).toContainText('3 chosen · 1 extra × $15 = $15');
  // The star is apart.
  await expect(page.getByRole('button', { name: `Favorite ${photoName(1)}` })).toHaveAttribute('aria-pressed', 'false');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await photograph(page, 'session');

  // In the lightbox: by touch, and by key.
  await page.getByRole('button', { name: `Open ${photoName(4)}` }).click();
  const inViewer = viewer(page)
    .getByRole('button', { name: new RegExp(`${photoName(4)}$`) })
    .first();
  await expect(inViewer).toBeVisible();
  let answer = stored(page);
  await viewer(page)
    .getByRole('button', { name: `Choose ${photoName(4)}` })
    .click();
  await answer;
  await expect(viewer(page).getByText('4 chosen · 2 extra × $15 = $30')).toBeVisible();
  await photograph(page, 'lightbox');
  await expectAccessible(page);
  answer = stored(page);
  await page.keyboard.press('c');
  await answer;
  await expect(viewer(page).getByText('3 chosen · 1 extra × $15 = $15')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);

  await bar(page).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Your selection', level: 1 })).toBeVisible();
  const notes = page.getByRole('textbox', { name: `Note for ${photoName(2)}` });
  await notes.fill('A little warmer, please.');
  await notes.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: `Remove ${photoName(3)}` }).click();
  await expect(page.getByText('2 of 2 chosen · 0 left').first()).toBeVisible();
  await page.getByRole('button', { name: `Undo ${photoName(3)}` }).click();
  await expect(page.getByText('3 chosen · 1 extra × $15 = $15').first()).toBeVisible();
  await page.getByLabel('Words to the studio (optional)').fill('Please start with the hallway print.');
  await photograph(page, 'review');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await submit(page, 'Submit 3 photos');
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeFocused();
  await expect(page.getByText('Album, 3 chosen · 1 extra × $15 = $15.')).toBeVisible();
  await expect(page.getByText('Submitted (done)')).toBeVisible();
  await photograph(page, 'submitted');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See what you chose' }).click();
  await expect(page.getByText('A little warmer, please.')).toBeVisible();
  await expect(page.getByText('“Please start with the hallway print.”')).toBeVisible();

  const quote = await quoteOf(session.id, selection.id);
  expect(quote).toMatchObject({ price_cents: 1_500, quantity: 3, status: 'pending' });
  const decision = {
    status: 'approved',
    message: 'With pleasure.',
    payment_link: 'https://pay.example.com/1',
  } as const;
  await decideQuote(studioAdmin, quote.id, { ...decision, price_cents: 1_500, version: quote.version });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The studio’s price is ready: $15' })).toBeVisible();
  const pay = page.getByRole('link', { name: /^Pay at pay\.example\.com/ });
  await expect(pay).toHaveCount(0);
  await photograph(page, 'approved');
  await expectAccessible(page);

  // The price changes while the client looks at it: said, and nothing is accepted.
  const approved = await quoteOf(session.id, selection.id);
  await decideQuote(studioAdmin, quote.id, { status: 'pending', version: approved.version });
  await decideQuote(studioAdmin, quote.id, { ...decision, price_cents: 1_200, version: approved.version + 1 });
  await page.getByRole('button', { name: 'Accept $15' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Nothing was accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept $12' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You have accepted.' })).toBeFocused();
  await expect(page.getByText(/Accepted\. 3 photos of Album for \$12/)).toBeVisible();
  await expect(pay).toHaveAttribute('rel', /noopener/);
  await expect(pay).toHaveAttribute('target', '_blank');
  await photograph(page, 'accepted');

  await page.goto('/dashboard/quotes');
  await expect(page.getByText(/Accepted\. 3 photos of Album for \$12/)).toBeVisible();
  await photograph(page, 'quotes');
  expect(problems).toEqual([]);
});

test('the note under a photo is the one of its choice, of the round, and what it is changed to later @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const problems = watch(context);
  const { selection, path } = await openedSession(page);
  const note = page.getByRole('textbox', { name: `Note for ${photoName(2)}` });
  const write = async (words: string, requests: string) => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes(requests),
    );
    await note.fill(words);
    await note.blur();
    expect((await saved).status()).toBe(200);
  };
  await write('Crop the fence, please.', '/photos/');
  await choose(page, 2);
  // The code of the review is there, and its first look at the selection is from before the note.
  await bar(page).getByRole('link', { name: 'Review' }).click();
  await expect(note).toHaveValue('Crop the fence, please.');
  await page.getByRole('link', { name: 'Thompson Family' }).click();
  await write('Crop the fence, and a little warmer, please.', '/photos/');
  await bar(page).getByRole('link', { name: 'Review' }).click();
  await expect(note).toHaveValue('Crop the fence, and a little warmer, please.');
  await photograph(page, 'one note in the review');
  await write('Black and white, please.', '/choices/');
  // In the viewer, too.
  await page.getByRole('button', { name: `Open ${photoName(2)}` }).click();
  await expect(viewer(page).getByRole('textbox', { name: `Note for ${photoName(2)}` })).toHaveValue(
    'Black and white, please.',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Thompson Family' }).click();
  await expect(note).toHaveValue('Black and white, please.');
  await page.reload();
  await expect(note).toHaveValue('Black and white, please.');

  await bar(page).getByRole('link', { name: 'Review' }).click();
  await expect(note).toHaveValue('Black and white, please.');
  await submit(page, 'Submit 1 photo');
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeVisible();
  await page.getByRole('button', { name: 'See what you chose' }).click();
  await expect(page.getByText('Black and white, please.')).toBeVisible();
  await page.goto(path);
  await write('Sepia after all.', '/photos/');
  await page.goto(`${path}/selection/${selection.id}`);
  await page.getByRole('button', { name: 'See what you chose' }).click();
  await expect(page.getByText('Black and white, please.')).toBeVisible();
  await expect(page.getByText('Changed since: Sepia after all.')).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('claims no emptiness while a choice or a favorite is being saved, and says what was not saved', async ({
  page,
  context,
}) => {
  await explained(context);
  await openedSession(page);
  const nothing = page.getByText(/^(Nothing is chosen yet|You have no favorites yet)/);
  const { promise: saved, resolve: save } = Promise.withResolvers<void>();
  await page.route('**/choices', async (route) => {
    await saved;
    await route.continue();
  });
  await choice(page, 1).click();
  await bar(page).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByText('Saving your choice...')).toBeVisible();
  await expect(nothing).toHaveCount(0);
  save();
  await expect(page.getByRole('button', { name: `Remove ${photoName(1)}` })).toBeVisible();
  await expect(nothing).toHaveCount(0);
  await page.unroute('**/choices');
  await page.getByRole('button', { name: `Remove ${photoName(1)}` }).click();
  await expect(page.getByRole('button', { name: `Undo ${photoName(1)}` })).toBeVisible();

  // A choice that was not saved is said in the review, where nothing else is.
  await page.getByRole('link', { name: 'Thompson Family' }).click();
  await page.route('**/choices', (route) => route.abort());
  await choice(page, 2).click();
  await expect(page.getByText('Your choice was not saved.')).toBeVisible();
  await bar(page).getByRole('link', { name: 'Review' }).click();
  const unsaved = page.getByRole('alert').filter({ hasText: '1 choice was not saved.' });
  await expect(unsaved).toBeVisible();
  await expect(nothing).toHaveCount(0);
  await photograph(page, 'choice not saved');
  await page.unroute('**/choices');
  await unsaved.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: `Remove ${photoName(2)}` })).toBeVisible();
  await expect(unsaved).toHaveCount(0);

  // The list of favorites waits for a favorite that is being saved.
  await page.getByRole('link', { name: 'Thompson Family' }).click();
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  await page.route('**/photos/*', async (route) => {
    await stored;
    await route.continue();
  });
  await page.getByRole('button', { name: `Favorite ${photoName(3)}` }).click();
  await page.getByRole('link', { name: 'My Favorites' }).first().click();
  await expect(page.getByText('Loading favorites...')).toBeVisible();
  await expect(nothing).toHaveCount(0);
  store();
  await expect(page.getByRole('button', { name: `Open ${photoName(3)}` })).toBeVisible();
});

test('two people choose at once: both see the same, and never more than the limit', async ({
  page,
  context,
  browser,
}) => {
  await explained(context);
  const person = newPerson();
  const { session, selection, path } = await openedSession(page, { extra_cents: null, person });
  const other = await partner(browser, person, path);
  await choose(page, 1);
  // Converges without a touch.
  await expect(bar(other)).toContainText('1 of 2 chosen · 1 left');
  await expect(choice(other, 1)).toHaveAttribute('aria-pressed', 'true');

  // Both take the last place at the same time: one is refused where they touched.
  const answers = [stored(page), stored(other)];
  await Promise.all([choice(page, 2).click(), choice(other, 3).click()]);
  await Promise.all(answers);
  await expect(bar(page)).toContainText('2 of 2 chosen · 0 left');
  await expect(bar(other)).toContainText('2 of 2 chosen · 0 left');
  const said = await Promise.all(
    [page, other].map((one) =>
      one
        .getByRole('alert')
        .filter({ hasText: /^At most 2/ })
        .count(),
    ),
  );
  expect(said.reduce((sum, count) => sum + count, 0)).toBe(1);

  // A lowered limit keeps what was chosen, and says so.
  const { version } = await getStudioSelection(studioAdmin, session.id, selection.id);
  await editSelection(studioAdmin, session.id, selection.id, { version, included: 1 });
  await expect(bar(page)).toContainText('2 of 1 chosen · 1 too many');
  // A photo hidden meanwhile leaves the choice with the next change, and is said.
  await editPhotos(studioAdmin, session.id, { photo_ids: [session.photo_ids[0]!], is_approved: false });
  await choice(page, 4).click();
  await expect(bar(page)).toContainText('The studio has hidden 1 chosen photo. It left your choice.');
  await expect(bar(page)).toContainText('1 of 1 chosen · 0 left');

  // Closed by the studio: said, and nothing can be chosen.
  const now = await getStudioSelection(studioAdmin, session.id, selection.id);
  await editSelection(studioAdmin, session.id, selection.id, { version: now.version, status: 'closed' });
  await expect(bar(page)).toContainText('The studio has closed this selection.');
  await expect(choice(page, 2)).toHaveCount(0);
  await other.context().close();
});
