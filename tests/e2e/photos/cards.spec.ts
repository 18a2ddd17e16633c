import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { setTextSize, textSizes } from '../../support/pages/text-size.ts';
import { explained, makeGallery, photoName, signedInClient, studioAdmin } from '../../support/studio/client-world.ts';

/** A photo's card at every width: nothing in it overlaps, nothing is cut off, and each control is large enough. */

const widths = [...Array.from({ length: 21 }, (_, step) => 320 + step * 8), 820, 1_024, 1_440];
const longName = `${'A name that is far longer than any card is wide '.repeat(3)}.jpg`;

const terms = { name: 'Album', included: 2, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };

/** Mostly proofs; some finished, some not downloadable, one with a long name. */
const kinds = (index: number) => ({
  ...(index % 3 === 0 && { stage: 'finished' as const }),
  ...(index % 4 === 3 && { downloadable: false }),
  ...(index === 1 && { file_name: longName }),
});

/** What is wrong with the controls of the cards in sight, in words. */
const troubles = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The grid is placed anew after the window got another size.
    await frame();
    await frame();
    const found: string[] = [];
    const cards = [...document.querySelectorAll('[data-card]')].filter((card) => {
      const { bottom, top } = card.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    if (cards.length < 2) found.push(`Only ${cards.length} cards are in sight.`);
    const areas: { name: string; box: DOMRect }[] = [];
    for (const card of cards) {
      const controls = [...card.querySelectorAll<HTMLElement>('button, textarea')];
      for (const control of controls) {
        const box = control.getBoundingClientRect();
        const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
        areas.push({ name, box });
        if (box.height < 43.9) found.push(`${name} is ${box.height} high.`);
        if (box.width < 43.9) found.push(`${name} is ${box.width} wide.`);
        if (box.left < -0.1 || box.right > innerWidth + 0.1) found.push(`${name} leaves the window.`);
        if (/^Download/.test(name)) {
          const text = document.createRange();
          text.selectNodeContents(control.lastChild!);
          const word = text.getBoundingClientRect();
          if (control.lastChild?.textContent !== 'Download' || word.width < 40) found.push(`${name} has no word.`);
          if (word.left < box.left - 0.1 || word.right > box.right + 0.1) found.push(`The word of ${name} is cut off.`);
        }
      }
      const row = controls.find((control) => /^(Favorite|Pick|Download)/.test(control.ariaLabel ?? ''))?.parentElement;
      if (row && row.scrollWidth > row.clientWidth) {
        found.push(`A row has ${row.scrollWidth} pixels in ${row.clientWidth}.`);
      }
      const words = [...(row?.querySelectorAll('span') ?? [])].filter(({ textContent }) =>
        /^(Proof|Finished)$/.test(textContent ?? ''),
      );
      for (const word of words) {
        const box = word.getBoundingClientRect();
        if (box.width > 1) areas.push({ name: `‘${word.textContent}’`, box });
      }
    }
    for (const [index, one] of areas.entries()) {
      for (const other of areas.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 0.5 && down > 0.5) found.push(`${one.name} and ${other.name} overlap by ${across} × ${down}.`);
      }
    }
    return found;
  });

async function expectWholeCards(page: Page): Promise<void> {
  await expect(page.locator('[data-card] img').first()).toBeVisible();
  for (const size of textSizes) {
    await setTextSize(page, size);
    await page.evaluate(() =>
      scrollTo(0, document.querySelector('[data-card]')!.getBoundingClientRect().top + scrollY - 80),
    );
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => troubles(page), `${page.url()} at ${width} pixels, text ${size}`).toEqual([]);
      if (size === '100%' || width <= 480) await expectNoSidewaysScroll(page);
    }
  }
}

test('no control of a card lies on another or is cut off, from 320 pixels on and with text of 200% @gate', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Stages', photos: 12, change: kinds });
  await page.goto(`/dashboard/gallery/${session.session_label}`);
  await expect(page.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
  await expectWholeCards(page);

  await openSelection(studioAdmin, session.id, terms);
  await page.goto(`/dashboard/gallery/${session.session_label}`);
  await expect(page.getByRole('button', { name: `Choose ${photoName(1)}` })).toBeVisible();
  await expectWholeCards(page);

  await page.setViewportSize({ width: 1_440, height: 900 });
  for (const number of [1, 3, 4, 5]) {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.getByRole('button', { name: `Favorite ${photoName(number)}` }).click();
    await saved;
  }
  await page.goto('/dashboard/favorites');
  await expect(page.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
  await expectWholeCards(page);
});

test('no control of a guest’s card lies on another or is cut off, from 320 pixels on', async ({ page }) => {
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Shared', photos: 8, change: kinds });
  for (const [may_pick, download] of [
    [true, 'web'],
    [true, 'none'],
    [false, 'web'],
  ] as const) {
    const link = await createLink(studioAdmin, session.id, {
      label: 'Grandparents',
      pin: null,
      ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
      shows_cover: false,
      ...{ may_pick, may_note: may_pick, download },
    });
    await page.goto('about:blank');
    await page.goto(`/shared#${link.token}`);
    await expect(page.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
    await expectWholeCards(page);
  }
});

/** What is wrong with the photos of the open picker, in words. */
const pickerTroubles = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const found: string[] = [];
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)!;
    const edges = dialog.getBoundingClientRect();
    if (dialog.scrollWidth > dialog.clientWidth) found.push(`The sheet is ${dialog.scrollWidth} wide.`);
    const areas: { name: string; box: DOMRect; choice: Element }[] = [];
    for (const choice of dialog.querySelectorAll('label:has(input[type=checkbox])')) {
      const name = choice.querySelector('input')!.ariaLabel ?? '';
      const size = choice.getBoundingClientRect();
      if (size.width < 43.9 || size.height < 43.9) found.push(`${name} is ${size.width} × ${size.height}.`);
      const row = choice.lastElementChild!;
      if (row.scrollWidth > row.clientWidth) found.push(`${name} has ${row.scrollWidth} pixels in ${row.clientWidth}.`);
      const words = row.lastElementChild!;
      if (words.getBoundingClientRect().width < 30) found.push(`The name of ${name} can’t be read.`);
      for (const part of [choice.firstElementChild!, row.querySelector('[aria-hidden]')!, words]) {
        const box = part.getBoundingClientRect();
        areas.push({ name: `${name}: ${part.textContent || part.className.slice(0, 20)}`, box, choice });
        if (box.left < edges.left - 0.1 || box.right > edges.right + 0.1) found.push(`${name} leaves the sheet.`);
      }
    }
    if (areas.length < 24) found.push(`Only ${areas.length / 3} photos can be chosen.`);
    for (const [index, one] of areas.entries()) {
      for (const other of areas.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 0.5 && down > 0.5) found.push(`${one.name} and ${other.name} overlap by ${across} × ${down}.`);
      }
    }
    const foot = [...dialog.querySelectorAll('button')].filter(({ ariaLabel }) => ariaLabel === null);
    for (const button of foot) {
      const { left, right } = button.getBoundingClientRect();
      const name = button.textContent;
      if (left < edges.left - 0.1 || right > edges.right + 0.1) found.push(`${name} leaves the sheet.`);
      if (button.scrollWidth > button.clientWidth) found.push(`${name} is cut off.`);
    }
    return found;
  });

test('no photo of the picker lies on another, and each has its mark and its name, from 320 pixels on', async ({
  page,
}) => {
  const customer = await signedInClient(page);
  const made = await makeGallery(customer, { name: 'Stages', photos: 12, change: kinds });
  const session = await editSession(studioAdmin, made.id, { version: made.version, download_sizes: ['web'] });
  const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first();
  const open = {
    'for a download': async () => {
      await page.goto(`/dashboard/gallery/${session.session_label}`);
      await button(/^Download all photos of/).click();
      await button('Choose some of them').click();
    },
    'for a quote': async () => {
      await page.goto('/dashboard/quotes');
      await button('Choose photos').click();
    },
  };
  for (const [what, start] of Object.entries(open)) {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await start();
    await expect(page.getByRole('checkbox').first()).toBeAttached();
    await page.getByRole('checkbox').first().check({ force: true });
    for (const size of textSizes) {
      await setTextSize(page, size);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => pickerTroubles(page), `${what} at ${width} pixels, text ${size}`).toEqual([]);
      }
    }
  }
});
