import { expect, test } from '@playwright/test';
import { studio } from '#shared/studio.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { fillRegistration, me, typed } from '../../support/pages/client-sign-in.ts';
import {
  broken,
  faults,
  makeCustomer,
  newPerson,
  reportPolicy,
  signInAs,
  typeGoogleAccount,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Clients register: what they type is kept until they are signed in. */

test.afterEach(() => faults('dynamodb', []));

test('registration: all fields required, Redirecting... shown, and nothing typed is lost @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Rosa Delgado');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Register with Google' }).click();
  for (const label of Object.keys(typed)) {
    await expect(page.getByText(`Please enter your ${label.toLowerCase()}.`)).toBeVisible();
  }
  await expectAccessible(page);

  // The typed text is kept when the page is left and opened again.
  await fillRegistration(page);
  await page.goto('/services');
  await page.goto('/register');
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);

  // The page is left at once, so it records the button's text itself.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = document.querySelector('button[type=submit]')?.textContent ?? '';
      sessionStorage.setItem('said', `${sessionStorage.getItem('said') ?? ''} ${said}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/register`);
  await expect(page).toHaveTitle(`Create Your Account | ${studio.name}`);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toContain('Redirecting...');
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/register-complete`);
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  await expect(page).toHaveTitle(`Complete Your Registration | ${studio.name}`);
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expectAccessible(page);
  expect(problems).toEqual([]);

  // The form is kept after a failure, and after leaving the page.
  await page.getByLabel('Address').fill('14 Elm St, Houston');
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page.getByRole('alert')).toHaveText('There was a problem saving your profile.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(`${testStudio.site}/register-complete`);
  await expect(page.getByLabel('Address')).toHaveValue('14 Elm St, Houston');
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: 'Rosa Delgado', address: '14 Elm St, Houston', profile_complete: true });
  expect(await page.evaluate(() => localStorage.getItem('pending-profile'))).toBeNull();

  // A login with a record is redirected to the dashboard.
  for (const path of ['/register', '/register-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  }
});

test('registration fills the empty fields of a record created by the studio', async ({ page }) => {
  const person = newPerson('Rosa Delgado');
  await makeCustomer({ ...person, name: 'Rosa M. Delgado' }, '713-555-0001');
  await page.goto('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  await expect
    .poll(() => me(page))
    .toMatchObject({ name: 'Rosa M. Delgado', phone: '713-555-0001', address: '12 Elm St, Houston' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pending-profile'))).toBeNull();
});

test('a corrupted pending profile is ignored with a warning', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto('/register');
  await page.evaluate(() => localStorage.setItem('pending-profile', '{"name": 7'));
  await page.goto('/register');
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  expect(warnings).toContain('The pending profile in this browser is corrupted and was ignored.');
  await signInAs(page, newPerson());
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello.' })).toBeVisible();
});

test('without a sign-in the last step redirects to the login page', async ({ page }) => {
  await page.goto('/register-complete');
  // The address changes before the page is rendered.
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${testStudio.site}/login`);
});
