import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
  broken,
  faults,
  lettersTo,
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signInAs,
} from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** 'Session: {name}' as the studio works with it, and what its client sees of that. */

let context: BrowserContext;
let page: Page;
let problems: string[];
test.beforeEach(async ({ browser, isMobile, hasTouch, viewport }) => {
  context = await browser.newContext({ isMobile, hasTouch, viewport });
  await reportPolicy(context);
  problems = watch(context);
  page = await context.newPage();
  await signInAsAdmin(page);
});
test.afterEach(async () => {
  await faults('dynamodb', []);
  await context.close();
});

const marks = (index: number) => ({
  ...(index % 3 === 0 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z' }),
  ...(index === 0 && { note: '=HYPERLINK("https://evil.example")' }),
  ...(index === 1 && { is_approved: false, note: 'Could this be a 16 × 20?' }),
  ...(index === 2 && { downloadable: false }),
});

let sessions = 0;

/** A session of eight marked photos, and its client. Its name is no other's. */
async function open(photos = 8) {
  sessions += 1;
  const name = `River Walk ${Date.now()}-${sessions}`;
  const person = newPerson();
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name, photos, change: marks });
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByRole('heading', { name: `Session: ${name}` })).toBeVisible();
  if (photos > 0) await expect(check(1)).toBeVisible();
  return { person, customer, session, name };
}

const file = (number: number) => `DM_${String(number).padStart(4, '0')}.jpg`;
const check = (number: number) => page.getByRole('checkbox', { name: `Select ${file(number)}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected photos' });
const said = (words: string | RegExp) => expect(page.getByText(words)).toBeVisible();

/** The session as its client meets it, in a browser of their own. */
async function asClient(person: { name: string; email: string }, look: (page: Page) => Promise<void>) {
  const theirs = await context.browser()!.newContext();
  const gallery = await theirs.newPage();
  await signInAs(gallery, person);
  await gallery.goto('/dashboard/gallery');
  await look(gallery);
  await theirs.close();
}

test('shows what the client marked and may do, by filter, and is accessible', async () => {
  const { session } = await open();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  await expect(page.getByText('Favorite of the client')).toHaveCount(3);
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(2);
  await said('No download');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Favorites' }).click();
  await said('3 favorites');
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Hidden' }).click();
  await said('1 photo hidden');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('link', { name: 'Bin' }).click();
  await said('The bin is empty. Deleted photos stay here for 30 days.');
  await page.reload();
  await said('The bin is empty. Deleted photos stay here for 30 days.');
  await expectAccessible(page);
  await page.goto(`/admin/session/${session.id}`);
  await check(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(check(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(check(2)).toBeFocused();
  expect(problems).toEqual([]);
});

test('an empty session, one without a name, and one that is not there', async () => {
  await open(0);
  await said('No photos in this session.');
  await expectAccessible(page);
  await page.goto(`/admin/session/${'0'.repeat(20)}`);
  await said('Failed to load session. It may have been deleted.');
  await expectAccessible(page);
});

test('photos are selected one by one, in ranges and all, and hidden: the client no longer sees them', async () => {
  const { person } = await open();
  await check(3).click();
  await expect(bar()).toContainText('1 photo selected');
  await check(6).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('4 photos selected');
  await page.keyboard.press('Escape');
  await expect(bar()).toBeHidden();
  await button('Select all').click();
  await expect(bar()).toContainText('8 photos selected');
  await check(8).click();
  await expect(bar()).toContainText('7 photos selected');
  await expectAccessible(page);
  await button('Clear').click();

  // The picture itself selects, too.
  await page.getByRole('img', { name: file(4) }).click();
  await page.getByRole('img', { name: file(5) }).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('2 photos selected');
  const source = await page.getByRole('img', { name: file(4) }).getAttribute('src');
  await button('Hide from client').click();
  await said('2 photos are hidden from the client. Copies at the edge of the network are gone within minutes.');
  await said('8 photos, 3 hidden');
  await expectAccessible(page);
  // The addresses that were known are gone; the studio has the new ones.
  await expect.poll(async () => (await page.request.get(source ?? '')).status(), { timeout: 40_000 }).not.toBe(200);
  await asClient(person, async (gallery) => {
    await expect(gallery.getByRole('button', { name: `Open ${file(1)}` })).toBeVisible();
    for (const number of [2, 4, 5]) await expect(gallery.getByText(file(number))).toHaveCount(0);
  });

  await check(4).click();
  await button('Refuse download').click();
  await said('The client can’t download 1 photo.');
  await page.getByRole('link', { name: 'Hidden' }).click();
  await button('Select all').click();
  await button('Show to client').click();
  await said('3 photos are visible to the client.');
  expect(problems).toEqual([]);
});

test('on a phone the same, with what is rarely done behind More @phone', async ({ isMobile }) => {
  test.skip(!isMobile, 'the bar has room for everything');
  await open();
  await expectAccessible(page);
  await check(1).tap();
  await check(2).tap();
  await expect(bar()).toContainText('2 photos selected');
  await expectAccessible(page);
  await expect(button('Refuse download')).toBeHidden();
  await button('More').tap();
  await expectAccessible(page);
  await button('Refuse download').tap();
  await said('The client can’t download 2 photos.');
  await expectAccessible(page);
  await button(`Delete ${file(1)}`).tap();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await said(/1 photo moved to the bin/);
  await page.getByRole('link', { name: 'Bin' }).tap();
  await said('30 days left');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('deleting asks, and can be undone at once or from the bin', async () => {
  await open();
  await button(`Delete ${file(3)}`).click();
  await expect(page.getByRole('dialog')).toContainText('restored for 30 days');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(check(3)).toBeVisible();
  await button(`Delete ${file(3)}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said('1 photo moved to the bin, and can be restored for 30 days.');
  await expect(check(3)).toHaveCount(0);
  await said('7 photos, 1 hidden');
  await button('Undo').click();
  await said('1 photo restored.');
  await expect(check(3)).toBeVisible();

  await check(1).click();
  await check(2).click({ modifiers: ['Shift'] });
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 photos?' }).getByRole('button', { name: 'Delete' }).click();
  await said(/2 photos moved to the bin/);
  await page.getByRole('link', { name: 'Bin' }).click();
  await expect(page.getByText('30 days left')).toHaveCount(2);
  await button(`Restore ${file(2)}`).click();
  await said('1 photo restored.');
  await button('Select all').click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said(/The bin is empty/);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  expect(problems).toEqual([]);
});

test('featuring warns, shows the photo to everybody, and takes it back', async ({ browser }) => {
  await open();
  await check(2).click();
  await button('Show in public gallery').click();
  const dialog = page.getByRole('dialog', { name: 'Show in public gallery' });
  await expect(dialog).toContainText('Anyone can see this');
  await expectAccessible(page);
  await dialog.getByLabel('Category').selectOption({ label: 'Studio Minis' });
  await dialog.getByRole('button', { name: 'Show to everyone' }).click();
  await said('1 photo will be in the public gallery, under Studio Minis, in a moment.');
  await said('Public: Studio Minis');

  const visitor = await browser.newContext();
  const portfolio = async () => {
    const { categories } = await (await visitor.request.get('/api/public/portfolio')).json();
    return categories.find(({ slug }: { slug: string }) => slug === 'studio-minis')?.photos ?? [];
  };
  await expect.poll(async () => (await portfolio()).length, { timeout: 40_000 }).toBe(1);
  const [{ portfolio_key }] = await portfolio();
  const picture = `/portfolio/${portfolio_key}/400.webp`;
  expect((await visitor.request.get(picture)).status()).toBe(200);

  await check(2).click();
  await button('Remove from public gallery').click();
  await said(/1 photo has left the public gallery/);
  expect(await portfolio()).toEqual([]);
  await expect.poll(async () => (await visitor.request.get(picture)).status(), { timeout: 40_000 }).not.toBe(200);
  await visitor.close();
});

test('favorites are exported as names for Lightroom and as a table in which nothing is a formula', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { session } = await open();
  await page.getByRole('link', { name: 'Favorites' }).click();
  await button('Export file names').click();
  await expect(page.getByRole('textbox')).toHaveValue('DM_0001, DM_0004, DM_0007');
  await expectAccessible(page);
  await button('Copy file names').click();
  await said('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DM_0001, DM_0004, DM_0007');
  const download = page.waitForEvent('download');
  await button('Download CSV').click();
  const csv = await download;
  expect(csv.suggestedFilename()).toBe(`${session.session_label}-favorites.csv`);
  const text = readFileSync(await csv.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(problems).toEqual([]);
});

test('a session is edited; of two who do so at once, the second sees both and decides', async () => {
  const { customer } = await open();
  await makeGallery(customer, { name: 'Other', photos: 0 });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Edit Session' }).click();

  await button('Edit Session').click();
  await expectAccessible(page);
  await page.getByLabel('Session ID').fill('oct2026-other');
  await button('Save Session').click();
  await said(/This customer already has a session with this ID\. oct2026-other-2 is free\./);
  await page.getByLabel('Session ID').fill('river');
  await page.getByLabel('Session Date').fill('2026-10-20');
  await page.getByLabel('Notes (optional)').fill('By the bayou.');
  await button('Save Session').click();
  await said(/October 20, 2026 · river/);
  await said('By the bayou.');

  await other.getByLabel('Session Name').fill('River Walk, at dawn');
  await other.getByRole('button', { name: 'Save Session' }).click();
  await expect(
    other.getByText('The session was not saved. Somebody else changed this in the meantime.'),
  ).toBeInViewport();
  const stored = other.getByRole('region', { name: 'What is stored now' });
  await expect(stored).toContainText('Session ID: river');
  await expect(stored).toContainText('Notes: By the bayou.');
  await expect(other.getByLabel('Session Name')).toHaveValue('River Walk, at dawn');
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Take these over' }).click();
  await expect(other.getByLabel('Notes (optional)')).toHaveValue('By the bayou.');
  await other.getByLabel('Session Name').fill('River Walk, at dawn');
  await other.getByRole('button', { name: 'Save Session' }).click();
  await expect(other.getByRole('heading', { name: 'Session: River Walk, at dawn' })).toBeVisible();
  await expect(other.getByText('By the bayou.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('the order governs both sides', async () => {
  const person = newPerson();
  // Uploaded as 2, 3, 1 and captured as 3, 1, 2.
  const session = await makeGallery(await makeCustomer(person), {
    name: 'Ordered',
    photos: 3,
    change: (index) => ({
      file_name: file([2, 3, 1][index] ?? 0),
      captured_at: `2026-10-18T0${[3, 1, 2][index]}:00:00.000Z`,
    }),
  });
  const order = page.getByLabel(/^Order/);
  const shown = async (...numbers: number[]) => {
    const labels = () => page.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.ariaLabel));
    await expect.poll(labels).toEqual(numbers.map((number) => `Select ${file(number)}`));
  };
  await page.goto(`/admin/session/${session.id}`);
  await shown(2, 3, 1);
  await order.selectOption('captured');
  await shown(3, 1, 2);
  await order.selectOption('name');
  await shown(1, 2, 3);
  await expect(order).toBeEnabled();
  await page.reload();
  await expect(order).toHaveValue('name');
  await asClient(person, async (gallery) => {
    const photos = gallery.getByRole('button', { name: /^Open DM/ });
    await expect(photos).toHaveCount(3);
    for (const number of [1, 2, 3]) await expect(photos.nth(number - 1)).toHaveAccessibleName(`Open ${file(number)}`);
  });
});

test('the client is told by one letter a press, and it is said when', async () => {
  const { person, name } = await open();
  await said('The client has not been told yet.');
  await button('Tell the client that the gallery is ready').click();
  await expect(page.getByRole('dialog')).toContainText('One email goes to Ada Lovelace');
  await expectAccessible(page);
  await button('Send the email').click();
  await said(new RegExp(`Last told on .*${person.email}`));
  await expect.poll(async () => (await lettersTo(person.email)).length).toBe(1);
  const [letter] = await lettersTo(person.email);
  expect(letter?.subject).toBe(`Your photos are ready: ${name}`);
  expect(letter?.text).toContain('Photos: 7');
  expect(letter?.text).toContain('/dashboard/gallery');

  // Another admin's screen still shows that nobody was told: one press there is no second letter.
  await page.route('**/announcement', (route) => route.continue({ postData: JSON.stringify({ told_at: null }) }));
  await button('Tell the client that the gallery is ready').click();
  await said(/They were told before/);
  await button('Send another email').click();
  await said('No email was sent now: the client has just been told by somebody else.');
  await expectAccessible(page);
  expect(await lettersTo(person.email)).toHaveLength(1);
});

test('a deleted session is gone for everybody, and comes back whole', async () => {
  const { person, session, name } = await open();
  const source = await page.getByRole('img', { name: file(1) }).getAttribute('src');
  await button('Delete Session').click();
  await expect(page.getByRole('dialog')).toContainText('8 photos');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Session' }).click();
  await expect(page).toHaveURL(/\/admin\/sessions$/);
  await said(`${name} is deleted, and can be restored for 30 days.`);
  await expect(page.getByRole('link', { name: `View session ${name}` })).toHaveCount(0);
  await expectAccessible(page);
  await asClient(person, async (gallery) => {
    await expect(gallery.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  });
  await expect.poll(async () => (await page.request.get(source ?? '')).status(), { timeout: 40_000 }).not.toBe(200);
  await page.goto(`/admin/session/${session.id}`);
  await said('Failed to load session. It may have been deleted.');
  await page.goto('/admin/sessions');
  await button(`Restore ${name}`).click();
  await expect(page.getByRole('link', { name: `View session ${name}` })).toBeVisible();
  await page.goto(`/admin/session/${session.id}`);
  await said('8 photos, 1 hidden');
  await expect
    .poll(() => page.getByRole('img', { name: file(1) }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('what fails says so beside its object, keeps what was selected, and can be tried again', async () => {
  await open();
  await check(1).click();
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await button('Hide from client').click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
  await expect(bar()).toContainText('1 photo selected');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await button('Try again').click();
  await said(/1 photo is hidden from the client/);
  await expect(bar()).toBeHidden();

  await faults('dynamodb', [broken('Query', 'photos')]);
  await page.getByRole('link', { name: 'Favorites' }).click();
  await said(/The photos could not be loaded\./);
  await expect(page.getByText('The client has no favorites')).toHaveCount(0);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await button('Try again').click();
  await said('3 favorites');
});

test('5,000 photos: few of them are in the page at once, and all can be selected and hidden', async () => {
  test.setTimeout(180_000);
  await open(5_000);
  await said('5,000 photos, 1 hidden');
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await nodes();
  await page.mouse.wheel(0, 60_000);
  await expect(check(1)).toHaveCount(0);
  await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThan(8);
  expect(await nodes()).toBeLessThan(before * 1.5);
  await page.evaluate(() => scrollTo(0, 0));
  await button('Select all').click();
  await expect(bar()).toContainText('5,000 photos selected', { timeout: 60_000 });
  expect(await nodes()).toBeLessThan(before * 1.5);
  await button('Refuse download').click();
  await expect(bar()).toContainText(/Refusing downloads\.\.\. [\d,]+ of 5,000/);
  await expect(page.getByText('The client can’t download 5,000 photos.')).toBeVisible({ timeout: 120_000 });
});
