import { createContext, use } from 'react';
import type { Profile } from '#shared/contract/customers.ts';

/** The signed-in client's record; set wherever the client shell renders a screen. */
export const CustomerContext = createContext<Profile | null>(null);

export function useCustomer(): Profile {
  const customer = use(CustomerContext);
  if (!customer) throw new Error('useCustomer() must be used inside the client shell.');
  return customer;
}
