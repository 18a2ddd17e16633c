import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { CompleteProfile } from '#shared/contract/customers.ts';
import { createProfile, profileQuery } from '../../lib/client-api.ts';
import { loginQuery } from '../../lib/login.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { clearPendingProfile, loadPendingProfile, savePendingProfile } from '../../lib/pending-profile.ts';
import { Form, OnFormChange, SubmitButton, TextField } from '../../ui/form.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { Door } from './door.tsx';

/** 'Complete Your Registration': the last step, after Google, before the record exists. */
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

  const error = login.error ?? profile.error;
  const waiting = !user || profile.data === undefined;
  return (
    <Door title="Complete Your Registration">
      {waiting && error && (
        <Notice tone="error" onRetry={() => (login.error ? login.refetch() : profile.refetch())}>
          {error.message}
        </Notice>
      )}
      {waiting && !error && <Loading lines={4}>Loading...</Loading>}
      {!waiting && (
        <Form
          schema={CompleteProfile}
          defaultValues={{
            name: pending?.name || user.name,
            // The auth user's own phone goes before the one typed on /register (specification point 2).
            phone: user.phone || (pending?.phone ?? ''),
            email: user.email,
            address: pending?.address ?? '',
          }}
          describe={() => 'There was a problem saving your profile.'}
          onSubmit={async (values) => {
            overwrite(queries, profileQuery.queryKey, await createProfile(values));
            clearPendingProfile();
            navigate('/dashboard', { replace: true });
          }}
        >
          <OnFormChange call={savePendingProfile} />
          <TextField name="name" label="Full Name" autoComplete="name" />
          <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" />
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <TextField name="address" label="Address" autoComplete="street-address" />
          <SubmitButton busyText="Saving...">Finish Registration</SubmitButton>
        </Form>
      )}
    </Door>
  );
}
