import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { type Variant, variants } from '#shared/photos/media.ts';
import { derivativeKey } from '../../../lambdas/domain/photos/files/file-keys.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { inspectImage } from '../../../lambdas/workers/process-photo/inspect-image.ts';
import { makeDerivatives } from '../../../lambdas/workers/process-photo/make-derivatives.ts';
import { open } from '../../support/pages/photos.ts';
import { explained, makeGallery, signedInClient } from '../../support/studio/client-world.ts';

/** Very long photos: whole in their cards, and never blown up beyond their pixels. */

const sizes = [
  { width: 1_800, height: 1_200 },
  { width: 600, height: 12_000 },
  { width: 12_000, height: 600 },
  { width: 3_000, height: 9_000 },
];

/** A gallery of photos of these sizes with the derivatives that the studio's system makes. */
async function makeLongPhotos(customer: { id: string }) {
  const keys = sizes.map(newId);
  const session = await makeGallery(customer, {
    name: 'Long',
    photos: sizes.length,
    change: (index) => ({ ...sizes[index], media_key: keys[index]! }),
  });
  const s3 = new S3Client({ forcePathStyle: true });
  for (const [index, { width, height }] of sizes.entries()) {
    const stripes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><pattern id="p" width="300" height="300" patternUnits="userSpaceOnUse"><rect width="300" height="300" fill="#8a7"/><circle cx="150" cy="150" r="120" fill="#257"/></pattern></defs><rect width="100%" height="100%" fill="url(#p)"/></svg>`,
    );
    const bytes = await sharp(stripes, { unlimited: true }).flatten().jpeg().toBuffer();
    const { files } = await makeDerivatives(bytes, await inspectImage(bytes));
    for (const variant of Object.keys(variants) as Variant[]) {
      const media = { customer_id: customer.id, session_id: session.id, media_key: keys[index]! };
      const Key = derivativeKey(media, variant);
      await s3.send(
        new PutObjectCommand({ Bucket: 'photos', Key, Body: files[variant], ContentType: variants[variant].type }),
      );
    }
  }
}

/** Shown width and height in device pixels, and those of the loaded file. */
const pixelsOf = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { width, height } = image.getBoundingClientRect();
    // With `srcset`, natural sizes are those of the place; the file's own are read without it.
    const file = new Image();
    file.src = image.currentSrc;
    await file.decode();
    return {
      shown: { width, height },
      file: { width: file.naturalWidth, height: file.naturalHeight },
      devicePixelRatio,
    };
  });

test('very long photos stand whole in their cards, as sharp as their place @phone', async ({ page }) => {
  const customer = await signedInClient(page);
  await explained(page.context());
  await makeLongPhotos(customer);
  await page.goto('/dashboard/gallery');
  for (const [index, { width, height }] of sizes.entries()) {
    const card = open(page, `DM_000${index + 1}.jpg`);
    // The application draws its own card in place of the first view's.
    await expect(async () => {
      await card.scrollIntoViewIfNeeded();
      const { shown, file, devicePixelRatio } = await pixelsOf(card.locator('img'));
      expect(Math.abs(shown.width / shown.height / (width / height) - 1)).toBeLessThan(0.05);
      expect(file.width).toBeGreaterThanOrEqual(Math.min(width, shown.width * devicePixelRatio) - 1);
      const box = (await card.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(box.width * 2 + 1);
      expect(box.height).toBeGreaterThanOrEqual(box.width / 4 - 1);
    }).toPass();
  }
});

test('the viewer zooms to the pixels that are there, and not beyond', async ({ page }) => {
  const customer = await signedInClient(page);
  await explained(page.context());
  await makeLongPhotos(customer);
  await page.goto('/dashboard/gallery');
  for (const [index] of sizes.entries()) {
    await open(page, `DM_000${index + 1}.jpg`).click();
    const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
    const zoomIn = viewer.getByRole('button', { name: 'Zoom in' });
    const picture = viewer.getByRole('img', { name: `DM_000${index + 1}.jpg` });
    await expect(picture).toBeVisible();
    // Up to a hundred times as large, each time twice.
    for (let step = 0; step < 8 && (await zoomIn.isEnabled()); step += 1) await zoomIn.click();
    if (await zoomIn.count()) await expect(zoomIn).toBeDisabled();
    await expect(async () => {
      const { shown, file } = await pixelsOf(picture);
      const blownUp = Math.max(shown.width, shown.height) / Math.max(file.width, file.height);
      // The shorter side, of whole pixels, decides the size before zooming.
      expect(blownUp).toBeLessThan(1.005);
      expect(blownUp).toBeGreaterThan(0.97);
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
  }
});
