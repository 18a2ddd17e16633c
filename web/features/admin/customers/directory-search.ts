import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { searchableText, searchWords } from '../search/search-words.ts';
import { isSamePhone, phoneNumbers } from './phone-numbers.ts';

const phoneLike = /^[\d()+./]+$/;
/** Fewer digits would find nearly every phone number. */
const minDigits = 3;

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

/**
 * Finds customers by the words of a search, in any order: of the name, email, customer ID and phone. Phone numbers are
 * found by a part of their digits, and by the last ones with whatever is typed in front of them. Prepares the fields
 * once, so that thousands of customers are searched within one frame.
 */
export function searchable(entries: DirectoryEntry[]): (text: string) => DirectoryEntry[] {
  const prepared = entries.map(({ name, email, customer_id, phone }) => ({
    ...searchableText([name || 'Unknown', email, customer_id, phone]),
    phone,
  }));
  const phones = prepared.map(({ phone }) => ({ digits: digitsOf(phone), numbers: phoneNumbers(phone) }));
  return (text) => {
    if (text.trim() === '') return entries;
    const closed = typedDigits(text);
    const isPhone = phoneLike.test(closed);
    const typed = isPhone ? digitsOf(closed) : '';
    // The blanks of a number divide no words.
    const isFound = searchWords(isPhone ? closed : text);
    const numbers = phoneNumbers(text);
    return entries.filter((_, index) => {
      const { digits, numbers: known } = phones[index]!;
      return (
        isFound(prepared[index]!) ||
        (typed.length >= minDigits && digits.includes(typed)) ||
        numbers.some((number) => known.some((other) => isSamePhone(number, other)))
      );
    });
  };
}
