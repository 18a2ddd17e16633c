import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { CreateSession } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { suggestLabel } from '#shared/text/session-label.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { ApiError } from '../../../lib/query/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SubmitButton, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { useIsMounted } from '../../../ui/is-mounted.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerSessionsQuery, directoryQuery } from '../customers/api.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import { keepLastUsed } from '../presets/api.ts';
import { PresetField } from '../presets/preset-field.tsx';
import { Screen } from '../screen.tsx';
import { uploadPath } from '../uploads/upload-path.ts';
import { createSession, sessionsQuery } from './api.ts';
import { endLabel, TypedEnd } from './settings/gallery-end.tsx';

/** The form's values; `preset_id` is '' without a preset, `ends_on` without a last day. */
const Typed = CreateSession.extend({ preset_id: z.string(), ends_on: TypedEnd });

/** The screen 'Create New Photo Session'; afterwards it navigates to the upload screen of the new session. */
export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const customers = useQuery(directoryQuery);
  /** A free label that the API suggests if the typed label is taken. */
  const [freeLabel, setFreeLabel] = useState<string>();
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
          schema={Typed}
          defaultValues={{
            customer_id: query.get('customer_id') ?? '',
            session_name: '',
            session_date: '',
            notes: '',
            ends_on: '',
            preset_id: '',
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
          onSubmit={async ({ preset_id, ends_on, ...values }) => {
            const optional = { ...(preset_id && { preset_id }), ...(ends_on && { ends_on }) };
            const session = await createSession({ ...values, ...optional }).catch((error) => {
              const suggestion = error instanceof ApiError && error.details.suggestion;
              setFreeLabel(typeof suggestion === 'string' ? suggestion : undefined);
              throw error;
            });
            if (preset_id) keepLastUsed(preset_id);
            const ofCustomer = customerSessionsQuery(session.customer_id).queryKey;
            const newSession = { ...session, state: 'to_upload' as const, next_date: null };
            queries.setQueryData(ofCustomer, (page) => page && { ...page, items: [newSession, ...page.items] });
            // The next date depends on the studio's day.
            for (const queryKey of [ofCustomer, sessionsQuery.queryKey]) void queries.invalidateQueries({ queryKey });
            const uploadUrl = uploadPath(session.customer_id, session.id);
            try {
              await import('../uploads/upload-screens.tsx');
            } catch {
              return setNextPath(uploadUrl);
            }
            if (isMounted.current) void navigate(uploadUrl);
          }}
        >
          <CustomerField customers={customers.data} />
          <TextField name="session_name" label="Session Name" />
          <TextField name="session_date" label="Session Date" type="date" />
          <LabelField freeLabel={freeLabel} />
          <TextArea name="notes" label="Notes (optional)" />
          <PresetField />
          <TextField
            name="ends_on"
            label={endLabel}
            type="date"
            hint="After it, the client and guests see no photos until you open the gallery again. Empty: the preset’s, or it never ends."
          />
          <div>
            <SubmitButton busyText="Creating...">Create Session</SubmitButton>
          </div>
        </KeptForm>
      )}
    </Screen>
  );
}

/** The label field; it follows the name and date until the studio edits it. */
function LabelField({ freeLabel }: { freeLabel: string | undefined }) {
  const form = useFormContext<{ session_name: string; session_date: string; session_label?: string }>();
  const [name, date, label] = form.watch(['session_name', 'session_date', 'session_label']);
  const suggestedLabel = name && date ? suggestLabel(name, date) : '';
  // A label in a stored draft stays.
  const [isEdited, setEdited] = useState(() => Boolean(label) && label !== suggestedLabel);
  useEffect(() => {
    if (!isEdited && suggestedLabel)
      form.setValue('session_label', suggestedLabel, { shouldValidate: form.formState.isSubmitted });
  }, [isEdited, suggestedLabel, form]);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        name="session_label"
        label="Session ID"
        hint="Unique for this customer. Lower-case letters, digits and hyphens."
        placeholder="may2025-family-session"
        onInput={() => setEdited(true)}
      />
      {freeLabel && freeLabel !== label && (
        <Button
          look="quiet"
          className="self-start px-0!"
          onClick={() => {
            setEdited(true);
            form.setValue('session_label', freeLabel, { shouldValidate: true });
          }}
        >
          Use {freeLabel}
        </Button>
      )}
    </div>
  );
}
