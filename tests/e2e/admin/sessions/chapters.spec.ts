import { expect, test } from '@playwright/test';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import { isolated } from '../../../../shared/text/isolated.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { acts, asClient, button, check, open, said } from '../../../support/pages/admin-session.ts';
import { photoName, studioAdmin } from '../../../support/studio/client-world.ts';

/** Chapters and the order of photos by hand, for the studio and its client. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

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
