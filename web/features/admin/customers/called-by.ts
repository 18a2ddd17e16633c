import type { Customer } from '#shared/contract/customers.ts';

/** A customer's name; 'Unknown' with the customer ID while there is none, so that links to two of them differ. */
export const calledBy = ({ name, customer_id }: Pick<Customer, 'name' | 'customer_id'>) =>
  name || `Unknown (${customer_id})`;
