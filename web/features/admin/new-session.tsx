import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CreateSession, suggestLabel } from '#shared/contract/sessions.ts';
import { ApiError } from '../../lib/api.ts';
import { useIsMounted } from '../../lib/is-mounted.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, SelectField, SubmitButton, TextArea, TextField } from '../../ui/form.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { createSession, customerSessionsQuery, directoryQuery, sessionsQuery } from './queries.ts';
import { Screen } from './screen.tsx';

/** 'Create New Photo Session'; goes on to the upload screen of the new session. */
export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const customers = useQuery(directoryQuery);
  /** A label that is free, where the one that was wanted is taken. */
  const [free, setFree] = useState<string>();
  /** Where to go on where the next screen could not be fetched. */
  const [stranded, setStranded] = useState<string>();
  if (stranded) {
    return (
      <Screen title="Create New Photo Session">
        <div className="mt-6 flex flex-col items-start gap-4">
          <Notice tone="error">Session created, but redirect failed.</Notice>
          <ButtonLink to={stranded}>Upload Photos</ButtonLink>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title="Create New Photo Session">
      {customers.isPending && <Loading lines={4}>Loading customers...</Loading>}
      {customers.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => customers.refetch()}>
            Failed to load customers
          </Notice>
        </div>
      )}
      {customers.data && (
        <Form
          className="mt-6 max-w-xl"
          schema={CreateSession}
          defaultValues={{
            customer_id: query.get('customer_id') ?? '',
            session_name: '',
            session_date: '',
            notes: '',
          }}
          describeInvalid={({ customer_id, session_name, session_date }) =>
            customer_id && session_name.trim() && session_date ? undefined : 'Please fill out all required fields.'
          }
          describe={(error) =>
            error instanceof ApiError && error.code === 'LABEL_TAKEN'
              ? error.message
              : `Failed to create session. ${error instanceof Error ? error.message : ''}`.trim()
          }
          onSubmit={async (values) => {
            const session = await createSession(values).catch((error) => {
              const suggestion = error instanceof ApiError && error.details.suggestion;
              setFree(typeof suggestion === 'string' ? suggestion : undefined);
              throw error;
            });
            queries.setQueryData(customerSessionsQuery(session.customer_id).queryKey, (before) =>
              before ? [session, ...before] : undefined,
            );
            void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
            const next = `/admin/photo-upload?customer_id=${session.customer_id}&session_id=${session.id}`;
            try {
              await import('./uploads/upload-screens.tsx');
            } catch {
              return setStranded(next);
            }
            if (isMounted.current) void navigate(next);
          }}
        >
          <SelectField name="customer_id" label="Customer">
            <option value="">Select a customer</option>
            {customers.data.map((customer) => (
              <option key={customer.id} value={customer.id}>
                {customer.name || customer.email} ({customer.email})
              </option>
            ))}
          </SelectField>
          <TextField name="session_name" label="Session Name" />
          <TextField name="session_date" label="Session Date" type="date" />
          <LabelField free={free} />
          <TextArea name="notes" label="Notes (optional)" />
          <div>
            <SubmitButton busyText="Creating...">Create Session</SubmitButton>
          </div>
        </Form>
      )}
    </Screen>
  );
}

/** The label, suggested from name and date until somebody writes their own. */
function LabelField({ free }: { free: string | undefined }) {
  const form = useFormContext<{ session_name: string; session_date: string; session_label?: string }>();
  const [name, date, label] = form.watch(['session_name', 'session_date', 'session_label']);
  const [own, setOwn] = useState(false);
  const suggested = name && date ? suggestLabel(name, date) : '';
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
