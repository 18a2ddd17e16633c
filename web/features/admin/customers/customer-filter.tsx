import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { calledBy } from './called-by.ts';
import { searchable } from './directory-search.ts';

/** Returns a customer's text as an option of a select: name and email address. */
export const optionOf = (customer: DirectoryEntry) =>
  customer.email ? `${customer.name ? isolated(customer.name) : 'Unknown'} (${customer.email})` : calledBy(customer);

/** Largest number of options in a select without a search field. */
const selectLength = 20;

/**
 * Returns a search field for a select of customers, and the options that match the typed text. The chosen customer is always an
 * option.
 * @returns `field` is null while the list is short.
 */
export function useCustomerFilter(
  customers: DirectoryEntry[],
  chosen: string,
): { field: ReactNode; options: DirectoryEntry[] } {
  const [text, setText] = useState('');
  const deferred = useDeferredValue(text);
  const search = useMemo(() => searchable(customers), [customers]);
  const matches = useMemo(() => search(deferred), [search, deferred]);
  const options = useMemo(() => {
    const chosenCustomer = matches.some(({ id }) => id === chosen)
      ? undefined
      : customers.find(({ id }) => id === chosen);
    return chosenCustomer ? [chosenCustomer, ...matches] : matches;
  }, [customers, matches, chosen]);
  if (customers.length <= selectLength) return { field: null, options };
  const field = (
    <div className="flex flex-col gap-1.5">
      <label className="flex flex-col gap-1.5 text-sm font-semibold">
        Find a customer
        <input
          type="search"
          value={text}
          autoComplete="off"
          placeholder="Name, email, phone or customer ID"
          onChange={(event) => setText(event.target.value)}
          // Enter would submit the form that contains this field.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base font-normal placeholder:text-mute"
        />
      </label>
      <p role="status" className="text-xs text-mute tabular-nums">
        {deferred.trim() !== '' &&
          `${formatCount(matches.length)} of ${formatCounted(customers.length, 'customer')} below`}
      </p>
    </div>
  );
  return { field, options };
}
