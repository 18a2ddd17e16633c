import type { Quote } from '#shared/contract/quotes.ts';
import { Badge } from '../../ui/badge.tsx';

const tones = { approved: 'green', rejected: 'red', pending: 'yellow' } as const;

/** A quote's status in its word and its color; one that this screen does not know yet is yellow. */
export function QuoteStatus({ status }: { status: Quote['status'] }) {
  return (
    <Badge tone={tones[status] ?? 'yellow'}>
      <span className="capitalize">{status}</span>
    </Badge>
  );
}

/** PHOTO BOOK for photo-book, as both lists of quotes have it. */
export const quoteType = (type: Quote['type']) => type.replaceAll('-', ' ').toUpperCase();
