import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { CompleteProfile } from '#shared/contract/customers.ts';
import { errors } from '#shared/errors.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import { clearPendingProfile, loadPendingProfile } from '../../lib/auth/pending-profile.ts';
import { draftOf, dropDraft, keepDraft } from '../../lib/browser/drafts.ts';
import { ApiError } from '../../lib/query/api.ts';
import { createProfile, profileQuery } from '../../lib/query/client-api.ts';
import { overwrite } from '../../lib/query/overwrite.ts';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Form, OnFormChange, SubmitButton, TextField } from '../../ui/fields/form.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { Loading, Notice } from '../../ui/status/notice.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { SignInPage } from './sign-in-page.tsx';

const draft = 'register-complete';

/** The page 'Complete Your Registration': after the Google sign-in, before the customer record exists. */
export function Component() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const login = useQuery(loginQuery);
  const user = login.data?.user;
  const [pending] = useState(loadPendingProfile);
  const profile = useQuery({ ...profileQuery, enabled: Boolean(user) && !user?.isAdmin });

  if (login.isSuccess && !user) return <Navigate to="/login" replace />;
  if (user?.isAdmin) return <Navigate to="/admin/dashboard" replace />;
  if (profile.data) return <Navigate to="/dashboard" replace />;

  if (profile.error instanceof ApiError && profile.error.code === 'EMAIL_UNVERIFIED') {
    return <Navigate to="/client-login" replace />;
  }

  const error = login.error ?? profile.error;
  const isWaiting = !user || profile.data === undefined;
  return (
    <SignInPage title="Complete Your Registration">
      <KeepFocus>
        {isWaiting && error && (
          <div className="flex flex-col gap-6">
            <Notice tone="error" onRetry={() => (login.error ? login.refetch() : profile.refetch())}>
              {error.message}
            </Notice>
            {error.message === errors.ACCOUNT_CLOSED.message && <StudioContact />}
          </div>
        )}
        {isWaiting && !error && <Loading lines={4}>Loading...</Loading>}
      </KeepFocus>
      {!isWaiting && (
        <Form
          schema={CompleteProfile}
          defaultValues={{
            name: pending?.name || user.name,
            // The login's phone takes precedence over the phone typed on /register (specification point 2).
            phone: user.phone || (pending?.phone ?? ''),
            email: user.email,
            address: pending?.address ?? '',
            ...draftOf<CompleteProfile>(draft),
          }}
          describe={() => 'There was a problem saving your profile.'}
          onSubmit={async (values) => {
            overwrite(queries, profileQuery.queryKey, await createProfile(values));
            clearPendingProfile();
            dropDraft(draft);
            navigate('/dashboard', { replace: true });
          }}
        >
          <OnFormChange call={(values) => keepDraft(draft, values)} />
          <TextField name="name" label="Full Name" autoComplete="name" />
          <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" />
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <AddressField />
          <SubmitButton busyText="Saving...">Finish Registration</SubmitButton>
        </Form>
      )}
    </SignInPage>
  );
}
