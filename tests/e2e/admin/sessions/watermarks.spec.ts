import { execFileSync } from 'node:child_process';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import type { Link } from '#shared/contract/links.ts';
import { variants } from '#shared/photos/media.ts';
import { createLink } from '../../../../lambdas/domain/links/links.ts';
import { cleanFiles } from '../../../../lambdas/domain/photos/access/access.ts';
import { webKey } from '../../../../lambdas/domain/photos/files/file-keys.ts';
import { putDerivatives } from '../../../../lambdas/domain/photos/files/files.ts';
import { readAllReadable } from '../../../../lambdas/domain/photos/row/repository.ts';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import { readSession } from '../../../../lambdas/domain/sessions/repository.ts';
import { s3 } from '../../../../lambdas/platform/aws.ts';
import { newId } from '../../../../lambdas/platform/ids.ts';
import { cropPreview } from '../../../../lambdas/preview/crop.ts';
import { inspectImage } from '../../../../lambdas/workers/process-photo/inspect-image.ts';
import { makeDerivatives } from '../../../../lambdas/workers/process-photo/make-derivatives.ts';
import { functionEnvironment } from '../../../../local/environment.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { openPanel } from '../../../support/pages/admin-session.ts';
import { isLoaded } from '../../../support/pages/photos.ts';
import { isSamePicture, pixelsOf } from '../../../support/pictures/same-picture.ts';
import { savedAs } from '../../../support/pictures/saved-as.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  signInAs,
  studioAdmin,
} from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/**
 * The studio switches a watermark on, and no address that the browsers of the client and of a guest get from then on
 * leads to a clean proof; nor does one from before.
 */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

/** What a person's browser received: addresses with the pixels of the pictures that came from there. */
type Received = Map<string, Buffer[]>;

const addressPattern = /\/(?:media|downloads|originals|portfolio|shared)\/[^"\s\\]+/g;
const photosPerSession = 6;

/** Records the address of every picture that a browser receives, and every address that an answer or a document tells. */
function receive(context: BrowserContext): { received: Received; stop: () => Promise<void> } {
  const received: Received = new Map();
  const reading: Promise<void>[] = [];
  const note = (address: string) => received.set(address, received.get(address) ?? []);
  const read = async (request: Request) => {
    const response = await request.response();
    const { pathname, search, origin } = new URL(request.url());
    if (origin !== new URL(testStudio.site).origin || response?.status() !== 200) return;
    const type = response.headers()['content-type'] ?? '';
    // Requested below, because the browser may drop what it has received when it leaves the page.
    if (type.startsWith('image/') && pathname.match(addressPattern)) note(pathname + search);
    if (!/json|html/.test(type)) return;
    const text = await response.text().catch(() => '');
    for (const [address] of text.replaceAll('&amp;', '&').matchAll(addressPattern)) {
      const isPrefix = address.startsWith('/media/') && !address.includes('.');
      for (const one of isPrefix ? Object.values(variants).map(({ file }) => `${address}/${file}`) : [address])
        note(one);
    }
  };
  // Not at the response: its body can be pending forever when the page is left.
  const onFinished = (request: Request) => void reading.push(read(request));
  context.on('requestfinished', onFinished);
  return {
    received,
    stop: async () => {
      context.off('requestfinished', onFinished);
      await Promise.all(reading);
    },
  };
}

/** The pictures that a browser gets at an address: one, those of an archive, or none. */
async function picturesAt(context: BrowserContext, address: string): Promise<Buffer[]> {
  const answer = await context.request.get(`${testStudio.site}${address}`);
  const type = answer.headers()['content-type'] ?? '';
  if (answer.status() !== 200 || !/image|zip/.test(type)) return [];
  const body = await answer.body();
  return Promise.all((type.includes('zip') ? unpack(body) : [body]).map(pixelsOf));
}

/** Requests every address, with the cookies of the browser that received it. */
async function crawl(context: BrowserContext, received: Received): Promise<Received> {
  for (const [address, pictures] of received) pictures.push(...(await picturesAt(context, address)));
  return received;
}

/** The files of an archive, which is made of JPEGs stored one after the other. */
function unpack(zip: Buffer): Buffer[] {
  const script = `
import io, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
for name in archive.namelist():
    data = archive.read(name)
    sys.stdout.buffer.write(len(data).to_bytes(4, 'big') + data)`;
  const out = execFileSync('python3', ['-c', script], { input: zip, maxBuffer: 2 ** 28 });
  const files: Buffer[] = [];
  for (let at = 0; at < out.length; at += 4 + out.readUInt32BE(at)) {
    files.push(out.subarray(at + 4, at + 4 + out.readUInt32BE(at)));
  }
  return files;
}

const stored = async (Key: string): Promise<Buffer> => {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: 'photos', Key }));
  return Buffer.from(await Body!.transformToByteArray());
};

/** A session's photos without a watermark, as the studio has them: in full, and as previews crop them. */
async function cleanPictures(session: string): Promise<{ files: Buffer[]; pixels: Buffer[] }> {
  const photos = (await readAllReadable(session)).filter((photo) => photo.state === 'ready');
  const files = [await stored(photos[0]!.original_key)];
  for (const photo of photos) {
    const file = await stored(webKey(photo, cleanFiles(photo)));
    files.push(file, await cropPreview(file));
  }
  return { files, pixels: await Promise.all(files.map(pixelsOf)) };
}

/** The addresses with a picture that is one of these. */
const showing = (received: Received, clean: Buffer[]): string[] =>
  [...received]
    .filter(([, pictures]) => pictures.some((one) => clean.some((other) => isSamePicture(one, other))))
    .map(([address]) => address);

const withPictures = (received: Received): string[] =>
  [...received].filter(([, pictures]) => pictures.length > 0).map(([address]) => address);

/** What the client's browser receives in the gallery, one photo in full, and its downloads in these sizes. */
async function visit(client: Page, label: string, sizes: RegExp[]): Promise<Received> {
  const { received, stop } = receive(client.context());
  await client.goto(`/dashboard/gallery/${label}`);
  await client.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  const viewer = client.getByRole('dialog', { name: 'Photo viewer' });
  await expect.poll(() => viewer.locator('img').first().evaluate(isLoaded)).toBe(true);
  const sheet = client.getByRole('dialog', { name: 'Download' });
  for (const size of sizes) {
    await viewer.getByRole('button', { name: 'Download DM_0002.jpg' }).click();
    const downloading = client.waitForEvent('download');
    await sheet.getByRole('button', { name: size }).click();
    await downloading;
    await expect(sheet).toHaveCount(0);
  }
  await client.goto('/dashboard/gallery');
  await client.getByRole('button', { name: /^Download all photos of / }).click();
  await sheet.getByRole('button', { name: /^Web size/ }).click();
  // One that was asked for before is out of date when the photos have changed.
  const again = client.getByRole('button', { name: 'Prepare again' }).first();
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(client.getByRole('link', { name: /-2048\.zip/ })).toBeVisible();
  }).toPass({ timeout: 90_000 });
  await stop();
  return crawl(client.context(), received);
}

/** What a guest's browser receives of a link whose preview has the cover. */
async function visitAsGuest(guest: Page, { id, token }: Pick<Link, 'id' | 'token'>): Promise<Received> {
  // The page loads again only from another one.
  await guest.goto('about:blank');
  const { received, stop } = receive(guest.context());
  await guest.goto(`/shared/${id}#${token}`);
  await expect.poll(() => guest.locator('[data-photo] img').first().evaluate(isLoaded)).toBe(true);
  await stop();
  return crawl(guest.context(), received);
}

test('with a watermark that was seen before it was saved, the client receives no clean picture any more @phone @gate', async ({
  page,
  browser,
  isMobile,
  hasTouch,
  viewport,
}) => {
  const problems = watch(page.context());
  const person = newPerson(`Ada ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, {
    name: `River ${newId().slice(0, 6)}`,
    photos: photosPerSession,
    // Large enough to have a print size.
    change: (index) => (index % 3 === 0 ? { width: 1_600, height: 2_400 } : { width: 2_400, height: 1_600 }),
  });
  const { version } = (await readSession(session.id))!;
  await editSession(studioAdmin, session.id, { cover_id: session.photo_ids[0]!, version });
  const ends_on = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const link = await createLink(studioAdmin, session.id, {
    ...{
      label: 'Family',
      may_pick: true,
      may_note: false,
      download: 'original',
      pin: null,
      ends_on,
      shows_cover: true,
    },
  });
  const context = await browser.newContext({ isMobile, hasTouch, viewport });
  await explained(context);
  const client = await context.newPage();
  await signInAs(client, person);
  const guest = await (await browser.newContext({ isMobile, hasTouch, viewport })).newPage();
  const clean = await cleanPictures(session.id);
  // Links to originals work for ten minutes, also when proofs are shown marked meanwhile.
  const before = await visit(client, session.session_label, [/^Web size/, /^Print size/]);
  const beforeOfGuest = await visitAsGuest(guest, link);
  // The comparison finds every clean picture, in whatever size, format and crop.
  for (const received of [before, beforeOfGuest]) {
    expect(withPictures(received).length).toBeGreaterThan(photosPerSession);
    expect(showing(received, clean.pixels)).toEqual(withPictures(received));
  }
  for (const part of ['/media/', '/downloads/', '/prints/', '.zip']) {
    expect(
      withPictures(before).some((address) => address.includes(part)),
      part,
    ).toBe(true);
  }
  expect(withPictures(beforeOfGuest)).toContain(`/shared/${link.id}/cover.jpg`);

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await openPanel('Settings', page);
  await expect(page.getByText('Watermark: none.')).toBeVisible();
  await page.getByRole('button', { name: 'Change watermark' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watermark on proofs' });
  await dialog.getByLabel('Put a watermark on proofs').check();
  await expect(dialog.getByRole('img', { name: 'A photo with the watermark' })).toBeVisible();
  await dialog.getByLabel('Words').fill('写真');
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(dialog.getByText('A watermark can have letters of Western languages')).toBeVisible();
  await dialog.getByLabel('Words').fill('Proof by Elena');
  await dialog.getByLabel('Opacity').fill('80');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(dialog).not.toBeVisible();
  await expect(page.getByText('Watermark on proofs: “Proof by Elena”.')).toBeVisible({ timeout: 90_000 });
  await expectAccessible(page);

  // The addresses that were told before, with what the browsers hold to open them.
  const stillClean = async () => {
    const told: [BrowserContext, Received][] = [
      [context, before],
      [guest.context(), beforeOfGuest],
    ];
    const again = told.map(([holder, received]) =>
      crawl(holder, new Map([...received.keys()].map((address) => [address, []]))),
    );
    return (await Promise.all(again)).flatMap((one) => showing(one, clean.pixels));
  };
  await expect.poll(stillClean, { timeout: 60_000 }).toEqual([]);
  const received = await visit(client, session.session_label, [/^Web size/]);
  const receivedByGuest = await visitAsGuest(guest, link);
  for (const marked of [received, receivedByGuest]) {
    expect(withPictures(marked).length).toBeGreaterThan(photosPerSession);
    expect(showing(marked, clean.pixels)).toEqual([]);
  }
  expect(withPictures(received).some((address) => address.includes('.zip'))).toBe(true);
  expect(withPictures(receivedByGuest)).toContain(`/shared/${link.id}/cover.jpg`);
  // The comparison would find the clean pictures that only the studio gets now, also when encoded anew.
  for (const file of (await cleanPictures(session.id)).files) {
    const again = await sharp(file).resize(400, 400, { fit: 'inside' }).webp({ quality: 50 }).toBuffer();
    expect(showing(new Map([['', [await pixelsOf(again)]]]), clean.pixels)).toEqual(['']);
  }

  await client.goto(`/dashboard/gallery/${session.session_label}`);
  const picture = client.getByRole('button', { name: 'Open DM_0002.jpg' }).locator('img');
  expect(await savedAs(picture)).toMatch(/^inline; filename="DM_0002-\d+\.(webp|jpg)"/);
  await guest.context().close();
  await context.close();
  expect(problems).toEqual([]);
});

test('a proof that the watermark can’t be on stays hidden, and the studio sees why', async ({ page }) => {
  const problems = watch(page.context());
  const customer = await makeCustomer(newPerson(`Ada ${newId().slice(0, 6)}`));
  const low = { width: 900, height: 4 };
  const session = await makeGallery(customer, {
    name: `Skyline ${newId().slice(0, 6)}`,
    photos: 4,
    change: (index) => (index === 1 ? low : {}),
  });
  const photo = (await readAllReadable(session.id)).find(({ id }) => id === session.photo_ids[1])!;
  const bytes = await sharp({ create: { ...low, channels: 3, background: '#cdb' } })
    .jpeg()
    .toBuffer();
  const { files } = await makeDerivatives(bytes, await inspectImage(bytes));
  await putDerivatives(photo, files);
  const { version } = (await readSession(session.id))!;
  const watermark = { has_logo: false, text: 'PROOF', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
  await editSession(studioAdmin, session.id, { watermark, version });

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByRole('button', { name: '1 without watermark, hidden' })).toBeVisible({ timeout: 90_000 });
  await openPanel('Settings', page);
  await expect(page.getByRole('status').filter({ hasText: 'Watermark on proofs: “PROOF”.' })).toContainText(
    '1 photo stays hidden from clients, because the watermark can’t be seen on it',
    { timeout: 90_000 },
  );
  await expect(page.getByText('Hidden: too small for the watermark')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  const panel = page.getByRole('region', { name: 'Photo', exact: true });
  await expect(panel.getByText(/^Clients don’t see this photo: it is too small/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change watermark' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watermark on proofs' });
  await expect(dialog.getByText(/^Clients don’t see this photo: it is too small/)).toBeVisible();
  await dialog.getByLabel('Words').fill('.');
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(dialog.getByText('These signs are too small to be seen on photos.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Put a watermark on proofs').uncheck();
  await dialog.getByRole('button', { name: 'Save watermark' }).click();
  await expect(page.getByText('Watermark: none.')).toBeVisible();
  await expect(page.getByText('Hidden: too small for the watermark')).toHaveCount(0, { timeout: 30_000 });
  expect(problems).toEqual([]);
});
