import { expect, test } from '@playwright/test';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { note, open, saved, star, viewer } from '../../../support/pages/photos.ts';
import { explained, makeGallery, reportPolicy, signedInClient } from '../../../support/studio/client-world.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** The client's lightbox, by keys, buttons and fingers. */

test('the lightbox: keys, favorite, note, zoom, slideshow, and the focus back on the photo @phone @gate', async ({
  page,
  context,
  isMobile,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 40 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0001.jpg').click();
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page).getByText('1 / 40')).toBeVisible();
  await expect
    .poll(() =>
      viewer(page)
        .getByRole('img', { name: 'DM_0001.jpg' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(page);

  const inside = viewer(page);
  // A portrait photo, which is as high as the window allows: no button lies on it.
  const top = await inside
    .getByRole('img', { name: 'DM_0001.jpg' })
    .evaluate((image) => image.getBoundingClientRect().top);
  const button = (await inside.getByRole('button', { name: 'Favorite DM_0001.jpg' }).boundingBox())!;
  expect(top).toBeGreaterThanOrEqual(button.y + button.height - 1);
  await inside.getByRole('button', { name: 'Favorite DM_0001.jpg' }).click();
  await expect(inside.getByRole('button', { name: 'Favorite DM_0001.jpg' })).toHaveAttribute('aria-pressed', 'true');
  const field = inside.getByLabel('Note for DM_0001.jpg');
  await field.fill('The best one');
  // In the note, arrow keys move the cursor, not the photo.
  await field.press('ArrowLeft');
  await expect(inside.getByText('1 / 40')).toBeVisible();
  const written = saved(page);
  await field.press('Escape');
  await written;
  await expect(viewer(page)).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(inside.getByText('2 / 40')).toBeVisible();
  await expect(inside.getByLabel('Note for DM_0002.jpg')).toHaveValue('');
  if (isMobile) {
    // Fingers zoom without buttons, and nothing lies on the photo.
    await expect(inside.getByRole('button', { name: /^Zoom/ })).toHaveCount(0);
    const photo = (await inside.getByRole('img', { name: 'DM_0002.jpg' }).boundingBox())!;
    const arrow = (await inside.getByRole('button', { name: 'Next' }).boundingBox())!;
    expect(arrow.y).toBeGreaterThan(photo.y + photo.height);
    expect(Math.min(arrow.width, arrow.height)).toBeGreaterThanOrEqual(40);
  } else {
    await inside.getByRole('button', { name: 'Zoom in' }).click();
    await inside.getByRole('button', { name: 'Zoom out' }).click();
  }
  await inside.getByRole('button', { name: 'Play' }).click();
  await expect(inside.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(inside.getByText('3 / 40')).toBeVisible();
  await inside.getByRole('button', { name: 'Pause' }).click();

  for (let number = 4; number <= 33; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(inside.getByText(`${number} / 40`)).toBeVisible();
  }
  const left = 'DM_0033.jpg';
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(open(page, left)).toBeInViewport();
  await expect(open(page, left)).toBeFocused();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(note(page, 'DM_0001.jpg')).toHaveValue('The best one');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  expect(problems).toEqual([]);
});

test('in the lightbox a swipe shows the next photo, and a double tap zooms @phone', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(!isMobile, 'swiping requires a touch screen');
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 4 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0001.jpg').tap();
  await expect(viewer(page).getByText('1 / 4')).toBeVisible();
  const touchscreen = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
  const swipe = async (xs: [number, ...number[]]) => {
    await touch('touchStart', xs[0]);
    for (const x of xs.slice(1)) await touch('touchMove', x);
    await touch('touchEnd');
  };
  await swipe([340, 280, 220, 160, 100, 40]);
  await expect(viewer(page).getByText('2 / 4')).toBeVisible();
  await swipe([40, 100, 160, 220, 280, 340]);
  await expect(viewer(page).getByText('1 / 4')).toBeVisible();

  const shown = viewer(page).getByRole('img', { name: 'DM_0001.jpg' });
  const width = async () => (await shown.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  const before = await width();
  // Wait for the slide animation: a tap during it only stops it. Send both taps at once: with a wait between them they
  // count as two single taps.
  await shown.tap({ trial: true });
  await Promise.all([touch('touchStart', 195), touch('touchEnd'), touch('touchStart', 195), touch('touchEnd')]);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
});

test('a swipe down closes the lightbox @phone', async ({ page, context, isMobile }) => {
  test.skip(!isMobile, 'swiping requires a touch screen');
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 4 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0002.jpg').tap();
  await expect(viewer(page)).toBeVisible();
  const touchscreen = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
  await touch('touchStart', 260);
  for (const y of [300, 360, 420, 480, 540]) await touch('touchMove', y);
  await touch('touchEnd');
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  await expect(open(page, 'DM_0002.jpg')).toBeFocused();
});
