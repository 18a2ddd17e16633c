/** What Google knows of a person and tells to Cognito. */
export interface GoogleAccount {
  /** Google's own id of the account: digits, never changing. */
  sub: string;
  name: string;
  email: string;
  /** Whether Google has seen that the address is theirs. */
  email_verified: boolean;
}

/** The studio as a client of Google: on AWS the owner gets this pair from Google's console. */
export const googleClient = { id: 'studio.apps.googleusercontent.local', secret: 'local-google-secret' };

/** Google's endpoints, from the origin it runs at. */
export const googleEndpoints = (origin: string) => ({
  issuer: origin,
  authorize: `${origin}/auth`,
  token: `${origin}/token`,
  keys: `${origin}/jwks`,
});
