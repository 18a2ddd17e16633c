import { randomInt } from 'node:crypto';
import { AwsError } from '../services/service.ts';
import { invalid } from './requests.ts';
import { passwordPolicy } from './settings.ts';

/** The symbols that Cognito accepts; a space counts inside a password. */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/**
 * Checks a password against the policy.
 * @throws {AwsError} InvalidPasswordException with Cognito's message for the first rule that fails
 */
export function checkPassword(password: string): void {
  if (password.length > 256 || /^\s|\s$/.test(password)) {
    throw invalid(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  }
  const broken =
    (password.length < passwordPolicy.MinimumLength && 'Password not long enough') ||
    (!/[a-z]/.test(password) && 'Password must have lowercase characters') ||
    (!/[A-Z]/.test(password) && 'Password must have uppercase characters') ||
    (!/[0-9]/.test(password) && 'Password must have numeric characters') ||
    (!symbol.test(password) && 'Password must have symbol characters');
  if (broken) throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${broken}`);
}

/**
 * Returns a random temporary password that fits the policy, without characters that look alike, because a person types
 * it.
 */
export function temporaryPassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
  return `${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 4)}-${pick('abcdefghijkmnpqrstuvwxyz', 6)}-${pick('23456789', 4)}`;
}
