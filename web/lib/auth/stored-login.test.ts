import { afterEach, expect, test } from 'vitest';
import { storedLogin } from './stored-login.ts';

afterEach(() => localStorage.clear());

const tokenOf = (claims: object) =>
  `e30.${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims)))).replaceAll('=', '')}.c2ln`;
const inMinutes = (minutes: number) => Math.floor(Date.now() / 1_000) + minutes * 60;

function signIn(token: string, client = 'client1') {
  const prefix = `CognitoIdentityServiceProvider.${client}`;
  localStorage.setItem(`${prefix}.LastAuthUser`, 'Google_1.2');
  localStorage.setItem(`${prefix}.Google_1.2.accessToken`, token);
  localStorage.setItem(`${prefix}.Google_1.2.idToken`, tokenOf({ email: 'rosa@example.com', name: 'Röse 玫瑰' }));
  return prefix;
}

test('is the access token and the user of the id token', () => {
  const token = tokenOf({ exp: inMinutes(20), 'cognito:groups': ['us-east-1_abc_Google'] });
  signIn(token);
  expect(storedLogin()).toEqual({
    token,
    user: { email: 'rosa@example.com', name: 'Röse 玫瑰', phone: '', isAdmin: false },
  });
});

test('is undefined when nobody is signed in', () => {
  localStorage.setItem('gallery-explained', 'yes');
  expect(storedLogin()).toBeUndefined();
});

test.each([
  ['expired', tokenOf({ exp: inMinutes(-1) })],
  ['about to expire', tokenOf({ exp: inMinutes(0.5) })],
  ['without an expiry', tokenOf({})],
  ['an admin’s', tokenOf({ exp: inMinutes(20), 'cognito:groups': ['admins'] })],
  ['no token', 'nothing'],
])('is undefined when it is %s', (_, token) => {
  signIn(token);
  expect(storedLogin()).toBeUndefined();
});

test('is undefined while a sign-in with Google is in progress', () => {
  const prefix = signIn(tokenOf({ exp: inMinutes(20) }));
  localStorage.setItem(`${prefix}.inflightOAuth`, 'true');
  expect(storedLogin()).toBeUndefined();
});

test.each(['?code=1&state=2', '?error=access_denied'])('is undefined on the way back from Google with %s', (search) => {
  signIn(tokenOf({ exp: inMinutes(20) }));
  history.replaceState(null, '', `/dashboard${search}`);
  expect(storedLogin()).toBeUndefined();
  history.replaceState(null, '', '/');
});

test('is undefined when two app clients have a signed-in user', () => {
  signIn(tokenOf({ exp: inMinutes(20) }));
  signIn(tokenOf({ exp: inMinutes(20) }), 'client2');
  expect(storedLogin()).toBeUndefined();
});
