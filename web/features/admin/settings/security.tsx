import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { messageOf } from '#shared/errors.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import {
  authenticatorState,
  type NewAuthenticator,
  newAuthenticator,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from '../../../lib/auth/sign-in.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { AuthenticatorKey } from '../../../ui/fields/authenticator-key.tsx';
import { Form, SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';

const authenticatorQuery = queryOptions({ queryKey: ['authenticator'], queryFn: authenticatorState });

/** The screen 'Security', which turns the admin's authenticator (TOTP) on and off. */
export function Component() {
  const queries = useQueryClient();
  const authenticator = useQuery(authenticatorQuery);
  const [setup, setSetup] = useState<NewAuthenticator>();
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [doneText, setDoneText] = useState<string>();

  async function start() {
    setStarting(true);
    setFailure(undefined);
    setDoneText(undefined);
    try {
      setSetup(await newAuthenticator());
    } catch (error) {
      setFailure(messageOf(error));
    }
    setStarting(false);
  }
  const showChange = (isOn: boolean) => {
    setSetup(undefined);
    overwrite(queries, authenticatorQuery.queryKey, (state) => state && { ...state, isOn });
    setDoneText(
      isOn
        ? 'The authenticator is on. From your next sign-in you are asked for its code.'
        : 'The authenticator is off. Signing in takes your password alone.',
    );
  };

  return (
    <Screen title="Security">
      <section aria-labelledby="authenticator" className="mt-8 max-w-xl">
        <h2 id="authenticator" className="flex items-center gap-3 font-display text-lg">
          Authenticator app
          {authenticator.data && (
            <Badge tone={authenticator.data.isOn ? 'green' : 'neutral'}>{authenticator.data.isOn ? 'on' : 'off'}</Badge>
          )}
        </h2>
        <p className="mt-2 text-sm text-mute">
          With an authenticator app on your phone a stolen password is not enough to get in here: every sign-in also
          asks for a six-digit code that changes every 30 seconds.
        </p>
        <div className="mt-5 flex flex-col items-start gap-4">
          {doneText && <Notice tone="success">{doneText}</Notice>}
          {failure && (
            <Notice tone="error" onRetry={start}>
              The setup could not begin. {failure}
            </Notice>
          )}
          <QueryStatus
            query={authenticator}
            lines={1}
            loading="Checking your settings..."
            failed="Your settings could not be loaded."
          />
          {authenticator.data?.isOn === false && !setup && (
            <Button busy={starting} onClick={start}>
              {starting ? 'Preparing...' : 'Set up an authenticator'}
            </Button>
          )}
          {setup && <Setup setup={setup} onDone={() => showChange(true)} onCancel={() => setSetup(undefined)} />}
          {authenticator.data?.isOn &&
            (authenticator.data.isRequired ? (
              <p className="text-sm text-mute">
                The studio requires it for everybody. Lost your phone? Whoever deployed this website can reset it.
              </p>
            ) : (
              <TurnOff onDone={() => showChange(false)} />
            ))}
        </div>
      </section>
    </Screen>
  );
}

const Code = z.object({
  code: z
    .string()
    .overwrite(typedDigits)
    .regex(/^\d{6}$/, 'Please enter the six digits that the app shows.'),
});

function Setup({ setup, onDone, onCancel }: { setup: NewAuthenticator; onDone: () => void; onCancel: () => void }) {
  return (
    <div className="flex w-full flex-col gap-6">
      <ol className="flex list-decimal flex-col gap-6 pl-5 text-sm marker:text-mute">
        <li>
          <AuthenticatorKey {...setup} />
        </li>
        <li>
          <p className="mb-3">Enter the code that the app shows now.</p>
          <Form
            schema={Code}
            defaultValues={{ code: '' }}
            describe={(error) =>
              `The authenticator is not on yet: ${messageOf(error)}. Wait for the app’s next code and enter that.`
            }
            onSubmit={async ({ code }) => {
              await turnAuthenticatorOn(code);
              onDone();
            }}
          >
            <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
            <div className="flex flex-wrap gap-3">
              <SubmitButton busyText="Checking...">Turn on</SubmitButton>
              <Button look="secondary" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          </Form>
        </li>
      </ol>
    </div>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function turnOff() {
    setBusy(true);
    setFailure(undefined);
    try {
      await turnAuthenticatorOff();
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
      setAsking(false);
    }
  }
  return (
    <>
      {failure && (
        <Notice tone="error" onRetry={turnOff}>
          The authenticator is still on. {failure}
        </Notice>
      )}
      <Button look="secondary" onClick={() => setAsking(true)}>
        Turn off
      </Button>
      {asking && (
        <Confirm
          title="Turn the authenticator off?"
          action="Turn off"
          busy={busy}
          onConfirm={turnOff}
          onClose={() => setAsking(false)}
        >
          <p>Whoever knows your password can then sign in as you. You can set it up again at any time.</p>
        </Confirm>
      )}
    </>
  );
}
