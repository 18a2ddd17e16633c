import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { fold } from '#shared/fold.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');
const phoneLike = /^[\d\s()+./-]+$/;
/** Fewer digits would find nearly every phone number. */
const minDigits = 3;

/**
 * Finds customers whose name, email, customer ID or phone contains a text, ignoring case, diacritics and the separators
 * in phone numbers. Prepares the fields once, so that thousands of customers are searched within one frame.
 */
export function searchable(entries: DirectoryEntry[]): (text: string) => DirectoryEntry[] {
  const prepared = entries.map(({ name, email, customer_id, phone }) => ({
    // A search has no line break, so it never matches across two fields.
    text: fold([name || 'Unknown', email, customer_id, phone].join('\n')),
    digits: digitsOf(phone),
  }));
  return (text) => {
    const wanted = fold(text.trim());
    if (wanted === '') return entries;
    const typed = phoneLike.test(wanted) ? digitsOf(wanted) : '';
    const digits = typed.length >= minDigits ? typed : undefined;
    return entries.filter((_, index) => {
      const entry = prepared[index]!;
      return entry.text.includes(wanted) || (digits !== undefined && entry.digits.includes(digits));
    });
  };
}
