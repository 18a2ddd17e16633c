import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { foundPerKind } from '#shared/found-per-kind.ts';
import { fold } from '#shared/text/fold.ts';
import { type Searchable, searchableTogether, searchWords } from '#shared/text/search-words.ts';
import { preparedCustomer, searchable } from '../customers/directory-search.ts';
import type { NamedSession } from './api.ts';

/** The first of the found things of one kind, and the number of all. */
export interface FoundOfKind<Item> {
  shown: Item[];
  count: number;
}

/** Returns a function that finds customers; those whose name begins with the search come first, then the newest. */
export function customerSearch(entries: DirectoryEntry[]): (text: string) => FoundOfKind<DirectoryEntry> {
  const find = searchable(entries);
  return (text) => best(find(text), text, preparedCustomer);
}

export interface SessionOfCustomer extends NamedSession {
  customer: DirectoryEntry | undefined;
}

/**
 * Returns a function that finds sessions by their own words and those of their customer; those whose name begins with
 * the search come first, then the newest.
 */
export function sessionSearch(
  sessions: NamedSession[],
  customers: DirectoryEntry[],
): (text: string) => FoundOfKind<SessionOfCustomer> {
  const customersById = new Map(customers.map((customer) => [customer.id, customer]));
  const searched = sessions.map((session): SessionOfCustomer => {
    const customer = customersById.get(session.customer_id);
    return {
      ...session,
      customer,
      prepared: customer ? searchableTogether(session.prepared, preparedCustomer(customer)) : session.prepared,
    };
  });
  return (text) => {
    const isFound = searchWords(text);
    return best(
      searched.filter(({ prepared }) => isFound(prepared)),
      text,
      ({ prepared }) => prepared,
    );
  };
}

/** Returns the first of these items: whose first text begins with the search, then with a word of it, then all others. */
function best<Item>(items: Item[], text: string, preparedOf: (item: Item) => Searchable): FoundOfKind<Item> {
  const typed = fold(text.trim());
  const rankOf = (item: Item) => {
    const { folded } = preparedOf(item);
    if (folded.startsWith(typed)) return 0;
    return folded.includes(` ${typed}`) || folded.includes(`\n${typed}`) ? 1 : 2;
  };
  const byRank: Item[][] = [[], [], []];
  for (const item of items) {
    const ranked = byRank[rankOf(item)]!;
    if (ranked.length < foundPerKind) ranked.push(item);
  }
  return { shown: byRank.flat().slice(0, foundPerKind), count: items.length };
}
