import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { submitQuote } from '../../../lambdas/domain/quotes/submitting.ts';
import { editSelection, openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import type { Client } from '../../../lambdas/platform/auth.ts';
import { demoAdmin } from '../../../local/data/demo-people.ts';
import { expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { openPanel, openTools } from '../../support/pages/admin-session.ts';
import { expectReachable, expectReachableInLargeText } from '../../support/pages/covered.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The admin area on a phone, turned and upright: nothing lies on a photo, and nothing on what can be pressed. */

const sizes = [
  [844, 390],
  [667, 375],
  [568, 320],
  [390, 844],
  [320, 568],
] as const;

const long = 'Please brighten this one a little, crop the left side, and take the lamp away. '.repeat(4).trim();
const terms = { name: 'Album', included: 4, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };

const reachable = (page: Page, what: string) => expectReachable(page, what, sizes);
const turn = (page: Page) => page.setViewportSize({ width: 844, height: 390 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog:modal')).toHaveCount(0);
};

/** Opens a dialog on a turned phone, looks at it in all sizes and with large text, and closes it. */
async function dialog(page: Page, what: string, open: () => Promise<void>) {
  await turn(page);
  await open();
  await expect(page.locator('dialog:modal'), what).toBeVisible();
  await expect(page.locator('dialog:modal').getByText(/^Loading /)).toHaveCount(0);
  await reachable(page, what);
  await expectReachableInLargeText(page, what);
  // On an upright phone, Escape leads from a link back to the list of links, and only then closes the dialog.
  await turn(page);
  await close(page);
}

async function makeSession(photos = 8) {
  const customer = await makeCustomer(newPerson());
  const made = await makeGallery(customer, {
    name: 'Turned',
    photos,
    change: (index) => ({ ...(index < 2 && { note: long, reply: long }), stage: index === 3 ? 'finished' : 'proof' }),
  });
  const chapters = [
    { id: null, name: 'Getting ready' },
    { id: null, name: 'Ceremony' },
  ];
  const session = await editSession(studioAdmin, made.id, { version: made.version, client_may_share: true, chapters });
  return { customer, session, photos: made.photo_ids };
}

/**
 * What lies on the photo of the studio's lightbox, or leaves it too little room, in words.
 * @param least the share of the window that the photo has room in
 */
const onPhoto = (page: Page, least = 0.45) =>
  page.evaluate((leastShare) => {
    const portal = document.querySelector<HTMLElement>('.yarl__portal');
    const photo = portal?.querySelector('.yarl__slide_current img')?.getBoundingClientRect();
    const container = portal?.querySelector<HTMLElement>('.yarl__container');
    if (!portal || !photo || !container) return ['There is no photo.'];
    const { paddingTop, paddingRight, paddingBottom } = getComputedStyle(container);
    const [top, right, bottom] = [paddingTop, paddingRight, paddingBottom].map(Number.parseFloat) as [
      number,
      number,
      number,
    ];
    const share = ((innerWidth - right) * (innerHeight - top - bottom)) / (innerWidth * innerHeight);
    const found = share < leastShare ? [`The photo has ${Math.round(share * 100)}% of the window.`] : [];
    const parts = portal.querySelectorAll<HTMLElement>(
      'section, nav, [role="status"], .yarl__navigation_prev, .yarl__navigation_next, p.absolute',
    );
    for (const part of parts) {
      const box = part.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const isOver =
        Math.min(box.right, photo.right) - Math.max(box.left, photo.left) > 1 &&
        Math.min(box.bottom, photo.bottom) - Math.max(box.top, photo.top) > 1;
      const name = `“${(part.getAttribute('aria-label') ?? part.textContent ?? '').slice(0, 40)}”`;
      if (isOver) found.push(`${name} lies on the photo.`);
      if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`${name} leaves the window.`);
    }
    return found;
  }, least);

test('nothing lies on the photo of the studio’s lightbox, and all its controls can be reached @phone', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const { session, photos } = await makeSession();
  await turn(page);
  await page.goto(`/admin/session/${session.id}?session=${session.id}&photo=${photos[0]}`);
  const panel = page.getByRole('region', { name: 'Photo', exact: true });
  await expect(page.locator('.yarl__slide_current img')).toBeVisible();
  for (const withFacts of [false, true]) {
    const facts = panel.getByRole('button', { name: /facts/ });
    if ((await facts.textContent())?.startsWith('Show') === withFacts) await facts.click();
    for (const [width, height] of [...sizes, [1_440, 900]] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => onPhoto(page), `${width} × ${height}, facts: ${withFacts}`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    await turn(page);
  }
  await panel.getByRole('switch', { name: /^Client sees it/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'hidden from the client' })).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [667, 375],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => onPhoto(page, 0.4), `what was done, ${width} × ${height}`).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`hidden ${width}.png`) });
  }
  await reachable(page, 'the studio’s lightbox');
  await turn(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Compare 2 photos' })).toBeVisible();
  await reachable(page, 'photos side by side');
});

test('the bar of selected photos, its list and what it says leave everything to be reached @phone', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const { customer, session } = await makeSession(24);
  // Files of an upload were not uploaded, which a link says on every screen.
  await page.evaluate((upload) => localStorage.setItem('last upload', JSON.stringify(upload)), {
    ...{ customer: customer.id, session: session.id, completed: 3, total: 8, owner: demoAdmin.email },
    ...{ finished: false, is_approved: true, downloadable: true, folders: [], files: [], unsent: [] },
  });
  await turn(page);
  await page.goto(`/admin/session/${session.id}`);
  const missing = page.getByRole('link', { name: '5 files were not uploaded' });
  await expect(missing).toBeVisible();
  await reachable(page, 'the session');
  await turn(page);
  await button(page, 'Select all').click();
  const bar = page.getByRole('region', { name: 'Selected photos' });
  await expect(bar).toBeVisible();
  await reachable(page, 'selected photos');
  await turn(page);
  await bar.getByRole('button', { name: 'More' }).click();
  await expect(button(page, 'To the beginning')).toBeVisible();
  for (const name of ['Mark as proof', 'To the end', 'Show in public gallery']) {
    await button(page, name).scrollIntoViewIfNeeded();
    await button(page, name).click({ trial: true });
  }
  await page.keyboard.press('Escape');
  for (const [name, title] of [
    ['Move to chapter', /to a chapter$/],
    ['Show in public gallery', 'Show in public gallery'],
    ['Delete', /^Delete 24 photos/],
  ] as const) {
    await dialog(page, `the question of ${name}`, async () => {
      if (!(await button(page, name).filter({ visible: true }).count()))
        await bar.getByRole('button', { name: 'More' }).click();
      await button(page, name).filter({ visible: true }).click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    });
  }
  await turn(page);
  if (!(await button(page, 'Refuse download').filter({ visible: true }).count()))
    await bar.getByRole('button', { name: 'More' }).click();
  await button(page, 'Refuse download').filter({ visible: true }).click();
  await expect(page.getByText(/^The client can’t download 24 photos/)).toBeVisible();
  await button(page, 'Select all').click();
  await reachable(page, 'selected photos and what was done');
  await expect(missing).toBeVisible();
});

test('the dialogs of a session keep their buttons in sight @phone', async ({ page }) => {
  await signInAsAdmin(page);
  const { session } = await makeSession();
  await turn(page);
  await page.goto(`/admin/session/${session.id}`);
  const more = (name: string) => async () => {
    await button(page, 'More for this session').click();
    await button(page, name).click();
  };
  const setting = (name: string) => async () => {
    if (!(await button(page, name).isVisible())) await openPanel('Settings', page);
    await button(page, name).click();
  };
  for (const [what, open] of [
    ['Edit Session', () => button(page, 'Edit Session').click()],
    ['Share', () => button(page, 'Share').click()],
    ['Change downloads', setting('Change downloads')],
    ['Change watermark', setting('Change watermark')],
    ['Time zone and clocks', setting('Time zone and clocks')],
    ['Delete Session', more('Delete Session')],
    ['the email to the client', () => button(page, 'Tell the client that the gallery is ready').click()],
    ['Open a selection', () => button(page, 'Open a selection').click()],
    [
      'a new chapter',
      async () => {
        if (!(await button(page, 'New chapter').isVisible())) await openTools(page);
        await button(page, 'New chapter').click();
      },
    ],
    ['Export file names', more('Export file names')],
    ['Save as preset', more('Save as preset')],
  ] as const) {
    await dialog(page, what, open);
  }
  const link = await createLink(studioAdmin, session.id, {
    ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'original', pin: null, shows_cover: false },
    ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  });
  await page.reload();
  await dialog(page, 'the links of a session', () => button(page, 'Share').click());
  await dialog(page, 'a link', async () => {
    await button(page, 'Share').click();
    await page
      .getByRole('button', { name: new RegExp(link.label) })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: 'Address of the link' })).toBeVisible();
  });
  const selection = await openSelection(studioAdmin, session.id, terms);
  await page.goto(`/admin/session/${session.id}/selection/${selection.id}`);
  await expect(button(page, 'Edit')).toBeVisible();
  await reachable(page, 'a selection');
  await dialog(page, 'the terms of a selection', () => button(page, 'Edit').click());
  await dialog(page, 'the question before closing', () => button(page, 'Close').click());
  await editSelection(studioAdmin, session.id, selection.id, { status: 'closed', version: selection.version });
  await page.reload();
  await dialog(page, 'the question before opening again', () => button(page, 'Open again').click());
});

/** A client with a session and a request. */
async function makeRequest() {
  const made = await makeSession();
  const client: Client = { kind: 'client', sub: 'turned', username: 'turned', customer_id: made.customer.id };
  await submitQuote(client, { request_id: randomUUID(), type: 'photo-book', quantity: 3, notes: long, photos: [] });
  return made;
}

test('the screens of the admin area leave everything to be reached @phone', async ({ page }) => {
  await signInAsAdmin(page);
  const { customer, session } = await makeRequest();
  for (const path of [
    ...['dashboard', 'customers', 'customers/deleted', 'sessions', 'session/create', 'photo-upload', 'quotes'],
    ...['messages', 'messages/emails', 'website', 'settings', 'settings/emails', 'security'],
    ...[`customer/${customer.id}`, `customer/${customer.id}/edit`, `customer/${customer.id}/timeline`],
    ...[`session/${session.id}/finished`, `session/${session.id}/timeline`],
  ]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
    await expectReachable(page, path, sizes.slice(0, 3));
  }
});

test('the dialogs of customers, quotes and the website keep their buttons in sight @phone', async ({ page }) => {
  await signInAsAdmin(page);
  const { customer } = await makeRequest();
  await turn(page);
  await page.goto('/admin/quotes');
  for (const name of ['Approve', 'Reject']) {
    await dialog(page, name, () =>
      button(page, new RegExp(`^${name}.*${customer.name}`))
        .first()
        .click(),
    );
  }
  await page.goto('/admin/customers');
  await button(page, '+ New Customer').click();
  await expect(button(page, 'Save Customer')).toBeVisible();
  await reachable(page, 'a new customer');
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await dialog(page, 'deleting a customer', () => button(page, 'Delete customer').click());
  await dialog(page, 'joining customers', () =>
    button(page, /^Join with/)
      .first()
      .click(),
  );
  await page.goto('/admin/settings');
  await dialog(page, 'a new preset', () => button(page, 'New preset').click());
  await page.goto('/admin/website');
  await dialog(page, 'versions of the website', () => button(page, 'Versions').click());
  await dialog(page, 'pictures of the website', () =>
    button(page, /^(Replace|Choose a picture)/)
      .filter({ visible: true })
      .first()
      .click(),
  );
  await turn(page);
  const text = page.getByRole('main').getByRole('textbox').first();
  const before = await text.inputValue();
  const save = async (value: string) => {
    await text.fill(value);
    await button(page, 'Save draft').click();
    await expect(button(page, 'Publish')).toBeVisible();
  };
  await save(`${before} Turned.`);
  await reachable(page, 'a changed website');
  await dialog(page, 'what will change', () => button(page, 'Publish').click());
  await turn(page);
  // The draft becomes the website again that other tests expect.
  await save(before);
});
