import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { editSession } from '../../lambdas/domain/sessions/sessions.ts';
import { isolated } from '../../shared/text/isolated.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../support/faults/watch.ts';
import { savedAs } from '../support/pictures/saved-as.ts';
import {
  broken,
  emailsTo,
  faults,
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../support/studio/client-world.ts';
import { signInAsAdmin } from '../support/studio/people.ts';

/** The session view of the studio, and what its client sees of each change. */

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

/** Creates a session of eight photos with favorites and notes, under a unique name, and opens it. */
async function open(photos = 8) {
  sessions += 1;
  const name = `River Walk ${Date.now()}-${sessions}`;
  const person = newPerson();
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name, photos, change: marks });
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByRole('heading', { name: `Session: ${name}` })).toBeVisible();
  // On a phone the checkboxes are shown after 'Select'.
  if (photos > 0) await expect(page.getByRole('img', { name: photoName(1) })).toBeVisible();
  return { person, customer, session, name };
}

const check = (number: number) => page.getByRole('checkbox', { name: `Select ${photoName(number)}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected photos' });
const said = (words: string | RegExp) => expect(page.getByText(words)).toBeVisible();

/** Opens the session's gallery as its client, in a separate browser context. */
async function asClient(person: { name: string; email: string }, look: (page: Page) => Promise<void>) {
  const theirs = await context.browser()!.newContext();
  const gallery = await theirs.newPage();
  await signInAs(gallery, person);
  await gallery.goto('/dashboard/gallery');
  await look(gallery);
  await theirs.close();
}

test('shows the client’s favorites, notes and permissions, by filter, and is accessible', async () => {
  const { session } = await open();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  await expect(page.getByText('Favorite of the client')).toHaveCount(3);
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Hidden 1' })).toBeVisible();
  await said('No download');
  await expectAccessible(page);

  for (const name of ['All 8', 'Favorites 3', 'With note 2', 'Hidden 1', 'Not downloadable 1', 'Trash 0']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Hidden' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('link', { name: 'Not downloadable' }).click();
  await expect(page.getByRole('checkbox', { name: `Select ${photoName(3)}` })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('link', { name: 'Trash' }).click();
  await said('The trash is empty. Deleted photos stay here for 30 days.');
  await page.reload();
  await said('The trash is empty. Deleted photos stay here for 30 days.');
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

test('an empty session, a session without a name, and a missing session', async () => {
  await open(0);
  await said('No photos in this session.');
  await expectAccessible(page);
  await page.goto(`/admin/session/${'0'.repeat(20)}`);
  await said('Failed to load session. It may have been deleted.');
  await expectAccessible(page);
});

test('photos are selected one by one, in ranges and all at once, and hidden from the client', async () => {
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

  // While photos are selected, a click on a picture selects, too.
  await check(4).click();
  await page.getByRole('img', { name: photoName(5) }).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('2 photos selected');
  const source = await page.getByRole('img', { name: photoName(4) }).getAttribute('src');
  await button('Hide from client').click();
  await said(
    '2 photos are hidden from the client. Addresses that someone has kept stop working within a few minutes, download links within 10.',
  );
  await said('8 photos, 3 hidden');
  await expect(page.getByRole('link', { name: 'Hidden 3', exact: true })).toBeVisible();
  await expectAccessible(page);
  // The old media keys are deleted; the studio's page has the new ones.
  await expect.poll(async () => (await page.request.get(source ?? '')).status(), { timeout: 90_000 }).not.toBe(200);
  await asClient(person, async (gallery) => {
    await expect(gallery.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
    for (const number of [2, 4, 5]) await expect(gallery.getByText(photoName(number))).toHaveCount(0);
  });

  await check(4).click();
  await button('More').click();
  await button('Refuse download').click();
  await said('The client can’t download 1 photo.');
  await page.getByRole('link', { name: 'Hidden' }).click();
  await button('Select all').click();
  await button('Show to client').click();
  await said('3 photos are visible to the client.');
  expect(problems).toEqual([]);
});

test('the bar of selected photos is one row at every width, and what does not fit into it is under More', async () => {
  await open();
  await check(1).click();
  await check(2).click();
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bar()).toContainText('2 photos selected');
    const tops = () =>
      bar()
        .getByRole('button')
        .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    await expect.poll(async () => (await tops()).length, { message: `rows at ${width} px` }).toBe(1);
    expect((await bar().boundingBox())!.height, `height at ${width} px`).toBeLessThanOrEqual(73);
    await expectNoSidewaysScroll(page);
    for (const name of ['Clear', 'More', 'Delete'])
      await expect(bar().getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    if (width > 1_000) await expect(button('Hide from client')).toBeInViewport({ ratio: 1 });
    await button('More').click();
    for (const name of [
      'Show to client',
      'Hide from client',
      'Mark finished',
      'Mark as proof',
      'Move to chapter',
      'Compare',
      'Allow download',
      'Refuse download',
    ]) {
      await expect(button(name), `${name} at ${width} px`).toHaveCount(1);
      await expect(button(name)).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await button('More').click();
  await button('Refuse download').click();
  await said('The client can’t download 2 photos.');
  expect(problems).toEqual([]);
});

test('on a phone photos are selected and edited, with rare actions behind More @phone', async ({ isMobile }) => {
  test.skip(!isMobile, 'on a desktop the bar shows every action');
  await open();
  await expectAccessible(page);
  await button('Select').tap();
  await check(1).tap();
  await page.getByRole('img', { name: photoName(2) }).tap();
  const { height } = (await bar().boundingBox())!;
  expect(height).toBeLessThan(page.viewportSize()!.height / 5);
  await expect(bar()).toContainText('2 photos selected');
  await expectAccessible(page);
  await expect(button('Refuse download')).toBeHidden();
  await button('More').tap();
  await expectAccessible(page);
  await button('Refuse download').tap();
  await said('The client can’t download 2 photos.');
  await expectAccessible(page);
  await check(1).tap();
  await bar().getByRole('button', { name: 'Delete' }).tap();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await said(/1 photo moved to the trash/);
  await page.getByRole('link', { name: 'Trash' }).tap();
  await said('30 days left');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('deleting asks for confirmation, and can be undone at once or from the trash', async () => {
  await open();
  await check(3).click();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: `Delete ${photoName(3)}?` })).toContainText('restored for 30 days');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(check(3)).toBeVisible();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said('1 photo moved to the trash, and can be restored for 30 days.');
  await expect(check(3)).toHaveCount(0);
  await said('7 photos, 1 hidden');
  await button('Undo').click();
  await said('1 photo restored.');
  await expect(check(3)).toBeVisible();

  await check(1).click();
  await check(2).click({ modifiers: ['Shift'] });
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 photos?' }).getByRole('button', { name: 'Delete' }).click();
  await said(/2 photos moved to the trash/);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByText('30 days left')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Trash 2', exact: true })).toBeVisible();
  await check(2).click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said('1 photo restored.');
  await button('Undo').click();
  await said(/1 photo moved to the trash/);
  await expect(page.getByText('30 days left')).toHaveCount(2);
  await check(2).click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said('1 photo restored.');
  await button('Select all').click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said(/The trash is empty/);
  await page.getByRole('link', { name: /^All \d/ }).click();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  expect(problems).toEqual([]);
});

test('featuring warns, publishes the photo, and can be undone', async ({ browser }) => {
  await open();
  await check(2).click();
  await button('More').click();
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
  const gallery = await visitor.newPage();
  await gallery.goto('/gallery');
  // By the studio's name: the photo's own may name the client.
  expect(await savedAs(gallery.locator(`img[src*="${portfolio_key}"]`).first())).toMatch(
    new RegExp(`^inline; filename="[a-z0-9-]+-studio-minis-${portfolio_key.slice(0, 6)}-\\d+\\.(webp|jpg)"`),
  );

  await check(2).click();
  await button('More').click();
  await expectAccessible(page);
  await button('Remove from public gallery').click();
  await said(/1 photo has left the public gallery/);
  expect(await portfolio()).toEqual([]);
  await expect.poll(async () => (await visitor.request.get(picture)).status(), { timeout: 40_000 }).not.toBe(200);
  await visitor.close();
});

test('favorites are exported as names for Lightroom and as a table without formulas', async () => {
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

test('a session is edited; of two who edit it at once each keeps what the other one did not touch, and decides the rest', async () => {
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
  await said(/Oct 20, 2026 · river/);
  await said('By the bayou.');

  const dialog = other.getByRole('dialog', { name: 'Edit Session' });
  await dialog.getByLabel('Session Name').fill('River Walk, at dawn');
  await dialog.getByLabel('Session Date').fill('2026-10-21');
  await dialog.getByRole('button', { name: 'Save Session' }).click();
  const conflict = dialog.getByRole('group').filter({ hasText: '“Session Date” was changed by two people' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await expect(conflict).toContainText('Stored now: Oct 20, 2026');
  await expect(conflict).toContainText('Yours: Oct 21, 2026');
  await expect(dialog.getByRole('group', { name: 'Changed by two people' })).toHaveCount(1);
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('By the bayou.');
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog.getByRole('button', { name: 'Save Session' })).toBeFocused();

  // The first one has gone on meanwhile: nothing of it is lost without a word.
  await button('Edit Session').click();
  await page.getByLabel('Words for the client (optional)').fill('What a morning.');
  await button('Save Session').click();
  await said('Oct 20, 2026 · river');
  await dialog.getByRole('button', { name: 'Save Session' }).click();
  await expect(dialog.getByText('Saved, together with what was changed elsewhere in the meantime')).toContainText(
    '“Words for the client”.',
  );
  await expect(dialog.getByLabel('Words for the client (optional)')).toHaveValue('What a morning.');
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(other.getByRole('heading', { name: 'Session: River Walk, at dawn' })).toBeVisible();
  await expect(other.getByText('Oct 21, 2026 · river')).toBeVisible();
  await expect(other.getByText('By the bayou.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('the order applies to the studio’s view and to the client’s', async () => {
  const person = newPerson();
  // Uploaded in the order 2, 3, 1 and captured in the order 3, 1, 2.
  const session = await makeGallery(await makeCustomer(person), {
    name: 'Ordered',
    photos: 3,
    change: (index) => ({
      file_name: photoName([2, 3, 1][index] ?? 0),
      captured_at: `2026-10-18T0${[3, 1, 2][index]}:00:00.000Z`,
    }),
  });
  const order = page.getByLabel(/^Order/);
  const shown = async (...numbers: number[]) => {
    const labels = () => page.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.ariaLabel));
    await expect.poll(labels).toEqual(numbers.map((number) => `Select ${photoName(number)}`));
  };
  // The default order of a new session is by capture time.
  await page.goto(`/admin/session/${session.id}`);
  await shown(3, 1, 2);
  await order.selectOption('uploaded');
  await shown(2, 3, 1);
  await order.selectOption('name');
  await shown(1, 2, 3);
  await expect(order).toBeEnabled();
  await page.reload();
  await expect(order).toHaveValue('name');
  await asClient(person, async (gallery) => {
    const photos = gallery.getByRole('button', { name: /^Open DM/ });
    await expect(photos).toHaveCount(3);
    for (const number of [1, 2, 3])
      await expect(photos.nth(number - 1)).toHaveAccessibleName(`Open ${photoName(number)}`);
  });
});

test('an empty session is refused before the dialog, and the email offers no download that is not allowed', async () => {
  const { person, customer } = await open(0);
  const announce = button('Tell the client that the gallery is ready');
  await announce.click();
  await said('There are no photos in this session yet. Upload some first.');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const session = await makeGallery(customer, { name: 'Proofs', photos: 2, change: () => ({ downloadable: false }) });
  await page.goto(`/admin/session/${session.id}`);
  await announce.click();
  await button('Send the email').click();
  await said(/^Last told on/);
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  const [email] = await emailsTo(person.email);
  expect(email?.text).toContain('leave a note on any photo');
  expect(email?.text).not.toMatch(/download/i);
});

test('each announcement sends one email, and its time is shown @gate', async () => {
  const { person, name, session } = await open();
  await said('The client has not been told yet.');
  await button('Tell the client that the gallery is ready').click();
  await expect(page.getByRole('dialog')).toContainText('One email goes to Ada Lovelace');
  await expectAccessible(page);
  await page.getByLabel('A personal line (optional)').fill('You were a joy.');
  await button('Send the email').click();
  await said(new RegExp(`Last told on .*${person.email}`));
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  const [email] = await emailsTo(person.email);
  expect(email?.subject).toBe(`Your photos are ready: ${name}`);
  expect(email?.text).toContain('Photos: 7');
  expect(email?.text).toContain('You were a joy.');
  expect(email?.text).toContain(`Sign in with: ${person.email}`);
  // The cover is attached to the email; the link leads to this session.
  expect(email?.html).toContain('cid:cover');
  expect(email?.attachments).toEqual([expect.objectContaining({ content_id: 'cover', content_type: 'image/jpeg' })]);
  const [, link = ''] = /Open your gallery: (\S+)/.exec(email?.text ?? '') ?? [];
  await asClient(person, async (gallery) => {
    expect(new URL(link).pathname).toBe(`/dashboard/gallery/${session.session_label}`);
    await gallery.goto(new URL(link).pathname + new URL(link).search);
    await expect(gallery.getByRole('heading', { name, level: 1 })).toBeInViewport();
  });

  // The other admin's screen is stale: its announcement gets a conflict and sends no second email.
  await page.route('**/announcement', (route) =>
    route.continue({ postData: JSON.stringify({ announced_at: null, message: '' }) }),
  );
  await button('Tell the client that the gallery is ready').click();
  await said(/They were told before/);
  await button('Send another email').click();
  await said('No email was sent now: the client has just been told by somebody else.');
  await expectAccessible(page);
  expect(await emailsTo(person.email)).toHaveLength(1);
});

const acts = async (name: string) => {
  await button('More').click();
  await button(name).click();
};
const chapterLink = (name: string) =>
  page.getByRole('navigation', { name: 'Chapters' }).getByRole('link', { name, exact: true });
const shownNames = () =>
  page
    .locator('[data-photo]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace(/^\w+ /, '')));

test('chapters are made, ordered and filled by keyboard and by drag, and the client sees them @gate', async () => {
  const { person, session } = await open();
  await check(1).click();
  await check(2).click();
  await button('Move to chapter').click();
  await page.getByLabel('Chapter name').fill('Getting ready');
  await expectAccessible(page);
  await button('Move').click();
  await said(`2 photos moved to “${isolated('Getting ready')}”.`);
  await expect(chapterLink('Getting ready 2')).toBeVisible();
  await button('New chapter').click();
  await page.getByLabel('Chapter name').fill('  ');
  await button('Save chapter').click();
  await said('Please enter a chapter name.');
  await page.getByLabel('Chapter name').fill('Ceremony');
  await button('Save chapter').click();
  await expect(chapterLink('Ceremony 0')).toBeVisible();

  await page.getByRole('img', { name: photoName(5) }).dragTo(chapterLink('Ceremony 0'));
  await expect(chapterLink('Ceremony 1')).toBeVisible();
  await expect.poll(shownNames).toEqual([1, 2, 5, 3, 4, 6, 7, 8].map(photoName));
  // Each chapter stands below its name.
  await expect(page.getByRole('region', { name: /^Photos of/ }).getByRole('heading')).toHaveText([
    'Getting ready',
    'Ceremony',
    'No chapter',
  ]);
  await expectAccessible(page);
  await button('Undo').click();
  await said('1 photo as before.');
  await expect(chapterLink('Ceremony 0')).toBeVisible();
  await page.getByRole('img', { name: photoName(5) }).dragTo(chapterLink('Ceremony 0'));
  await expect(chapterLink('Ceremony 1')).toBeVisible();

  await chapterLink('Ceremony 1').click();
  await expect(page.getByRole('heading', { name: 'Ceremony' })).toBeVisible();
  await expect.poll(shownNames).toEqual([photoName(5)]);
  await button('Move up').focus();
  await page.keyboard.press('Enter');
  await expect(button('Move up')).toBeDisabled();
  await button('Rename').click();
  await page.getByLabel('Chapter name').fill('The vows');
  await expectAccessible(page);
  await button('Save chapter').click();
  await expect(page.getByRole('heading', { name: 'The vows' })).toBeVisible();
  await expectAccessible(page);
  // By drag, too.
  await chapterLink('The vows 1').dragTo(chapterLink('No chapter 5'));
  await expect(page.getByRole('navigation', { name: 'Chapters' }).getByRole('link')).toHaveText([
    'All chapters 8',
    'Getting ready 2',
    'The vows 1',
    'No chapter 5',
  ]);

  await asClient(person, async (gallery) => {
    await gallery.goto(`/dashboard/gallery/${session.session_label}`);
    // The second photo is hidden.
    await expect(
      gallery.getByRole('navigation', { name: 'Chapters' }).filter({ visible: true }).getByRole('link'),
    ).toHaveText(['Getting ready 1', 'The vows 1', 'More photos 5']);
  });

  await chapterLink('Getting ready 2').click();
  await button('Delete chapter').click();
  await expect(page.getByRole('dialog')).toContainText('Its 2 photos stay in the session, in no chapter.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete chapter' }).click();
  await expect(page.getByRole('navigation', { name: 'Chapters' }).getByRole('link')).toHaveText([
    'All chapters 8',
    'The vows 1',
    'No chapter 7',
  ]);
  expect(problems).toEqual([]);
});

test('of two admins who edit chapters the slower gets a conflict, and nothing typed is lost', async () => {
  const { session } = await open(2);
  await editSession(studioAdmin, session.id, { version: 0, chapters: [{ id: null, name: 'Theirs' }] });
  await button('New chapter').click();
  await page.getByLabel('Chapter name').fill('Mine');
  await button('Save chapter').click();
  await said('The chapter was not saved. Somebody else changed this in the meantime.');
  await expect(page.getByLabel('Chapter name')).toHaveValue('Mine');
  await button('Save chapter').click();
  await expect(chapterLink('Mine 0')).toBeVisible();
  await expect(chapterLink('Theirs 0')).toBeVisible();
});

test('photos are ordered by hand, by drag and by the acts of the selection, also for the client', async () => {
  const { person, session } = await open();
  const last = page.getByRole('img', { name: photoName(8) });
  await last.dragTo(page.getByRole('img', { name: photoName(1) }), { targetPosition: { x: 5, y: 40 } });
  await said('1 photo moved. The session is ordered by hand now, also for the client.');
  await expect.poll(shownNames).toEqual([8, 1, 2, 3, 4, 5, 6, 7].map(photoName));
  await expect(page.getByLabel('Order, also for the client')).toHaveValue('custom');
  await check(4).click();
  await check(5).click();
  await acts('Earlier');
  await expect.poll(shownNames).toEqual([8, 1, 2, 4, 5, 3, 6, 7].map(photoName));
  await acts('To the beginning');
  await expect.poll(shownNames).toEqual([4, 5, 8, 1, 2, 3, 6, 7].map(photoName));
  await acts('To the end');
  await expect.poll(shownNames).toEqual([8, 1, 2, 3, 6, 7, 4, 5].map(photoName));
  await button('Clear').click();
  await asClient(person, async (gallery) => {
    await gallery.goto(`/dashboard/gallery/${session.session_label}`);
    const names = gallery.locator('[data-photo]');
    await expect(names.first()).toHaveText(`Open ${photoName(8)}`);
    // The second photo is hidden.
    await expect(names).toHaveText([8, 1, 3, 6, 7, 4, 5].map((number) => `Open ${photoName(number)}`));
  });
  await page.getByLabel('Order, also for the client').selectOption('File name');
  await expect(page.getByRole('dialog')).toContainText('3 photos that were placed by hand go back to their place');
  await expectAccessible(page);
  await button('Give it up').click();
  await said('The order is saved, also for the client.');
  await expect.poll(shownNames).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(photoName));
  expect(problems).toEqual([]);
});

test('the focal point is set by a click or with sliders, and the words for the client are saved', async () => {
  const { person, session } = await open();
  await check(1).click();
  await acts('Use as cover');
  await said(`${isolated(photoName(1))} is the cover of this session.`);
  await check(1).click();
  await acts('Focal point');
  const picture = page.locator('[data-focal-picture]');
  const { width, height } = (await picture.boundingBox())!;
  await picture.click({ position: { x: width * 0.25, y: height * 0.1 } });
  await expect(page.getByLabel('From the left')).toHaveValue('25');
  await expect(page.getByLabel('From the top')).toHaveValue('10');
  await page.getByLabel('From the top').focus();
  await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await button('Save focal point').click();
  await said(`The focal point of ${isolated(photoName(1))} is saved.`);
  await button('Edit Session').click();
  await page.getByLabel('Words for the client (optional)').fill('Take your time.');
  await button('Save Session').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await asClient(person, async (gallery) => {
    await gallery.goto(`/dashboard/gallery/${session.session_label}`);
    await expect(gallery.getByText('Take your time.')).toBeVisible();
    await expect(gallery.locator('header img')).toHaveCSS('object-position', '25% 0%');
  });
  expect(problems).toEqual([]);
});

test('a deleted session is unreachable for everybody, and restored complete', async () => {
  const { person, session, name } = await open();
  const source = await page.getByRole('img', { name: photoName(1) }).getAttribute('src');
  await page.getByRole('button', { name: 'More for this session' }).click();
  await expectAccessible(page);
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
    .poll(() => page.getByRole('img', { name: photoName(1) }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('errors appear beside what failed, keep the selection, and can be retried', async () => {
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
  // The hidden photo is a favorite, too; the list has only those that the client can see.
  await expect(page.getByRole('checkbox')).toHaveCount(2);
});

test('an edit that fails after its view was left is reported where the admin is, and tried again there', async () => {
  const { session, name } = await open();
  await check(3).click();
  const isLeft = Promise.withResolvers<void>();
  await page.route(`**/sessions/${session.id}/photos`, async (route) => {
    if (route.request().method() === 'PATCH') await isLeft.promise;
    await route.continue();
  });
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await button('Hide from client').click();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await expect(page.getByRole('heading', { name: 'All Photo Sessions' })).toBeVisible();
  isLeft.resolve();
  const report = page.getByRole('region', { name: 'Unfinished work' });
  await expect(report).toContainText(`${name}: Hiding failed. Something went wrong. Please try again later.`);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await report.getByRole('button', { name: 'Try again' }).click();
  await expect(report).toContainText('1 photo is hidden from the client.');
  await report.getByRole('link', { name }).click();
  await said('8 photos, 2 hidden');
  await button('Dismiss this message').click();
  await expect(report).toBeHidden();
});

test('of 5,000 photos only a few are in the DOM, and all can be selected and hidden', async () => {
  await open(5_000);
  await said('5,000 photos, 1 hidden');
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  await page.mouse.wheel(0, 60_000);
  await expect(check(1)).toHaveCount(0);
  await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThan(8);
  expect(await nodes()).toBeLessThanOrEqual(500);
  await page.evaluate(() => scrollTo(0, 0));
  await button('Select all').click();
  await expect(bar()).toContainText('5,000 photos selected', { timeout: 60_000 });
  expect(await nodes()).toBeLessThanOrEqual(500);
  await button('More').click();
  await button('Refuse download').click();
  await expect(bar()).toContainText(/Refusing downloads\.\.\. [\d,]+ of 5,000/);
  await expect(page.getByText('The client can’t download 5,000 photos.')).toBeVisible({ timeout: 120_000 });
});
