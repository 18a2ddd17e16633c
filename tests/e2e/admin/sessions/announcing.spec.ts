import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page } from '../../../support/pages/admin-page.ts';
import { asClient, button, open, openPanel, said } from '../../../support/pages/admin-session.ts';
import { emailsTo, makeGallery } from '../../../support/studio/client-world.ts';

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
