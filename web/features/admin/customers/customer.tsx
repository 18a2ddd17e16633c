import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { calendarDate } from '#shared/calendar-date.ts';
import { type Customer, EditCustomer, type FavoriteAndNoteCounts } from '#shared/contract/customers.ts';
import { ApiError } from '../../../lib/api.ts';
import { draftOf, dropDraft, keepDraft } from '../../../lib/drafts.ts';
import { overwrite } from '../../../lib/overwrite.ts';
import { useVersioned } from '../../../lib/versioned.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Conflict } from '../../../ui/conflict.tsx';
import { CheckboxField, Form, OnFormChange, SubmitButton, TextField } from '../../../ui/form.tsx';
import { Star } from '../../../ui/icons.tsx';
import { Empty, Notice } from '../../../ui/notice.tsx';
import { QueryStatus } from '../../../ui/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { ReturnedMail } from '../emails/returned-emails.tsx';
import { useIsStaff } from '../is-staff.ts';
import {
  customerQuery,
  customerSessionsQuery,
  directoryQuery,
  editCustomer,
  favoriteAndNoteCountsQuery,
} from '../queries.ts';
import { Screen } from '../screen.tsx';
import { uploadPath } from '../uploads/upload-path.ts';
import { CustomerLinks } from './customer-links.tsx';
import { DeleteCustomer, StatusNotice } from './customer-status.tsx';
import { SignIn } from './sign-in.tsx';

/** 'Edit Customer Profile', with the customer's sessions. */
export function Component() {
  const { id = '' } = useParams();
  const location = useLocation();
  const customer = useQuery(customerQuery(id));
  /** Counts discarded drafts: each shows the stored values in a new form. */
  const [discards, setDiscards] = useState(0);
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
              <Profile
                key={`${id} ${customer.data.status} ${discards}`}
                customer={customer.data}
                onDiscard={() => {
                  dropDraft(draftName(id));
                  setDiscards(discards + 1);
                }}
              />
              <SignIn customer={customer.data} />
            </div>
            <div>
              <Sessions customer={id} />
              <CustomerLinks customer={id} />
            </div>
          </div>
          <DeleteCustomer customer={customer.data} />
        </>
      )}
    </Screen>
  );
}

const fields = { name: 'Name', email: 'Email', phone: 'Phone', profile_complete: 'Profile is complete' };

const draftName = (customer: string) => `customer ${customer}`;

/** Unsaved changes are kept as a draft in this tab, and are back when the screen is opened again. */
function Profile({ customer, onDiscard }: { customer: Customer; onDiscard: () => void }) {
  const queries = useQueryClient();
  const draft = draftName(customer.id);
  const [kept, setKept] = useState(() => draftOf<EditCustomer>(draft));
  // The draft's version too: a save after another admin's edit is then a conflict instead of overwriting it.
  const { start, version, stored, save, keepStored } = useVersioned({ ...customer, ...kept });
  const [saved, setSaved] = useState(false);
  const isStaff = useIsStaff();
  const forgetDraft = () => {
    dropDraft(draft);
    setKept(null);
  };
  return (
    <section aria-label="Profile" className="max-w-xl">
      <p className="mb-5 text-sm text-mute">
        <span className="tabular-nums">{customer.customer_id}</span>
        {customer.login_email && <> · signs in as {customer.login_email}</>}
      </p>
      <Form
        key={start.version}
        schema={EditCustomer}
        defaultValues={start}
        describe={(error) => {
          if (!(error instanceof ApiError)) return 'Failed to save customer.';
          if (error.code === 'EMAIL_TAKEN') return error.message;
          return (
            <>
              <span>Failed to save customer.</span> {error.message}
              {error.code === 'CHANGED_MEANWHILE' && ' What you typed is still here.'}
            </>
          );
        }}
        onSubmit={async (values) => {
          setSaved(false);
          const now = await save((version) => editCustomer(customer.id, { ...values, version }));
          overwrite(queries, customerQuery(customer.id).queryKey, now);
          void queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
          forgetDraft();
          setSaved(true);
        }}
      >
        <OnFormChange<EditCustomer>
          call={({ name, email, phone, profile_complete }) =>
            keepDraft(draft, { name, email, phone, profile_complete, version })
          }
        />
        {kept && (
          <Notice tone="info">
            <span className="flex flex-wrap items-center justify-between gap-3">
              Your unsaved changes are still here.
              <Button look="secondary" onClick={onDiscard}>
                Discard changes
              </Button>
            </span>
          </Notice>
        )}
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
        {stored && (
          <Conflict
            fields={fields}
            stored={stored}
            onKeepStored={() => {
              overwrite(queries, customerQuery(customer.id).queryKey, stored);
              forgetDraft();
              keepStored();
            }}
          />
        )}
        {saved && <Notice tone="success">Customer updated successfully!</Notice>}
        <div>
          <SubmitButton busyText="Saving...">{stored ? 'Save mine instead' : 'Save Changes'}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

function Sessions({ customer }: { customer: string }) {
  const sessions = useQuery(customerSessionsQuery(customer));
  const damaged = useQuery({ ...customerSessionsQuery(customer), select: (known) => known.damaged });
  const counts = useQuery(favoriteAndNoteCountsQuery(customer));
  const countsOf = new Map(counts.data?.map((each) => [each.session_id, each]));
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
              <span className="block font-semibold [overflow-wrap:anywhere]">{session.session_name}</span>
              <span className="flex flex-wrap gap-x-3 text-xs text-mute">
                <span>{calendarDate(session.session_date)}</span>
                <span className="tabular-nums">{formatPhotoCount(session.photos_count)}</span>
                <span className="[overflow-wrap:anywhere]">{session.session_label}</span>
              </span>
              <FavoritesAndNotes counts={countsOf.get(session.id)} />
            </span>
            <span className="flex items-center gap-x-4 max-sm:-ml-3 max-sm:basis-full">
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
