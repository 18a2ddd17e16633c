import { studio } from '#shared/studio.ts';

/**
 * Settings of the deployed user pool and app client, repeated for the local pool. `infra/constructs/identity.ts`
 * decides them; a test compares the two.
 */
export const passwordPolicy = {
  MinimumLength: 14,
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 3,
};

/** Lifetime of access and ID tokens. */
export const tokenSeconds = 30 * 60;
export const refreshTokenSeconds = 30 * 24 * 3_600;
/** Lifetime of a sign-in that waits for the code of an email (the clients' app client's AuthSessionValidity). */
export const authSessionSeconds = 10 * 60;
/** How long a refresh token still works after it was exchanged (refresh token rotation's grace period). */
export const rotationGraceSeconds = 60;

/** The OAuth scopes that the site may request. */
export const allowedScopes = ['openid', 'email', 'profile'];

/** The attributes, beside `sub`, that a user's own access token may read. */
export const readAttributes = ['email', 'email_verified', 'name'];

/** The claims that Cognito copies from Google at every sign-in. */
export const mappedClaims = ['email', 'email_verified', 'name'];

/** The email to a new admin. `origin` is the site's. */
export const invitation = (origin: string, username: string, password: string) => ({
  subject: `Your sign-in for ${studio.name}`,
  text: `You can now sign in to the admin area of ${studio.name} at ${origin}/admin-login with your email address. Your user name is ${username} and your first password, good for three days, is ${password}`,
});

/** The email with which a client signs in. */
export const signInCode = (code: string) => ({
  subject: `Your sign-in code for ${studio.name}`,
  text: `Your sign-in code for ${studio.name} is ${code}. If you did not ask for it, just ignore this email.`,
});

export const verification = (code: string) => ({
  subject: `Your code for ${studio.name}`,
  text: `Your code for ${studio.name} is ${code}. If you did not ask for it, just ignore this email.`,
});
