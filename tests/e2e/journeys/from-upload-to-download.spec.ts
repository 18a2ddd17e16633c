import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { origin } from '../../../local/addresses.ts';
import { demoOutsider, demoPeople } from '../../../local/data/demo-people.ts';
import { openPanel } from '../../support/pages/admin-session.ts';
import { expectPublicHome } from '../../support/pages/public-home.ts';
import { makeBrokenJpeg, makeJpeg, type TestFile } from '../../support/pictures/jpegs.ts';
import { savedAs } from '../../support/pictures/saved-as.ts';
import { chooseGoogleAccount, inviteAdmin, signInAsAdmin, signInAsClient } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/**
 * One journey through every layer: the studio creates a customer and a session and uploads photos; the client signs in,
 * views, marks, annotates and downloads them; nobody else can access anything.
 */
test.describe.configure({ mode: 'serial' });

const [, , lucia, priya, tom] = demoPeople;
const admin = { email: 'new.admin@example.com', temporary: 'Temporary-Pass-1', password: 'My-Own-Password-1' };

let photos: TestFile[];
let broken: TestFile;
let studio: BrowserContext;
let client: BrowserContext;
/** The first client's ids, as an attacker might know them. */
const private_ = { session: '', photo: '', media: '', customer: '' };

test.beforeAll(async ({ browser }) => {
  photos = await Promise.all(Array.from({ length: 12 }, (_, index) => makeJpeg(`DM_${4100 + index}.jpg`, index * 28)));
  broken = await makeBrokenJpeg('DM_4199-broken.jpg');
  studio = await browser.newContext();
  client = await browser.newContext();
  await inviteAdmin(admin.email, admin.temporary);
});

test.afterAll(async () => {
  await studio.close();
  await client.close();
});

/** Calls the API as the page's signed-in user, with the access token that Amplify stores. */
async function asSignedIn(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([method, path, body]) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken'));
      const answer = await fetch(path as string, {
        method: method as string,
        headers: {
          authorization: `Bearer ${localStorage.getItem(key ?? '')}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
    [method, path, body] as const,
  );
}

test('a password user outside the admins group is refused and signed out @gate', async ({ page }) => {
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(demoOutsider.email);
  await page.getByLabel('Password').fill('Not-The-Password-1');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed: Incorrect username or password.');
  await expect(page.getByLabel('Admin Email')).toHaveValue(demoOutsider.email);

  await page.getByLabel('Password').fill(demoOutsider.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Unauthorized: Admin access required.');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([]);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/client-login/);
});

test('an admin signs in for the first time and sets a password @gate', async () => {
  const page = await studio.newPage();
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.temporary);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('New password', { exact: true }).fill(admin.password);
  await page.getByLabel('New password again').fill(admin.password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
});

test('the studio creates a customer and a session and uploads twelve photos, one broken file among them @gate', async () => {
  const page = await studio.newPage();
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByText('Name and email are required.')).toBeVisible();
  await page.getByLabel('Full Name').fill(lucia.name);
  await page.getByLabel('Email', { exact: true }).fill(lucia.email.toUpperCase());
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByRole('cell', { name: lucia.email })).toBeVisible();

  // The same address again is refused, and the form keeps what was typed.
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByLabel('Email', { exact: true }).fill(lucia.email);
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByText('A customer with this email already exists.').first()).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByPlaceholder('Search by name or email...').fill('LUCIA.ram');
  await page.getByRole('link', { name: `Manage ${lucia.name}` }).click();
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Create New Session' }).first().click();
  await page.getByRole('button', { name: 'Create Session' }).click();
  await expect(page.getByText('Please fill out all required fields.')).toBeVisible();
  await page.getByLabel('Session Name').fill('Quinceañera at the Rothko');
  await page.getByLabel('Session Date').fill('2026-11-07');
  await expect(page.getByLabel('Session ID')).toHaveValue('nov2026-quinceanera-at-the-rothko');
  await page.getByRole('button', { name: 'Create Session' }).click();

  await expect(page).toHaveURL(/\/admin\/photo-upload\?customer_id=\w+&session_id=\w+/);
  private_.session = new URL(page.url()).searchParams.get('session_id') ?? '';
  private_.customer = new URL(page.url()).searchParams.get('customer_id') ?? '';
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Please select customer, session, and files.')).toBeVisible();

  // Half of the files by drag and drop, half by the file picker, with the broken one among these.
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      }
      return transfer;
    },
    photos.slice(0, 6).map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  await page.getByText('Drag and drop photos here').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('6 files selected')).toBeVisible();
  await page.getByLabel('Select Files').setInputFiles([...photos.slice(6), broken]);
  await expect(page.getByText('13 files selected')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Uploaded')).toHaveCount(13);

  await page.getByRole('link', { name: 'View Session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: Quinceañera at the Rothko' })).toBeVisible();
  await expect(page.getByText('12 photos')).toBeVisible({ timeout: 45_000 });
  await openPanel('1 failed', page);
  await expect(page.getByText(broken.name)).toBeVisible();
  await expect(page.getByText('1 file could not become a photo')).toBeVisible();
  for (const { name } of photos.slice(0, 4)) {
    const picture = page.getByRole('img', { name });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await page.goto('/admin/sessions');
  await expect(page.getByRole('row', { name: /nov2026-quinceanera/ })).toContainText('12');
});

test('the same files again are recognised and skipped @gate', async () => {
  const page = await studio.newPage();
  await page.goto(`/admin/photo-upload?customer_id=${private_.customer}&session_id=${private_.session}`);
  await page.getByLabel('Select Files').setInputFiles(photos.slice(0, 3));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Already in this session: skipped.')).toHaveCount(3);
});

test('the client registers, and is linked to the record that the studio created @gate', async () => {
  const page = await client.newPage();
  await page.goto('/register');
  await page.getByLabel('Full Name').fill(lucia.name);
  await page.getByLabel('Phone Number').fill('713-555-0188');
  await page.getByLabel('Address').fill('4 Magnolia Ln, Houston');
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await chooseGoogleAccount(page, lucia.email);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: /Hello, Lucía/ })).toBeVisible();
  const me = await asSignedIn(page, 'GET', '/api/client/me');
  expect(me).toMatchObject({ status: 200, body: { id: private_.customer, email: lucia.email } });
});

test('the gallery shows the photos; favorite and note are stored, the original downloads under its own name @gate', async () => {
  const page = await client.newPage();
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'Quinceañera at the Rothko' })).toBeVisible();
  const session = page.getByRole('region', { name: 'Quinceañera at the Rothko', exact: true });
  await expect(session.getByText('Nov 7, 2026')).toBeVisible();
  const first = photos[0] as TestFile;
  const picture = page.getByRole('button', { name: `Open ${first.name}` }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText(broken.name)).toHaveCount(0);

  const star = page.getByRole('button', { name: `Favorite ${first.name}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const written = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect((await written).status()).toBe(200);

  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.postData() ?? ''));
  const note = page.getByLabel(`Note for ${first.name}`);
  await note.fill('  Could this one be a 16 × 20?  ');
  await note.blur();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await note.focus();
  await note.blur();
  await note.fill('Could this one be a 16 × 20? ');
  await note.blur();
  expect(patches).toEqual([JSON.stringify({ note: 'Could this one be a 16 × 20?', note_before: '' })]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${first.name}` }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(first.name);
  expect(readFileSync(await file.path())).toEqual(first.buffer);

  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(note).toHaveValue('Could this one be a 16 × 20?');

  const gallery = (await asSignedIn(page, 'GET', `/api/client/sessions/${private_.session}/photos`)).body as {
    items: { id: string; media_path: string }[];
  };
  expect(gallery.items).toHaveLength(12);
  private_.photo = gallery.items[0]?.id ?? '';
  private_.media = `${gallery.items[0]?.media_path}/400.webp`;
  expect((await page.request.get(private_.media)).status()).toBe(200);
});

test('a picture that is saved from the client’s or a guest’s page is called as its photo @gate', async ({
  browser,
}) => {
  const [first] = photos as [TestFile];
  const picture = (page: Page) => page.getByRole('button', { name: `Open ${first.name}` }).locator('img');
  const name = /^inline; filename="DM_4100-(400|1024)\.webp"; filename\*=UTF-8''DM_4100-\1\.webp$/;
  const page = await client.newPage();
  await page.goto('/dashboard/gallery');
  expect(await savedAs(picture(page))).toMatch(name);

  const studioPage = await studio.newPage();
  await studioPage.goto('/admin/dashboard');
  const link = await asSignedIn(studioPage, 'POST', `/api/admin/sessions/${private_.session}/links`, {
    ...{ label: 'Grandparents', may_pick: false, may_note: false, download: 'none', pin: null, shows_cover: false },
    ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  });
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(`/shared#${(link.body as { token: string }).token}`);
  expect(await savedAs(picture(guest))).toMatch(name);
  await context.close();
});

test('an expired access token is renewed during use @gate', async () => {
  await fetch(`${origin(testStudio, 'cognito')}/_token-lifetime`, { method: 'PUT', body: '2' });
  try {
    const page = await client.newPage();
    await page.goto('/dashboard/gallery');
    const star = page.getByRole('button', { name: `Favorite ${photos[1]?.name}` });
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    const tokenBefore = await storedToken(page);
    await page.evaluate(() => {
      // Replace the stored access token by an expired one.
      const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
      const [head, payload = '', signature] = (localStorage.getItem(key) ?? '').split('.');
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
      claims.exp = Math.floor(Date.now() / 1000) - 60;
      localStorage.setItem(key, [head, btoa(JSON.stringify(claims)), signature].join('.'));
    });
    // The star shows the choice before it is stored, which is after the renewal.
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await stored;
    expect(await storedToken(page)).not.toBe(tokenBefore);
    await page.reload();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  } finally {
    await fetch(`${origin(testStudio, 'cognito')}/_token-lifetime`, { method: 'PUT', body: '1800' });
  }
});

const storedToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    return localStorage.getItem(key);
  });

test('a second client can access nothing of the first: 404 for every id, 403 for the pictures @gate', async ({
  page,
}) => {
  await signInAsClient(page, priya.email);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  const photo = `/api/client/sessions/${private_.session}/photos/${private_.photo}`;
  const calls: [string, string, unknown?][] = [
    ['GET', `/api/client/sessions/${private_.session}/photos`],
    ['PATCH', photo, { is_favorite: true }],
    ['PATCH', photo, { note: 'mine', note_before: '' }],
    ['GET', `${photo}/download?size=original`],
    ['GET', `${photo}/download?size=web`],
  ];
  for (const [method, path, body] of calls) {
    const foreign = await asSignedIn(page, method, path, body);
    const missing = await asSignedIn(page, method, path.replaceAll(private_.session, '0'.repeat(20)), body);
    expect(foreign, `${method} ${path}`).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect(missing.status).toBe(404);
    expect(JSON.stringify(foreign.body).replace(/"request_id":"[^"]*"/, '')).toBe(
      JSON.stringify(missing.body).replace(/"request_id":"[^"]*"/, ''),
    );
  }
  expect((await asSignedIn(page, 'GET', '/api/admin/customers')).status).toBe(401);
  expect((await asSignedIn(page, 'GET', `/api/admin/sessions/${private_.session}`)).status).toBe(401);
  expect((await page.request.get(private_.media)).status()).toBe(403);
});

test('a login whose address Google has not verified sees nothing before a code confirms it @gate', async ({ page }) => {
  await signInAsClient(page, tom.email);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  expect(await asSignedIn(page, 'GET', '/api/client/sessions')).toMatchObject({ status: 404 });
});

test('a visitor gets 401 and the login page @gate', async ({ page, request }) => {
  for (const path of ['/api/client/me', `/api/client/sessions/${private_.session}/photos`, '/api/admin/customers']) {
    expect((await request.get(path)).status(), path).toBe(401);
  }
  expect((await request.get(private_.media)).status()).toBe(403);
  await page.goto('/dashboard/gallery');
  await expect(page).toHaveURL(/\/client-login\?to=/);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('the studio’s view shows the client’s favorite and note @gate', async () => {
  const page = await studio.newPage();
  await page.goto(`/admin/session/${private_.session}`);
  await expect(page.getByText('“Could this one be a 16 × 20?”')).toBeVisible();
});

test('signing out ends the sign-in in that browser @gate', async () => {
  const page = await client.newPage();
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'Quinceañera at the Rothko' })).toBeVisible();
  const refreshToken = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.refreshToken')) ?? '';
    return localStorage.getItem(key);
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();

  expect((await client.cookies()).filter(({ name }) => name.startsWith('CloudFront-'))).toEqual([]);
  expect((await page.request.get(private_.media)).status()).toBe(403);
  const renewed = await fetch(`${origin(testStudio, 'cognito')}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
    },
    body: JSON.stringify({ ClientId: 'studio-web', RefreshToken: refreshToken }),
  });
  expect(renewed.status).toBe(400);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Quinceañera at the Rothko' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('the admin signs in again without a new password, and signs out @gate', async ({ page }) => {
  await signInAsAdmin(page, admin);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  await page.goto('/admin/sessions');
  await expectPublicHome(page);
});
