import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { arrangePhotos } from '../../../lambdas/domain/photos/order/arranging.ts';
import { choose } from '../../../lambdas/domain/selections/choosing.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** 'View as the client': the client's own pages, read-only, for the studio. */

/** Paths of the requests by which this page wrote, apart from what the studio's own pages write. */
function writesOf(page: Page): string[] {
  const written: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isStudios = pathname === '/api/admin/media-access' || pathname.endsWith('/seen');
    if (pathname.startsWith('/api/') && request.method() !== 'GET' && !isStudios) written.push(pathname);
  });
  return written;
}

test('the studio sees what the client sees, and can change nothing @phone @gate', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Ada <b>Lovelace');
  const session = await makeGallery(await makeCustomer(person), {
    name: 'River Walk',
    photos: 6,
    change: (index) => ({
      ...(index === 1 && { is_approved: false }),
      ...(index === 2 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z', note: 'For the hallway' }),
      ...(index === 3 && { downloadable: false }),
    }),
  });
  const theirs = await browser.newContext();
  const own = await theirs.newPage();
  await signInAs(own, person);
  await own.goto(`/dashboard/gallery/${session.session_label}`);
  const cards = (of: typeof page) =>
    of
      .getByRole('region', { name: 'Photos of River Walk' })
      .getByRole('button', { name: /^(Open|Download|Favorite) / });
  const names = (of: typeof page) => cards(of).evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  await expect(own.getByRole('button', { name: 'Open DM_0006.jpg' })).toBeAttached();

  await signInAsAdmin(page);
  const written = writesOf(page);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'View as the client' }).click();
  await expect(page.getByText('You see what Ada <b>Lovelace sees. Nothing can be changed here.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'River Walk' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open DM_0006.jpg' })).toBeAttached();
  expect(await names(page)).toEqual(await names(own));
  await expect(page.getByText('DM_0002.jpg')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Favorite DM_0003.jpg' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Download DM_0001.jpg' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Note for DM_0003.jpg' })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: 'Note for DM_0003.jpg' })).toHaveValue('For the hallway');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Open DM_0003.jpg' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await expect(viewer.getByRole('button', { name: 'Favorite DM_0003.jpg' })).toBeDisabled();
  await expect(viewer.getByRole('textbox')).not.toBeEditable();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Favorites 1' }).filter({ visible: true }).click();
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to the session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: River Walk' })).toBeVisible();
  expect(written).toEqual([]);
  expect(problems).toEqual([]);
  await theirs.close();
});

/** A session with cover, chapters and an open selection in which one photo is chosen. */
async function makeChosen() {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 6 });
  const { chapters } = await editSession(studioAdmin, session.id, {
    version: 0,
    client_words: 'The quiet ones come first.',
    client_may_share: true,
    chapters: [{ id: null, name: 'At home' }],
  });
  await arrangePhotos(studioAdmin, session.id, {
    photo_ids: session.photo_ids.slice(0, 3),
    chapter_id: chapters[0]!.id,
  });
  const terms = { name: 'Album', included: 2, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };
  const { id } = await openSelection(studioAdmin, session.id, terms);
  const client = { kind: 'client', sub: 'tests', username: 'tests', customer_id: customer.id } as const;
  await choose(client, session.id, id, { photo_ids: session.photo_ids.slice(0, 1), is_chosen: true });
  return { person, customer, session };
}

/** What a session's page shows, apart from what only its client can press. */
async function shownOn(page: Page | FrameLocator) {
  await expect(page.getByRole('region', { name: 'Selection Album' })).toContainText('1 of 2 chosen');
  await expect(page.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeAttached();
  const texts = (role: 'heading' | 'img') => page.getByRole(role).allInnerTexts();
  return {
    headings: await texts('heading'),
    chapters: await page.getByRole('navigation', { name: 'Chapters' }).getByRole('link').allTextContents(),
    bar: await page.getByRole('region', { name: 'Selection Album' }).innerText(),
    cards: await page.getByRole('button', { name: /^Open / }).allTextContents(),
  };
}

test('from a session its own page is seen: cover, chapters and the open selection, also at a phone’s width', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const { person, session } = await makeChosen();
  const address = `/dashboard/gallery/${session.session_label}`;
  const theirs = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const own = await theirs.newPage();
  await signInAs(own, person);
  await own.goto(address);
  const seen = await shownOn(own);
  expect(seen.headings).toContain('At home');

  await signInAsAdmin(page);
  const written = writesOf(page);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'View as the client' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  expect(await shownOn(page)).toEqual(seen);
  await expect(page.getByText('The quiet ones come first.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Choose ${photoName(2)}` })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Share Thompson Family' }).filter({ visible: true })).toBeDisabled();
  const bars = ['Selection Album', 'View as the client'].map((name) => page.getByLabel(name, { exact: true }));
  const [choosing, studios] = await Promise.all(bars.map(async (bar) => (await bar.boundingBox())!));
  expect(choosing!.y + choosing!.height).toBeLessThanOrEqual(studios!.y + 1);
  await expectAccessible(page);

  // In the lightbox, and in the review, neither.
  await page.getByRole('button', { name: `Open ${photoName(2)}` }).click();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog').getByRole('button', { name: `Choose ${photoName(2)}` })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Options' }).click();
  await expect(page.getByRole('button', { name: /^Start from my favorites/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Your selection' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit 1 photo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Remove ${photoName(1)}` })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Words to the studio' })).not.toBeEditable();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Thompson Family' }).click();

  const width = page.getByRole('group', { name: 'Width' });
  await width.getByRole('button', { name: 'Phone width' }).click();
  const phone = page.frameLocator('iframe[title="At a phone’s width"]');
  await own.setViewportSize({ width: 390, height: 844 });
  await own.reload();
  expect(await shownOn(phone)).toEqual(await shownOn(own));
  expect(await phone.locator('html').evaluate(() => [innerWidth, matchMedia('(width: 390px)').matches])).toEqual([
    390,
    true,
  ]);
  await expect(phone.getByRole('button', { name: `Choose ${photoName(2)}` })).toBeDisabled();
  await expect(phone.getByLabel('View as the client')).toHaveCount(0);
  await expectAccessible(page);
  // The window goes on where the frame is.
  await phone.getByRole('button', { name: 'Open menu' }).click();
  await phone.getByRole('link', { name: 'Gallery', exact: true }).filter({ visible: true }).click();
  await expect(phone.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await width.getByRole('button', { name: 'This window' }).click();
  await expect(page.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: Thompson Family' })).toBeVisible();
  expect(written).toEqual([]);
  expect(problems).toEqual([]);
  await theirs.close();
});

test('from a customer their gallery is seen, and its links stay in the view', async ({ context, page }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const { customer, session } = await makeChosen();
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await page.getByRole('link', { name: 'View as the client' }).click();
  await expect(page.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Selection Album' })).toContainText('1 of 2 chosen');
  await page.getByRole('link', { name: 'Thompson Family' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/view/${customer.id}/dashboard/gallery/${session.session_label}$`));
  await expect(page.getByRole('heading', { name: 'At home' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'At home' })).toBeVisible();
  await page.getByRole('link', { name: 'Gallery', exact: true }).click();
  await page.getByRole('link', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { name: 'Only the client has this page' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the customer' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Customer Profile' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('of a session without a visible photo the studio reads why it is missing; an unknown customer leads back @phone', async ({
  page,
}) => {
  const customer = await makeCustomer(newPerson());
  const hidden = await makeGallery(customer, { name: 'Orchard', photos: 2, change: () => ({ is_approved: false }) });
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${hidden.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'View as the client' }).click();
  await expect(page.getByRole('heading', { name: 'This session is not in your gallery' })).toBeVisible();
  await expect(page.getByLabel('View as the client')).toContainText(
    'They don’t see this session until one of its photos is visible.',
  );
  await expectAccessible(page);

  await page.goto(`/admin/view/${newId()}/dashboard/gallery`);
  await expect(page.getByText('Customer not found.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All customers' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
});
