import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiKey } from '../../platform/api-key.ts';
import { idFrom, newSecret, secretFrom } from '../../platform/ids.ts';
import type { LinkRow } from './repository.ts';

/**
 * Returns a link's secret of 130 bits. It is derived from the nonce with the API's key, so that the maker can copy the
 * link again, while the stored rows alone open no link.
 */
export async function tokenOf(nonce: string): Promise<string> {
  return secretFrom(
    createHmac('sha256', await apiKey('links'))
      .update(nonce)
      .digest(),
  );
}

/** Returns the id of the link with this secret. */
export const linkIdOf = (token: string): string => idFrom(`link ${token}`);

/**
 * The content of a guest's credential. `secret` makes a browser the same guest again; `isValid` says whether the
 * credential was issued under the link's present PIN.
 */
export interface ReadCredential {
  secret: string;
  isValid: boolean;
}

/** Reads the credential that a browser keeps for a link. Without a readable one, returns a new guest's secret. */
export async function readCredential(link: LinkRow, credential = ''): Promise<ReadCredential> {
  const [, secret, signature] = /^([0-9a-z]{26})\.([\w-]{43})$/.exec(credential) ?? [];
  if (!secret || !signature) return { secret: newSecret(), isValid: false };
  const isValid = timingSafeEqual(await signatureOf(link, secret), Buffer.from(signature, 'base64url'));
  return { secret, isValid };
}

/** Returns the credential that a guest's browser keeps. */
export async function writeCredential(link: LinkRow, secret: string): Promise<string> {
  return `${secret}.${(await signatureOf(link, secret)).toString('base64url')}`;
}

const signatureOf = async (link: LinkRow, secret: string) =>
  createHmac('sha256', await apiKey('guests'))
    .update(`${link.id}\n${link.pin_version}\n${secret}`)
    .digest();

/** Returns a guest's id, which reveals nothing of the secret. */
export const guestIdOf = (secret: string): string => idFrom(`guest ${secret}`);

/** Whether two PINs are the same. The comparison takes the same time for all PINs. */
export const isSamePin = (typed: string, pin: string): boolean =>
  timingSafeEqual(Buffer.from(idFrom(typed)), Buffer.from(idFrom(pin)));
