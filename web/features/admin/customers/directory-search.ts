import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { searchableText, searchWords } from '../search/search-words.ts';
import { isSamePhone, phoneNumbers } from './phone-numbers.ts';

const phoneLike = /^[\d()+./]+$/;
/** Smallest number of digits to search phone numbers for; fewer are in nearly every number. */
const minDigits = 3;

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

/**
 * Returns a function that finds customers by the words of a search, in any order: in name, email, customer ID and phone. It finds
 * a phone number by some of its digits, and by its last digits with any prefix before them. The fields are prepared once, so that
 * thousands of customers are searched within one frame.
 */
export function searchable(entries: DirectoryEntry[]): (text: string) => DirectoryEntry[] {
  const prepared = entries.map(({ name, email, customer_id, phone }) => ({
    ...searchableText([name || 'Unknown', email, customer_id, phone]),
    phone,
  }));
  const phones = prepared.map(({ phone }) => ({ digits: digitsOf(phone), numbers: phoneNumbers(phone) }));
  return (text) => {
    if (text.trim() === '') return entries;
    const withoutBlanks = typedDigits(text);
    const isPhone = phoneLike.test(withoutBlanks);
    const typedPhoneDigits = isPhone ? digitsOf(withoutBlanks) : '';
    // The blanks inside a phone number don't separate words.
    const isFound = searchWords(isPhone ? withoutBlanks : text);
    const numbers = phoneNumbers(text);
    return entries.filter((_, index) => {
      const { digits, numbers: customerNumbers } = phones[index]!;
      return (
        isFound(prepared[index]!) ||
        (typedPhoneDigits.length >= minDigits && digits.includes(typedPhoneDigits)) ||
        numbers.some((number) => customerNumbers.some((customerNumber) => isSamePhone(number, customerNumber)))
      );
    });
  };
}
