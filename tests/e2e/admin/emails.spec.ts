import { expect, test } from '@playwright/test';
import { queueEmail, readEmail, recordReturn, recordSent } from '../../../lambdas/domain/emails/outbox.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact, write } from '../../../lambdas/platform/table.ts';
import { expectAccessible } from '../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../support/pages/admin-page.ts';
import { emailsTo, faults, makeCustomer, makeGallery, newPerson } from '../../support/studio/client-world.ts';

/** Emails that SES rejected or that bounced: listed for the studio, and sent again. */

test.beforeEach(openAdminPage);
test.afterEach(async () => {
  await faults('ses', []);
  await faults('dynamodb', []);
});
test.afterEach(closeAdminPage);

const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });

test('a rejected email is listed with its reason, and sent again once @phone @gate', async () => {
  const person = newPerson();
  const session = await makeGallery(await makeCustomer(person), { name: 'River Walk', photos: 1 });
  await faults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400 }]);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'Tell the client that the gallery is ready' }).click();
  await page.getByRole('button', { name: 'Send the email' }).click();
  await expect(async () => {
    await page.goto('/admin/messages/emails?show=failed');
    await expect(row(person.email)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row(person.email)).toContainText('Gallery ready');
  await expect(row(person.email)).toContainText('rejected');
  await expect(row(person.email)).toContainText('The mail service refused it.');
  await expect(row(person.email)).toContainText('MessageRejected: Asked for by a fault');
  await expect(
    page.getByRole('navigation', { name: 'Which messages' }).getByRole('link', { name: 'Emails' }),
  ).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  // The first resend is rejected too, and the email is listed again. The second is sent.
  const again = row(person.email).getByRole('button', { name: `Send again: Gallery ready to ${person.email}` });
  await again.click();
  await expect(row(person.email).getByRole('status')).toHaveText('On its way again.');
  await expect(row(person.email).getByRole('status')).toBeFocused();
  await expectAccessible(page);
  await expect(async () => {
    await page.reload();
    await expect(again).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(problems).toEqual([]);

  await faults('dynamodb', [{ operation: 'TransactWriteItems', error: 'AccessDeniedException' }]);
  await again.click();
  await expect(row(person.email).getByRole('alert')).toContainText('This was not sent again. Something went wrong.');
  await faults('dynamodb', []);
  await faults('ses', []);
  await again.click();
  await expect(row(person.email).getByRole('status')).toBeVisible();
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Emails', exact: true })).toBeVisible();
  await expect(page.getByText('Loading emails...')).toHaveCount(0);
  await expect(row(person.email)).toHaveCount(0);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: /^Told on / }).click();
  await expect(page.getByText(`email sent to ${person.email}`)).toBeVisible();
});

test('every sent email is listed, found by its address, and read as it looks @phone @gate', async () => {
  const person = newPerson();
  const session = await makeGallery(await makeCustomer(person), { name: 'River Walk', photos: 1 });
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'Tell the client that the gallery is ready' }).click();
  await page.getByRole('button', { name: 'Send the email' }).click();
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  await expect(async () => {
    await page.goto(`/admin/messages/emails?kind=gallery-ready&search=${encodeURIComponent(person.email)}`);
    await expect(row(person.email)).toContainText('sent', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible();
  await expectAccessible(page);
  await row(person.email)
    .getByRole('button', { name: `Read: Gallery ready to ${person.email}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Your photos are ready: River Walk' });
  await expect(dialog).toContainText('Your gallery is open');
  await expect(dialog).toContainText('[left out]');
  await expect(dialog).not.toContainText(encodeURIComponent(person.email));
  await dialog.getByRole('button', { name: 'As it looks' }).click();
  const button = dialog.frameLocator('iframe').getByText('Open your gallery', { exact: true });
  await expect(button).toHaveCSS('border-radius', '24px');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto(`/admin/customer/${session.customer_id}/edit`);
  await expect(page.getByRole('region', { name: 'Emails', exact: true })).toContainText('Gallery ready');
  // The frame refuses the scripts with which this test watches every document; the email itself has none.
  expect(problems.filter((problem) => !problem.includes("Blocked script execution in 'about:srcdoc'"))).toEqual([]);
});

test('a bounced email is listed, and shown at its customer', async () => {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const id = `quote-received#${newId()}`;
  const request = { name: person.name, type: 'print', quantity: 1, notes: '', favorites: 0 } as const;
  await transact([queueEmail(id, { kind: 'quote-received', to: person.email, ...request })]);
  await expect.poll(async () => (await emailsTo(person.email)).length).toBe(1);
  // Mark the email as sent in case its worker has not done so yet; the write fails if it has.
  await write(recordSent(id, undefined)).catch(() => undefined);
  await write(
    recordReturn(
      (await readEmail(id))!,
      'bounced',
      'Permanent bounce: smtp; 550 5.1.1 user unknown',
      () => new Error('not sent'),
    ),
  );

  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByRole('alert')).toContainText(
    new RegExp(
      `An email of .* to ${person.email} came back\\. There is no such mailbox\\..* ask for another address\\.`,
    ),
  );
  await expectAccessible(page);
  await page.getByRole('alert').getByRole('link', { name: 'Emails' }).click();
  await expect(row(person.email)).toContainText('returned');
  await expect(row(person.email)).toContainText('550 5.1.1 user unknown');
  await page.getByRole('link', { name: 'From visitors' }).click();
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('a list of emails that can’t be loaded shows an error, not an empty list', async () => {
  await faults('dynamodb', [{ operation: 'Query', resource: 'outbox', error: 'AccessDeniedException' }]);
  await page.goto('/admin/messages/emails?show=failed');
  await expect(page.getByRole('alert')).toContainText('The emails could not be loaded.');
  await expect(page.getByText(/Every email of the last 30 days/)).toHaveCount(0);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
