import { studio } from '#shared/studio.ts';

/**
 * What the deployed user pool and its app client are set to, for the pool on this machine to be the same. The stack's
 * `infra/constructs/identity.ts` is where these are decided.
 */
export const passwordPolicy = {
  MinimumLength: 14,
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 3,
};

/** Access and ID tokens. */
export const tokenSeconds = 30 * 60;
export const refreshTokenSeconds = 30 * 24 * 3_600;
/** How long a refresh token still works after it was exchanged for the next one. */
export const rotationGraceSeconds = 60;

/** What the site may ask the managed login for. */
export const allowedScopes = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'];

/** What Cognito takes over from Google at every sign-in. */
export const mappedClaims = ['email', 'email_verified', 'name'];

export const invitation = (username: string, password: string) => ({
  subject: `Your sign-in for ${studio.name}`,
  words: `You can now sign in to the admin area of ${studio.name}. Your user name is ${username} and your first password, good for three days, is ${password}`,
});

export const verification = (code: string) => ({
  subject: `Your code for ${studio.name}`,
  words: `Your code for ${studio.name} is ${code}. If you did not ask for it, just ignore this letter.`,
});
