import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { setFavoriteOrNote } from '../../../../lambdas/domain/photos/feedback/client-feedback.ts';
import { listGalleryPhotos } from '../../../../lambdas/domain/photos/lists/gallery.ts';
import { listStudioPhotos } from '../../../../lambdas/domain/photos/lists/studio-list.ts';
import { choose } from '../../../../lambdas/domain/selections/choosing.ts';
import { getSelection } from '../../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import type { Client } from '../../../../lambdas/platform/auth.ts';
import { newId } from '../../../../lambdas/platform/ids.ts';
import { functionEnvironment } from '../../../../local/environment.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../../support/faults/watch.ts';
import { openPanel, openTools } from '../../../support/pages/admin-session.ts';
import { makeJpeg } from '../../../support/pictures/jpegs.ts';
import {
  emailsTo,
  makeCustomer,
  makeGallery,
  newPerson,
  signInAs,
  studioAdmin,
} from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** Proofs are chosen, the chosen are retouched and replace them, and all that was said about them stays. */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

/** Names as Lightroom and Photoshop write them, by the place of the photo. */
const retouchedName = (place: number) => {
  const camera = `DM_${String(place).padStart(4, '0')}`;
  return [`${camera}-Edit.jpg`, `${camera}-Edit-2.jpg`, `${camera.toLowerCase()}-edit.JPG`, `${camera} copy.jpg`][
    place % 4
  ]!;
};

/** Names that other programs, systems and people give beside `DM_0001.jpg` and those behind it, in this order. */
const certain = [
  ...['-Enhanced-NR', '-Enhanced', ' - Copy', ' copy', '(1)', '_1', '_final', '_retouched', '-bw', '-edited'],
  ...['-Bearbeitet', ' - Kopie', '_DxO', '-topaz-denoise', '-2048', 'のコピー'],
];
const doubtful = ['-HDR', '-Anna', '_12'];
const photoNamed = (place: number) => `DM_${String(place).padStart(4, '0')}`;

test('40 proofs, 10 chosen, 10 retouched and dropped as a folder: matched, replaced, and all else as before, twice @phone @gate', async ({
  page,
  browser,
  isMobile,
  viewport,
}) => {
  test.setTimeout(240_000);
  const problems = watch(page.context());
  const person = newPerson(`Maya ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: `Thompson ${newId().slice(0, 6)}`, photos: 40 });
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  const album = await openSelection(studioAdmin, session.id, {
    ...{ name: 'Album', included: 10, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' },
  });
  const chosen = session.photo_ids.slice(4, 14);
  await choose(client, session.id, album.id, { photo_ids: chosen, is_chosen: true });
  await setFavoriteOrNote(client, session.id, chosen[0]!, { is_favorite: true });
  await setFavoriteOrNote(client, session.id, chosen[1]!, { note: 'A little warmer', note_before: '' });
  const order = async () => (await listGalleryPhotos(client, session.id)).items.map(({ id }) => id);
  const before = await order();

  await signInAsAdmin(page);
  for (const [round, hue] of [10, 200].entries()) {
    await page.goto(`/admin/session/${session.id}`);
    await page.getByRole('button', { name: 'More for this session' }).click();
    await page.getByRole('link', { name: 'Upload finished versions' }).click();
    await expect(page.getByRole('heading', { name: 'Upload finished versions' })).toBeVisible();
    const folder = await mkdtemp(join(tmpdir(), 'retouched-'));
    const files = await Promise.all(
      chosen.map((_, index) => makeJpeg(retouchedName(index + 5), hue + index, 900, index % 3 === 0 ? 1200 : 600)),
    );
    const paths = files.map(({ name }) => join(folder, name));
    await Promise.all(files.map(({ buffer }, index) => writeFile(paths[index]!, buffer)));
    await page.getByLabel('Select Files').setInputFiles(paths);
    const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expect(rows).toHaveCount(10);
    await expect(page.getByRole('link', { name: /^Matched/ })).toHaveText(/10/);
    await expect(rows.first()).toContainText('Chosen');
    await expectNoSidewaysScroll(page);
    if (round === 0) await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace 10' }).click();
    await expect(page.getByText('Photos uploaded successfully!')).toBeVisible({ timeout: 60_000 });
    await rm(folder, { recursive: true });
    await expect
      .poll(async () => (await listStudioPhotos(studioAdmin, session.id, undefined, 'finished')).items.length, {
        timeout: 60_000,
      })
      .toBe(10);
    await expect
      .poll(
        async () => {
          const { items } = await listStudioPhotos(studioAdmin, session.id, undefined, 'finished');
          return items.every(({ versions }) => versions.length === round + 1);
        },
        { timeout: 60_000 },
      )
      .toBe(true);

    // Order, choices, favorite, note and names are those of the proofs.
    expect(await order()).toEqual(before);
    const { choices } = await getSelection(client, session.id, album.id);
    expect(choices.map(({ photo_id }) => photo_id).toSorted()).toEqual(chosen.toSorted());
    const now = (await listGalleryPhotos(client, session.id)).items.filter(({ id }) => chosen.includes(id));
    expect(now.find(({ id }) => id === chosen[0])).toMatchObject({ is_favorite: true, stage: 'finished', width: 900 });
    expect(now.find(({ id }) => id === chosen[1])).toMatchObject({
      note: 'A little warmer',
      before: { width: expect.any(Number) },
    });
    expect(now.map(({ file_name }) => file_name)).toEqual(
      chosen.map((_, index) => `DM_${String(index + 5).padStart(4, '0')}.jpg`),
    );

    await page.goto(`/admin/session/${session.id}`);
    await expect(page.getByText('Finished 10 of 40')).toBeVisible();
    await openPanel(/^10 finished, not told of/, page);
    await page.getByRole('button', { name: 'Tell the client that finished photos are ready' }).click();
    const asking = page.getByRole('dialog', { name: 'Tell the client that finished photos are ready?' });
    await expect(asking).toContainText('10 photos');
    await asking.getByRole('button', { name: /^Send/ }).click();
    await expect(asking).toHaveCount(0);
    const told = async () =>
      (await emailsTo(person.email)).filter(({ subject }) => subject.startsWith('Your finished photos are ready'));
    await expect.poll(async () => (await told()).length).toBe(round + 1);
    expect((await told()).every(({ text }) => text?.includes('10 photos are finished now'))).toBe(true);
    await openTools(page);
    await page.getByRole('link', { name: /^Finished 10/ }).click();
    await expect(page.getByRole('button', { name: 'Open DM_0005.jpg' })).toBeVisible();
    // Rows far below a phone's window are not drawn.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(page.getByRole('button', { name: /^Open DM_/ })).toHaveCount(10);
    await expectNoSidewaysScroll(page);
  }
  // The studio sees a photo as it was before, and puts that version back.
  await page.getByRole('button', { name: 'Open DM_0005.jpg' }).click();
  const hold = page.getByRole('button', { name: 'Hold to see DM_0005.jpg before it was finished' });
  await hold.dispatchEvent('pointerdown');
  await expect(hold).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointerup')));
  await expect(hold).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Put back DM_0005.jpg' }).click();
  await expect(page.getByRole('switch', { name: /^Finished/ })).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByRole('button', { name: 'Put back DM_0005-Edit-2.jpg' })).toHaveCount(2);

  // The client sees what is finished, and holds a button to compare.
  const own = await browser.newContext({ isMobile, viewport });
  const gallery = await own.newPage();
  const theirs = watch(own);
  await signInAs(gallery, person);
  await expect(gallery).toHaveURL(/\/dashboard/);
  await gallery.goto(`/dashboard/gallery/${session.session_label}`);
  // A phone has only the first photos in its document.
  await gallery.getByRole('button', { name: 'Open DM_0001.jpg' }).click();
  await expect(gallery.getByText('1 / 40')).toBeVisible();
  for (let place = 2; place <= 6; place += 1) {
    await gallery.keyboard.press('ArrowRight');
    await expect(gallery.getByText(`${place} / 40`)).toBeVisible();
  }
  await expect(gallery.getByText('Finished', { exact: true }).last()).toBeVisible();
  const compare = gallery.getByRole('button', { name: 'Hold to see DM_0006.jpg before it was finished' });
  await compare.dispatchEvent('pointerdown');
  await expect(gallery.getByText('Before', { exact: true }).first()).toBeVisible();
  await gallery.evaluate(() => dispatchEvent(new PointerEvent('pointerup')));
  await expect(compare).toHaveAttribute('aria-pressed', 'false');
  expect(theirs).toEqual([]);
  expect(problems).toEqual([]);
  await own.close();
});

test('finished files under other names find their photos; doubtful ones are proposed, and no photo is doubled @phone', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const problems = watch(page.context());
  const customer = await makeCustomer(newPerson(`Ada ${newId().slice(0, 6)}`));
  // The last two were taken in one second.
  const takenAt = (index: number) => `2026-10-18T15:00:${String(Math.min(index, 22)).padStart(2, '0')}.000Z`;
  const session = await makeGallery(customer, {
    ...{ name: `Byron ${newId().slice(0, 6)}`, photos: 24 },
    change: (index) => ({ captured_at: takenAt(index) }),
  });
  const names = [
    ...[...certain, ...doubtful].map((added, index) => `${photoNamed(index + 1)}${added}.jpg`),
    `20261018-${photoNamed(20)}.jpg`,
  ];
  const files = await Promise.all(names.map((name, index) => makeJpeg(name, index * 17, 600, 900)));
  const cover = await sharp((await makeJpeg('Cover.jpg', 300, 600, 900)).buffer)
    // 10:00:22 in the studio's zone.
    .withExif({ IFD2: { DateTimeOriginal: '2026:10:18 10:00:22' } })
    .jpeg()
    .toBuffer();
  const others = [
    { ...{ name: 'Cover.jpg', mimeType: 'image/jpeg' }, buffer: cover },
    await makeJpeg('Album page.jpg', 20, 900, 600),
  ];

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}/finished`);
  await page.getByLabel('Select Files').setInputFiles([...files, ...others]);
  const list = page.getByRole('list', { name: 'Files' });
  await expect(list.getByRole('listitem')).toHaveCount(22);
  await expect(page.getByRole('link', { name: /^Matched/ })).toHaveText(/17/);
  await expect(page.getByRole('link', { name: /^Ambiguous/ })).toHaveText(/4/);
  await expect(page.getByRole('link', { name: /^New/ })).toHaveText(/1/);
  const proposals = page.getByRole('region', { name: 'Proposals' });
  await expect(proposals).toContainText('3 files are named like a photo, with something added.');
  const burst = list.getByRole('listitem').filter({ hasText: 'Cover.jpg' });
  await expect(burst.getByRole('radio', { name: /Taken at the same second/ })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Replace 17, add 1' })).toBeEnabled();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await proposals.getByRole('button', { name: 'Take 3 proposals' }).click();
  await expect(proposals).toContainText('3 proposals are taken.');
  await burst.getByRole('radio', { name: /DM_0024/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace 21, add 1' }).click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible({ timeout: 120_000 });
  const all = async () => (await listStudioPhotos(studioAdmin, session.id, undefined, 'all')).items;
  await expect
    .poll(async () => (await all()).filter(({ stage }) => stage === 'finished').length, { timeout: 120_000 })
    .toBe(22);
  // Each under its own name; the page of the album is the only photo more.
  const finished = (await all()).filter(({ stage }) => stage === 'finished').map(({ file_name }) => file_name);
  const replaced = [...names.map((_, index) => index + 1), 24].map((place) => `${photoNamed(place)}.jpg`);
  expect(finished.toSorted()).toEqual([...replaced, 'Album page.jpg'].toSorted());
  expect(await all()).toHaveLength(25);
  expect(problems).toEqual([]);
});
