import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { CreateSession, suggestLabel } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { useIsMounted } from '../../../lib/browser/is-mounted.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SelectField, SubmitButton, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerSessionsQuery, directoryQuery } from '../customers/api.ts';
import { optionOf, useCustomerFilter } from '../customers/customer-filter.tsx';
import { Screen } from '../screen.tsx';
import { uploadPath } from '../uploads/upload-path.ts';
import { createSession, sessionsQuery } from './api.ts';

/** 'Create New Photo Session'; then navigates to the upload screen of the new session. */
export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const customers = useQuery(directoryQuery);
  /** A free label that the API suggests when the wanted one is taken. */
  const [free, setFree] = useState<string>();
  /** The next screen's path, if its code could not be loaded. */
  const [nextPath, setNextPath] = useState<string>();
  if (nextPath) {
    return (
      <Screen title="Create New Photo Session" back={{ to: '/admin/sessions', label: 'All sessions' }}>
        <div className="mt-6 flex flex-col items-start gap-4">
          <Notice tone="error">Session created, but redirect failed.</Notice>
          <ButtonLink to={nextPath}>Upload Photos</ButtonLink>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title="Create New Photo Session" back={{ to: '/admin/sessions', label: 'All sessions' }}>
      <QueryStatus query={customers} lines={4} loading="Loading customers..." failed="Failed to load customers" />
      {customers.data && (
        <KeptForm
          draft={`new session ${query.get('customer_id') ?? ''}`}
          className="mt-6 max-w-xl"
          schema={CreateSession}
          defaultValues={{
            customer_id: query.get('customer_id') ?? '',
            session_name: '',
            session_date: '',
            notes: '',
          }}
          describeInvalid={({ customer_id, session_name, session_date }) =>
            customer_id && typedLine(session_name) && session_date ? undefined : 'Please fill out all required fields.'
          }
          describe={(error) =>
            error instanceof ApiError && error.code === 'LABEL_TAKEN' ? (
              error.message
            ) : (
              <>
                <span>Failed to create session.</span> {messageOf(error)}
              </>
            )
          }
          onSubmit={async (values) => {
            const session = await createSession(values).catch((error) => {
              const suggestion = error instanceof ApiError && error.details.suggestion;
              setFree(typeof suggestion === 'string' ? suggestion : undefined);
              throw error;
            });
            queries.setQueryData(
              customerSessionsQuery(session.customer_id).queryKey,
              (before) => before && { ...before, items: [session, ...before.items] },
            );
            void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
            const next = uploadPath(session.customer_id, session.id);
            try {
              await import('../uploads/upload-screens.tsx');
            } catch {
              return setNextPath(next);
            }
            if (isMounted.current) void navigate(next);
          }}
        >
          <CustomerField customers={customers.data} />
          <TextField name="session_name" label="Session Name" />
          <TextField name="session_date" label="Session Date" type="date" />
          <LabelField free={free} />
          <TextArea name="notes" label="Notes (optional)" />
          <div>
            <SubmitButton busyText="Creating...">Create Session</SubmitButton>
          </div>
        </KeptForm>
      )}
    </Screen>
  );
}

/** The select of a customer, with a search among many. */
function CustomerField({ customers }: { customers: DirectoryEntry[] }) {
  const chosen = useFormContext<{ customer_id: string }>().watch('customer_id');
  const { field, options } = useCustomerFilter(customers, chosen);
  return (
    <>
      {field}
      <SelectField name="customer_id" label="Customer">
        <option value="">Select a customer</option>
        {options.map((customer) => (
          <option key={customer.id} value={customer.id}>
            {optionOf(customer)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** The label field: suggested from name and date until edited. */
function LabelField({ free }: { free: string | undefined }) {
  const form = useFormContext<{ session_name: string; session_date: string; session_label?: string }>();
  const [name, date, label] = form.watch(['session_name', 'session_date', 'session_label']);
  const suggested = name && date ? suggestLabel(name, date) : '';
  // One that was typed before is kept.
  const [own, setOwn] = useState(() => Boolean(label) && label !== suggested);
  useEffect(() => {
    if (!own && suggested) form.setValue('session_label', suggested, { shouldValidate: form.formState.isSubmitted });
  }, [own, suggested, form]);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        name="session_label"
        label="Session ID"
        hint="Unique for this customer. Lower-case letters, digits and hyphens."
        placeholder="may2025-family-session"
        onInput={() => setOwn(true)}
      />
      {free && free !== label && (
        <Button
          look="quiet"
          className="self-start px-0!"
          onClick={() => {
            setOwn(true);
            form.setValue('session_label', free, { shouldValidate: true });
          }}
        >
          Use {free}
        </Button>
      )}
    </div>
  );
}
