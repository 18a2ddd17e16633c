import type { Standing } from '#shared/contract/standing.ts';

/** Returns the address of a quote among the client's quotes. */
export const quotePath = (id: string): string => `/dashboard/quotes?quote=${id}`;

/** Returns the address of a selection of the session with this label. */
export const selectionPath = (label: string, id: string): string => `/dashboard/gallery/${label}/selection/${id}`;

/** Returns the address that the act of a selection's standing leads to. */
export function actPath(
  label: string,
  { id, quote_id, standing: { opens } }: { id: string; quote_id: string | null; standing: Standing },
): string {
  if (opens === 'session') return `/dashboard/gallery/${label}`;
  return opens === 'quote' && quote_id !== null ? quotePath(quote_id) : selectionPath(label, id);
}
