import { expect, type Page, test } from '@playwright/test';
import { decodeJwt } from 'jose';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { accessToken, fillRegistration, me, typed } from '../../support/pages/client-sign-in.ts';
import {
  codeFor,
  emailsTo,
  makeCustomer,
  newPerson,
  signInAs,
  typeGoogleAccount,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Clients sign in with the code of an email, and confirm an address with it. */

const notThis = (code: string) => (code === '00000000' ? '00000001' : '00000000');

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

test('a client without Google signs in with the code of an email and is linked to the studio’s record @phone @gate', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const person = newPerson('Nora Bell');
  const customer = await makeCustomer(person);
  await page.goto('/client-login?to=/dashboard/quotes');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
  await askForCode(page, person.email.toUpperCase());
  await expect(page.getByText(`If we know ${person.email}, a code of eight digits is on its way there.`)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  const code = await codeFor(person.email);

  // A wrong code says so and can be overwritten; the right one signs in by itself, pasted with a space.
  await page.getByLabel('Code').fill(notThis(code));
  await expect(page.getByRole('alert')).toHaveText('This code is not right. Please compare it with the newest email.');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  expect(await me(page)).toMatchObject({ id: customer.id, name: 'Nora Bell' });
  // Without the scope that would let the token set a password.
  expect(decodeJwt(await accessToken(page))).not.toHaveProperty('scope');
  expect(problems).toEqual([]);

  // After a sign-out nothing of the address is left; a code works once.
  const menu = page.getByRole('button', { name: 'Open menu' });
  await expect(menu.or(page.getByRole('button', { name: 'Logout' })).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/client-login`);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await askForCode(page, person.email);
  await codeFor(person.email, 2);
  await page.getByLabel('Code').fill(code);
  await expect(page.getByRole('alert')).toContainText('This code is not right.');
});

test('who registered with a code comes back with Google and sees the same record', async ({ page }) => {
  const person = newPerson('Nora Bell');
  const customer = await makeCustomer(person);
  await page.goto('/client-login');
  await askForCode(page, person.email);
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Hello, Nora.' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/client-login`);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Nora.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ id: customer.id });
});

test('an address that Google does not vouch for is confirmed with a code, and opens the studio’s record @phone', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const person = { ...newPerson('Tom Nguyen'), unverified: true };
  const customer = await makeCustomer(person);
  await page.goto('/client-login?to=/dashboard/quotes');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(page.getByText(`Google does not confirm that ${person.email} is yours`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  expect(await me(page)).toMatchObject({ id: customer.id });
  expect(problems).toEqual([]);
});

test('after a reload the code still works; later, the page says what to do, and a new code works', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await page.clock.install();
  await page.goto('/client-login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText(/ask for a new code in 0:\d\d/)).toBeVisible();
  const first = await codeFor(person.email);
  await page.reload();
  await expect(page.getByText(`If we know ${person.email}`)).toBeVisible();
  await page.clock.fastForward(200_000);
  // Amplify forgets a sign-in in progress after three minutes.
  await page.reload();
  await page.getByLabel('Code').fill(first);
  await expect(page.getByRole('alert')).toHaveText('This code can’t be used any more. Please ask for a new one.');
  await page.getByRole('button', { name: 'ask for a new code' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText('Only the newest one works.')).toBeVisible();
  await expectAccessible(page);
  const second = await codeFor(person.email, 2);
  await page.reload();
  await page.getByLabel('Code').fill(second);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
});

test('an unknown address sees the same words, gets no email, and after five wrong codes needs a new one', async ({
  page,
}) => {
  const known = newPerson();
  await makeCustomer(known);
  const seen: string[][] = [];
  for (const email of [known.email, newPerson().email]) {
    await page.goto('/client-login');
    await askForCode(page, email);
    const words = [(await page.getByRole('main').innerText()).replace(email, '…').replace(/0:\d\d/, '…')];
    if (email === known.email) await codeFor(email);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await page.getByLabel('Code').fill('');
      await page.getByLabel('Code').pressSequentially('0000000');
      await page.getByLabel('Code').press('1');
      await expect(page.getByRole('alert')).toHaveText(
        attempt < 5 ? /^This code is not right/ : 'Too many wrong codes. Please ask for a new one.',
      );
      words.push(await page.getByRole('alert').innerText());
    }
    seen.push(words);
    await page.getByRole('button', { name: 'Another way to sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    if (email !== known.email) expect(await emailsTo(email)).toEqual([]);
  }
  expect(seen[1]).toEqual(seen[0]);
});

test('too many requests for codes are refused with a sentence, and what was typed stays', async ({ page }) => {
  await page.route('**/api/public/sign-in-code', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'TOO_MANY', message: 'Too many requests. Please wait a moment and try again.' } },
    }),
  );
  await page.goto('/client-login');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please wait a moment and try again.');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('a new client registers with a code @phone', async ({ page, context }) => {
  const problems = watch(context);
  const person = newPerson('Rosa Delgado');
  await page.goto('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rosa Delgado');
  await expectAccessible(page);
  await askForCode(page, person.email);
  await expect(page.getByText(`A code of eight digits is on its way to ${person.email}.`)).toBeVisible();
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: 'Rosa Delgado', email: person.email, profile_complete: true });
  expect(problems).toEqual([]);
});
