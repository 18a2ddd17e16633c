import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { StudioSelection } from '#shared/contract/selections.ts';
import { isolated } from '#shared/text/isolated.ts';
import { editPhotos } from '../../../../lambdas/domain/photos/editing.ts';
import { setFavoriteOrNote } from '../../../../lambdas/domain/photos/feedback/client-feedback.ts';
import { deletePhotos } from '../../../../lambdas/domain/photos/trash/trash.ts';
import { acceptQuote } from '../../../../lambdas/domain/quotes/accepting.ts';
import { askForChange } from '../../../../lambdas/domain/selections/change-request.ts';
import { choose, noteChoice } from '../../../../lambdas/domain/selections/choosing.ts';
import { getSelection, listStudioSelections } from '../../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { submitSelection } from '../../../../lambdas/domain/selections/submitting.ts';
import type { Client } from '../../../../lambdas/platform/auth.ts';
import { newId } from '../../../../lambdas/platform/ids.ts';
import { functionEnvironment } from '../../../../local/environment.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../../support/faults/watch.ts';
import { emailsTo, makeCustomer, makeGallery, newPerson, studioAdmin } from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** The studio's side of selections: open, look, answer, open again, export. The client acts by the domain's functions. */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

async function newGallery() {
  const person = newPerson(`Maya ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: `Thompson ${newId().slice(0, 6)}`, photos: 16 });
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  return { person, session, client, photos: session.photo_ids };
}
type Gallery = Awaited<ReturnType<typeof newGallery>>;

/** Opens a selection in which the first photos can be chosen. */
const newSelection = ({ session }: Gallery, values: object = {}) =>
  openSelection(studioAdmin, session.id, {
    name: 'Album',
    included: 3,
    extra_cents: 1_500,
    minimum: 0,
    ends_on: null,
    client_words: '',
    ...values,
  });

/** The client chooses these photos. */
const chooseIn = ({ client, session }: Gallery, { id }: Pick<StudioSelection, 'id'>, photo_ids: string[]) =>
  choose(client, session.id, id, { photo_ids, is_chosen: true });

/** The client submits what is chosen. */
async function submitIn({ client, session }: Gallery, { id }: Pick<StudioSelection, 'id'>, words = '') {
  const { round, revision } = await getSelection(client, session.id, id);
  const { selection } = await submitSelection(client, session.id, id, { round: round + 1, revision, words });
  return selection;
}

/** Takes a picture at both widths. */
async function photograph(page: Page, name: string): Promise<void> {
  for (const [width, height] of [[390, 844] as const, [1440, 900] as const]) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`) });
  }
}

const quoteOf = (page: Page) => page.getByRole('region', { name: 'Quote' });

test('a selection from a package is opened, submitted, priced, approved with a payment link, and accepted @gate', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const gallery = await newGallery();
  const { person, session, client, photos } = gallery;
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'Open a selection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a selection' });
  await dialog.getByRole('button', { name: 'Half Session 10' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Half Session');
  await expect(dialog.getByLabel('Photos included')).toHaveValue('10');
  await expectAccessible(page);
  await dialog.getByLabel('Photos included').fill('3');
  await dialog.getByLabel('Price of each further photo, in dollars').fill('fifteen');
  await dialog.getByLabel('At least (optional)').fill('two');
  await dialog.getByRole('button', { name: 'Open the selection' }).click();
  await expect(dialog.getByText('Please enter an amount such as 125 or 125.50.')).toBeVisible();
  await expect(dialog.getByText('Please enter a whole number from 0 to 2,000.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Half Session');
  await expectAccessible(page);
  await dialog.getByLabel('Price of each further photo, in dollars').fill('15.5');
  await dialog.getByLabel('At least (optional)').fill('2');
  // Only the server knows today's date in the studio's time zone.
  await dialog.getByLabel('Last day (optional)').fill('2020-12-01');
  await dialog.getByRole('button', { name: 'Open the selection' }).click();
  await expect(dialog.getByText('Choose today or a later day.')).toBeVisible();
  await dialog.getByLabel('Last day (optional)').fill('');
  await dialog.getByRole('button', { name: 'Open the selection' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('link', { name: /^Half Session/ });
  await expect(row).toContainText('0 of 3 chosen, open');
  await expectAccessible(page);

  const { items } = await listStudioSelections(studioAdmin, session.id);
  expect(items).toMatchObject([{ name: 'Half Session', included: 3, extra_cents: 1_550, minimum: 2, ends_on: null }]);
  const [selection] = items as [StudioSelection];
  await chooseIn(gallery, selection, photos.slice(0, 5));
  await noteChoice(client, session.id, selection.id, photos[1]!, { note: 'Crop the fence', note_before: '' });
  // Under the photo in the gallery.
  await setFavoriteOrNote(client, session.id, photos[2]!, { note: 'Brighter, please', note_before: '' });
  await submitIn(gallery, selection, 'The hallway first, please.');

  await row.click();
  await expect(page.getByRole('heading', { name: 'Half Session', exact: true })).toBeVisible();
  await expect(page.getByText(/^Submitted \w+ \d+, 20\d\d: 5 photos, \$31$/)).toBeVisible();
  await expect(quoteOf(page)).toContainText('5 photos · 2 extra × $15.50 = $31');
  await expect(quoteOf(page)).toContainText('The hallway first, please.');
  await expect(page.getByText('Crop the fence')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Submitted in round 1' }).getByRole('img')).toHaveCount(5);
  await expectAccessible(page);

  // In the grid, by what is chosen.
  await page.getByRole('link', { name: 'Show in the session’s grid' }).click();
  await expect(page.getByRole('link', { name: 'Chosen in Half Session 5' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: /^Open DM_/ })).toHaveCount(5);
  await page.goBack();

  await quoteOf(page).getByRole('button', { name: 'Change price or message' }).click();
  const answer = page.getByRole('dialog', { name: 'Approve this request?' });
  await expect(answer.getByLabel('Price in dollars (optional)')).toHaveValue('31.00');
  await answer.getByLabel('Price in dollars (optional)').fill('25');
  await answer.getByLabel('Payment link (optional)').fill('http://pay.example.com/25');
  await answer.getByRole('button', { name: 'Approve' }).click();
  await expect(answer.getByText('A payment link is a web address that starts with https://')).toBeVisible();
  await answer.getByLabel('Payment link (optional)').fill('https://pay.example.com/25');
  await expect(answer.getByText('The client sees a button that opens pay.example.com.')).toBeVisible();
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Approve' }).click();
  await expect(answer).toBeHidden();
  await expect(page.getByText(`Approved. ${person.email} gets an email with the price`)).toBeVisible();
  await expect(quoteOf(page).getByRole('heading', { name: '$25' })).toBeVisible();
  await expect(quoteOf(page)).toContainText('They have not accepted it yet.');
  await expect(quoteOf(page).getByRole('link', { name: 'pay.example.com' })).toBeVisible();
  await expectAccessible(page);

  const { quote } = await getSelection(client, session.id, selection.id);
  await acceptQuote(client, quote!.id, { version: quote!.version, price_cents: 2_500 });
  await page.reload();
  await expect(quoteOf(page)).toContainText(`by ${person.name}: $25.`);
  await expect(quoteOf(page).getByText('Accepted', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Accepted\. Now retouch these photos/)).toBeVisible();
  // The notes, as they were submitted and as they are now.
  const submitted = page.getByRole('list', { name: 'Submitted in round 1' });
  await expect(submitted.getByText('Brighter, please')).toBeVisible();
  const change = { note: 'Keep the fence', note_before: 'Crop the fence' };
  await setFavoriteOrNote(client, session.id, photos[1]!, change);
  await page.reload();
  await expect(submitted.getByText('Crop the fence', { exact: true })).toBeVisible();
  await expect(submitted.getByText('Changed since: Keep the fence')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/admin/quotes');
  const listed = page.getByRole('listitem').filter({ hasText: person.name });
  await expect(listed.getByRole('heading', { name: 'SELECTION of 5 photos approved Accepted' })).toBeVisible();
  await expect(listed).toContainText('5 photos · 2 extra × $15.50 = $31');
  await listed.getByText('5 photos chosen').click();
  await expect(listed.getByRole('list', { name: 'Photos of this quote' }).getByRole('img')).toHaveCount(5);
  await expectAccessible(page);
  await listed.getByRole('button', { name: /^Reopen SELECTION/ }).click();
  await expect(page.getByRole('dialog')).toContainText(`${person.name} has accepted $25. Reopening makes that void`);
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(listed).toContainText('Before it was reopened: Accepted');
  await expect(listed.getByRole('heading', { name: 'SELECTION of 5 photos pending' })).toBeVisible();
  await page.goto(`/admin/session/${session.id}/selection/${selection.id}`);
  await expect(quoteOf(page)).toContainText('the client sees a button that opens pay.example.com.');
  await expectAccessible(page);
  await photograph(page, 'approve with link');
  expect(problems).toEqual([]);
});

test('a client’s request to change their choice waits, and the choice is kept or opened again', async ({ page }) => {
  const gallery = await newGallery();
  const { person, session, client, photos } = gallery;
  const selection = await newSelection(gallery);
  await chooseIn(gallery, selection, photos.slice(0, 4));
  await submitIn(gallery, selection);
  await askForChange(client, session.id, selection.id, { round: 1, words: 'One more of grandma' });
  await signInAsAdmin(page);
  await page.goto('/admin/dashboard');
  const row = page.getByRole('listitem').filter({ hasText: /Requests? to change a choice/ });
  await expect(row).toContainText(person.name);
  await expectAccessible(page);
  await row.getByRole('link', { name: session.session_name }).click();
  const request = page.getByRole('region', { name: 'Request to change the choice' });
  await expect(request).toContainText('“One more of grandma”');
  await expectAccessible(page);
  await photograph(page, 'change request');
  await request.getByRole('button', { name: 'Keep it as it was submitted' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep Album as it was submitted?' });
  await keep.getByLabel('Words to the client (optional)').fill('The book is at the printer’s.');
  await expect(keep).toContainText(`and in the email to ${person.email}.`);
  await expectAccessible(page);
  await photograph(page, 'keep');
  await keep.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByText(`${person.email} gets an email about it.`)).toBeVisible();
  await expect(request).toContainText('you have kept it as it was submitted');
  await expect(request).toContainText('“The book is at the printer’s.”');
  await expectAccessible(page);
  await photograph(page, 'kept');
  const review = `${testStudio.site}/dashboard/gallery/${session.session_label}/selection/${selection.id}`;
  const told = async (subject: string) => (await emailsTo(person.email)).find((one) => one.subject === subject);
  await expect
    .poll(async () => (await told('About your choice: Album'))?.text)
    .toContain('We keep it as you submitted it.');
  const declined = await told('About your choice: Album');
  expect(declined?.text).toContain('The book is at the printer’s.');
  expect(declined?.text).toContain(review);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'What waits' })).toBeVisible();
  await expect(page.getByText('Looking for what waits...')).toHaveCount(0);
  await expect(row.filter({ hasText: person.name })).toHaveCount(0);
  await page.goto(`/admin/session/${session.id}/timeline`);
  await expect(page.getByText('asked to change the choice')).toBeVisible();

  await page.goto(`/admin/session/${session.id}/selection/${selection.id}`);
  await quoteOf(page).getByRole('button', { name: 'Open again for the client' }).click();
  const reopen = page.getByRole('dialog', { name: 'Open Album for the client again?' });
  await reopen.getByLabel('Words to the client (optional)').fill('It waits for you after all.');
  // What was typed stays with the dialog.
  await page.keyboard.press('Escape');
  await quoteOf(page).getByRole('button', { name: 'Open again for the client' }).click();
  await expect(reopen.getByLabel('Words to the client (optional)')).toHaveValue('It waits for you after all.');
  await expectAccessible(page);
  await photograph(page, 'open again');
  await reopen.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByText(`${person.email} gets an email about it.`)).toBeVisible();
  await expect(quoteOf(page)).toBeHidden();
  await expect(request).toBeHidden();
  const subject = 'You can change your choice: Album';
  await expect.poll(async () => (await told(subject))?.text).toContain('As you asked, we have opened');
  for (const [name, email] of [
    ['declined', declined],
    ['reopened', await told(subject)],
  ] as const) {
    // The site's policy for styles is none of the email's.
    await page.goto('about:blank');
    await page.setContent(email?.html ?? '');
    await photograph(page, `email ${name}`);
  }
});

test('a round that was opened again stays readable, and hidden and deleted photos are said @phone', async ({
  page,
}) => {
  const gallery = await newGallery();
  const { person, session, photos } = gallery;
  const selection = await newSelection(gallery);
  await chooseIn(gallery, selection, photos.slice(0, 4));
  await submitIn(gallery, selection);
  await editPhotos(studioAdmin, session.id, { photo_ids: [photos[0]!], is_approved: false });
  await deletePhotos(studioAdmin, session.id, [photos[1]!]);

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}/selection/${selection.id}`);
  await expect(page.getByText(`In the trash: ${isolated('DM_0002.jpg')}.`)).toBeVisible();
  await expect(page.getByText('Hidden since')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await quoteOf(page).getByRole('button', { name: 'Approve $15' }).click();
  await expect(page.getByText(`Approved. ${person.email} gets an email with the price`)).toBeVisible();
  await quoteOf(page).getByRole('button', { name: 'Open again for the client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open Album for the client again?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await expect(
    page.getByText(`Open again: the client can choose and submit. ${person.email} gets an email about it.`),
  ).toBeVisible();
  await expect(page.getByText('2 chosen photos are hidden or deleted')).toBeVisible();
  await expect(quoteOf(page)).toBeHidden();
  await page.getByText(/^Round 1/).click();
  await expect(page.getByRole('list', { name: 'Submitted in round 1' }).getByRole('img')).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/quotes');
  const listed = page.getByRole('listitem').filter({ hasText: person.name });
  await expect(listed).toContainText('this quote is no longer valid');
  await expect(listed.getByRole('button', { name: /Approve|Reopen/ })).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  await page.goto(`/admin/session/${session.id}/selection/${selection.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Album?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 deleted selection').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Album' }).click();
  await expect(page.getByRole('link', { name: /^Album/ })).toContainText('closed');
  await expectNoSidewaysScroll(page);
});

test('of two admins who edit a selection, the slower one keeps the other’s terms, and decides where both changed one', async ({
  page,
  context,
}) => {
  const gallery = await newGallery();
  const selection = await newSelection(gallery);
  await signInAsAdmin(page);
  const address = `/admin/session/${gallery.session.id}/selection/${selection.id}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Album' });
  await dialog.getByLabel('Price of each further photo, in dollars').fill('20');
  await dialog.getByLabel('Name').fill('Album of 20');

  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Edit' }).click();
  await other.getByLabel('Price of each further photo, in dollars').fill('30');
  await other.getByText('Not possible', { exact: true }).click();
  await other.getByLabel('Name').fill('Wedding album');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Saved. The client sees the new terms.')).toBeVisible();
  await expect(other.getByText('3 included, no more than these')).toBeVisible();

  await dialog.getByRole('button', { name: 'Save' }).click();
  // What only the other one has changed is taken over; the price has no field then, and is a conflict all the same.
  await expect(dialog.getByLabel('Not possible')).toBeChecked();
  await expect(dialog.getByRole('alert')).toContainText(
    'Somebody else changed “Name” and “Price of each further photo',
  );
  const name = dialog.getByRole('group').filter({ hasText: '“Name” was changed by two people' });
  await expect(name).toBeFocused();
  await expect(name).toContainText('Stored now: Wedding album');
  await expectAccessible(page);
  await name.getByRole('button', { name: 'Keep what is stored' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.getByText('At a price', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Wedding album' })).toBeVisible();
  await expect(page.getByText('3 included, each further one $20')).toBeVisible();
});

test('a selection is exported as names, text, a table with words, and ratings for raw files @phone', async ({
  page,
}) => {
  const gallery = await newGallery();
  const { session, client, photos } = gallery;
  const selection = await newSelection(gallery, { name: 'Album & prints' });
  await chooseIn(gallery, selection, [photos[2]!, photos[0]!]);
  await noteChoice(client, session.id, selection.id, photos[2]!, { note: 'Warmer', note_before: '' });
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}?show=chosen&in=${selection.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('button', { name: 'Export file names' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export file names' });
  await expect(dialog.getByLabel(/^For Lightroom/)).toHaveValue('DM_0001, DM_0003');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const csv = await save('Download CSV');
  expect(csv.name).toBe(`${session.session_label}-album-prints.csv`);
  expect(csv.text).toContain('"DM_0003.jpg"');
  expect(csv.text).toContain('"Warmer"');
  expect((await save('Download text')).text).toBe('DM_0001.jpg\r\nDM_0003.jpg\r\n');
  await dialog.getByText('Ratings for raw files (XMP)').click();
  await dialog.getByLabel('Label').selectOption('Green');
  const xmp = await save('Download XMP');
  expect(xmp.name).toBe(`${session.session_label}-album-prints-xmp.zip`);
  expect(xmp.text).toContain('DM_0003.xmp');
  expect(xmp.text).toContain('xmp:Rating="5" xmp:Label="Green"');
  await dialog.getByLabel('Which photos').selectOption({ label: 'All photos with a note' });
  await expect(dialog.getByLabel(/^For Lightroom/)).toHaveValue('DM_0003');
  await dialog.getByLabel('Which photos').selectOption('favorites');
  await expect(dialog.getByText('There are no photos in this list.')).toBeVisible();
  await expectAccessible(page);
});
