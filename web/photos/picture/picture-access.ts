import { createContext } from 'react';

/** Whether this browser has valid media cookies, and the request that renews them. */
export interface PictureAccess {
  state: 'pending' | 'open' | 'failed';
  renew: () => Promise<unknown>;
  /** The signed query of the pictures' addresses, for guests, who have no cookies. */
  query?: string;
}

/** Default without a provider: load pictures immediately. */
export const PictureAccessContext = createContext<PictureAccess>({ state: 'open', renew: async () => {} });
