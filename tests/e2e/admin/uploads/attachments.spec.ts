import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { getSession } from '../../../../lambdas/domain/flows/session-views.ts';
import { createLink } from '../../../../lambdas/domain/links/links.ts';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import { newId } from '../../../../lambdas/platform/ids.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../../support/faults/watch.ts';
import { openPanel } from '../../../support/pages/admin-session.ts';
import { makeJpeg } from '../../../support/pictures/jpegs.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/** Raw files and videos are attached at the drop, and downloaded by the client and by guests. */

const fileOf = (name: string, beginning: string, bytes = 30_000) => ({
  name,
  mimeType: '',
  buffer: Buffer.concat([Buffer.from(beginning, 'latin1'), randomBytes(bytes)]),
});

async function downloadOf(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${name}` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('a raw file, a video, HEIC and a PDF are attached at the drop, and reach the client and guests who may have originals @phone @gate', async ({
  page,
  browser,
  isMobile,
  viewport,
}, info) => {
  await reportPolicy(page.context());
  const problems = watch(page.context());
  const person = newPerson(`Rosa ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: `Orchard ${newId().slice(0, 6)}`, photos: 3 });
  const raw = fileOf('IMG_1.CR3', '\0\0\0\x18ftypcrx ');
  const video = fileOf('First dance.mp4', '\0\0\0\x20ftypisom');
  const guide = fileOf('Print guide.pdf', '%PDF-1.7\n');

  await signInAsAdmin(page);
  await page.goto(`/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`);
  await expect(page.getByRole('combobox', { name: /^Session/ })).toHaveValue(session.id);
  await page
    .getByLabel('Select Files')
    .setInputFiles([
      await makeJpeg('new.jpg', 30, 320, 240),
      raw,
      video,
      guide,
      { ...guide, name: 'Print guide, again.pdf' },
      fileOf('IMG_2.HEIC', '\0\0\0\x18ftypheic'),
      fileOf('notes.txt', 'Notes'),
    ]);
  await expect(page.getByText('5 files can’t be shown:')).toBeVisible();
  await expect(page.getByText(/Browsers other than Safari don’t show HEIC/)).toBeVisible();
  await expect(page.getByText('1 file is left out:')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.screenshot({ path: info.outputPath('drop.png'), fullPage: true });
  await page.getByRole('button', { name: 'Attach 5 files for download' }).click();
  await expect(page.getByText('6 files selected')).toBeVisible();
  // Whole, also beside what happens with the file on a phone.
  const name = page.getByRole('list', { name: 'Selected files' }).getByTitle('First dance.mp4');
  const cut = (element: Element) =>
    [...element.querySelectorAll('.truncate')].some((part) => part.scrollWidth > part.clientWidth);
  expect(await name.evaluate(cut)).toBe(false);
  await page.screenshot({ path: info.outputPath('chosen.png'), fullPage: true });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible();
  await expect(page.getByText(/4 files are attached for download/)).toBeVisible();
  await expect(page.getByText(/1 is the same file as another one, and is there once/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('uploaded.png'), fullPage: true });

  // The studio sees them beside the photos, removes one, and takes that back.
  await page.getByRole('link', { name: 'View Session' }).click();
  const files = page.getByRole('region', { name: 'Files for download' });
  await openPanel('4 files', page);
  await expect(files.getByRole('button', { name: 'Download IMG_1.CR3' })).toBeVisible();
  await expect(
    files.getByText(/^4 files, 120 KB. The client downloads them one by one, or with all originals in a ZIP.$/),
  ).toBeVisible();
  await files.getByRole('button', { name: 'Remove IMG_2.HEIC' }).click();
  await expect(files.getByText(/IMG_2.HEIC is removed/)).toBeVisible();
  await files.getByRole('button', { name: 'Undo' }).click();
  await expect(files.getByRole('button', { name: 'Remove IMG_2.HEIC' })).toBeVisible();
  await files.getByRole('button', { name: 'Remove IMG_2.HEIC' }).click();
  await expect(files.getByText('1 removed file')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.screenshot({ path: info.outputPath('session.png') });
  expect((await downloadOf(page, 'IMG_1.CR3')).bytes).toEqual(raw.buffer);

  const own = await browser.newContext({ isMobile, viewport, acceptDownloads: true });
  const theirs = watch(own);
  const gallery = await own.newPage();
  await signInAs(gallery, person);
  await gallery.goto(`/dashboard/gallery/${session.session_label}`);
  await gallery.getByRole('button', { name: '3 files' }).click();
  const list = gallery.getByRole('region', { name: 'Files' });
  await expect(list.getByRole('listitem')).toHaveText([/First dance.mp4/, /IMG_1.CR3/, /Print guide.*\.pdf/]);
  await expect(list).toBeInViewport();
  await expectAccessible(gallery);
  await expectNoSidewaysScroll(gallery);
  await gallery.screenshot({ path: info.outputPath('gallery.png') });
  expect(await downloadOf(gallery, 'First dance.mp4')).toEqual({ name: 'First dance.mp4', bytes: video.buffer });
  await gallery
    .getByRole('button', { name: `Download all photos of ${session.session_name}` })
    .first()
    .click();
  await expect(gallery.getByRole('button', { name: /^Original/ })).toContainText('with 3 files');
  await gallery.screenshot({ path: info.outputPath('sheet.png') });
  expect(theirs).toEqual([]);
  await own.close();

  // A link for guests shows them only where it allows originals.
  let original = '';
  for (const download of ['web', 'original'] as const) {
    const ends_on = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const settings = { label: download, may_pick: true, may_note: true, download, pin: null, ends_on };
    const link = await createLink(studioAdmin, session.id, { ...settings, shows_cover: false });
    const context = await browser.newContext({ isMobile, viewport, acceptDownloads: true });
    const guests = watch(context);
    const guest = await context.newPage();
    original = `/shared#${link.token}`;
    await guest.goto(original);
    await expect(guest.getByRole('button', { name: 'Download all' })).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
    if (download === 'web') await expect(guest.getByRole('region', { name: 'Files' })).toHaveCount(0);
    else {
      await expect(guest.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveCount(3);
      expect((await downloadOf(guest, 'IMG_1.CR3')).bytes).toEqual(raw.buffer);
      await guest.screenshot({ path: info.outputPath('guest.png') });
    }
    expect(guests).toEqual([]);
    await context.close();
  }

  // While proofs are shown marked nobody but the studio sees them, and guests are offered what there is.
  const before = await getSession(studioAdmin, session.id);
  const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
  await editSession(studioAdmin, session.id, { watermark, version: before.version });
  await expect
    .poll(async () => (await getSession(studioAdmin, session.id)).marks_shown, { timeout: 60_000 })
    .toBeDefined();
  await page.reload();
  await openPanel('Settings', page);
  await expect(page.getByText(/Proofs have their watermark, and are in web size only/)).toBeVisible();
  await openPanel('3 files', page);
  await expect(files.getByText(/Clients and guests don’t see them while proofs have a watermark/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.screenshot({ path: info.outputPath('marked.png') });
  const visit = await browser.newContext({ isMobile, viewport, acceptDownloads: true });
  const visitor = await visit.newPage();
  await visitor.goto(original);
  await expect(visitor.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Files' })).toHaveCount(0);
  expect((await downloadOf(visitor, 'DM_0001.jpg')).name).toBe('DM_0001-2048.jpg');
  await visitor.getByRole('button', { name: 'Download all' }).click();
  const zips = visitor.getByRole('dialog', { name: 'Download all' });
  await expect(zips.getByText(/^Web size, as ZIP files/)).toBeVisible();
  await expect(zips.getByText(/Originals/)).toHaveCount(0);
  await visitor.screenshot({ path: info.outputPath('guest-marked.png') });
  await visit.close();

  // Without originals nobody but the studio sees them.
  const { version } = await getSession(studioAdmin, session.id);
  await editSession(studioAdmin, session.id, { download_sizes: ['web'], version });
  await page.reload();
  await openPanel('3 files', page);
  await expect(files.getByText(/The client doesn’t see them/)).toBeVisible();
  expect(problems).toEqual([]);
});
