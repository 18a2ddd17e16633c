import { expect, type Page, test } from '@playwright/test';
import { openSelection } from '../../lambdas/domain/selections/selections.ts';
import { explained, makeGallery, photoName, signedInClient, studioAdmin } from '../support/client-world.ts';
import { expectNoSidewaysScroll } from '../support/watch.ts';

/** A phone that is turned: low and wide. Nothing lies on a photo, and nothing on what can be pressed. */

const sizes = [
  [844, 390],
  [667, 375],
  [568, 320],
] as const;

const terms = { name: 'Album', included: 4, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };
const long = 'Please brighten this one a little, crop the left side, and take the lamp away. '.repeat(4).trim();

/** What lies on the open photo of the lightbox, or leaves the window, in words. */
const onPhoto = (page: Page) =>
  page.evaluate(() => {
    const photo = document.querySelector('.yarl__slide_current img')?.getBoundingClientRect();
    if (!photo) return ['There is no photo.'];
    const found: string[] = photo.height < 100 ? [`The photo is ${photo.height} high.`] : [];
    const parts = document.querySelectorAll('.yarl__portal :is(button, textarea, p)');
    const boxes = [...parts].flatMap((part) => {
      const box = part.getBoundingClientRect();
      const name = part.ariaLabel ?? part.textContent ?? '';
      return box.width > 1 && box.height > 1 ? [{ name, box, isButton: part.localName === 'button' }] : [];
    });
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    for (const [index, { name, box, isButton }] of boxes.entries()) {
      if (isOver(box, photo)) found.push(`${name} lies on the photo.`);
      if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1 || box.top < -1) {
        found.push(`${name} leaves the window.`);
      }
      if (!isButton) continue;
      for (const other of boxes.slice(index + 1)) {
        if (other.isButton && isOver(box, other.box)) found.push(`${name} lies on ${other.name}.`);
      }
    }
    return found;
  });

test('nothing lies on the photo of the lightbox, with a long note, a reply and a selection @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, {
    name: 'Turned',
    photos: 6,
    change: (index) => ({ stage: index === 0 ? 'finished' : 'proof', note: long, reply: long }),
  });
  const path = `/dashboard/gallery/${session.session_label}`;
  for (const isChoosing of [false, true]) {
    if (isChoosing) await openSelection(studioAdmin, session.id, terms);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(path);
    if (isChoosing) await expect(page.getByRole('button', { name: `Choose ${photoName(1)}` })).toBeVisible();
    await page.getByRole('button', { name: `Open ${photoName(1)}` }).click();
    await expect(page.locator('.yarl__slide_current img')).toBeVisible();
    for (const [width, height] of [...sizes, [390, 844], [1_440, 900]] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => onPhoto(page), `${width} × ${height}`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
});
