import type { JsonRequest } from '../services/aws-json.ts';
import { invalid } from './requests.ts';
import { identitiesOf } from './tokens.ts';
import type { User } from './users.ts';

/** Describes a user for API responses. */

export function attributesOf(user: User): { Name: string; Value: string }[] {
  const all: Record<string, string> = { sub: user.sub, ...user.attributes };
  if (user.identity) all.identities = JSON.stringify(identitiesOf(user.identity));
  return Object.entries(all).map(([Name, Value]) => ({ Name, Value }));
}

/** Returns Cognito's UserType without the attributes, whose name differs between AdminGetUser and ListUsers. */
export function summaryOf(user: User) {
  return {
    Username: user.username,
    UserCreateDate: user.created / 1_000,
    UserLastModifiedDate: user.modified / 1_000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

export function authenticatorOf(user: User) {
  const { enabled = false, preferred = false } = user.authenticator ?? {};
  return {
    ...(enabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }),
    ...(preferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  };
}

/** Enables or disables the authenticator as SoftwareTokenMfaSettings says. Does not save the user. */
export function setAuthenticatorPreference(user: User, request: JsonRequest): void {
  const settings = request.SoftwareTokenMfaSettings as { Enabled?: boolean; PreferredMfa?: boolean } | undefined;
  if (!settings) return;
  const enabled = settings.Enabled === true;
  if (enabled && !user.authenticator?.verified) throw invalid('User has not verified software token mfa');
  if (!user.authenticator) return;
  user.authenticator.enabled = enabled;
  user.authenticator.preferred = enabled && settings.PreferredMfa === true;
}
