import type { Admin, Client } from '../../../platform/auth.ts';
import { StudioError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { requireCustomer } from '../../customers/customers.ts';

/**
 * Returns an actor with which an admin views a client's gallery by the client's own functions and rules. Pass it only
 * to functions that read, because it has no login. Logs each use.
 * @throws StudioError NOT_FOUND for the customer; INVALID for a closed account, whose client sees nothing
 */
export async function actAsClient(actor: Admin, customerId: string): Promise<Client> {
  const { status } = await requireCustomer(customerId);
  if (status !== 'active') throw new StudioError('INVALID', 'This customer’s account is closed: they see no gallery.');
  log.info('An admin views a gallery as its client.', { admin: actor.sub, customer_id: customerId });
  return { kind: 'client', sub: `view ${actor.sub}`, username: '', customer_id: customerId, is_view: true };
}
