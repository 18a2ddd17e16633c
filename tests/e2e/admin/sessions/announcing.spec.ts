import { expect, test } from '@playwright/test';
import { derivativeKey } from '../../../../lambdas/domain/photos/files/file-keys.ts';
import { deleteStored, putDerivatives, readDerivative } from '../../../../lambdas/domain/photos/files/files.ts';
import type { ReadyPhoto } from '../../../../lambdas/domain/photos/row/lifecycle.ts';
import { readAllReadable } from '../../../../lambdas/domain/photos/row/repository.ts';
import { announceSession } from '../../../../lambdas/domain/sessions/announcement.ts';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import { readSession } from '../../../../lambdas/domain/sessions/repository.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { asClient, button, open, openPanel, said } from '../../../support/pages/admin-session.ts';
import { emailsTo, makeGallery, studioAdmin } from '../../../support/studio/client-world.ts';

/** The announcement of a session to its client. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

test('an empty session is refused before the dialog, and the email offers no download that is not allowed', async () => {
  const { person, customer } = await open(0);
  const announce = button('Tell the client that the gallery is ready');
  await openPanel('Not told yet');
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
  await openPanel('Not told yet');
  await said('The client has not been told yet.');
  await button('Tell the client that the gallery is ready').click();
  await expect(page.getByRole('dialog')).toContainText('One email goes to Ada Lovelace');
  await expectAccessible(page);
  const shown = page.frameLocator('iframe[title="The email"]');
  await expect(shown.getByText('Photos', { exact: true })).toBeVisible();
  await page.getByLabel('A personal line (optional)').fill('You were a joy.');
  await expect(shown.getByText('You were a joy.')).toBeVisible();
  // The words, the button and the cover stand as in an email program of that width.
  for (const [width, pixels] of [
    ['Phone', 390],
    ['Desktop', 760],
  ] as const) {
    await button(width).click();
    await expect
      .poll(() => shown.locator('body').evaluate((body) => body.ownerDocument.documentElement.clientWidth))
      .toBe(pixels);
    await expect(shown.locator('.button')).toHaveCSS('background-color', 'rgb(47, 75, 58)');
    await expect
      .poll(() => shown.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);
  }
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

test('a press of the button that sends the email counts while the preview is loaded', async () => {
  const { person } = await open(2);
  const released = Promise.withResolvers<void>();
  await page.route('**/announcement/preview', async (route) => {
    await released.promise;
    await route.continue();
  });
  await button('Tell the client that the gallery is ready').click();
  const { x, y, width, height } = (await button('Send the email').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  released.resolve();
  const shown = page.frameLocator('iframe[title="The email"]');
  await expect
    .poll(() => shown.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.mouse.up();
  await said(new RegExp(`Last told on .*${person.email}`));
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
});

/**
 * Begins a watermark on a session, which can't be put on the last photo as long as that one's large derivative is missing.
 * @returns the function that puts the derivative back
 */
async function beginWatermark(sessionId: string): Promise<() => Promise<void>> {
  const photo = (await readAllReadable(sessionId)).at(-1) as ReadyPhoto;
  const read = async (variant: 'small' | 'medium' | 'large') =>
    Buffer.from((await readDerivative(derivativeKey(photo, variant)))!);
  const files = { small: await read('small'), medium: await read('medium'), large: await read('large') };
  await deleteStored([derivativeKey(photo, 'large')]);
  const { version } = (await readSession(sessionId))!;
  const watermark = { has_logo: false, text: 'PROOF', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
  await editSession(studioAdmin, sessionId, { watermark, version });
  return () => putDerivatives(photo, files);
}

test('an announcement waits for the watermark, is taken back, and is sent when that is on all photos @phone', async () => {
  const { person, customer } = await open(0);
  const session = await makeGallery(customer, { name: 'By the river', photos: 3 });
  const putBack = await beginWatermark(session.id);
  await page.goto(`/admin/session/${session.id}`);
  await openPanel('Not told yet');
  const announce = button('Tell the client that the gallery is ready');
  const dialog = page.getByRole('dialog');
  const message = dialog.getByLabel('A personal line (optional)');
  const sendLater = button('Send when the watermark is on all photos');
  await announce.click();
  await expect(dialog).toContainText('The watermark is on 2 of 3 photos.', { timeout: 60_000 });
  await expect(dialog).toContainText('the client sees photos without it. The email waits for that.');
  await expect(button('Send the email now')).toHaveCount(0);
  await message.fill('You were a joy.');
  await button('Keep this text for other clients').click();
  await dialog.getByLabel('Name of the text').fill('Joyful');
  await expectAccessible(page);
  await button('Keep').click();
  await expect(button('Joyful')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await sendLater.click();
  await said('The email is sent when the watermark is on all photos: 2 of 3 have it.');
  await expectAccessible(page);

  // The session's next step, the list and the dashboard say what it waits for.
  await expect(page.getByText('Waits for the watermark: 2 of 3')).toBeVisible();
  await page.goto('/admin/sessions');
  await expect(page.getByRole('cell', { name: 'To announce Waits for the watermark' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/dashboard');
  await expect(page.getByText(/^Announcements? waits? for the watermark$/)).toBeVisible();
  await page.goto(`/admin/session/${session.id}`);
  await button('Cancel the email').click();
  await expect(announce).toBeVisible();
  await openPanel('Not told yet');
  await said('The client has not been told yet.');
  await page.reload();
  await openPanel('Not told yet');
  await announce.click();
  await expect(message).toHaveValue('');
  await button('Joyful').click();
  await expect(message).toHaveValue('You were a joy.');
  await button('Delete “Joyful” from your texts').click();
  await expect(button('Joyful')).toHaveCount(0);
  await message.fill('You were a joy, {{first name}}.');
  await sendLater.click();
  await page.reload();
  await openPanel('Email waits for the watermark');
  await announce.click();
  await expect(message).toHaveValue('You were a joy, {{first name}}.');
  await message.fill('Twice a joy, {{first name}}.');
  await sendLater.click();
  await said('The email is sent when the watermark is on all photos: 2 of 3 have it.');
  expect(await emailsTo(person.email)).toEqual([]);

  await putBack();
  await expect(page.getByText(/^Last told on/)).toBeVisible({ timeout: 90_000 });
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  const [email] = await emailsTo(person.email);
  expect(email?.text).toContain('Twice a joy, Ada.');
  expect(email?.text).toContain('Photos: 3');
  expect(email?.html).toContain('cid:cover');
});

test('a client who was told of the gallery hears of a selection that opens later, if the box is checked @phone', async () => {
  const { person, session } = await open(2);
  const openDialog = button('Open a selection').first();
  const dialog = page.getByRole('dialog', { name: 'Open a selection' });
  const tell = dialog.getByRole('checkbox', { name: 'Tell the client by email' });
  const openIt = dialog.getByRole('button', { name: 'Open the selection' });
  // The announcement says which selections are open.
  await openDialog.click();
  await expect(dialog).toBeVisible();
  await expect(tell).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await announceSession(studioAdmin, session.id, { announced_at: null, message: '' });
  await page.reload();
  await openDialog.click();
  await expect(tell).toBeChecked();
  await expect(dialog).toContainText(`It goes to ${person.email}, with these terms.`);
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Prints');
  await dialog.getByLabel('Photos included').fill('1');
  await dialog.getByText('Not possible').click();
  await tell.uncheck();
  await openIt.click();
  await expect(dialog).toHaveCount(0);

  await openDialog.click();
  await expect(tell).toBeChecked();
  await dialog.getByLabel('Name').fill('Album');
  await dialog.getByLabel('Photos included').fill('2');
  await dialog.getByLabel('Price of each further photo, in dollars').fill('15');
  await openIt.click();
  await expect(dialog).toHaveCount(0);
  const subjects = async () => (await emailsTo(person.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Choose your photos: Album');
  expect(await subjects()).not.toContain('Choose your photos: Prints');
  const email = (await emailsTo(person.email)).find(({ subject }) => subject.endsWith('Album'));
  expect(email?.text).toContain('Choose your photos: 2 included, each further one $15');
  expect(problems).toEqual([]);
});
