import type * as z from 'zod';
import type { OfferAddOn, OfferLine, OfferPackage, OfferSigner } from '#shared/contract/offers/content.ts';
import type { OfferItems } from '#shared/contract/offers/offers.ts';

type Items = z.infer<typeof OfferItems>;

/** Returns the id of a new row of an offer. */
const newRowId = (): string => crypto.randomUUID().replaceAll('-', '');

const newLine = (taxIds: string[]): OfferLine => ({
  id: newRowId(),
  ...{ name: '', detail: '', price_cents: 0, quantity: 1, tax_ids: taxIds },
});

/** Returns a package, copied from the website's if one is given. `taxIds`: the ids of the offer's taxes. */
export const newPackage = (taxIds: string[], item?: Items['packages'][number]): OfferPackage => ({
  ...newLine(taxIds),
  ...(item && { name: item.name, detail: item.detail, price_cents: item.price_cents }),
  service: item?.service ?? '',
});

/** Returns an add-on that the client may choose, copied from the website's, or a line of the studio's own, which is included. */
export const newAddOn = (taxIds: string[], item?: Items['add_ons'][number]): OfferAddOn => ({
  ...newLine(taxIds),
  ...(item && { name: item.name, detail: item.detail, price_cents: item.price_cents }),
  is_optional: item !== undefined,
});

export const newSigner = (): OfferSigner => ({ id: newRowId(), name: '', email: '', as: '' });
