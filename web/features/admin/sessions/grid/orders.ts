import type { PhotoOrder } from '#shared/contract/sessions/sessions.ts';

/** The names of the orders of a session's photos. */
export const orders: Record<PhotoOrder, string> = {
  uploaded: 'Order of upload',
  captured: 'Time of capture',
  name: 'File name',
  custom: 'By hand',
};
