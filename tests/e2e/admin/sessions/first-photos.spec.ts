import { expect, test } from '@playwright/test';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { countsBetween } from '../../../../lambdas/domain/attachments/counts.ts';
import { insertAttachment } from '../../../../lambdas/domain/attachments/repository.ts';
import type { FailedPhoto } from '../../../../lambdas/domain/photos/row/lifecycle.ts';
import { insertPhoto } from '../../../../lambdas/domain/photos/row/repository.ts';
import { choose } from '../../../../lambdas/domain/selections/choosing.ts';
import { getSelection } from '../../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { submitSelection } from '../../../../lambdas/domain/selections/submitting.ts';
import { announceSession } from '../../../../lambdas/domain/sessions/announcement.ts';
import { countAttachments } from '../../../../lambdas/domain/sessions/attachment-counts.ts';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import type { Client } from '../../../../lambdas/platform/auth.ts';
import { newId } from '../../../../lambdas/platform/ids.ts';
import { transact, write } from '../../../../lambdas/platform/table.ts';
import { functionEnvironment } from '../../../../local/environment.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { pendingPhoto, readyAttachment } from '../../../support/rows/photo-rows.ts';
import { makeCustomer, makeGallery, newPerson, photoName, studioAdmin } from '../../../support/studio/client-world.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** The session's screen begins with photos, whatever there is to say about the session. */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

const terms = { included: 30, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };

/**
 * A session with a long name, an announced gallery, a submitted and an open selection, a failed and an arriving file, files
 * for download, a watermark, a zone that its photos state, and everything else.
 */
async function everything(): Promise<Session> {
  const customer = await makeCustomer(newPerson('Maya Thompson-Okafor'));
  const session = await makeGallery(customer, {
    name: 'Thompson Family Reunion at the Old Lighthouse by the Bay',
    photos: 24,
    change: (index) => ({
      ...(index % 3 === 0 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z' }),
      ...(index === 1 && { is_approved: false }),
      ...(index === 2 && { note: 'For the hallway', downloadable: false }),
      ...(index > 18 && { stage: 'finished' as const }),
      ...(index < 5 && { capture: { clock: '2026-10-18T15:00:00', ahead: 120, camera: 'Phone' } }),
    }),
  });
  const { asked_at: __, ...pending } = pendingPhoto(session);
  const failed: FailedPhoto = {
    ...{ ...pending, file_name: 'DM_4471.jpg', state: 'failed', reason: 'The file is not a picture.' },
    ...{ failed_at: new Date().toISOString(), kept_key: null },
  };
  await write(insertPhoto(failed));
  await write(insertPhoto(pendingPhoto(session)));
  const files = ['IMG_0001.CR3', 'First dance.mp4'].map((file_name) => readyAttachment(session, { file_name }));
  await transact([...files.map(insertAttachment), countAttachments(session.id, countsBetween([], files))]);
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  const album = await openSelection(studioAdmin, session.id, { ...terms, name: 'Album' });
  await choose(client, session.id, album.id, { photo_ids: session.photo_ids.slice(4, 9), is_chosen: true });
  const { revision } = await getSelection(client, session.id, album.id);
  await submitSelection(client, session.id, album.id, { round: 1, revision, words: '' });
  await openSelection(studioAdmin, session.id, { ...terms, name: 'Prints for the grandparents' });
  // Before the watermark: until that is on all photos, their announcement waits.
  const { version } = await announceSession(studioAdmin, session.id, { announced_at: null, message: '' });
  return editSession(studioAdmin, session.id, {
    version,
    notes: 'Meet at the gate. The dog is called Biscuit.',
    chapters: ['At home', 'In the park'].map((name) => ({ id: null, name })),
    cover_id: session.photo_ids[4]!,
    download_allowance: 20,
    clock_shifts: { 'Camera A': 900 },
    watermark: { has_logo: true, text: 'Diane Morrow', opacity: 40, size: 'medium', clean_thumbnails: false },
  });
}

test('the first photo is near the top of the window in a session of which everything is to be said', async () => {
  const session = await everything();
  await page.goto(`/admin/session/${session.id}`);
  const first = page.getByRole('button', { name: `Open ${photoName(1)}` });
  const line = page.getByRole('region', { name: 'Where the session stands' });
  for (const [width, height, most] of [
    [1_440, 900, 300],
    [1_024, 768, 340],
    [390, 844, 420],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(line.getByRole('button', { name: 'Album: submitted' })).toBeAttached();
    const top = async () => (await first.boundingBox())?.y;
    await expect.poll(top, `${width} × ${height}`).toBeLessThanOrEqual(most);
    await expect(page.getByRole('link', { name: 'Upload Photos' })).toBeInViewport({ ratio: 1 });
    await expect(line.getByRole('alert')).toContainText('1 failed');
    await expect(line.getByRole('button', { name: '1 failed' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`everything ${width}.png`) });
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1_440, height: 900 });
  const gap = await page.getByRole('link', { name: 'Chosen in Album 5' }).evaluate((link) => {
    const name = link.querySelector('bdi')!;
    return name.nextElementSibling!.getBoundingClientRect().left - name.getBoundingClientRect().right;
  });
  expect(gap, 'between the name of a selection and the number of its photos').toBeGreaterThan(2);

  // Each entry opens its panel, and closes it.
  for (const [entry, words] of [
    ['1 failed', 'The file is not a picture.'],
    ['1 arriving', /^1 photo has not arrived yet/],
    ['Photos say GMT+2', /^5 photos say GMT\+2\./],
    [/^Told on/, /^Last told on/],
    ['2 files', 'IMG_0001.CR3'],
    ['Album: submitted', /^Submitted .*: 5 photos/],
    ['0 of 20 downloads used', /of 20 photos; 0 used/],
    ['Notes', /The dog is called Biscuit/],
    ['Settings', /^Time zone: the studio’s. Clock put right: 1 camera./],
  ] as const) {
    const button = line.getByRole('button', { name: entry, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(words)).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    if (entry === 'Settings') await page.screenshot({ path: test.info().outputPath('settings.png') });
    await page.keyboard.press('Enter');
    await expect(page.getByText(words)).toBeHidden();
  }
  for (const [width, height] of [
    [820, 1_180],
    [844, 390],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`everything ${width}.png`) });
  }

  // The submitted selection waits for its price.
  await page.getByRole('link', { name: 'Price it' }).click();
  await expect(page.getByRole('heading', { name: 'Album', exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test('an empty session begins with its upload', async () => {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'New', photos: 0 });
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText('No photos in this session.')).toBeVisible();
  await expect(page.getByText('To upload')).toBeVisible();
  await expectAccessible(page);
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`empty ${width}.png`) });
  }
});
