import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { type Customer, EditCustomer, type FavoriteAndNoteCounts } from '#shared/contract/customers.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { EditForm } from '../../../forms/edit-form.tsx';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CheckboxField, SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { Star } from '../../../ui/icons.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { CustomerEmails } from '../emails/customer-emails.tsx';
import { ReturnedMail } from '../emails/returned-emails.tsx';
import { useIsStaff } from '../is-staff.ts';
import { Screen } from '../screen.tsx';
import { uploadPath } from '../uploads/upload-path.ts';
import {
  customerQuery,
  customerSessionsQuery,
  directoryQuery,
  editCustomer,
  favoriteAndNoteCountsQuery,
} from './api.ts';
import { CustomerLinks } from './customer-links.tsx';
import { DeleteCustomer, StatusNotice } from './customer-status.tsx';
import { SignIn } from './sign-in.tsx';

/** The screen 'Edit Customer Profile', with the customer's sessions. */
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
          <div className="mt-6 grid gap-12 xl:grid-cols-2">
            <div>
              <Profile key={`${id} ${customer.data.status}`} customer={customer.data} />
              <SignIn customer={customer.data} />
            </div>
            <div>
              <Sessions customer={id} />
              <CustomerLinks customer={id} />
              <CustomerEmails customer={id} />
            </div>
          </div>
          <DeleteCustomer customer={customer.data} />
        </>
      )}
    </Screen>
  );
}

const fields = { name: 'Name', email: 'Email', phone: 'Phone', profile_complete: 'Profile is complete' };

const Editable = EditCustomer.omit({ version: true });

function Profile({ customer }: { customer: Customer }) {
  const queries = useQueryClient();
  const isStaff = useIsStaff();
  return (
    <section aria-label="Profile" className="max-w-xl">
      <p className="mb-5 text-sm text-mute">
        <span className="tabular-nums">{customer.customer_id}</span>
        {customer.login_email && <> · signs in as {customer.login_email}</>}
      </p>
      <EditForm<Customer, typeof Editable>
        schema={Editable}
        row={customer}
        valuesOf={({ name, email, phone, profile_complete }) => ({ name, email, phone, profile_complete })}
        labels={fields}
        draft={`customer ${customer.id}`}
        describe={(error) => {
          if (!(error instanceof ApiError)) return 'Failed to save customer.';
          if (error.code === 'EMAIL_TAKEN') return error.message;
          return (
            <>
              <span>Failed to save customer.</span> {error.message}
            </>
          );
        }}
        send={(values, version) => editCustomer(customer.id, { ...values, version })}
        onSaved={(saved) => {
          overwrite(queries, customerQuery(customer.id).queryKey, saved);
          void queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
        }}
        actions={(isSaved) => (
          <>
            {isSaved && <Notice tone="success">Customer updated successfully!</Notice>}
            <div>
              <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
            </div>
          </>
        )}
      >
        <TextField name="name" label={fields.name} />
        <TextField
          name="email"
          label={fields.email}
          type="email"
          readOnly={isStaff}
          hint={isStaff && sayAdminsOnly('change a customer’s email')}
        />
        <TextField name="phone" label={fields.phone} type="tel" />
        <CheckboxField name="profile_complete" label={fields.profile_complete} />
      </EditForm>
    </section>
  );
}

function Sessions({ customer }: { customer: string }) {
  const sessions = useQuery(customerSessionsQuery(customer));
  const damaged = useQuery({ ...customerSessionsQuery(customer), select: (sessionPage) => sessionPage.damaged });
  const counts = useQuery(favoriteAndNoteCountsQuery(customer));
  const countsOf = new Map(counts.data?.map((sessionCounts) => [sessionCounts.session_id, sessionCounts]));
  return (
    <section aria-label="Sessions">
      <h2 className="font-display text-lg">Sessions</h2>
      <QueryStatus query={sessions} loading="Loading sessions..." failed="The sessions could not be loaded." />
      <QueryStatus query={counts} failed="The client’s favorites and notes could not be counted." />
      <DamagedRows pages={[{ damaged: damaged.data }]} list="sessions" />
      {sessions.data?.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to={`/admin/session/create?customer_id=${customer}`}>
              Create New Session
            </ButtonLink>
          }
        >
          No sessions yet.
        </Empty>
      )}
      <ul className="mt-3">
        {sessions.data?.map((session) => (
          <li
            key={session.id}
            className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1 basis-48">
              <span dir="auto" className="block font-semibold [overflow-wrap:anywhere]">
                {session.session_name}
              </span>
              <span className="flex flex-wrap gap-x-3 text-xs text-mute">
                <span>{calendarDate(session.session_date)}</span>
                <span className="tabular-nums">{formatPhotoCount(session.photos_count)}</span>
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  {session.session_label}
                </span>
              </span>
              <FavoritesAndNotes counts={countsOf.get(session.id)} />
            </span>
            <span className="flex flex-wrap items-center gap-x-4 max-sm:-ml-3 max-sm:basis-full">
              <ButtonLink
                look="quiet"
                to={`/admin/session/${session.id}`}
                aria-label={`View session ${session.session_name}`}
              >
                View
              </ButtonLink>
              <ButtonLink
                look="secondary"
                to={uploadPath(customer, session.id)}
                aria-label={`Upload photos to ${session.session_name}`}
              >
                Upload Photos
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The client's numbers of favorites and notes in a session. */
function FavoritesAndNotes({ counts }: { counts: FavoriteAndNoteCounts['items'][number] | undefined }) {
  if (!counts) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-4 text-xs tabular-nums">
      {counts.favorites > 0 && (
        <span className="inline-flex items-center gap-1 text-brass">
          <Star filled className="size-3.5" />
          {counts.favorites === 1 ? '1 favorite' : `${counts.favorites} favorites`}
        </span>
      )}
      {counts.notes > 0 && <span>{counts.notes === 1 ? '1 note' : `${counts.notes} notes`}</span>}
    </span>
  );
}
