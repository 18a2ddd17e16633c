import type { SentEmailPage } from '#shared/contract/emails.ts';
import type { Admin } from '../../platform/auth.ts';
import { getCustomer } from '../customers/customers.ts';
import { listEmailsOf } from '../emails/listing.ts';

/**
 * Returns a page of the emails to and about a customer, newest first, also for a customer in the trash.
 * @throws StudioError NOT_FOUND
 */
export async function listCustomerEmails(actor: Admin, id: string, cursor?: string): Promise<SentEmailPage> {
  await getCustomer(actor, id);
  return listEmailsOf(actor, id, cursor);
}
