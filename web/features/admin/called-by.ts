import type { Customer } from '#shared/contract/customers.ts';

/** What a customer is called where there is no name yet. */
export const calledBy = ({ name, customer_id }: Pick<Customer, 'name' | 'customer_id'>) => name || customer_id;
