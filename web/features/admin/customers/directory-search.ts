import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { type Searchable, searchableText, searchWords } from '#shared/text/search-words.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { isSamePhone, phoneNumbers } from './phone-numbers.ts';

const phoneLike = /^[\d()+./]+$/;
/** Smallest number of digits to search phone numbers for; fewer are in nearly every number. */
const minDigits = 3;

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

/** Preparing thousands of customers takes longer than searching them, and their entries stay the same objects. */
const knownTexts = new WeakMap<DirectoryEntry, Searchable>();
const knownPhones = new WeakMap<DirectoryEntry, { digits: string; numbers: string[] }>();

/** Returns a customer's texts, prepared once for the search. */
export const preparedCustomer = (entry: DirectoryEntry): Searchable =>
  once(knownTexts, entry, ({ name, email, customer_id, phone }) =>
    searchableText([name || 'Unknown', email, customer_id, phone]),
  );

const phonesOf = (entry: DirectoryEntry) =>
  once(knownPhones, entry, ({ phone }) => ({ digits: digitsOf(phone), numbers: phoneNumbers(phone) }));

/** Returns what was made of an entry before, or else makes it. */
function once<Made>(
  known: WeakMap<DirectoryEntry, Made>,
  entry: DirectoryEntry,
  make: (entry: DirectoryEntry) => Made,
) {
  const made = known.get(entry) ?? make(entry);
  known.set(entry, made);
  return made;
}

/**
 * Returns a function that finds customers by the words of a search, in any order: in name, email, customer ID and phone. It finds
 * a phone number by some of its digits, and by its last digits with any prefix before them. Thousands of customers are searched
 * within one frame.
 */
export function searchable(entries: DirectoryEntry[]): (text: string) => DirectoryEntry[] {
  const prepared = entries.map(preparedCustomer);
  return (text) => {
    if (text.trim() === '') return entries;
    const withoutBlanks = typedDigits(text);
    const isPhone = phoneLike.test(withoutBlanks);
    const typedPhoneDigits = isPhone ? digitsOf(withoutBlanks) : '';
    // The blanks inside a phone number don't separate words.
    const isFound = searchWords(isPhone ? withoutBlanks : text);
    const numbers = phoneNumbers(text);
    const hasDigits = typedPhoneDigits.length >= minDigits;
    const hasPhone = (entry: DirectoryEntry) => {
      const phones = phonesOf(entry);
      return (
        (hasDigits && phones.digits.includes(typedPhoneDigits)) ||
        numbers.some((number) => phones.numbers.some((other) => isSamePhone(number, other)))
      );
    };
    const isPhoneSearch = hasDigits || numbers.length > 0;
    return entries.filter((entry, index) => isFound(prepared[index]!) || (isPhoneSearch && hasPhone(entry)));
  };
}
