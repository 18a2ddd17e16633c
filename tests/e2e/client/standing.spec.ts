import { type Browser, expect, type Page, test } from '@playwright/test';
import { announceFinished } from '../../../lambdas/domain/flows/finished-announcement.ts';
import { editPhotos } from '../../../lambdas/domain/photos/editing.ts';
import { decideQuote } from '../../../lambdas/domain/quotes/deciding.ts';
import { getStudioSelection } from '../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { framedHtml } from '../../../local/services/inbox.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { bar } from '../../support/pages/client-selection.ts';
import { makeJpeg } from '../../support/pictures/jpegs.ts';
import {
  emailsTo,
  explained,
  makeGallery,
  newPerson,
  photoName,
  signedInClient,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Where a choice stands, which is the same sentence on the home, in the session's bar, at the quote and in emails. */

const lineAtHome = (page: Page) => page.getByRole('link', { name: /^(Choose your photos|Album)/ });

/** Takes a picture as it is seen first, at both widths. */
async function photograph(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
}

/** Takes pictures of an email as a mail program shows it. */
async function photographEmail(browser: Browser, name: string, address: string, subject: RegExp): Promise<void> {
  const page = await browser.newPage();
  const find = async () => (await emailsTo(address)).find((one) => subject.test(one.subject));
  await expect.poll(find).toBeTruthy();
  await page.setContent(framedHtml((await find())!));
  await expectNoSidewaysScroll(page);
  await photograph(page, `${name} email`);
  await page.close();
}

/** The studio uploads a finished version of a photo from its screen, as a retouched file of the same name. */
async function uploadFinished(browser: Browser, session: string, photo: string): Promise<void> {
  const context = await browser.newContext({ baseURL: testStudio.site });
  const page = await context.newPage();
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'Upload finished versions' }).click();
  await page.getByLabel('Select Files').setInputFiles(await makeJpeg(photo, 40, 900, 600));
  await page.getByRole('button', { name: 'Replace 1' }).click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible();
  await page.goto(`/admin/session/${session}`);
  await expect(page.getByText('Finished 1 of 8')).toBeVisible();
  await photograph(page, '5 retouching studio');
  await context.close();
}

test('a choice stands at the same place everywhere, from choosing to finished @phone', async ({
  page,
  context,
  browser,
}) => {
  await explained(context);
  const problems = watch(context);
  const person = newPerson('Rosa Diaz');
  const customer = await signedInClient(page, person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 8 });
  const terms = { name: 'Album', included: 3, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };
  const selection = await openSelection(studioAdmin, session.id, terms);
  const path = `/dashboard/gallery/${session.session_label}`;
  const email = (subject: RegExp) => async () =>
    (await emailsTo(person.email)).find((one) => subject.test(one.subject))?.text ?? '';

  /** The line on the home and in the session's bar, each with its act. */
  const expectLine = async (step: string, line: string, act: string, inBar = act) => {
    await page.goto('/dashboard');
    await expect(lineAtHome(page)).toContainText(line);
    await expect(lineAtHome(page)).toContainText(act);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await photograph(page, `${step} home`);
    await page.goto(path);
    await expect(bar(page)).toContainText(line);
    await expect(bar(page).getByRole('link', { name: inBar, exact: true })).toBeVisible();
    await photograph(page, `${step} bar`);
  };

  await page.goto(path);
  for (const number of [1, 2, 3, 4]) {
    const stored = page.waitForResponse((one) => one.url().endsWith('/choices') && one.request().method() === 'POST');
    await page.getByRole('button', { name: `Choose ${photoName(number)}` }).click();
    await stored;
  }
  await expectLine('1 chosen', '4 chosen · 1 extra × $15 = $15', 'Choose photos', 'Review');

  await bar(page).getByRole('link', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit 4 photos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit to the studio' }).click();
  await expect(page.getByRole('heading', { name: 'Your choice is with the studio.' })).toBeVisible();
  await expectLine('2 submitted', 'Your choice is with the studio.', 'See your choice');
  await expect.poll(email(/^We received your request/)).toContain('Your choice is with the studio.');
  await photographEmail(browser, '2 submitted', person.email, /^We received your request/);

  const { quote } = await getStudioSelection(studioAdmin, session.id, selection.id);
  if (!quote) throw new Error('The selection has no quote.');
  await decideQuote(studioAdmin, quote.id, {
    ...{ status: 'approved', price_cents: 1_500, message: 'We look forward to it.', version: quote.version },
    payment_link: 'https://pay.example.com/15',
  });
  await expectLine('3 priced', 'The studio’s price is ready: $15', 'Accept');
  const approved = email(/^Your request is approved/);
  await expect.poll(approved).toContain('The studio’s price is ready: $15.');
  await photographEmail(browser, '3 priced', person.email, /^Your request is approved/);
  const address = `/dashboard/quotes?quote=${quote.id}`;
  expect(await approved()).toContain(`${testStudio.site}${address}`);

  // The email's address, in a browser that is not signed in: through the sign-in to the quote itself.
  const elsewhere = await browser.newContext({ baseURL: testStudio.site, viewport: page.viewportSize() });
  const other = await elsewhere.newPage();
  await signInAs(other, person, address);
  await expect(other).toHaveURL(`${testStudio.site}${address}`);
  const waiting = other.getByRole('region', { name: 'Waits for your answer' });
  await expect(waiting.getByRole('listitem')).toBeFocused();
  await expect(waiting).toContainText('The studio’s price is ready: $15');
  await expect(waiting.getByRole('button', { name: 'Accept $15' })).toBeInViewport({ ratio: 1 });
  await elsewhere.close();

  // From the bar.
  await bar(page).getByRole('link', { name: 'Accept' }).click();
  await expect(page).toHaveURL(`${testStudio.site}${address}`);
  const accept = page.getByRole('button', { name: 'Accept $15' });
  await expect(accept).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await expectAccessible(page);
  await photograph(page, '3 priced quote');
  await accept.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  const answered = page.getByRole('region', { name: 'Your quote' });
  await expect(answered.getByText('You have accepted.')).toBeFocused();
  await expect(answered.getByRole('link', { name: /^Pay at pay\.example\.com/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await photograph(page, '4 accepted quote');
  await expectLine('4 accepted', 'You have accepted.', 'Pay');

  const finish = (...numbers: number[]) =>
    editPhotos(studioAdmin, session.id, {
      photo_ids: numbers.map((number) => session.photo_ids[number - 1]!),
      stage: 'finished',
    });
  const expectAtQuote = async (step: string, line: string) => {
    await page.goto(address);
    await expect(page.getByRole('region', { name: 'Your quote' }).getByText(line)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await photograph(page, `${step} quote`);
  };
  await uploadFinished(browser, session.id, photoName(1));
  // One that was not chosen, too.
  await finish(8);
  await expectLine('5 retouching', '1 of 4 finished', 'See your choice');
  await expectAtQuote('5 retouching', '1 of 4 finished');
  await announceFinished(studioAdmin, session.id, { finished_announced_at: null, message: '' });
  await expect.poll(email(/^Your finished photos are ready/)).toContain('Album: 1 of 4 finished');
  await photographEmail(browser, '5 retouching', person.email, /^Your finished photos are ready/);

  await finish(2, 3, 4);
  await expectLine('6 finished', 'All 4 finished', 'See your choice');
  await expectAtQuote('6 finished', 'All 4 finished');
  await page.goto(`${path}/selection/${selection.id}`);
  await expect(page.getByRole('heading', { name: 'All 4 finished' })).toBeVisible();
  await expect(page.getByText('Finished photos (done)')).toBeVisible();
  await photograph(page, '6 finished choice');
  expect(problems).toEqual([]);
});
