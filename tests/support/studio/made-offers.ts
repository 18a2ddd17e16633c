import { randomUUID } from 'node:crypto';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { createOffer, saveOffer } from '../../../lambdas/domain/offers/drafting.ts';
import { sendOffer } from '../../../lambdas/domain/offers/sending.ts';
import { studioAdmin } from './client-world.ts';
import { offerContent } from './offers.ts';

/** Stores a draft of a customer that can be sent, in the studio that tests in a browser run against. */
export async function makeDraft(customer_id: string, values: Partial<OfferContent> = {}): Promise<StudioOffer> {
  const { id, version } = await createOffer(studioAdmin, { request_id: randomUUID(), customer_id });
  return saveOffer(studioAdmin, id, { version, content: offerContent(values) });
}

/** Sends a new offer to a customer of that studio. */
export async function makeOffer(customer_id: string, values: Partial<OfferContent> = {}): Promise<StudioOffer> {
  const { id, version } = await makeDraft(customer_id, values);
  return sendOffer(studioAdmin, id, { version, message: 'Here it is.' });
}
