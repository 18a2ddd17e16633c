import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@playwright/test';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { setAttribute } from '../../support/rows/set-attribute.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The studio's screens name damaged rows and the command that repairs them, and show all others. */

test('damaged rows are named with the command that repairs them, and the others are shown', async ({
  page,
  context,
}) => {
  // Five screens, each with its accessibility.
  const problems = watch(context);
  const customer = await makeCustomer(newPerson('Ida Damaged'));
  const gallery = await makeGallery(customer, { name: 'Damaged', photos: 6 });
  const other = await makeGallery(customer, { name: 'Damaged, too', photos: 1 });
  const [first = '', second = ''] = gallery.photo_ids;
  const photoKey = (id: string) => ({ session_id: gallery.id, id });
  await setAttribute('photos', photoKey(first), 'width', 'wide');
  await setAttribute('photos', photoKey(second), 'width', 'wide');
  await setAttribute('sessions', { id: other.id }, 'photos_count', 'many');
  const broken = await makeCustomer(newPerson('Max Damaged'));
  await setAttribute('customers', { id: broken.id }, 'status', 7);
  const third = await makeGallery(customer, { name: 'With a selection', photos: 1 });
  const terms = { name: 'Album', included: 3, extra_cents: null, minimum: 0, ends_on: null, client_words: '' };
  const part = `selection#${(await openSelection(studioAdmin, third.id, terms)).id}`;
  await setAttribute('selections', { session_id: third.id, part }, 'included', 'three');
  const picture = { library: 'website', id: 'picturethatisdamaged' };
  await dynamodb().send(new PutCommand({ TableName: 'pictures', Item: { ...picture, state: 'ready', name: 7 } }));
  try {
    await signInAsAdmin(page);
    await page.goto(`/admin/session/${gallery.id}`);
    // The session's line is an alert, too, and names what the notice says.
    const notice = page.getByRole('alert').filter({ hasText: /damaged and can’t be shown/ });
    await expect(notice).toContainText('2 photos are damaged and can’t be shown. Nothing is deleted.');
    const commands = [first, second].map((id) => `npm run studio:repair -- photos ${gallery.id} ${id}`);
    await expect(notice.getByRole('listitem')).toHaveCount(2);
    expect((await notice.getByRole('listitem').allTextContents()).toSorted()).toEqual(commands.toSorted());
    await expect(page.getByRole('checkbox', { name: 'Select DM_' })).toHaveCount(4);
    await expectAccessible(page);

    await page.goto(`/admin/session/${third.id}`);
    await page.getByRole('button', { name: '1 damaged selection' }).click();
    await expect(notice).toContainText('1 selection is damaged and can’t be shown.');
    await expect(notice.getByRole('listitem')).toHaveText([`npm run studio:repair -- selections ${third.id} ${part}`]);
    await expectAccessible(page);

    await page.goto(`/admin/customer/${customer.id}/edit`);
    await expect(notice).toContainText('1 session is damaged and can’t be shown.');
    await expect(notice.getByRole('listitem')).toHaveText([`npm run studio:repair -- sessions ${other.id}`]);
    await expectAccessible(page);

    await page.goto('/admin/customers');
    await expect(notice).toContainText('1 customer is damaged and can’t be shown.');
    await expect(notice.getByRole('listitem')).toHaveText([`npm run studio:repair -- customers ${broken.id}`]);
    await expectAccessible(page);

    await page.goto('/admin/website');
    await page
      .getByRole('navigation', { name: 'Parts of the website' })
      .getByRole('button', { name: 'Picture library' })
      .click();
    await expect(notice).toContainText('1 picture is damaged and can’t be shown.');
    await expect(notice.getByRole('listitem')).toHaveText([`npm run studio:repair -- pictures website ${picture.id}`]);
    await expect(page.getByText('No picture was uploaded yet.')).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await dynamodb().send(new DeleteCommand({ TableName: 'pictures', Key: picture }));
    // The studio is shared with other tests.
    for (const id of [first, second]) await setAttribute('photos', photoKey(id), 'width', 1800);
    await setAttribute('sessions', { id: other.id }, 'photos_count', 1);
    await setAttribute('customers', { id: broken.id }, 'status', 'active');
    await setAttribute('selections', { session_id: third.id, part }, 'included', 3);
  }
  expect(problems).toEqual([]);
});
