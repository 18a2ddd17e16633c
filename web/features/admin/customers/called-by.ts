import type { Customer } from '#shared/contract/customers.ts';

/** Returns a customer's name, or 'Unknown' with the customer ID, so that links to two customers without a name differ. */
export const calledBy = ({ name, customer_id }: Pick<Customer, 'name' | 'customer_id'>) =>
  name || `Unknown (${customer_id})`;
