import type { Customer, DirectoryEntry } from '#shared/contract/customers.ts';
import { fold } from '#shared/fold.ts';

/** Shorter numbers are shared extensions or incomplete. */
const minDigits = 7;

/** An address without what providers ignore: case, dots before the @, and a tag after '+'. */
function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  return host && `${local.split('+')[0]!.replaceAll('.', '')}@${host}`;
}

const digitsOf = (phone: string) => {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= minDigits ? digits.slice(-10) : '';
};

/**
 * Returns other customers who may be the same person, with the reason: one of their addresses, the phone number or the
 * name is the same. An address counts first.
 */
export function similarCustomers(
  customer: Pick<Customer, 'id' | 'name' | 'phone' | 'email' | 'login_email' | 'contact_email'>,
  entries: DirectoryEntry[],
): { entry: DirectoryEntry; reason: 'address' | 'phone' | 'name' }[] {
  const mailboxes = new Set(
    [customer.email, customer.login_email, customer.contact_email].map((email) => mailboxOf(email ?? '')),
  );
  const [digits, name] = [digitsOf(customer.phone), fold(customer.name.trim())];
  const order = ['address', 'phone', 'name'] as const;
  return entries
    .flatMap((entry) => {
      if (entry.id === customer.id) return [];
      const mailbox = mailboxOf(entry.email);
      const reason =
        mailbox !== '' && mailboxes.has(mailbox)
          ? ('address' as const)
          : digits !== '' && digitsOf(entry.phone) === digits
            ? ('phone' as const)
            : name !== '' && fold(entry.name.trim()) === name
              ? ('name' as const)
              : undefined;
      return reason ? [{ entry, reason }] : [];
    })
    .toSorted((one, other) => order.indexOf(one.reason) - order.indexOf(other.reason));
}
