import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { expectReachable, expectReachableInLargeText } from '../../support/pages/covered.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';

/** A phone that is turned: low and wide. Nothing lies on a photo, and nothing on what can be pressed. */

const sizes = [
  [844, 390],
  [667, 375],
  [568, 320],
] as const;

const terms = { name: 'Album', included: 4, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };
const long = 'Please brighten this one a little, crop the left side, and take the lamp away. '.repeat(4).trim();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

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

/** Looks at an open dialog or sheet in all sizes and with large text. */
async function dialog(page: Page, what: string) {
  await expectReachable(page, what, sizes);
  await expectReachableInLargeText(page, what);
}

const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog:modal')).toHaveCount(0);
};

test('nothing lies on the photo of a guest’s lightbox, with a pick and a long note', async ({ page }) => {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Turned', photos: 4 });
  const link = await createLink(studioAdmin, session.id, {
    ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'original', pin: null, shows_cover: false },
    ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`/shared#${link.token}`);
  await button(page, `Pick ${photoName(1)}`).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Rosa');
  await button(page, 'Save').click();
  const note = page.getByRole('textbox', { name: `Note for ${photoName(1)}` }).first();
  await note.fill(long);
  await note.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await button(page, `Open ${photoName(1)}`).click();
  await expect(page.locator('.yarl__slide_current img')).toBeVisible();
  for (const [width, height] of [...sizes, [390, 844], [1_440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => onPhoto(page), `${width} × ${height}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});

test('a client reaches everything on the gallery, its sheets and the review @phone', async ({ page }) => {
  const customer = await signedInClient(page);
  const made = await makeGallery(customer, {
    name: 'Turned',
    photos: 8,
    change: (index) => (index < 2 ? { note: long } : {}),
  });
  const session = await editSession(studioAdmin, made.id, {
    version: made.version,
    client_may_share: true,
    download_sizes: ['web', 'original'],
  });
  const selection = await openSelection(studioAdmin, session.id, { ...terms, client_words: long });
  const path = `/dashboard/gallery/${session.session_label}`;
  const reachable = (what: string) => expectReachable(page, what, sizes);
  for (const [name, address] of [
    ['home', '/dashboard'],
    ['the gallery', '/dashboard/gallery'],
    ['favorites', '/dashboard/favorites'],
    ['downloads', '/dashboard/downloads'],
    ['quotes', '/dashboard/quotes'],
    ['settings', '/dashboard/settings'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
    await reachable(name);
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(path);
  for (const number of [1, 2]) await button(page, `Choose ${photoName(number)}`).click();
  await reachable('the session');
  await page.setViewportSize({ width: 844, height: 390 });
  // The session's own bar passes the one at the bottom while the page is scrolled, and does not lie on it.
  const lyingOn = await page.getByRole('link', { name: 'Review' }).evaluate((review) => {
    const { left, right, top } = review.getBoundingClientRect();
    return Array.from({ length: 30 }, (_, step) => step * 10).filter((y) => {
      scrollTo({ top: y, behavior: 'instant' });
      return !review.contains(document.elementFromPoint((left + right) / 2, top + 3));
    });
  });
  expect(lyingOn).toEqual([]);
  await button(page, 'Options').click();
  await dialog(page, 'the sheet of the selection');
  await close(page);
  await button(page, /^Download all photos of Turned/)
    .filter({ visible: true })
    .first()
    .click();
  await expect(button(page, 'Choose some of them')).toBeVisible();
  await dialog(page, 'the download sheet');
  await button(page, 'Choose some of them').click();
  await expect(page.getByRole('checkbox')).toHaveCount(8);
  await dialog(page, 'the photo picker');
  await close(page);
  await button(page, /^Share/)
    .filter({ visible: true })
    .first()
    .click();
  await dialog(page, 'the share sheet');
  await close(page);
  await page.goto(`${path}/selection/${selection.id}`);
  await expect(button(page, 'Submit 2 photos')).toBeVisible();
  await reachable('the review');
  await button(page, 'Submit 2 photos').click();
  await dialog(page, 'the question before submitting');
  await button(page, 'Submit to the studio').click();
  await button(page, 'Change my choice').click();
  await dialog(page, 'the question before a change');
});

test('a guest reaches everything on a shared session @phone', async ({ page }) => {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Turned', photos: 8 });
  const link = await createLink(studioAdmin, session.id, {
    ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'original', pin: null, shows_cover: false },
    ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  });
  const reachable = (what: string) => expectReachable(page, what, sizes);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`/shared#${link.token}`);
  await button(page, `Pick ${photoName(1)}`).click();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await dialog(page, 'the question for the name');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Rosa');
  await button(page, 'Save').click();
  await expect(button(page, 'Send my picks')).toBeVisible();
  await reachable('the shared session');
  await button(page, 'Download all').first().click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await dialog(page, 'the downloads');
});
