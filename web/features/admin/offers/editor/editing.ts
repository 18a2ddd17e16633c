import { createContext, use } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { Currency } from '#shared/money/currency.ts';
import type { Unfinished } from '#shared/offers/unfinished.ts';

/** What the fields of a draft know besides their values. */
interface Editing {
  offer: StudioOffer;
  currency: Currency;
  /** What is typed; while a field can't be read, as it was before. */
  content: OfferContent;
  /** The offer as its client would read it; undefined until it is loaded. */
  preview: ClientOffer | undefined;
  /** What keeps the offer from being sent. */
  unfinished: Unfinished;
  /** Whether fields say so: after the first attempt to send. */
  isChecked: boolean;
}

export const EditingContext = createContext<Editing | undefined>(undefined);

/**
 * Returns what the fields of the surrounding draft know.
 * @throws Error outside of a draft's editor
 */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('This field is not in the editor of an offer.');
  return editing;
}
