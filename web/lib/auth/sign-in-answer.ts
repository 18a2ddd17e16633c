/** Whether this is the query of an address to which Google has redirected. */
export const isAnswer = (query: URLSearchParams): boolean =>
  query.has('error') || (query.has('code') && query.has('state'));
