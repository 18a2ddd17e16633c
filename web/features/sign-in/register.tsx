import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { required } from '#shared/contract/fields.ts';
import { limits } from '#shared/limits.ts';
import { studio } from '#shared/studio.ts';
import { loginQuery } from '../../lib/login.ts';
import { loadPendingProfile, savePendingProfile } from '../../lib/pending-profile.ts';
import { signInWithGoogle } from '../../lib/sign-in.ts';
import { Form, OnFormChange, SubmitButton, TextField } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Door } from './door.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';

const Registration = z.object({
  name: required('Full Name', limits.name),
  phone: required('Phone Number', limits.phone),
  address: required('Address', limits.address),
});

const failed = 'Google sign-in failed.';

/** 'Create Your Account': what is typed stays in this browser while Google says who it is. */
export function Component() {
  const login = useQuery(loginQuery);
  const [query] = useSearchParams();
  const [pending] = useState(loadPendingProfile);
  if (login.data?.user) return <Navigate to="/dashboard" replace />;
  return (
    <Door title="Create Your Account">
      {query.has('failed') && <Notice tone="error">{failed}</Notice>}
      <OpenInBrowser />
      {login.data?.googleEnabled === false ? (
        <Notice tone="info">Registration is not set up yet. Please contact the studio at {studio.email}.</Notice>
      ) : (
        <Form
          schema={Registration}
          defaultValues={pending ?? { name: '', phone: '', address: '' }}
          describe={() => failed}
          onSubmit={async (profile) => {
            savePendingProfile(profile);
            await signInWithGoogle();
            // The page is being left; until then the button keeps saying so.
            await new Promise(() => {});
          }}
        >
          <OnFormChange call={savePendingProfile} />
          <TextField name="name" label="Full Name" autoComplete="name" />
          <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" />
          <TextField name="address" label="Address" autoComplete="street-address" />
          <SubmitButton busyText="Redirecting...">Register with Google</SubmitButton>
        </Form>
      )}
      <p className="text-sm text-mute">
        Already a client?{' '}
        <Link to="/client-login" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </Door>
  );
}
