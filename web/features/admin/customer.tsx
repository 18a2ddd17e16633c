import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { type Customer, type CustomerMarks, EditCustomer } from '#shared/contract/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { calendarDate } from '../../lib/dates.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { photosInWords } from '../../photos/in-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckboxField, Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Star } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { DeleteCustomer, StatusNotice } from './customer-status.tsx';
import { customerMarksQuery, customerQuery, customerSessionsQuery, directoryQuery, editCustomer } from './queries.ts';
import { ReturnedMail } from './returned-mail.tsx';
import { Screen } from './screen.tsx';

/** 'Edit Customer Profile', with the customer's sessions. */
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
          <ButtonLink look="secondary" to={`/admin/session/create?customer_id=${id}`}>
            Create New Session
          </ButtonLink>
        )
      }
    >
      {customer.isPending && <Loading>Loading customer info...</Loading>}
      {customer.isError && (
        <div className="mt-6">
          {customer.error instanceof ApiError && customer.error.code === 'NOT_FOUND' ? (
            <Notice tone="error">Customer not found.</Notice>
          ) : (
            <Notice tone="error" onRetry={() => customer.refetch()}>
              {customer.error.message}
            </Notice>
          )}
        </div>
      )}
      {customer.data && (
        <div className="mt-6 flex flex-col gap-3 empty:hidden">
          <StatusNotice customer={customer.data} />
          <ReturnedMail customer={customer.data} />
        </div>
      )}
      {customer.data && customer.data.status !== 'deleted' && (
        <>
          <div className="mt-6 grid gap-12 xl:grid-cols-2">
            <Profile key={`${id} ${customer.data.status}`} customer={customer.data} />
            <Sessions customer={id} />
          </div>
          <DeleteCustomer customer={customer.data} />
        </>
      )}
    </Screen>
  );
}

function Profile({ customer }: { customer: Customer }) {
  const queries = useQueryClient();
  // What the form began with: a look at the server in the background must not take away what is being typed.
  const [start, setStart] = useState(customer);
  const [saved, setSaved] = useState(false);
  /** What another admin saved meanwhile. */
  const [overtaken, setOvertaken] = useState<Customer>();
  const startAnew = async () => {
    try {
      setStart(await queries.fetchQuery({ ...customerQuery(customer.id), staleTime: 0 }));
      setOvertaken(undefined);
    } catch {
      // The screen around this says that the customer could not be loaded.
    }
  };
  return (
    <section aria-label="Profile" className="max-w-xl">
      <p className="mb-5 text-sm text-mute">
        <span className="tabular-nums">{customer.customer_id}</span>
        {customer.login_email && <> · signs in as {customer.login_email}</>}
        {customer.contact_email && <> · gave {customer.contact_email} (unverified)</>}
      </p>
      <Form
        key={start.version}
        schema={EditCustomer}
        defaultValues={{
          name: start.name,
          email: start.email,
          phone: start.phone,
          profile_complete: start.profile_complete,
          version: start.version,
        }}
        describe={(error) => {
          if (!(error instanceof ApiError)) return 'Failed to save customer.';
          if (error.code === 'EMAIL_TAKEN') return error.message;
          const kept = error.code === 'CHANGED_MEANWHILE' ? 'What you typed is still here.' : '';
          return `Failed to save customer. ${error.message} ${kept}`.trim();
        }}
        onSubmit={async (values, form) => {
          setSaved(false);
          const stored = await editCustomer(customer.id, values).catch((error) => {
            const meanwhile = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
            setOvertaken(meanwhile ? (error.details.current as Customer | undefined) : undefined);
            throw error;
          });
          form.setValue('version', stored.version);
          overwrite(queries, customerQuery(customer.id).queryKey, stored);
          void queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
          setOvertaken(undefined);
          setSaved(true);
        }}
      >
        <TextField name="name" label="Name" />
        <TextField name="email" label="Email" type="email" />
        <TextField name="phone" label="Phone" type="tel" />
        <CheckboxField name="profile_complete" label="Profile is complete" />
        {overtaken && <StoredNow customer={overtaken} />}
        {saved && <Notice tone="success">Customer updated successfully!</Notice>}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
          {overtaken && (
            <Button look="secondary" onClick={startAnew}>
              Show what is stored now
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}

/** The other side of a lost race, beside what was typed. */
function StoredNow({ customer }: { customer: Customer }) {
  const facts = [
    ['Name', customer.name],
    ['Email', customer.email],
    ['Phone', customer.phone],
    ['Profile', customer.profile_complete ? 'complete' : 'not complete'],
  ];
  return (
    <dl
      aria-label="Stored now"
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-petal p-4 text-sm"
    >
      <dt className="col-span-2 text-xs font-semibold">Stored now</dt>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-mute">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Sessions({ customer }: { customer: string }) {
  const sessions = useQuery(customerSessionsQuery(customer));
  const marks = useQuery(customerMarksQuery(customer));
  const marksOf = new Map(marks.data?.map((each) => [each.session_id, each]));
  return (
    <section aria-label="Sessions">
      <h2 className="font-display text-lg">Sessions</h2>
      {sessions.isPending && <Loading>Loading sessions...</Loading>}
      {sessions.isError && (
        <Notice tone="error" onRetry={() => sessions.refetch()}>
          The sessions could not be loaded. {sessions.error.message}
        </Notice>
      )}
      {marks.isError && (
        <Notice tone="error" onRetry={() => marks.refetch()}>
          The client’s favorites and notes could not be counted. {marks.error.message}
        </Notice>
      )}
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
                <span className="tabular-nums">{photosInWords(session.photos_count)}</span>
                <span className="[overflow-wrap:anywhere]">{session.session_label}</span>
              </span>
              <Marks marks={marksOf.get(session.id)} />
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
                to={`/admin/photo-upload?customer_id=${customer}&session_id=${session.id}`}
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

/** What the client has starred and written in a session. */
function Marks({ marks }: { marks: CustomerMarks['items'][number] | undefined }) {
  if (!marks) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-4 text-xs tabular-nums">
      {marks.favorites > 0 && (
        <span className="inline-flex items-center gap-1 text-brass">
          <Star filled className="size-3.5" />
          {marks.favorites === 1 ? '1 favorite' : `${marks.favorites} favorites`}
        </span>
      )}
      {marks.notes > 0 && <span>{marks.notes === 1 ? '1 note' : `${marks.notes} notes`}</span>}
    </span>
  );
}
