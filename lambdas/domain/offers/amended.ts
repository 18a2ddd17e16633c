import { StudioError } from '../../platform/errors.ts';
import type { Write } from '../../platform/table.ts';
import { readOffer, staysAgreed } from './repository.ts';
import type { OfferRow } from './row.ts';

/** The agreed offer to which an amendment adds. */

/** Returns the row of the offer to which this one adds; undefined for an offer by itself. */
export const readAmended = async ({ amends }: Pick<OfferRow, 'amends'>): Promise<OfferRow | undefined> =>
  amends === undefined ? undefined : readOffer(amends);

/**
 * Returns the condition that the offer to which this one adds is agreed, for the transaction that sends or signs it; none for an
 * offer by itself. The transaction fails with StudioError INVALID if that offer was canceled.
 */
export const amendedStaysAgreed = ({ amends }: Pick<OfferRow, 'amends'>): Write[] =>
  amends === undefined ? [] : [staysAgreed(amends, noLongerAgreed)];

const noLongerAgreed = () => new StudioError('INVALID', 'The offer to which this one adds was canceled.');
