import { browserStorage } from '../browser/storage.ts';

const prefix = /^CognitoIdentityServiceProvider\.[^.]+(?=\.LastAuthUser$)/;

export interface SignedIn {
  email: string;
  name: string;
  phone: string;
  /** Whether the user is one of the studio's: an admin, or staff. */
  isAdmin: boolean;
  /** Whether the user is staff, who may not do everything that admins may; the server decides. */
  isStaff?: boolean;
}

export interface StoredLogin {
  /** The access token. */
  token: string;
  user: SignedIn;
}

/**
 * Returns the client whose tokens Amplify has stored in this browser, without loading Amplify. Undefined for an admin,
 * if the tokens expire within a minute, if the browser returns from Google, or if two app clients have a signed-in
 * user.
 */
export function storedLogin(): StoredLogin | undefined {
  const clients = browserStorage.keys().flatMap((key) => prefix.exec(key) ?? []);
  const [client] = clients;
  if (!client || clients.length > 1) return undefined;
  const isReturning = /[?&](code|error)=/.test(location.search);
  if (isReturning || browserStorage.get(`${client}.inflightOAuth`) === 'true') return undefined;
  const user = browserStorage.get(`${client}.LastAuthUser`);
  const token = browserStorage.get(`${client}.${user}.accessToken`);
  const access = claimsOf(token);
  const id = claimsOf(browserStorage.get(`${client}.${user}.idToken`));
  const isFresh = Number(access.exp) * 1_000 > Date.now() + 60_000;
  // Cognito also puts clients who sign in with Google into a group, '{pool}_Google'.
  const groups = access['cognito:groups'];
  const isAdmin = Array.isArray(groups) && (groups.includes('admins') || groups.includes('staff'));
  if (!token || !isFresh || isAdmin) return undefined;
  const text = (claim: string) => (typeof id[claim] === 'string' ? id[claim] : '');
  return {
    token,
    user: { email: text('email'), name: text('name'), phone: text('phone_number'), isAdmin: false },
  };
}

/** Returns the claims of a token; an empty object for any other text. */
function claimsOf(token: string | null): Record<string, unknown> {
  try {
    const bytes = atob((token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    return {};
  }
}
