import type { Quote } from '../contract/quotes.ts';
import { type Selection, sayChosenCount, sayClosed } from '../contract/selections.ts';
import type { Standing } from '../contract/standing.ts';
import { extraOf } from './selection-price.ts';

/** How many of a choice's photos are finished, and how many photos of the choice still exist. */
export interface Retouched {
  finished: number;
  of: number;
}

/** The fields that a quote's standing depends on. */
export type QuoteFacts = Pick<Quote, 'status' | 'price_cents' | 'payment_link' | 'accepted' | 'superseded_at'> & {
  /** The submitted selection that the quote is about; null for a request. */
  selection: object | null;
};

/** The fields that a selection's standing depends on, besides its quote. */
export type SelectionFacts = Pick<Selection, 'state' | 'included' | 'extra_cents' | 'chosen_count' | 'ends_on'>;

/**
 * Returns where a quote stands, for its client.
 * @param retouched photos of an accepted quote's choice; undefined for a request, and while none is finished
 */
export function standingOfQuote(quote: QuoteFacts, retouched?: Retouched): Standing {
  const { status, price_cents, payment_link, accepted, selection, superseded_at } = quote;
  const subject = selection ? 'choice' : 'request';
  const see = { act: `See your ${subject}`, opens: selection ? 'selection' : 'quote' } as const;
  if (superseded_at !== null) return { state: 'withdrawn', line: withdrawnLine, ...see };
  if (status === 'rejected') {
    const line = `The studio can’t take this ${subject}.`;
    return { state: 'rejected', line, act: 'See the answer', opens: 'quote' };
  }
  if (status !== 'approved') return { state: 'submitted', line: `Your ${subject} is with the studio.`, ...see };
  if (!accepted) return { state: 'priced', ...answerOf(price_cents), act: 'Accept', opens: 'quote' };
  if (retouched && retouched.finished > 0) {
    const { finished, of } = retouched;
    if (finished < of) return { state: 'retouching', line: `${finished} of ${of} finished`, ...see };
    return { state: 'finished', line: of === 1 ? 'Finished' : `All ${of} finished`, ...see };
  }
  const pay = payment_link !== null && { act: 'Pay', opens: 'quote' as const };
  return { state: 'accepted', line: 'You have accepted.', ...see, ...pay };
}

const withdrawnLine = 'The studio opened the selection again. This quote is withdrawn.';

/** Returns the line of a quote that waits for the client, and its price. */
const answerOf = (price_cents: number | null): Pick<Standing, 'line' | 'price_cents'> =>
  price_cents === null
    ? { line: 'The studio’s answer is ready' }
    : { line: 'The studio’s price is ready', price_cents };

/**
 * Returns where a selection stands, for its client.
 * @param quote the quote of its last round
 * @param retouched as for `standingOfQuote`
 */
export function standingOfSelection(
  selection: SelectionFacts,
  quote: QuoteFacts | null,
  retouched?: Retouched,
): Standing {
  const { state, chosen_count } = selection;
  if (state === 'open') {
    const extra = extraOf(selection, chosen_count);
    const line = sayChosenCount(selection, chosen_count);
    return { state: 'choosing', line, ...(extra && { extra }), act: 'Choose photos', opens: 'session' };
  }
  if (state === 'submitted') return standingOfQuote(quote ?? undecided, retouched);
  return { state, line: sayClosed(selection) ?? '', act: 'See your choice', opens: 'selection' };
}

/** The facts assumed for a submitted selection whose quote can't be read. */
const undecided: QuoteFacts = {
  ...{ status: 'pending', price_cents: null, payment_link: null, accepted: null, superseded_at: null, selection: {} },
};
