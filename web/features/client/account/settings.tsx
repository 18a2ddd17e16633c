import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EditMe, type Profile } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { EditForm } from '../../../forms/edit-form.tsx';
import { rememberDeletion } from '../../../lib/auth/account-deleted.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { signOut } from '../../../lib/auth/sign-out.ts';
import { saveBlob } from '../../../lib/browser/save-file.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { profileQuery } from '../../../lib/query/client-api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { closeAccount, editProfile, requestOwnData, settingsQuery } from './api.ts';
import { ConfirmContact } from './confirm-contact.tsx';

const ProfileForm = EditMe.omit({ version: true });
const fields = { name: 'Name', phone: 'Phone', email: 'Email', address: 'Address' } as const;

/** The screen 'Account Settings': profile, data export, closing the account. */
export function Component() {
  const profile = useQuery(settingsQuery);
  return (
    <Screen title="Account Settings">
      <div className="mt-8 max-w-xl">
        <QueryStatus
          query={profile}
          loading="Loading..."
          lines={5}
          failed="Your profile could not be loaded."
          missing={<Notice tone="error">{profile.error?.message}</Notice>}
        />
        {profile.data && <ProfileSettings profile={profile.data} />}
      </div>
      <OwnData />
      <CloseAccount />
    </Screen>
  );
}

function describeError(error: unknown): ReactNode {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'NO_CUSTOMER') return messageOf(error);
  return (
    <>
      <span>Failed to update profile.</span>
      {code === 'CHANGED_MEANWHILE' && ' It was changed on another device in the meantime.'}
    </>
  );
}

const CustomerId = ({ id }: { id: string }) => (
  <div className="mb-5 flex flex-col gap-1.5">
    <label htmlFor="customer-id" className="text-sm font-semibold">
      Customer ID
    </label>
    <input
      id="customer-id"
      readOnly
      value={id}
      className="h-12 w-full rounded-md border border-line bg-petal px-3.5 text-base tabular-nums"
    />
  </div>
);

/** The profile form. Edits start from the profile as it was when the screen opened, whatever other devices save. */
function ProfileSettings({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  /** The profile as the server last answered: its email, and the address that the studio's emails go to. */
  const [current, setCurrent] = useState(profile);
  const [isConfirmed, setConfirmed] = useState(false);
  const user = useQuery(loginQuery).data?.user;
  return (
    <>
      <CustomerId id={profile.customer_id} />
      <EditForm<Profile, typeof ProfileForm>
        schema={ProfileForm}
        row={profile}
        // The Google account's name is a suggestion until saved.
        valuesOf={({ name, phone, email, address }) => ({ name: name || (user?.name ?? ''), phone, email, address })}
        labels={fields}
        draft={`settings ${profile.id}`}
        others="Another device"
        describe={describeError}
        send={(values, version) => editProfile({ ...values, version })}
        onSaved={(savedProfile) => {
          overwrite(queries, profileQuery.queryKey, savedProfile);
          setCurrent(savedProfile);
          setConfirmed(false);
        }}
        actions={(isSaved) => (
          <>
            {isSaved && !isConfirmed && <Notice tone="success">Profile updated successfully.</Notice>}
            <div>
              <SubmitButton busyText="Saving...">Update Settings</SubmitButton>
            </div>
          </>
        )}
      >
        <TextField
          name="name"
          label={fields.name}
          autoComplete="name"
          hint={!profile.name && user?.name && 'From your Google account. Save it, or change it first.'}
        />
        <TextField name="phone" label={fields.phone} type="tel" autoComplete="tel" />
        <TextField
          name="email"
          label={fields.email}
          type="email"
          autoComplete="email"
          hint={hintOf(current, user?.email)}
        />
        <AddressField />
      </EditForm>
      {isConfirmed && (
        <div className="mt-5">
          <Notice tone="success">Confirmed. From now on, our emails go to {current.emails_to}.</Notice>
        </div>
      )}
      {current.email !== current.emails_to && (
        <ConfirmContact
          key={current.email}
          profile={current}
          onConfirmed={(confirmedProfile) => {
            overwrite(queries, profileQuery.queryKey, confirmedProfile);
            setCurrent(confirmedProfile);
            setConfirmed(true);
          }}
        />
      )}
    </>
  );
}

/** Returns the hint that says where emails go, and, if it differs, which address signs in. */
function hintOf({ email, emails_to }: Profile, login: string | undefined): string {
  if (email === emails_to) {
    const destination = 'Emails from this website go to this address.';
    return login && login !== email ? `${destination} You sign in with ${login}.` : destination;
  }
  const visibility = 'The studio sees this address.';
  if (!emails_to) return visibility;
  return `${visibility} Emails from this website go to ${emails_to}${emails_to === login ? ', with which you sign in' : ''}.`;
}

function OwnData() {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [trouble, setTrouble] = useState<string>();
  const download = async () => {
    setState('busy');
    setTrouble(undefined);
    try {
      saveBlob(await requestOwnData(), 'my-data.json');
      setState('done');
    } catch (error) {
      setTrouble(messageOf(error));
      setState('idle');
    }
  };
  return (
    <section aria-labelledby="own-data" className="mt-14 max-w-xl border-t border-line pt-8">
      <h2 id="own-data" className="text-title">
        My data
      </h2>
      <p className="mt-2 mb-4 text-mute">
        Everything we hold about you, as one file: your profile, your favorites and notes, your quote requests.
      </p>
      <Button look="secondary" busy={state === 'busy'} onClick={download}>
        {state === 'busy' ? 'Gathering...' : 'Download my data'}
      </Button>
      <div className="mt-4 empty:hidden">
        <KeepFocus>
          {trouble ? (
            <Notice tone="error" onRetry={download}>
              Your data could not be gathered. {trouble}
            </Notice>
          ) : (
            state === 'done' && <Notice tone="success">Your data was saved as my-data.json.</Notice>
          )}
        </KeepFocus>
      </div>
    </section>
  );
}

function CloseAccount() {
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const close = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await closeAccount();
    } catch (error) {
      setTrouble(messageOf(error));
      setBusy(false);
      setConfirming(false);
      return;
    }
    rememberDeletion();
    await signOut().catch((error) => {
      console.error('Signing out failed.', error);
      // Signing out failed: refetch the profile, so that the portal shows the closed account with Logout.
      void queries.invalidateQueries({ queryKey: profileQuery.queryKey });
    });
  };
  return (
    <section aria-labelledby="close-account" className="mt-12 max-w-xl border-t border-line pt-8">
      <h2 id="close-account" className="text-title">
        Delete my account
      </h2>
      <p className="mt-2 mb-4 text-mute">
        You will no longer be able to sign in. Your photos stay with the studio until it decides what to do with them.
      </p>
      <Button look="danger" onClick={() => setConfirming(true)}>
        Delete my account
      </Button>
      {trouble && (
        <div className="mt-4">
          <Notice tone="error">Your account was not deleted. {trouble}</Notice>
        </div>
      )}
      {isConfirming && (
        <Confirm
          title="Delete your account?"
          action="Delete my account"
          busy={busy}
          onConfirm={close}
          onClose={() => setConfirming(false)}
        >
          The studio is told, and you are signed out here. Download your photos first if you want to keep them: you
          can’t sign in again, unless the studio opens your account for you.
        </Confirm>
      )}
    </section>
  );
}
