import { createContext } from 'react';

/** Whether this browser has valid media cookies, and the request that renews them. */
export interface ImageAccess {
  state: 'pending' | 'open' | 'failed';
  renew: () => Promise<unknown>;
  /** The signed query of the photos' addresses, for guests, who have no cookies. */
  query?: string;
}

/** The default without a provider loads photos immediately. */
export const ImageAccessContext = createContext<ImageAccess>({ state: 'open', renew: async () => {} });
