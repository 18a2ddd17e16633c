/** The claims that Google passes to Cognito. */
export interface GoogleAccount {
  /** Google's account id: digits, never changes. */
  sub: string;
  name: string;
  email: string;
  /** Whether Google has verified the address. */
  email_verified: boolean;
}

/** The studio's OAuth client at Google; for AWS the owner gets this pair from Google's console. */
export const googleClient = { id: 'studio.apps.googleusercontent.local', secret: 'local-google-secret' };

/** Google's OAuth endpoints below an origin. */
export const googleEndpoints = (origin: string) => ({
  issuer: origin,
  authorize: `${origin}/auth`,
  token: `${origin}/token`,
  keys: `${origin}/jwks`,
});
