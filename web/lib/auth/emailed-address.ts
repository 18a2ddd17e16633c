import { decodeAddress } from './decode-address.ts';

/** Matches what follows an address in a text: the end of a sentence, brackets, quotation marks and blanks. */
const behindAddress = /[.,;:!?)>\]'"”’»\s]+$/;

/**
 * Returns the email address of an emailed link's fragment, as `signInFragment` begins it; '' where it was cut off.
 * Programs that show emails encode the link once more, or take signs behind it for its end.
 */
export function emailedAddress(fragment: string): string {
  const address = decodeAddress(fragment).trim().replace(behindAddress, '');
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : '';
}
