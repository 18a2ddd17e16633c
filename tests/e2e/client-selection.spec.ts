import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { createLink } from '../../lambdas/domain/links/links.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { decideQuote } from '../../lambdas/domain/quotes/deciding.ts';
import { listQuotes } from '../../lambdas/domain/quotes/quotes.ts';
import { getStudioSelection } from '../../lambdas/domain/selections/reading.ts';
import { editSelection, openSelection } from '../../lambdas/domain/selections/selections.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../support/faults/watch.ts';
import { viewer } from '../support/pages/photos.ts';
import {
  explained,
  makeGallery,
  newPerson,
  type Person,
  photoName,
  reportPolicy,
  signedInClient,
  signInAs,
  studioAdmin,
} from '../support/studio/client-world.ts';

/** A client chooses photos of a session for a selection that the studio opened, submits them, and accepts the quote. */

const choice = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^(Choose|Chosen) ${photoName(number)}$`) });
async function submit(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page
    .getByRole('dialog', { name: `${button}?` })
    .getByRole('button', { name: 'Submit to the studio' })
    .click();
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selection Album' });
const stored = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/choices') && response.request().method() === 'POST');

async function choose(page: Page, number: number, to = true): Promise<void> {
  const answer = stored(page);
  await choice(page, number).click();
  await answer;
  await expect(choice(page, number)).toHaveAttribute('aria-pressed', String(to));
}

const terms = { name: 'Album', included: 2, minimum: 0, ends_on: null, client_words: 'For your album' };

/** A client's session of six photos with an open selection, at its address. */
async function openedSession(page: Page, { extra_cents = 1_500 as number | null, person = newPerson() } = {}) {
  const customer = await signedInClient(page, person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 6 });
  const selection = await openSelection(studioAdmin, session.id, { ...terms, extra_cents });
  const path = `/dashboard/gallery/${session.session_label}`;
  await page.goto(path);
  await expect(bar(page)).toContainText('0 of 2 chosen · 2 left');
  return { customer, session, selection, path };
}

async function quoteOf(session: string, selection: string): Promise<StudioQuote> {
  const { quote } = await getStudioSelection(studioAdmin, session, selection);
  if (!quote) throw new Error('The selection has no quote.');
  return quote;
}

/** The same login in another browser. */
async function partner(browser: Browser, person: Person, path: string): Promise<Page> {
  const context = await browser.newContext();
  await explained(context);
  const page = await context.newPage();
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.goto(path);
  await expect(bar(page)).toContainText('chosen');
  return page;
}

const widths = [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const;
const narrowAndLow = [
  [320, 640],
  [844, 390],
] as const;

/** Takes pictures in three widths, or these. */
const photograph = async (page: Page, name: string, sizes: readonly (readonly [number, number])[] = widths) => {
  const size = page.viewportSize();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
};

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

const options = (page: Page, name: string) =>
  page.getByRole('region', { name: `Selection ${name}` }).getByRole('button', { name: 'Options' });

test('starts from favorites, compares, and takes what guests picked, for one of two selections @phone', async ({
  page,
  context,
  browser,
}) => {
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, {
    name: 'Thompson Family',
    photos: 6,
    change: (index) => ({ ...(index < 3 && { is_favorite: true, favorited_at: new Date().toISOString() }) }),
  });
  const open = (name: string, extra_cents: number | null, client_words: string) =>
    openSelection(studioAdmin, session.id, { ...terms, name, extra_cents, client_words });
  await open('Album', null, 'For your album');
  await open('Wall prints', 1_500, 'For the wall in your hallway');
  const ends_on = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const may = { may_pick: true, may_note: true, download: 'web', pin: null, shows_cover: false } as const;
  const link = await createLink(studioAdmin, session.id, { ...may, label: 'Family', ends_on });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/shared#${link.token}`);
  await guest.getByRole('button', { name: `Pick ${photoName(5)}` }).click();
  await guest.getByRole('dialog').getByLabel('Your name').fill('Anna');
  await guest.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(guest.getByText('1 pick by Anna')).toBeVisible();
  await guest.context().close();

  // Lines of the dashboard and the gallery lead to them.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Choose your photos: For your album/ })).toContainText('0 of 2 chosen');
  await expect(page.getByRole('link', { name: /^Choose your photos: For the wall/ })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'dashboard');
  await page.goto('/dashboard/gallery');
  await expect(bar(page)).toContainText('0 of 2 chosen');
  await expectAccessible(page);
  await photograph(page, 'gallery');
  await photograph(page, 'gallery', narrowAndLow);
  await bar(page).getByRole('link', { name: 'Choose photos' }).click();

  // More favorites than fit: as many as fit, and the rest is said.
  await expect(choice(page, 1)).toBeVisible();
  await options(page, 'Album').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Album' })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'options');
  await sheet.getByRole('button', { name: /^Start from my favorites/ }).click();
  await expect(bar(page)).toContainText('2 of 2 chosen · 0 left');
  await expect(bar(page)).toContainText('1 photo did not fit. At most 2 photos can be chosen.');
  await expect(page.getByRole('alert').filter({ hasText: /^At most 2/ })).toHaveCount(1);
  await photograph(page, 'full');
  await photograph(page, 'full', narrowAndLow);
  await bar(page).getByRole('button', { name: 'OK' }).click();

  // The other selection, by keyboard; the sheet stays.
  await options(page, 'Album').click();
  await sheet.getByRole('radio', { name: /^Album/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('heading', { name: 'Wall prints' })).toBeVisible();
  await expect(sheet.getByRole('radio', { name: /^Wall prints/ })).toBeFocused();
  await expect(sheet.getByRole('radio', { name: /^Album/ })).toHaveAccessibleName(/2 of 2 chosen/);
  await sheet.getByRole('button', { name: /^Compare photos/ }).click();
  for (const number of [1, 2]) await sheet.getByText(photoName(number)).click();
  await expect(sheet.getByText('2 chosen')).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'picker');
  await sheet.getByRole('button', { name: 'Compare', exact: true }).click();

  const compare = page.getByRole('dialog', { name: /^Compare/ });
  await expect(compare.getByRole('img')).toHaveCount(2);
  await expect(compare.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  await photograph(page, 'compare');
  await photograph(page, 'compare', narrowAndLow);
  const answer = stored(page);
  await page.keyboard.press(' ');
  await answer;
  await expect(compare.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeVisible();
  // Space on a button is the button's.
  await compare.getByRole('button', { name: '100%' }).focus();
  await page.keyboard.press(' ');
  await expect(compare.getByRole('button', { name: '100%' })).toHaveAttribute('aria-pressed', 'true');
  await expect(compare.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeVisible();
  // Zoomed and moved together.
  const places = () =>
    compare
      .getByRole('img')
      .evaluateAll((images) => images.map(({ style }) => (style as CSSStyleDeclaration).transform));
  const before = await places();
  const box = (await compare.getByRole('img').first().locator('..').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2 - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await places()).every((place, index) => place !== before[index])).toBe(true);
  await photograph(page, 'compare zoomed');
  await compare.getByRole('button', { name: 'One more' }).click();
  await compare.getByRole('button', { name: 'One more' }).click();
  await expect(compare.getByRole('img')).toHaveCount(4);
  await expect(compare.getByRole('button', { name: 'One more' })).toHaveCount(0);
  await compare.getByRole('button', { name: '100%' }).click();
  await photograph(page, 'compare 4');
  await photograph(page, 'compare 4', narrowAndLow);
  await page.keyboard.press('Escape');
  await expect(compare).toHaveCount(0);
  const wall = page.getByRole('region', { name: 'Selection Wall prints' });
  await expect(wall).toContainText('1 of 2 chosen · 1 left');
  await expect(choice(page, 2)).toHaveAttribute('aria-pressed', 'false');

  // From the photo viewer: the open photo is one of those compared, and the viewer is there again.
  await page.getByRole('button', { name: `Open ${photoName(4)}` }).click();
  await viewer(page).getByRole('button', { name: 'Compare' }).click();
  await expect(sheet.getByRole('checkbox', { name: `Choose ${photoName(4)}` })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);

  // What everyone picked, as suggestions.
  await options(page, 'Wall prints').click();
  await sheet.getByRole('link', { name: /^What everyone picked/ }).click();
  await expect(page.getByText('Anna', { exact: true })).toBeVisible();
  await expect(page.getByText('You', { exact: true })).toHaveCount(3);
  const views = page.getByRole('navigation', { name: 'Picks' }).getByRole('link');
  await expect(views).toHaveText(['Mine 1 chosen', 'Everyone 1 pick by 1 guest']);
  await choose(page, 5);
  await expect(page.getByText('2 of 2 chosen · 0 left').first()).toBeVisible();
  await expect(views.first()).toHaveText('Mine 2 chosen');
  await expectAccessible(page);
  await photograph(page, 'everyone');
  await page.getByRole('link', { name: /^Mine/ }).click();
  await expect(page.getByRole('button', { name: `Remove ${photoName(5)}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${photoName(1)}` })).toBeVisible();
  await photograph(page, 'mine');
  await photograph(page, 'mine', narrowAndLow);
  expect(problems).toEqual([]);
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
