import { expect, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { deleteSession } from '../../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { decideQuote } from '../../../lambdas/domain/quotes/deciding.ts';
import { choose } from '../../../lambdas/domain/selections/choosing.ts';
import { getSelection, getStudioSelection } from '../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { submitSelection } from '../../../lambdas/domain/selections/submitting.ts';
import type { Client } from '../../../lambdas/platform/auth.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { demoStaff } from '../../../local/data/demo-people.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { openPanel } from '../../support/pages/admin-session.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

const terms = { name: 'Album', included: 1, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };
const link = {
  ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'original' as const },
  ...{ pin: null, ends_on: '2027-06-30', shows_cover: false },
};

/** A client with a selection whose quote was approved, a link with originals, and a deleted session. */
async function newWorld() {
  const customer = await makeCustomer(newPerson(`Rosa ${newId().slice(0, 6)}`));
  const session = await makeGallery(customer, { name: 'River Walk', photos: 3 });
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  const { id } = await openSelection(studioAdmin, session.id, terms);
  await choose(client, session.id, id, { photo_ids: session.photo_ids, is_chosen: true });
  const { round, revision } = await getSelection(client, session.id, id);
  await submitSelection(client, session.id, id, { round: round + 1, revision, words: '' });
  const { quote } = await getStudioSelection(studioAdmin, session.id, id);
  const decision = { price_cents: 3_000, message: '', payment_link: 'https://pay.example/', version: quote!.version };
  await decideQuote(studioAdmin, quote!.id, { status: 'approved', ...decision });
  await createLink(studioAdmin, session.id, link);
  const gone = await makeGallery(customer, { name: 'Harbor Lights', photos: 1 });
  await deleteSession(studioAdmin, gone.id, gone.version);
  return { customer, session, selection: id };
}

test('staff read on each screen what only admins can do, and meet no button that fails @phone', async ({
  page,
  context,
}, { project }) => {
  const problems = watch(context);
  const { customer, session, selection } = await newWorld();
  const only = (what: string) => page.getByText(`Only admins can ${what}.`).first();
  const look = async (name: string) => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const folder = process.env.STUDIO_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${project.name}.png`, fullPage: true });
  };
  await signInAsAdmin(page, demoStaff);

  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable();
  await expect(only('change a customer’s email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join with another customer…' })).toBeDisabled();
  await expect(only('join customers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete customer' })).toBeDisabled();
  await look('customer');
  await page.getByLabel('Phone', { exact: true }).fill('713-555-0199');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Customer updated successfully!')).toBeVisible();

  await page.goto('/admin/settings');
  await expect(only('change the studio’s emails')).toBeVisible();
  await expect(page.getByLabel('Write to the studio once a day')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await look('settings');

  await page.goto('/admin/sessions');
  await expect(only('restore sessions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore Harbor Lights' }).first()).toBeDisabled();

  await page.goto('/admin/quotes');
  const quote = page.getByRole('listitem').filter({ hasText: customer.name });
  await expect(quote.getByText('Only admins can change the payment link of a quote that was sent.')).toBeVisible();
  await expect(quote.getByRole('button', { name: /payment link/ })).toHaveCount(0);
  await look('quotes');
  await quote.getByRole('button', { name: /^Reopen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(quote.getByRole('button', { name: /^Reject/ })).toBeDisabled();
  await expect(quote.getByText('Only admins can change a decision that was sent.')).toBeVisible();
  await quote.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Price in dollars (optional)')).not.toBeEditable();
  await expect(dialog.getByLabel('Payment link (optional)')).not.toBeEditable();
  await look('decision');
  await dialog.getByLabel('Message (optional)').fill('With love.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(quote.getByText('With love.')).toBeVisible();
  await expect(quote.getByText('Payment link: pay.example')).toBeVisible();

  await page.goto(`/admin/session/${session.id}/selection/${selection}`);
  await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Open again for the client' })).toBeDisabled();
  await expect(only('open a selection again whose quote was decided')).toBeVisible();
  await expect(only('export file names')).toBeVisible();
  await look('selection');

  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await expect(only('delete sessions')).toBeVisible();
  await look('session-more');
  await page.keyboard.press('Escape');
  await openPanel('Settings', page);
  await page.getByRole('button', { name: 'Change downloads' }).click();
  await expect(page.getByLabel('How many photos (optional)')).not.toBeEditable();
  await look('downloads');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  // On phones the list of links is a screen of its own.
  const isPhone = project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: /^Grandparents/ }).click();
  await expect(only('let guests download originals')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  await look('share');
  if (isPhone) await page.getByRole('button', { name: 'All links' }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  await expect(page.getByLabel('Download').getByRole('option')).toHaveText(['None', 'Web size']);
  await page.getByLabel('Label').fill('Aunts');
  await page.getByRole('button', { name: 'Make link' }).click();
  await expect(page.getByRole('heading', { name: 'Aunts' })).toBeVisible();
  expect(problems).toEqual([]);
});
