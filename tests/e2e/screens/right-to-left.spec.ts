import { expect, type Page, test } from '@playwright/test';
import { arrangePhotos } from '../../../lambdas/domain/photos/order/arranging.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectAccessible } from '../../support/faults/watch.ts';
import {
  emailsTo,
  explained,
  makeGallery,
  newPerson,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** Text that is written from right to left reads so wherever it is shown, whatever the words around it are. */

const words = 'مرحبا (ABC) بكم!';

/**
 * Asserts that typed text is on the page, and that its own direction decides where its signs and lines stand. The
 * options of a select, and text that only screen readers get, have no lines to turn.
 */
async function expectDirection(page: Page): Promise<void> {
  await expect(page.getByText(words).first()).toBeAttached();
  const wrong = await page.evaluate((typed) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement!;
      if (!texts.currentNode.nodeValue?.includes(typed)) continue;
      if (parent.closest('option, script, style, template, .sr-only, title, [hidden]')) continue;
      if (getComputedStyle(parent).direction !== 'rtl') found.push(parent.outerHTML.slice(0, 300));
    }
    return found;
  }, words);
  expect.soft(wrong, page.url()).toEqual([]);
}

test('names, notes and texts from right to left read so on every screen and in emails @phone', async ({
  page,
  browser,
}) => {
  const person = { ...newPerson(), name: words };
  await explained(page.context());
  const client = await signedInClient(page, person);
  const session = await makeGallery(client, {
    name: words,
    photos: 4,
    change: (index) => ({ file_name: `${words}${index}.jpg`, note: words, reply: words }),
  });
  const { chapters } = await editSession(studioAdmin, session.id, {
    version: 0,
    client_words: words,
    notes: words,
    client_may_share: true,
    chapters: [{ id: null, name: words }],
  });
  await arrangePhotos(studioAdmin, session.id, { photo_ids: [session.photo_ids[0]!], chapter_id: chapters[0]!.id });
  for (const path of [
    '/dashboard',
    '/dashboard/gallery',
    `/dashboard/gallery/${session.session_label}`,
    `/dashboard/gallery/${session.session_label}?session=${session.id}&photo=${session.photo_ids[0]}`,
  ]) {
    await page.goto(path);
    await expectDirection(page);
    if (!path.includes('?')) await expectAccessible(page);
  }
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption({ label: 'Prints' });
  await page.getByLabel('Notes / Details').fill(words);
  await expect(page.getByLabel('Notes / Details')).toHaveCSS('direction', 'rtl');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText('Quote request submitted!')).toBeVisible();
  await expectDirection(page);

  const studio = await browser.newContext({ viewport: page.viewportSize() });
  const screen = await studio.newPage();
  await signInAsAdmin(screen);
  for (const path of [
    '/admin/customers',
    '/admin/sessions',
    `/admin/session/${session.id}`,
    `/admin/session/${session.id}?chapter=${chapters[0]!.id}`,
    `/admin/session/${session.id}?session=${session.id}&photo=${session.photo_ids[0]}`,
    `/admin/customer/${client.id}`,
    `/admin/customer/${client.id}/edit`,
    '/admin/quotes',
    '/admin/dashboard',
  ]) {
    await screen.goto(path);
    await expectDirection(screen);
  }
  await studio.close();

  await expect.poll(async () => (await emailsTo(person.email)).length).toBeGreaterThan(0);
  const [email] = await emailsTo(person.email);
  await page.setContent(email?.html ?? '');
  await expectDirection(page);
});
