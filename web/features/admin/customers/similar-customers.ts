import type { Customer, DirectoryEntry } from '#shared/contract/customers.ts';
import { nameKey } from '#shared/text/search-words.ts';
import { isSamePhone, phoneNumbers } from './phone-numbers.ts';

/** Returns an address without what providers ignore: case, dots before the @, and a tag after '+'. '' if it has no @. */
function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  return host && `${local.split('+')[0]!.replaceAll('.', '')}@${host}`;
}

/**
 * Returns other customers who may be the same person, with the reason: the same address, phone number or name. Those with the
 * same address come first.
 */
export function similarCustomers(
  customer: Pick<Customer, 'id' | 'name' | 'phone' | 'email' | 'login_email' | 'contact_email'>,
  entries: DirectoryEntry[],
): { entry: DirectoryEntry; reason: 'address' | 'phone' | 'name' }[] {
  const mailboxes = new Set(
    [customer.email, customer.login_email, customer.contact_email].map((email) => mailboxOf(email ?? '')),
  );
  const [phones, name] = [phoneNumbers(customer.phone), nameKey(customer.name)];
  const reasonOrder = ['address', 'phone', 'name'] as const;
  return entries
    .flatMap((entry) => {
      if (entry.id === customer.id) return [];
      const mailbox = mailboxOf(entry.email);
      const reason =
        mailbox !== '' && mailboxes.has(mailbox)
          ? ('address' as const)
          : phoneNumbers(entry.phone).some((number) =>
                phones.some((customerPhone) => isSamePhone(number, customerPhone)),
              )
            ? ('phone' as const)
            : name !== '' && nameKey(entry.name) === name
              ? ('name' as const)
              : undefined;
      return reason ? [{ entry, reason }] : [];
    })
    .toSorted((first, second) => reasonOrder.indexOf(first.reason) - reasonOrder.indexOf(second.reason));
}
