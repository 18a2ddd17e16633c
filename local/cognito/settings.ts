import { studio } from '#shared/studio.ts';

/**
 * Settings of the deployed user pool and app client, repeated for the local pool. `infra/constructs/identity.ts`
 * decides them; a test compares both.
 */
export const passwordPolicy = {
  MinimumLength: 14,
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 3,
};

/** Seconds that access and ID tokens are valid. */
export const tokenSeconds = 30 * 60;
export const refreshTokenSeconds = 30 * 24 * 3_600;
/** Seconds in which a challenge must be answered: the default of an app client's AuthSessionValidity. */
export const challengeSeconds = 180;
/** Seconds that a sign-in waits for the code of an email (AuthSessionValidity of the clients' app client). */
export const authSessionSeconds = 10 * 60;
/** Seconds that a refresh token works after it was exchanged (the grace period of refresh token rotation). */
export const rotationGraceSeconds = 60;

/** The OAuth scopes that the site may request. */
export const allowedScopes = ['openid', 'email', 'profile'];

/** The attributes, besides `sub`, that a user's access token may read. */
export const readAttributes = ['email', 'email_verified', 'name'];

/** The claims that Cognito copies from Google at every sign-in. */
export const mappedClaims = ['email', 'email_verified', 'name'];

/** Returns the email to a new admin. `origin` is the site's. */
export const invitation = (origin: string, username: string, password: string) => ({
  subject: `Your sign-in for ${studio.name}`,
  text: `You can now sign in to the admin area of ${studio.name} at ${origin}/admin-login with your email address. Your user name is ${username} and your first password, good for three days, is ${password}`,
});

/** Returns the email with a client's sign-in code. */
export const signInCode = (code: string) => ({
  subject: `Your sign-in code for ${studio.name}`,
  text: `Your sign-in code for ${studio.name} is ${code}. If you did not ask for it, just ignore this email.`,
});

export const verification = (code: string) => ({
  subject: `Your code for ${studio.name}`,
  text: `Your code for ${studio.name} is ${code}. If you did not ask for it, just ignore this email.`,
});
