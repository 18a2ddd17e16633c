import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { CreateLink } from '#shared/contract/links.ts';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { localSite } from '../../../local/addresses.ts';
import { beyondTheEdges, expectToFit } from '../../support/pages/beyond-edges.ts';
import { setTextSize, textSizes } from '../../support/pages/text-size.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  signedInClient,
  studioAdmin,
  typeGoogleAccount,
} from '../../support/studio/client-world.ts';
import { filledWebsite } from '../../support/studio/filled-website.ts';
import { makeOffer } from '../../support/studio/made-offers.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/**
 * The narrowest window, 320 pixels, with text of the usual size and twice as large: no page scrolls sideways. Public pages
 * are looked at where their header and footer get more columns, too.
 */

const softly = expect.configure({ soft: true });

const publicWidths = [320, 640, 768, 1024];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog:modal')).toHaveCount(0);
};
const inAMonth = () => new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** The words in the names of the home's cards that are broken, or longer than their card. */
const brokenWords = (page: Page) =>
  page.locator('section[aria-labelledby="services"] li').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const text = card.querySelector('h3 a')!.firstChild!;
      return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [line, ...others] = range.getClientRects();
        return others.length > 0 || line!.right > card.getBoundingClientRect().right + 0.5 ? [word] : [];
      });
    }),
  );

test('the public and the sign-in pages fit into 320 to 1024 pixels with text of 200%', async ({ page }) => {
  for (const path of [
    ...['/', '/services', '/contact', '/gallery', '/no-such-page'],
    ...['/login', '/client-login', '/register', '/admin-login'],
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page, path, publicWidths);
  }
  await page.goto('/');
  for (const width of [...publicWidths, 1_440]) {
    await page.setViewportSize({ width, height: 640 });
    for (const size of textSizes) {
      await setTextSize(page, size);
      await softly.poll(() => brokenWords(page), { message: `cards at ${width} pixels, text ${size}` }).toEqual([]);
    }
    await setTextSize(page, '100%');
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await button(page, 'Open menu').click();
  await expectToFit(page, 'the menu');
});

test('the last step of the registration fits into 320 to 1024 pixels with text of 200%', async ({ page }) => {
  const person = newPerson('Rosa Delgado-Montgomery');
  await page.goto('/register');
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Phone Number').fill('713-555-0119');
  await page.getByLabel('Address').fill('12 Elm St, Houston');
  await button(page, 'Register with Google').click();
  await typeGoogleAccount(page, person);
  await expect(button(page, 'Finish Registration')).toBeVisible();
  await expectToFit(page, '/register-complete', publicWidths);
  await page.getByLabel('Full Name').fill('');
  await button(page, 'Finish Registration').click();
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
  await expectToFit(page, '/register-complete with a mistake', publicWidths);
});

test('the public pages of a studio that has filled everything fit into 320 to 1024 pixels with text of 200%', async ({
  page,
}) => {
  const { renderSite } = (await import(resolve(localSite, 'renderer/index.mjs'))) as SiteRenderer;
  const { files, build } = await renderSite(testStudio.site, filledWebsite());
  for (const [path, file] of Object.entries(build.pages)) {
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html', body: files[file.slice(1)]! }),
    );
    await page.goto(path);
    await expectToFit(page, path, publicWidths);
  }
});

const terms = { name: 'Album', included: 4, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };

test('the client’s pages, sheets and dialogs fit into 320 pixels with text of 200%', async ({ page }) => {
  const customer = await signedInClient(page);
  const made = await makeGallery(customer, { name: 'Thanksgiving at the Grandparents’', photos: 8 });
  const session = await editSession(studioAdmin, made.id, {
    version: made.version,
    client_may_share: true,
    download_sizes: ['web', 'original'],
    chapters: [],
  });
  const offer = await makeOffer(customer.id);
  const path = `/dashboard/gallery/${session.session_label}`;
  for (const address of [
    ...['/dashboard', '/dashboard/gallery', path, '/dashboard/favorites', '/dashboard/downloads'],
    ...['/dashboard/quotes', '/dashboard/offers', `/dashboard/offers/${offer.id}`],
    ...['/dashboard/settings', '/dashboard/nowhere'],
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
    await expectToFit(page, address);
  }
  // A tablet held sideways, whose bar has the chapters beside the buttons.
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await setTextSize(page, '200%');
  await page.setViewportSize({ width: 1024, height: 768 });
  await softly.poll(() => beyondTheEdges(page), { message: 'the session at 1024 pixels' }).toEqual([]);
  await openSelection(studioAdmin, session.id, terms);
  await page.goto(path);
  for (const number of [1, 2]) await button(page, `Choose ${photoName(number)}`).click();
  await expectToFit(page, 'the session with a selection');
  await button(page, 'Options').click();
  await expectToFit(page, 'the sheet of the selection');
  await close(page);
  await button(page, /^Download all photos of/)
    .filter({ visible: true })
    .first()
    .click();
  await expect(button(page, 'Choose some of them')).toBeVisible();
  await expectToFit(page, 'the download sheet');
  await button(page, 'Choose some of them').click();
  await expect(page.getByRole('checkbox')).toHaveCount(8);
  await expectToFit(page, 'the photo picker');
  await close(page);
  await button(page, /^Share/)
    .filter({ visible: true })
    .first()
    .click();
  await expectToFit(page, 'the share sheet');
});

test('in the photo viewer with text of 200% nothing lies on the photo or the counter, and the note’s field asks in whole words', async ({
  page,
}) => {
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Large Text', photos: 12 });
  await openSelection(studioAdmin, session.id, terms);
  for (const [width, height, size] of [
    [390, 844, '200%'],
    [320, 640, '200%'],
    [1440, 900, '200%'],
    [390, 844, 'browser 200%'],
    [320, 640, 'browser 200%'],
    [1440, 900, 'browser 200%'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/dashboard/gallery/${session.session_label}`);
    await setTextSize(page, size);
    await button(page, `Open ${photoName(1)}`).click();
    await expect(page.getByText('1 / 12', { exact: true })).toBeVisible();
    const troubles = () =>
      page.evaluate(() => {
        const viewer = document.querySelector('.viewer')!;
        const count = [...viewer.querySelectorAll('span')].find((one) => one.textContent === '1 / 12')!;
        const on = count.getBoundingClientRect();
        const photo = viewer.querySelector('.yarl__slide_current img')!.getBoundingClientRect();
        const chosen = [...viewer.querySelectorAll('.viewer-acts p')].find((one) =>
          one.textContent?.includes('chosen'),
        );
        const isOnPhoto = !chosen || chosen.getBoundingClientRect().top < photo.bottom - 1;
        const small = photo.width < innerWidth / 6 ? [`The photo is ${photo.width} wide.`] : [];
        const found = [...viewer.querySelectorAll<HTMLElement>('.yarl__toolbar button')]
          .filter((one) => one.checkVisibility())
          .filter((one) => {
            const box = one.getBoundingClientRect();
            const isOn = box.left < on.right && box.right > on.left && box.top < on.bottom && box.bottom > on.top;
            return isOn || box.left < 0 || box.right > innerWidth;
          })
          .map((one) => `${one.ariaLabel ?? one.title} lies on the counter, or beyond the edge.`);
        const note = viewer.querySelector('textarea')!;
        const words = document.createElement('span');
        words.style.font = getComputedStyle(note, '::placeholder').font;
        words.style.whiteSpace = getComputedStyle(note, '::placeholder').whiteSpace;
        words.style.display = 'block';
        words.textContent = note.placeholder;
        const frame = document.createElement('div');
        frame.style.cssText = `position: fixed; width: ${note.clientWidth}px`;
        frame.append(words);
        viewer.append(frame);
        if (frame.scrollWidth > note.clientWidth) found.push('The placeholder is cut off at its end.');
        if (frame.offsetHeight > note.clientHeight) found.push('The placeholder is cut off below.');
        frame.remove();
        if (isOnPhoto) found.push('The count of what is chosen lies on the photo, or is missing.');
        return [...small, ...found];
      });
    await softly.poll(troubles, { message: `at ${width} pixels, text ${size}`, timeout: 4_000 }).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`viewer ${width} ${size}.png`) });
    await page.keyboard.press('Escape');
    // Closing goes back in the history, which would abort the next navigation.
    await expect(page.locator('.viewer')).toHaveCount(0);
    await expect(page).not.toHaveURL(/photo=/);
  }
});

test('the guest’s pages fit into 320 pixels with text of 200%', async ({ page }) => {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 8 });
  const share = async (change: Partial<CreateLink>) =>
    createLink(studioAdmin, session.id, {
      ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'original', pin: null, shows_cover: false },
      ends_on: inAMonth(),
      ...change,
    });
  const open = async (token: string | null) => {
    await page.goto('about:blank');
    await page.goto(`/shared#${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  await open('nothing');
  await expectToFit(page, 'a link that opens nothing');
  await open((await share({ pin: '123456' })).token);
  await expectToFit(page, 'the PIN');
  await open((await share({ may_pick: false, may_note: false, download: 'none' })).token);
  await expectToFit(page, 'a link for looking only');
  await open((await share({})).token);
  await button(page, `Pick ${photoName(1)}`).click();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await expectToFit(page, 'the question for the name');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Rosa');
  await button(page, 'Save').click();
  await expect(button(page, 'Send my picks')).toBeVisible();
  await expectToFit(page, 'the shared session');
  await button(page, 'Download all').first().click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expectToFit(page, 'the downloads');
});
