import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { Fuse } from '../../support/faults/fuse.ts';
import { adminClaims, call, newLogin } from '../../support/studio/api-studio.ts';
import {
  all,
  asStudioSees,
  closeStudio,
  customersOf,
  edit,
  email,
  form,
  me,
  nextEmail,
  number,
  openStudio,
  register,
  studioMakes,
} from '../../support/studio/registering.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(nextEmail);

/**
 * Cognito allows two users with one verified address only with different sign-in methods. The trailing spaces make the
 * addresses differ here.
 */
const sameAddress = (n: number) => `${email}${' '.repeat(n)}`;

describe('reading never creates a record', () => {
  test('a login without a record gets NO_CUSTOMER, however often it asks', async () => {
    const login = await newLogin(email);
    const before = await all('customers');
    expect((await me(login)).outcome).toBe('404 NO_CUSTOMER');
    expect((await me(login)).outcome).toBe('404 NO_CUSTOMER');
    expect(await all('customers')).toEqual(before);
  });

  test('every other client route returns NO_CUSTOMER', async () => {
    const login = await newLogin(email);
    const body = { ...form(), version: 0 };
    expect((await edit(login, body)).outcome).toBe('404 NO_CUSTOMER');
    expect((await call(client, 'GET', '/api/client/sessions', { as: login })).outcome).toBe('404 NO_CUSTOMER');
    expect((await call(client, 'POST', '/api/client/media-access', { as: login })).outcome).toBe('404 NO_CUSTOMER');
  });
});

describe('registering', () => {
  test('with an empty body creates a record with the verified address of the login only', async () => {
    const login = await newLogin(email);
    const answer = await register(login);
    expect(answer.outcome).toBe('201');
    const profile = answer.json<Profile>();
    expect(profile).toMatchObject({ name: '', phone: '', address: '', email, profile_complete: false, version: 0 });
    expect(profile.customer_id).toMatch(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect((await me(login)).json()).toEqual(profile);
    expect(await asStudioSees(profile.id)).toMatchObject({
      email,
      login_email: email,
      contact_email: null,
      has_login: true,
      status: 'active',
    });
  });

  test('with the form creates a complete record; a different address is stored as contact address', async () => {
    const login = await newLogin(email);
    const answer = await register(login, form('Other@Example.com'));
    expect(answer.outcome).toBe('201');
    expect(answer.json()).toMatchObject({ ...form('other@example.com'), profile_complete: true });
    expect(await asStudioSees(answer.json<Profile>().id)).toMatchObject({
      email,
      login_email: email,
      contact_email: 'other@example.com',
    });
  });

  test('again returns the existing record', async () => {
    const login = await newLogin(email);
    const first = (await register(login, form())).json();
    const again = await register(login, { ...form(), name: 'Somebody else' });
    expect(again.outcome).toBe('200');
    expect(again.json()).toEqual(first);
  });

  test('ten times at once creates one record and one email', async () => {
    const login = await newLogin(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(login, form())));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json<Profile>().id)).size).toBe(1);
    const [record] = await customersOf(login.sub);
    expect(await customersOf(login.sub)).toHaveLength(1);
    const emails = (await all('outbox')).filter((row) => row.record_id === record?.id);
    expect(emails).toMatchObject([{ kind: 'new-client', name: 'Ada', email, state: 'queued' }]);
  });

  test('names each missing or too long field, and creates nothing', async () => {
    const login = await newLogin(email);
    const answer = await register(login, { name: ' ', phone: 'x'.repeat(41), email: 'nowhere', address: 'A' });
    expect(answer.outcome).toBe('400 INVALID');
    expect(answer.error.fields).toEqual({
      name: 'Please enter your full name.',
      phone: 'Your phone number can have at most 40 characters.',
      email: 'Please enter a valid email address.',
    });
    expect(await customersOf(login.sub)).toEqual([]);
  });
});

describe('linking a record created by the studio', () => {
  test('a login whose verified address is identical is linked at its first request', async () => {
    const made = await studioMakes();
    const login = await newLogin(email);
    const answer = await me(login);
    expect(answer.outcome).toBe('200');
    expect(answer.json()).toMatchObject({ id: made.id, name: 'Made by the studio' });
    expect(await asStudioSees(made.id)).toMatchObject({ has_login: true, login_email: email, version: 1 });
  });

  test('ignores the case of ASCII letters and surrounding spaces', async () => {
    const made = await studioMakes(` ${email.toUpperCase()} `);
    expect(made.email).toBe(email);
    const login = await newLogin(email.replace('c', 'C'));
    expect((await me(login)).json()).toMatchObject({ id: made.id });
  });

  test('accepts no other similarity', async () => {
    await studioMakes();
    for (const like of [email.replace('@', '+x@'), email.replace('client', 'c.lient'), email.replace('i', 'ı')]) {
      expect((await me(await newLogin(like))).outcome).toBe('404 NO_CUSTOMER');
    }
  });

  test('an address that Cognito has not verified links and creates nothing, whatever the request body contains', async () => {
    const made = await studioMakes();
    const login = await newLogin(email, { verified: false });
    const claiming = { ...login, email, email_verified: true };
    const before = (await all('customers')).length;
    for (const answer of [await me(claiming), await register(claiming, form()), await register(claiming)]) {
      expect(answer.outcome).toBe('403 EMAIL_UNVERIFIED');
    }
    expect((await all('customers')).length).toBe(before);
    expect(await asStudioSees(made.id)).toMatchObject({ has_login: false, email });
  });

  test('further logins with the record’s login address join it, and all of them are closed, deleted and restored with it', async () => {
    const made = await studioMakes();
    const logins = await Promise.all([0, 1, 2].map((n) => newLogin(sameAddress(n))));
    for (const login of logins) expect((await me(login)).json()).toMatchObject({ id: made.id });
    // With the form's values too, which change nothing.
    expect((await register(logins[2]!, form())).json()).toMatchObject({ id: made.id, name: 'Made by the studio' });
    const outcomes = () => Promise.all(logins.map(async (login) => (await me(login)).outcome));
    const studio = (method: string, path = '') =>
      call(admin, method, `/api/admin/customers/${made.id}${path}`, { as: adminClaims() });
    await studio('DELETE');
    expect(await outcomes()).toEqual(Array(3).fill('403 ACCOUNT_CLOSED'));
    expect((await me(await newLogin(sameAddress(3)))).outcome).toBe('403 ACCOUNT_CLOSED');
    await studio('POST', '/restore');
    expect(await outcomes()).toEqual(Array(3).fill('200'));
    expect((await call(client, 'POST', '/api/client/me/close', { as: logins[1]! })).outcome).toBe('204');
    expect(await outcomes()).toEqual(Array(3).fill('403 ACCOUNT_CLOSED'));
  });

  test('a further login joins by the login address only, not by an address that the studio typed later', async () => {
    const made = await studioMakes();
    const unverified = await newLogin(email, { verified: false });
    await me(await newLogin(sameAddress(1)));
    expect((await me(unverified)).outcome).toBe('403 EMAIL_UNVERIFIED');
    const { name, phone, profile_complete, version } = await asStudioSees(made.id);
    const typed = `typed.${email}`;
    const body = { name, phone, profile_complete, version, email: typed };
    const edited = await call(admin, 'PATCH', `/api/admin/customers/${made.id}`, { as: adminClaims(), body });
    expect(edited.outcome).toBe('200');
    expect((await me(await newLogin(typed))).outcome).toBe('404 NO_CUSTOMER');
  });

  test('a contact address typed by a client links nothing', async () => {
    const typed = `typed${number}@example.com`;
    await register(await newLogin(email), form(typed));
    expect((await me(await newLogin(typed))).outcome).toBe('404 NO_CUSTOMER');
  });

  test('registering with the form links, fills in the values, and creates no second record', async () => {
    const made = await studioMakes();
    const login = await newLogin(email);
    const answer = await register(login, form());
    expect(answer.outcome).toBe('200');
    expect(answer.json()).toMatchObject({ id: made.id, ...form(), profile_complete: true });
    expect(await customersOf(login.sub)).toHaveLength(1);
  });

  test('three concurrent logins with one address all get the record', async () => {
    const made = await studioMakes();
    const logins = await Promise.all([0, 1, 2].map((n) => newLogin(sameAddress(n))));
    const answers = await Promise.all(logins.flatMap((login) => [me(login), me(login)]));
    expect(answers.map((answer) => answer.json<Profile>().id)).toEqual(Array(6).fill(made.id));
    const linked = (await all('customers')).filter((row) => row.record_id === made.id && /^login#/.test(`${row.id}`));
    expect(linked).toHaveLength(3);
  });

  /**
   * Registers once per DynamoDB request of the registration, and runs a change by the studio right before that request.
   */
  async function registerWith<Studio>(
    before: (address: string) => Promise<Studio>,
    meanwhile: (address: string, before: Studio) => Promise<Customer>,
    check: (registered: Profile, asStudioSaw: Customer) => void,
  ) {
    const fuse = new Fuse(dynamodb());
    for (let step = 1; ; step += 1) {
      const address = `step${step}.${email}`;
      const login = await newLogin(address);
      const prepared = await before(address);
      let registered: Profile | undefined;
      let seen: Customer | undefined;
      const { hasPaused } = await fuse.pauseAt(
        step,
        async () => {
          registered = (await register(login, form(address))).json();
        },
        async () => {
          seen = await meanwhile(address, prepared);
        },
      );
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
      check(registered as Profile, seen as Customer);
      expect(await customersOf(login.sub)).toHaveLength(1);
    }
  }

  test('the studio creates the record before any step of the client’s registration: the client gets that record', () =>
    registerWith(
      async () => {},
      (address) => studioMakes(address),
      (registered, made) => expect(registered.id).toBe(made.id),
    ));

  test('the studio changes the address before any step of the registration: the login gets the record only if the record shows the link', () =>
    registerWith(
      (address) => studioMakes(address),
      async (address, { id }) => {
        const { name, phone, profile_complete, version } = await asStudioSees(id);
        const body = { name, phone, profile_complete, version, email: `right.${address}` };
        return (await call(admin, 'PATCH', `/api/admin/customers/${id}`, { as: adminClaims(), body })).json();
      },
      (registered, { id, has_login }) => expect(registered.id === id).toBe(has_login),
    ));
});

test('a valid token of a deleted user links and creates nothing', async () => {
  await studioMakes();
  const gone = await newLogin(email);
  const pool = new CognitoIdentityProviderClient();
  const user = { UserPoolId: process.env.CLIENT_POOL_ID, Username: String(gone.username) };
  await pool.send(new AdminDisableUserCommand(user));
  expect((await me(gone)).outcome).toBe('401 SIGNED_OUT');
  await pool.send(new AdminDeleteUserCommand(user));
  pool.destroy();
  expect((await me(gone)).outcome).toBe('401 SIGNED_OUT');
  expect((await register(gone, form())).outcome).toBe('401 SIGNED_OUT');
  expect(await customersOf(gone.sub)).toEqual([]);
});
