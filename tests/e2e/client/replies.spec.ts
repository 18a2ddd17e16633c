import { expect, test } from '@playwright/test';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signInAs,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The studio answers a client's note; the client reads it where the note is. */

test('the studio replies under a photo, and the client reads it on the card and in the lightbox @phone @gate', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems = watch(context);
  const person = newPerson();
  const session = await makeGallery(await makeCustomer(person), {
    name: 'River Walk',
    photos: 6,
    change: (index) => (index === 1 ? { note: 'Can you brighten the <left> side?' } : {}),
  });
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  const panel = page.getByRole('region', { name: 'Photo', exact: true });
  const field = panel.getByRole('textbox', { name: 'Reply for DM_0002.jpg' });
  await field.fill('Yes: it is brighter now, and we <also> straightened the horizon a little.');
  await field.press('Escape');
  await expect(panel.getByRole('status')).toHaveText('Saved');
  await expectAccessible(page);

  const theirs = await browser.newContext();
  await reportPolicy(theirs);
  await explained(theirs);
  const theirProblems = watch(theirs);
  const own = await theirs.newPage();
  await own.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(own, person);
  await own.goto('/dashboard/gallery');
  const reply = own.getByRole('button', { name: /^Studio: Yes: it is brighter now, and we <also>/ });
  await expect(reply).toBeVisible();
  await expectAccessible(own);
  await reply.click();
  const viewer = own.getByRole('dialog', { name: 'Photo viewer' });
  await expect(viewer.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue(
    'Can you brighten the <left> side?',
  );
  await expect(viewer.getByText('Studio: Yes: it is brighter now')).toBeVisible();
  await expectAccessible(own);
  expect(problems).toEqual([]);
  expect(theirProblems).toEqual([]);
  await theirs.close();
});
