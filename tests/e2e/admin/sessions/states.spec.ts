import { expect, test } from '@playwright/test';
import { announceFinished } from '../../../../lambdas/domain/flows/finished-announcement.ts';
import { editPhotos } from '../../../../lambdas/domain/photos/editing.ts';
import { acceptQuote } from '../../../../lambdas/domain/quotes/accepting.ts';
import { decideQuote } from '../../../../lambdas/domain/quotes/deciding.ts';
import { choose } from '../../../../lambdas/domain/selections/choosing.ts';
import { getSelection, getStudioSelection } from '../../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { submitSelection } from '../../../../lambdas/domain/selections/submitting.ts';
import { announceSession } from '../../../../lambdas/domain/sessions/announcement.ts';
import { createSession } from '../../../../lambdas/domain/sessions/sessions.ts';
import type { Client } from '../../../../lambdas/platform/auth.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../../support/faults/watch.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

test('the list of sessions and What waits say where a session stands, from the upload to the delivery', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const customer = await makeCustomer(newPerson('Rosa Diaz'));
  const client: Client = { kind: 'client', sub: 'tests', username: 'tests', customer_id: customer.id };
  const name = `Walk ${customer.customer_id}`;
  const values = {
    customer_id: customer.id,
    session_name: `Bare ${customer.customer_id}`,
    session_date: '2026-10-18',
    notes: '',
  };
  await createSession(studioAdmin, values);
  const { id, photo_ids } = await makeGallery(customer, { name, photos: 4 });
  await signInAsAdmin(page);

  /** The session's row of the list, which this state and no other one filters. */
  const expectState = async (words: string, of = name) => {
    await page.goto(`/admin/sessions?search=${encodeURIComponent(of)}`);
    const row = page.getByRole('row').filter({ hasText: of });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('cell', { name: words, exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'State' }).selectOption(words);
    await expect(row).toHaveCount(1);
    await expectNoSidewaysScroll(page);
  };
  const rowOf = (label: string) => page.getByRole('listitem').filter({ hasText: label });

  await expectState('To upload', values.session_name);
  await page.getByRole('combobox', { name: 'State' }).selectOption('To retouch');
  await expect(page.getByText(/^No session in the state “To retouch” matches/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('');

  await expectState('To announce');
  await announceSession(studioAdmin, id, { announced_at: null, message: '' });
  await expectState('Delivered');

  const terms = { name: 'Album', included: 1, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };
  const selection = await openSelection(studioAdmin, id, terms);
  await expectState('Choosing');
  await choose(client, id, selection.id, { photo_ids: photo_ids.slice(0, 2), is_chosen: true });
  const { revision } = await getSelection(client, id, selection.id);
  await submitSelection(client, id, selection.id, { round: 1, revision, words: '' });
  await expectState('To price');
  const { quote } = await getStudioSelection(studioAdmin, id, selection.id);
  const decision = { status: 'approved', price_cents: 1_500, message: '', payment_link: null } as const;
  const { version } = await decideQuote(studioAdmin, quote!.id, { ...decision, version: quote!.version });
  await expectState('To accept');
  await acceptQuote(client, quote!.id, { version, price_cents: 1_500 });
  await expectState('To retouch');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('list.png') });

  await page.goto('/admin/dashboard');
  await expect(rowOf('Accepted, to retouch')).toContainText(`Rosa Diaz, ${name}, 0 of 2 photos finished · $15`);
  await page.screenshot({ path: test.info().outputPath('waits.png') });
  await rowOf('Accepted, to retouch').getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/session/${id}/selection/${selection.id}$`));

  await editPhotos(studioAdmin, id, { photo_ids: photo_ids.slice(0, 2), stage: 'finished' });
  await expectState('To deliver');
  await page.goto('/admin/dashboard');
  await expect(rowOf('Finished, not told')).toContainText(`${name}, 2 photos`);
  await expect(page.getByText(`${name}, 0 of 2`)).toHaveCount(0);
  await announceFinished(studioAdmin, id, { finished_announced_at: null, message: '' });
  await expectState('Delivered');
  expect(problems).toEqual([]);
});
