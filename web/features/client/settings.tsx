import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { EditMe, type Profile } from '#shared/contract/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { profileQuery } from '../../lib/client-api.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { signOut } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { closeAccount, editProfile, ownData, settingsQuery } from './queries.ts';
import { Screen } from './screen.tsx';

const ProfileForm = EditMe.omit({ version: true });
type Values = Pick<Profile, 'name' | 'phone' | 'email' | 'address'>;

/** The form, what stood in it when it was sent, and what the schema made of that. */
interface Submission {
  form: UseFormReturn<z.input<typeof ProfileForm>, unknown, Values>;
  typed: z.input<typeof ProfileForm>;
  values: Values;
}

const valuesOf = ({ name, phone, email, address }: Profile): Values => ({ name, phone, email, address });
const fields = { name: 'Name', phone: 'Phone', email: 'Email', address: 'Address' } as const;
const fieldNames = Object.keys(fields) as (keyof Values)[];

/** 'Account Settings': the client's own values, their data, and the end of the account. */
export function Component() {
  const profile = useQuery(settingsQuery);
  return (
    <Screen title="Account Settings">
      <div className="mt-8 max-w-xl">
        {profile.isPending && <Loading lines={5}>Loading...</Loading>}
        {profile.isError && (
          <Notice tone="error" onRetry={() => profile.refetch()}>
            {hasNoProfile(profile.error)
              ? profile.error.message
              : `Your profile could not be loaded. ${profile.error.message}`}
          </Notice>
        )}
        {profile.data && <ProfileSettings profile={profile.data} />}
      </div>
      <OwnData />
      <CloseAccount />
    </Screen>
  );
}

const hasNoProfile = (error: unknown) => error instanceof ApiError && error.code === 'NO_CUSTOMER';

/** Edits begin on the profile as it was when the screen opened, whatever another device does meanwhile. */
function ProfileSettings({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [base, setBase] = useState(profile);
  const [saved, setSaved] = useState(false);
  /** What another device has stored meanwhile, and what was to be stored here. */
  const [conflict, setConflict] = useState<{ theirs: Profile; mine: Submission }>();

  const save = async (mine: Submission, version: number) => {
    const { form, typed, values } = mine;
    setSaved(false);
    try {
      const stored = await editProfile({ ...values, version });
      // What was typed while it was on its way stays.
      for (const name of fieldNames) if (form.getValues(name) === typed[name]) form.setValue(name, stored[name]);
      overwrite(queries, profileQuery.queryKey, stored);
      setBase(stored);
      setConflict(undefined);
      setSaved(true);
    } catch (error) {
      const theirs = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE' && error.details.current;
      if (!theirs) throw error;
      setConflict({ theirs: theirs as Profile, mine });
    }
  };

  return (
    <>
      <div className="mb-5 flex flex-col gap-1.5">
        <label htmlFor="customer-id" className="text-sm font-semibold">
          Customer ID
        </label>
        <input
          id="customer-id"
          readOnly
          value={base.customer_id}
          className="h-12 w-full rounded-md border border-line bg-petal px-3.5 text-base tabular-nums"
        />
      </div>
      <Form
        schema={ProfileForm}
        defaultValues={valuesOf(base)}
        describe={(error) =>
          hasNoProfile(error) && error instanceof Error ? error.message : 'Failed to update profile.'
        }
        onSubmit={async (values, form) => {
          setConflict(undefined);
          await save({ form, typed: form.getValues(), values }, base.version);
        }}
      >
        <TextField name="name" label="Name" autoComplete="name" />
        <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="Where the studio reaches you. It does not change how you sign in."
        />
        <TextField name="address" label="Address" autoComplete="street-address" />
        <div>
          <SubmitButton busyText="Saving...">Update Settings</SubmitButton>
        </div>
      </Form>
      <div className="mt-5 empty:hidden">
        {saved && <Notice tone="success">Profile updated successfully.</Notice>}
        {conflict && (
          <Conflict
            theirs={conflict.theirs}
            mine={conflict.mine.values}
            onMine={() => save(conflict.mine, conflict.theirs.version)}
            onTheirs={() => {
              overwrite(queries, profileQuery.queryKey, conflict.theirs);
              conflict.mine.form.reset(valuesOf(conflict.theirs));
              setBase(conflict.theirs);
              setConflict(undefined);
            }}
          />
        )}
      </div>
    </>
  );
}

/** Two devices changed the profile: both are shown, and the person decides. */
function Conflict({
  theirs,
  mine,
  onMine,
  onTheirs,
}: {
  theirs: Profile;
  mine: Values;
  onMine: () => Promise<void>;
  onTheirs: () => void;
}) {
  const [failed, setFailed] = useState(false);
  const differing = fieldNames.filter((name) => theirs[name] !== mine[name]);
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-md border-l-4 border-alert bg-alert-wash p-4 text-sm">
      <p className="font-semibold text-alert">
        Failed to update profile. It was changed on another device in the meantime.
      </p>
      <dl className="flex flex-col gap-3">
        {differing.map((name) => (
          <div key={name} className="[overflow-wrap:anywhere]">
            <dt className="text-mute">{fields[name]}</dt>
            <dd>Stored now: {theirs[name] || 'empty'}</dd>
            <dd>Yours: {mine[name] || 'empty'}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          onClick={() => {
            setFailed(false);
            onMine().catch(() => setFailed(true));
          }}
        >
          Save mine
        </Button>
        <Button look="secondary" onClick={onTheirs}>
          Keep what is stored
        </Button>
      </div>
      {failed && <p className="text-alert">Failed to update profile.</p>}
    </div>
  );
}

function OwnData() {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [trouble, setTrouble] = useState<string>();
  const download = async () => {
    setState('busy');
    setTrouble(undefined);
    try {
      saveBlob(await ownData(), 'my-data.json');
      setState('done');
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
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
        {state === 'done' && <Notice tone="success">Your data was saved as my-data.json.</Notice>}
        {trouble && (
          <Notice tone="error" onRetry={download}>
            Your data could not be gathered. {trouble}
          </Notice>
        )}
      </div>
    </section>
  );
}

function CloseAccount() {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const close = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await closeAccount();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
      setAsking(false);
      return;
    }
    await signOut().catch((error) => {
      console.error('Signing out did not finish.', error);
      // The portal looks again, says that the account is closed, and offers to log out.
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
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {trouble && (
        <div className="mt-4">
          <Notice tone="error">Your account was not deleted. {trouble}</Notice>
        </div>
      )}
      {asking && (
        <Confirm
          title="Delete your account?"
          action="Delete my account"
          busy={busy}
          onConfirm={close}
          onClose={() => setAsking(false)}
        >
          The studio is told, and you are signed out here. Download your photos first if you want to keep them: you
          can’t sign in again, unless the studio opens your account for you.
        </Confirm>
      )}
    </section>
  );
}
