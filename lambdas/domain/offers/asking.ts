import type { AskAboutOffer } from '#shared/contract/offers/signing.ts';
import { limits } from '#shared/limits.ts';
import type { Client } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { writesOfMessage } from '../messages/messages.ts';
import { recordActivity } from '../timeline/record.ts';
import { requireOwnOffer } from './own-offers.ts';

/**
 * Sends a client's question about an offer to the studio, as a message. A repeated request sends it once.
 * @throws StudioError NOT_FOUND; TOO_MANY
 */
export async function askAboutOffer(actor: Client, id: string, { request_id, words }: AskAboutOffer): Promise<void> {
  const { title, customer_id } = await requireOwnOffer(actor, id);
  await limit(`offer questions ${actor.sub}`, limits.offerQuestions, hourSeconds, tooManyMessage);
  const customer = await requireCustomer(customer_id);
  const { name, phone } = customer;
  try {
    await transact([
      ...writesOfMessage(idFrom(`question ${actor.sub} ${request_id}`), {
        ...{ name, phone, email: addressFor(customer), message: `About the offer “${title}”:\n\n${words}` },
      }),
      ...recordActivity(actor, { kind: 'offer-asked', customer_id, offer_id: id, what: title, words }),
    ]);
  } catch (error) {
    // The same request was sent twice, and the other attempt has been stored first.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

const tooManyMessage = 'You have sent many questions. Call or email the studio, or try again in an hour.';
