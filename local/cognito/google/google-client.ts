/** The claims that Google passes to Cognito. */
export interface GoogleAccount {
  /** Google's account id: digits, never changes. */
  sub: string;
  name: string;
  email: string;
  /** Whether Google has verified the address. */
  email_verified: boolean;
}

/** The studio's OAuth client at Google; for AWS the owner gets id and secret from Google's console. */
export const googleClient = { id: 'studio.apps.googleusercontent.local', secret: 'local-google-secret' };

/** Returns Google's OAuth endpoints at an origin. */
export const googleEndpoints = (origin: string) => ({
  issuer: origin,
  authorize: `${origin}/auth`,
  token: `${origin}/token`,
  keys: `${origin}/jwks`,
});
