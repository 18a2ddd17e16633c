import { createContext, use } from 'react';
import type { Profile } from '#shared/contract/customers.ts';

/** The signed-in client's own record; there is one wherever the client's shell shows a screen. */
export const CustomerContext = createContext<Profile | null>(null);

export function useCustomer(): Profile {
  const customer = use(CustomerContext);
  if (!customer) throw new Error("This screen stands outside of the client's shell.");
  return customer;
}
