import { randomInt } from 'node:crypto';
import { AwsError } from '../service.ts';
import { invalid } from './requests.ts';
import { passwordPolicy } from './settings.ts';

/** Cognito's list of what counts as a symbol; a space counts inside the password. */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/** @throws {AwsError} InvalidPasswordException in Cognito's words, for the first rule that the password breaks */
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

/** A temporary password that fits the policy. Without letters and digits that look alike: somebody has to type it. */
export function temporaryPassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
  return `${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 4)}-${pick('abcdefghijkmnpqrstuvwxyz', 6)}-${pick('23456789', 4)}`;
}
