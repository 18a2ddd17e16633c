import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, type Page } from '@playwright/test';
import { credentials, endpoint, region, userPools } from '../../../local/addresses.ts';
import { demoAdmin, type PasswordUser } from '../../../local/data/demo-people.ts';
import { testStudio } from './test-studio.ts';

/** Invites an admin as the owner's command does: a temporary password, and membership of `admins`. */
export async function inviteAdmin(email: string, temporaryPassword: string): Promise<void> {
  const cognito = new CognitoIdentityProviderClient({ region, credentials, endpoint: endpoint(testStudio, 'cognito') });
  await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: userPools.studio.id,
      Username: email,
      TemporaryPassword: temporaryPassword,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      MessageAction: 'SUPPRESS',
    }),
  );
  await cognito.send(
    new AdminAddUserToGroupCommand({ UserPoolId: userPools.studio.id, Username: email, GroupName: 'admins' }),
  );
  cognito.destroy();
}

export async function signInAsAdmin(
  page: Page,
  { email, password }: Pick<PasswordUser, 'email' | 'password'> = demoAdmin,
): Promise<void> {
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
}

/** Chooses an account on the local Google's page. */
export async function chooseGoogleAccount(page: Page, email: string): Promise<void> {
  await page
    .getByRole('button', { name: email })
    .or(page.getByRole('link', { name: email }))
    .first()
    .click();
}

export async function signInAsClient(page: Page, email: string, path = '/client-login'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await chooseGoogleAccount(page, email);
}

/** Makes the tokens of the signed-in page expired, as after 30 days without a visit. */
export const expireLogin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.refreshToken')) localStorage.setItem(key, 'gone');
      if (!key.endsWith('.accessToken')) continue;
      const [head, payload = '', signature] = (localStorage.getItem(key) ?? '').split('.');
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
      claims.exp = Math.floor(Date.now() / 1000) - 60;
      localStorage.setItem(key, [head, btoa(JSON.stringify(claims)), signature].join('.'));
    }
  });
