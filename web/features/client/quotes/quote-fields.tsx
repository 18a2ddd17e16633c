import type { Quote } from '#shared/contract/quotes.ts';
import { Badge } from '../../../ui/status/badge.tsx';

const tones = { approved: 'green', rejected: 'red', pending: 'yellow' } as const;

/** A quote's status as a badge. Unknown statuses of a newer API are yellow. */
export function QuoteStatus({ quote: { status, superseded_at } }: { quote: Quote }) {
  if (superseded_at !== null) return <Badge tone="neutral">Withdrawn</Badge>;
  return (
    <Badge tone={tones[status] ?? 'yellow'}>
      <span className="capitalize">{status}</span>
    </Badge>
  );
}

/** Formats a type for lists: 'photo-book' → 'PHOTO BOOK'. */
export const formatQuoteType = (type: Quote['type']) => type.replaceAll('-', ' ').toUpperCase();
