import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { demoStaff } from '../../../../local/data/demo-people.ts';
import { defaultWebsite } from '../../../../shared/website/default-website.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { inPreview, part, save } from '../../../support/pages/admin-website.ts';
import { reportPolicy } from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/**
 * Texts, prices, pictures and pages of the website are edited and published. The tests share a studio; each ends with
 * the default website published.
 */

const { home, sessions } = defaultWebsite;

const isLive = (page: Page) => expect(page.getByRole('status').getByText('Live', { exact: true })).toBeVisible();

/** The test studio was built without photographs of its owner: visitors of the other tests see stand-ins. */
const showStandIns = (page: Page) => page.getByRole('radio', { name: 'The stand-ins, as today' });

const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const act = page.getByRole('dialog').getByRole('button', { name: /^Publish \d/ });
  await expect(act).toBeVisible();
  // Asked in whichever test publishes first.
  if (await showStandIns(page).isVisible()) await showStandIns(page).check();
  await act.click();
  await isLive(page);
};

/** A photograph with a light subject at its right. */
const photograph = async () => {
  const subject = Buffer.from(
    '<svg width="1500" height="1000"><circle cx="1200" cy="300" r="160" fill="#f4d9b0"/></svg>',
  );
  return sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#2f4b3a' } })
    .composite([{ input: subject }])
    .jpeg()
    .toBuffer();
};

test('a headline and a price are changed, previewed, published, seen without JavaScript, and taken back @gate', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await signInAsAdmin(page);
  await page.getByRole('link', { name: 'Website' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Website');
  await expect(inPreview(page).getByRole('heading', { level: 1 })).toHaveText(home.headline);

  await page.getByRole('textbox', { name: 'Headline' }).fill('Light, Kept For Years');
  await expect(inPreview(page).getByRole('heading', { level: 1 })).toHaveText('Light, Kept For Years');
  await expect(page.getByText('1 change, not saved')).toBeVisible();
  await part(page, 'Sessions and prices').click();
  await page.getByRole('textbox', { name: 'Price' }).first().fill('95');
  await expect(inPreview(page).getByText('$95', { exact: true })).toBeVisible();
  const marked = page.locator('section:not([hidden]) ol > li').filter({ hasText: 'Changed' });
  await expect(marked.getByRole('heading', { level: 3 })).toHaveText([sessions.packages[0]!.name]);
  const previewWidth = () =>
    inPreview(page)
      .locator('html')
      .evaluate(() => innerWidth);
  expect(await previewWidth()).toBe(390);
  await page.getByRole('button', { name: 'Desktop' }).click();
  expect(await previewWidth()).toBe(1_440);
  await expect(inPreview(page).getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectAccessible(page);

  await save(page);
  await page.reload();
  await expect(page.getByText(/2 changes, saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.locator('del')).toHaveText([home.headline, '$75']);
  await expect(dialog.locator('ins')).toHaveText(['Light, Kept For Years', '$95']);
  await expectAccessible(page);
  // Only the first publication asks, and another test may have been it.
  if (await showStandIns(page).isVisible()) await showStandIns(page).check();
  await dialog.getByRole('button', { name: 'Publish 2 changes' }).click();
  await isLive(page);

  const visitor = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const theirs = await visitor.newPage();
  await theirs.goto('/');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Light, Kept For Years');
  await theirs.goto('/services');
  await expect(theirs.getByText('$95', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog')).toContainText('(published)');
  await page.getByRole('button', { name: 'Close' }).click();
  await part(page, 'Hero').click();
  await page.getByRole('textbox', { name: 'Headline' }).fill(home.headline);
  await part(page, 'Sessions and prices').click();
  await page.getByRole('textbox', { name: 'Price' }).first().fill('75');
  await save(page);
  await publish(page);
  await theirs.goto('/services');
  await expect(theirs.getByText('$75', { exact: true })).toBeVisible();
  await theirs.goto('/');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(home.headline);

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  await versions
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await expect(versions.locator('ins')).toHaveText(['Light, Kept For Years', '$95']);
  await expectAccessible(page);
  await versions.getByRole('button', { name: /^Bring back version/ }).click();
  await expect(page.getByText(/is the draft now/)).toBeVisible();
  await part(page, 'Hero').click();
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue('Light, Kept For Years');
  await page.getByRole('textbox', { name: 'Headline' }).fill(home.headline);
  await part(page, 'Sessions and prices').click();
  await page.getByRole('textbox', { name: 'Price' }).first().fill('75');
  await expect(page.getByText('As published, not saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await isLive(page);
  expect(problems).toEqual([]);
});

test('a picture of the hero is uploaded, described, aimed and published, seen without JavaScript, and taken back', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await signInAsAdmin(page);
  await page.goto('/admin/website');
  const field = page.getByRole('group', { name: 'Photograph' });
  await expect(field.getByText('Stand-in: put your own picture here.')).toBeVisible();
  await expect(inPreview(page).locator('img[data-stand-in]').first()).toBeVisible();
  await field.getByRole('button', { name: 'Choose a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Photograph' });
  await expectAccessible(page);
  const upload = dialog.getByLabel('Upload a picture');
  await upload.setInputFiles({ name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(dialog.getByRole('alert')).toContainText('Export its page as JPEG and choose that.');
  await upload.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await expect(dialog.getByRole('alert')).toContainText('no photo that we can read');
  await upload.setInputFiles({ name: 'Bride.jpg', mimeType: 'image/jpeg', buffer: await photograph() });
  await expect(dialog).toBeHidden();
  const preview = inPreview(page).locator('main img').first();
  await expect(preview).toHaveAttribute('src', /^\/pictures\/[0-9a-z]{20}\/1200\.webp$/);

  await save(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'What will change' });
  await expect(change.getByText('Hero, Photograph: Please say what the picture shows.')).toBeVisible();
  await expect(change.getByRole('button', { name: /^Publish/ })).toBeDisabled();
  await expect(change.getByRole('img', { name: /^(Before|After)/ })).toHaveCount(2);
  await change.getByRole('button', { name: 'Not yet' }).click();

  await field.getByRole('textbox', { name: 'Description' }).fill('Bride laughing under oaks');
  const picture = field.locator('[data-focal-picture]');
  const { width, height } = (await picture.boundingBox())!;
  await picture.click({ position: { x: width * 0.8, y: height * 0.3 } });
  await expect(field.getByRole('slider', { name: 'From the left' })).toHaveValue('80');
  await field.getByRole('slider', { name: 'From the top' }).press('ArrowRight');
  await expect(field.getByRole('slider', { name: 'From the top' })).toHaveValue('35');
  const place = (image: typeof preview) => image.evaluate((element) => getComputedStyle(element).objectPosition);
  await expect.poll(() => place(preview)).toBe('80% 35%');
  await expectAccessible(page);
  await save(page);
  await publish(page);

  const visitor = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const theirs = await visitor.newPage();
  await theirs.goto('/');
  const hero = theirs.getByRole('img', { name: 'Bride laughing under oaks' });
  await expect(hero).toBeVisible();
  await expect(hero).toHaveAttribute('width', '1500');
  const shown = await hero.evaluate((element: HTMLImageElement) => ({
    source: element.currentSrc,
    width: element.naturalWidth,
    ...(({ objectPosition, backgroundColor }) => ({ objectPosition, backgroundColor }))(getComputedStyle(element)),
  }));
  expect(shown).toMatchObject({ objectPosition: '80% 35%', backgroundColor: 'rgb(40, 72, 56)' });
  expect(shown.source).toMatch(/\/pictures\/[0-9a-z]{20}\/\d+\.avif$/);
  expect(shown.width).toBeGreaterThan(0);
  const card = await theirs.locator('meta[property="og:image"]').getAttribute('content');
  const sharing = await page.request.get(new URL(card!).pathname);
  expect([sharing.status(), sharing.headers()['content-type']]).toEqual([200, 'image/jpeg']);

  await part(page, 'Picture library').click();
  // The outline scrolls by itself, and the fields begin at their top.
  await expect(page.getByRole('heading', { name: 'Picture library' })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'On the website' }).getByText('Bride.jpg')).toBeVisible();
  await part(page, 'Hero').click();
  await field.getByRole('button', { name: 'Remove' }).click();
  await part(page, 'Picture library').click();
  await part(page, 'Hero').click();
  await save(page);
  await publish(page);
  await theirs.goto('/');
  await expect(theirs.locator('main img').first()).toHaveAttribute('src', /^\/photographs\//);
  expect(problems).toEqual([]);
});

test('more pages are filled, published, found from footer and cards, and gone when they are emptied', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await signInAsAdmin(page);
  await page.goto('/admin/website');
  await part(page, 'About').click();
  await expect(inPreview(page).getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('textbox', { name: 'Who photographs' }).fill('Elena Marsh');
  await page
    .getByRole('textbox', { name: 'Story' })
    .fill(
      'I began with my grandfather’s camera and one roll of film a month, so every frame had to be worth it.\n\nToday I photograph people in Houston: at home, in the garden, under my own lights.',
    );
  await expect(inPreview(page).getByRole('heading', { level: 1 })).toHaveText('Elena Marsh');
  await expectAccessible(page);

  await part(page, 'Testimonials').click();
  const told = [
    ['Rosa Delgado', 'We laughed the whole afternoon, and you see it in every picture.'],
    ['Ben Whitaker', 'Easy, calm and on time.'],
  ] as const;
  for (const [index, [name, words]] of told.entries()) {
    await page.getByRole('button', { name: 'Add a testimonial' }).click();
    await page.getByRole('textbox', { name: 'Name' }).nth(index).fill(name);
    await page.getByRole('textbox', { name: 'Words' }).nth(index).fill(words);
  }
  await page.getByRole('combobox', { name: 'About' }).first().selectOption('Weddings');
  await page.getByRole('textbox', { name: 'Where they can be read' }).first().fill('nowhere');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The link to the source must begin with https://, or be empty.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Where they can be read' }).first().fill('https://www.google.com/maps');
  await page.getByRole('textbox', { name: 'Source' }).first().fill('Google review');
  await page.getByRole('button', { name: 'Up Ben Whitaker' }).click();
  await expect(page.getByText('Ben Whitaker is now number 1 of 2.')).toBeAttached();
  await expect(inPreview(page).getByRole('figure').first()).toContainText('Ben Whitaker');

  await part(page, 'Cards').click();
  await page.getByRole('textbox', { name: 'Card 3: name' }).fill('Celebrations');
  await expect(part(page, 'Celebrations')).toBeVisible();
  await page.getByRole('textbox', { name: 'Card 3: name' }).fill('Weddings');
  await part(page, 'Weddings').click();
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('From the first button to the last dance.\n\nOr an hour at the courthouse.');
  await page.getByRole('textbox', { name: 'From price' }).fill('1450');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Do you bring your own lights?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, two of them.');
  await expect(inPreview(page).getByText('From $1,450')).toBeVisible();
  await part(page, 'What happens next').click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('textbox', { name: 'Step' }).fill('We write back');
  await page.getByRole('textbox', { name: 'Detail' }).fill('With a day and a place that could fit.');
  await expect(inPreview(page).getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await expectAccessible(page);
  await save(page);
  await publish(page);

  const visitor = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const theirs = await visitor.newPage();
  await theirs.goto('/');
  const footer = theirs.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'About' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Elena Marsh');
  await footer.getByRole('link', { name: 'Testimonials' }).click();
  await expect(theirs.getByRole('figure')).toHaveCount(2);
  await theirs.goto('/');
  await theirs.getByRole('main').getByRole('link', { name: 'Weddings' }).click();
  await expect(theirs).toHaveURL('/services/weddings');
  await expect(theirs.getByText('From $1,450')).toBeVisible();
  await expect(theirs.getByText('We laughed the whole afternoon')).toBeVisible();
  expect((await theirs.goto('/services/family'))?.status()).toBe(404);
  expect((await theirs.goto('/services/nowhere'))?.status()).toBe(404);

  const live = await context.newPage();
  for (const path of ['/about', '/testimonials', '/services/weddings', '/contact']) {
    await live.goto(path);
    await live.mouse.wheel(0, 10);
    await expectAccessible(live);
  }
  await live.goto('/services/weddings#write');
  await expect(live.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Hello, I am interested in: Weddings\./);
  // A page that is not filled is not hydrated into anything else.
  await live.goto('/services/family#');
  await live.mouse.wheel(0, 10);
  await expect(live.getByRole('heading', { level: 1 })).toHaveText('Page not found');

  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await part(page, 'About').click();
  await page.getByRole('textbox', { name: 'Story' }).fill('');
  await page.getByRole('textbox', { name: 'Who photographs' }).fill('');
  await part(page, 'Testimonials').click();
  for (const [name] of told) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await part(page, 'Weddings').click();
  await page.getByRole('textbox', { name: 'Text' }).fill('');
  await page.getByRole('textbox', { name: 'From price' }).fill('');
  await page.getByRole('button', { name: 'Remove Do you bring your own lights?' }).click();
  await part(page, 'What happens next').click();
  await page.getByRole('button', { name: 'Remove We write back' }).click();
  await save(page);
  await publish(page);
  for (const path of ['/about', '/testimonials', '/services/weddings']) {
    expect((await theirs.goto(path))?.status(), path).toBe(404);
  }
  await theirs.goto('/');
  await expect(footer.getByRole('link', { name: 'About' })).toHaveCount(0);
  await expect(theirs.getByRole('main').getByRole('link', { name: 'Weddings' })).toHaveAttribute(
    'href',
    '/gallery#weddings',
  );
  expect(problems).toEqual([]);
});

test('staff save a draft, and are told who publishes', async ({ page }) => {
  await signInAsAdmin(page, demoStaff);
  await page.goto('/admin/website');
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(home.headline);
  await expect(page.getByText('Admins publish.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
});
