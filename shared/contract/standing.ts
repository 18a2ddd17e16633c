import * as z from 'zod';

/**
 * The state of a client's choice or request; computed from stored data (`standingOf…` in
 * shared/selections/standing.ts). `line`: the sentence that every screen shows, with the amount behind it, if there is
 * one: `price_cents` of a quote, or `extra`, the price of a choice's further photos. Whoever shows it says the amount in the
 * studio's currency (`say-standing.ts`). `act`: the label of the one act that
 * goes with it. `opens`: the target of that act: the session, the selection's page, or the quote among the client's
 * quotes.
 */
export const Standing = z.object({
  state: z.enum([
    ...['choosing', 'ended', 'closed', 'submitted', 'priced', 'rejected'],
    ...['accepted', 'retouching', 'finished', 'withdrawn'],
  ] as const),
  line: z.string(),
  price_cents: z.number().int().optional(),
  extra: z.object({ extra_count: z.number().int(), total_cents: z.number().int() }).optional(),
  act: z.string(),
  opens: z.enum(['session', 'selection', 'quote']),
});
export type Standing = z.infer<typeof Standing>;
