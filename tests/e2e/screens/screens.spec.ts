import { expect, type Page, test } from '@playwright/test';
import { studio } from '#shared/studio.ts';
import { choose } from '../../../lambdas/domain/selections/choosing.ts';
import { getSelection } from '../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { submitSelection } from '../../../lambdas/domain/selections/submitting.ts';
import type { Client } from '../../../lambdas/platform/auth.ts';
import { demoPeople } from '../../../local/data/demo-people.ts';
import { functionEnvironment } from '../../../local/environment.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { makeCustomer, makeGallery, newPerson, signInAs, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin, signInAsClient } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/**
 * The first state of every private screen, on a phone and on a desktop: accessible, and without console errors; in
 * narrow windows, in forced colors and on paper.
 */

const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

/** A session of which two photos were submitted in a selection, which made a quote. */
async function makeOrchard() {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: 'Orchard', photos: 3 });
  const terms = { included: 1, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };
  const { id } = await openSelection(studioAdmin, session.id, { name: 'Album', ...terms });
  const client: Client = { kind: 'client', sub: 'orchard', username: 'orchard', customer_id: customer.id };
  await choose(client, session.id, id, { photo_ids: session.photo_ids.slice(0, 2), is_chosen: true });
  const { round, revision } = await getSelection(client, session.id, id);
  await submitSelection(client, session.id, id, { round: round + 1, revision, words: 'The hallway first, please.' });
  return {
    person,
    customer: customer.id,
    session: `/admin/session/${session.id}`,
    gallery: `/dashboard/gallery/${session.session_label}`,
    selection: id,
  };
}
let orchard: ReturnType<typeof makeOrchard> | undefined;
/** The tests share it. */
const theOrchard = () => {
  orchard ??= makeOrchard();
  return orchard;
};

test('the sign-in pages @phone @gate', async ({ page, context }) => {
  const problems = watch(context);
  for (const [path, heading] of [
    ['/client-login', 'Login to Magnolia & Light'],
    ['/register', 'Create Your Account'],
    ['/admin-login', 'Admin Login'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the client’s screens @phone @gate', async ({ page, context, isMobile }) => {
  const problems = watch(context);
  await signInAsClient(page, demoPeople[1].email);
  await expect(page.getByRole('heading', { name: 'Hello, Daniel.' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'Okafor Headshots' })).toBeVisible();
  const first = page.getByRole('button', { name: /^Open .*\.jpg/ }).first();
  await expect
    .poll(() => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await first.click();
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();

  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the admin’s screens @phone @gate', async ({ page, context }) => {
  const problems = watch(context);
  await signInAsAdmin(page);
  await expect(page.getByRole('link', { name: /^Manage / }).first()).toBeVisible();
  await expectAccessible(page);
  // Other tests have customers of the same name.
  await page.getByPlaceholder('Search by name or email...').fill(demoPeople[1].email);
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Manage Daniel Okafor' }).click();
  // Not in the whole page: the dashboard, in sight until this screen has loaded, names the same session in 'What
  // waits'.
  await expect(page.getByRole('region', { name: 'Sessions', exact: true }).getByText('Okafor Headshots')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Upload photos to Okafor Headshots' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Photo Upload' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/sessions');
  // The tests before may have made more newer sessions than the first page of the list holds.
  await page.getByLabel('Search by session or customer').fill('Okafor Headshots');
  await page.getByRole('link', { name: 'View session Okafor Headshots' }).first().click();
  await expect(page.getByRole('heading', { name: 'Session: Okafor Headshots' })).toBeVisible();
  await expect(page.getByRole('img').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/session/create');
  await expect(page.getByLabel('Session Name')).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

/** Expects each path to open the page or screen with this title. */
async function expectTitles(page: Page, titles: Record<string, string>): Promise<void> {
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  }
}
const named = (screen: string) => `${screen} | ${studio.name}`;
const notFound = named('Page not found');

test('every public path and sign-in page has its title @gate', async ({ page }) => {
  await expectTitles(page, {
    '/': `${studio.name} | ${studio.trade} in ${studio.city}`,
    '/services': named('Services and prices'),
    '/contact': named('Contact and questions'),
    '/gallery': named('Gallery'),
    '/login': named('Login'),
    '/nowhere': notFound,
    '/dashboard/nowhere': notFound,
    '/admin/nowhere': notFound,
    '/client-login': `Login to ${studio.name}`,
    '/client-gallery': `Login to ${studio.name}`,
    '/register': named('Create Your Account'),
    '/admin-login': named('Admin Login'),
  });
});

test('every path of the client portal has its title', async ({ page }) => {
  await signInAsClient(page, demoPeople[1].email);
  await expect(page.getByRole('heading', { name: 'Hello, Daniel.' })).toBeVisible();
  await expectTitles(page, {
    '/dashboard': named('Dashboard'),
    '/dashboard/gallery': named('Your Photo Gallery'),
    '/client-gallery': named('Your Photo Gallery'),
    '/dashboard/favorites': named('My Favorites'),
    '/dashboard/downloads': named('Downloads'),
    '/dashboard/offers': named('Offers'),
    '/dashboard/quotes': named('Request a Quote'),
    '/dashboard/quote-request': named('Request a Quote'),
    '/dashboard/settings': named('Account Settings'),
    '/dashboard/gallery/nowhere/else': notFound,
    '/dashboard/nowhere': notFound,
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('unknown portal.png') });
  // Within the portal, whose navigation leads on.
  await page.getByRole('link', { name: 'My Favorites' }).click();
  await expect(page).toHaveTitle(named('My Favorites'));
  await page.goBack();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveTitle(named('Dashboard'));
  // Not the client's area.
  await expectTitles(page, { '/admin/nowhere': notFound });
  await expect(page.getByRole('link', { name: 'Customers' })).toHaveCount(0);
});

test('every path of the admin area has its title @phone @gate', async ({ page }) => {
  const { customer, session } = await theOrchard();
  await signInAsAdmin(page);
  await expectTitles(page, {
    '/admin': named('Customer Directory'),
    '/admin/dashboard': named('Customer Directory'),
    '/admin/customers': named('Customer Directory'),
    '/admin/customers/deleted': named('Deleted Customers'),
    [`/admin/customer/${customer}`]: named('Manage Customer'),
    [`/admin/customer/${customer}/edit`]: named('Edit Customer Profile'),
    '/admin/sessions': named('All Photo Sessions'),
    '/admin/session/create': named('Create New Photo Session'),
    [session]: named('Session: Orchard'),
    '/admin/photo-upload': named('Admin Photo Upload'),
    '/admin/offers': named('Offers'),
    '/admin/quotes': named('Submitted Quotes'),
    '/admin/messages': named('Messages'),
    '/admin/messages/emails': named('Emails'),
    '/admin/website': named('Website'),
    '/admin/settings': named('Settings'),
    '/admin/settings/emails': named('Words of emails'),
    '/admin/settings/templates': named('Templates'),
    '/admin/settings/templates/startingtermswedding': named('Wedding'),
    '/admin/settings/templates/startingplantwohalves': named('Two halves'),
    '/admin/security': named('Security'),
    '/admin/nowhere': notFound,
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('unknown admin.png') });
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveTitle(named('Customer Directory'));
});

/** Expects the page to fit on small phones and at 200% zoom: 1280 px are 640 px then. */
async function expectToFit(page: Page): Promise<void> {
  const own = page.viewportSize()!;
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(own);
}

/**
 * Expects that with the system's colors, which replace backgrounds, controls with a background keep an edge, what is
 * chosen differs from the page, and every control shows that it has the focus.
 */
async function expectControlsInForcedColors(page: Page): Promise<void> {
  const filled = await page.evaluateHandle(() =>
    [...document.querySelectorAll('a, button')].filter(
      (control) =>
        control.checkVisibility() &&
        !control.querySelector('img') &&
        getComputedStyle(control).backgroundColor !== 'rgba(0, 0, 0, 0)',
    ),
  );
  await page.emulateMedia({ forcedColors: 'active' });
  // After a key, the focus set by a script is shown as the keyboard's.
  await page.keyboard.press('Tab');
  const hidden = await filled.evaluate((controls) => {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent?.slice(0, 60);
    const isMarked = (control: Element) => {
      const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(control);
      return backgroundColor !== canvas || (borderTopStyle === 'solid' && Number.parseFloat(borderTopWidth) >= 1);
    };
    const isInFocus = (control: HTMLElement) => {
      control.focus({ preventScroll: true });
      // An input that is only there for the keyboard shows its focus on its label.
      const seen = (control.matches('input.sr-only') && control.closest('label')) || control;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(seen);
      const width = Number.parseFloat(outlineWidth);
      if (outlineStyle === 'none' || width < 2) return false;
      // A row that scrolls sideways is as high as what is in it, and would cut the outline off.
      const outside = width + Number.parseFloat(outlineOffset);
      const { top, bottom } = seen.getBoundingClientRect();
      for (let row = seen.parentElement; row; row = row.parentElement) {
        const edges = row.getBoundingClientRect();
        const isCut = top - outside < edges.top - 1 && bottom + outside > edges.bottom + 1;
        if (isCut && getComputedStyle(row).overflowY !== 'visible') return false;
      }
      return true;
    };
    const chosen = [
      ...document.querySelectorAll('[aria-current]:not([aria-current=false]), [aria-pressed=true], .sr-only:checked'),
    ].map((one) => (one.matches('.sr-only') && one.closest('label')) || one);
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], summary, :is(button, input, select, textarea):enabled'),
    ];
    // The bar of ticked photos keeps the buttons that do not fit, invisible.
    const shown = (control: Element) => control.checkVisibility({ visibilityProperty: true });
    return [
      ...controls.filter((control) => !isMarked(control)).map((control) => `no edge: ${nameOf(control)}`),
      ...chosen
        .filter((one) => shown(one) && !one.querySelector('img') && getComputedStyle(one).backgroundColor === canvas)
        .map((one) => `not chosen: ${nameOf(one)}`),
      ...all.filter((one) => shown(one) && !isInFocus(one)).map((one) => `no focus: ${nameOf(one)}`),
    ];
  });
  expect(hidden, page.url()).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

/** Expects dark words on white, without navigation and controls, and nothing that would cover each sheet. */
async function expectToPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')].flatMap((part) => {
      if (!part.checkVisibility()) return [];
      const { backgroundColor, color, position } = getComputedStyle(part);
      const what = `${part.tagName} ${part.textContent?.slice(0, 40)}`;
      const isDark = color
        .match(/\d+/g)!
        .slice(0, 3)
        .every((share) => Number(share) < 64);
      return [
        ...(backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [`on ${backgroundColor}: ${what}`]),
        ...(isDark ? [] : [`in ${color}: ${what}`]),
        ...(/fixed|sticky/.test(position) ? [`${position}: ${what}`] : []),
      ];
    }),
  );
  expect(wrong, page.url()).toEqual([]);
  await page.emulateMedia({ media: null });
}

test('the client’s screens fit at 320 px and 200% zoom, show controls in forced colors, and print', async ({
  page,
}) => {
  const { person, gallery, selection } = await theOrchard();
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  for (const path of [
    '/dashboard',
    '/dashboard/gallery',
    gallery,
    `${gallery}/selection/${selection}`,
    '/dashboard/favorites',
    '/dashboard/downloads',
    '/dashboard/offers',
    '/dashboard/quotes',
    '/dashboard/quote-request',
    '/dashboard/settings',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectToFit(page);
    await expectControlsInForcedColors(page);
  }
  await page.goto(gallery);
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(3);
  await expectToPrint(page);
  await page.goto('/dashboard/quotes');
  await expect(page.getByText(/The hallway first, please\./)).toBeVisible();
  await expectToPrint(page);
});

test('the admin’s screens fit at 320 px and 200% zoom, show controls in forced colors, and print', async ({ page }) => {
  const { customer, session, selection } = await theOrchard();
  await signInAsAdmin(page);
  for (const path of [
    '/admin/customers?new',
    '/admin/customers/deleted',
    `/admin/customer/${customer}`,
    `/admin/customer/${customer}/edit`,
    '/admin/sessions',
    '/admin/session/create',
    '/admin/photo-upload',
    '/admin/quotes',
    '/admin/messages',
    '/admin/messages/emails',
    '/admin/website',
    '/admin/settings',
    '/admin/settings/emails',
    '/admin/settings/emails/gallery-ready',
    '/admin/settings/templates',
    '/admin/settings/templates/startingtermswedding',
    '/admin/settings/templates/startingplantwohalves',
    '/admin/security',
    `${session}/timeline`,
    `${session}/selection/${selection}`,
    session,
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectToFit(page);
    await expectControlsInForcedColors(page);
  }
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByRole('region', { name: 'Selected photos' })).toBeVisible();
  await expectToFit(page);
  await expectControlsInForcedColors(page);
  await page.getByRole('button', { name: 'Edit Session' }).click();
  await expectToFit(page);

  await page.goto(`${session}/selection/${selection}`);
  await expect(page.getByText(/The hallway first, please\./)).toBeVisible();
  await expectToPrint(page);
});
