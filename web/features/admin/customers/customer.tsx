import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { CustomerEmails } from '../emails/customer-emails.tsx';
import { ReturnedMail } from '../emails/returned-emails.tsx';
import { CustomerOffers } from '../offers/customer-offers.tsx';
import { Screen } from '../screen.tsx';
import { customerQuery } from './api.ts';
import { CustomerCard } from './card/customer-card.tsx';
import { CustomerLinks } from './card/customer-links.tsx';
import { CustomerSessions } from './card/customer-sessions.tsx';
import { ProfileForm } from './card/profile-form.tsx';
import { DeleteCustomer, StatusNotice } from './customer-status.tsx';
import { SignIn } from './sign-in.tsx';

/** The screen 'Edit Customer Profile': the customer's card and sessions first, then what can be changed. */
export function Component() {
  const { id = '' } = useParams();
  const location = useLocation();
  const customer = useQuery(customerQuery(id));
  return (
    <Screen
      title="Edit Customer Profile"
      back={{ to: (location.state as { from?: string } | null)?.from ?? '/admin/customers', label: 'Customers' }}
      actions={
        customer.data &&
        customer.data.status !== 'deleted' && (
          <div className="flex flex-wrap gap-x-3 gap-y-2">
            <ButtonLink look="quiet" className="max-sm:px-0!" to={`/admin/customer/${id}/timeline`}>
              Timeline
            </ButtonLink>
            {customer.data.status === 'active' && (
              <ButtonLink look="quiet" className="max-sm:px-0!" to={`/admin/view/${id}/dashboard/gallery`}>
                View as the client
              </ButtonLink>
            )}
            <ButtonLink look="secondary" to={`/admin/session/create?customer_id=${id}`}>
              Create New Session
            </ButtonLink>
          </div>
        )
      }
    >
      <QueryStatus
        query={customer}
        loading="Loading customer info..."
        failed="The customer could not be loaded."
        missing={<Notice tone="error">Customer not found.</Notice>}
      />
      {customer.data && (
        <div className="mt-6 flex flex-col gap-3 empty:hidden">
          <StatusNotice customer={customer.data} />
          <ReturnedMail customer={customer.data} />
        </div>
      )}
      {customer.data && customer.data.status !== 'deleted' && (
        <>
          <CustomerCard customer={customer.data} />
          <div className="mt-8 grid gap-12 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div>
              <CustomerSessions customer={id} />
              <CustomerOffers customer={id} />
              <CustomerLinks customer={id} />
              <CustomerEmails customer={id} />
            </div>
            <div>
              <ProfileForm key={`${id} ${customer.data.status}`} customer={customer.data} />
              <SignIn customer={customer.data} />
            </div>
          </div>
          <DeleteCustomer customer={customer.data} />
        </>
      )}
    </Screen>
  );
}
