import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { studio } from '#shared/studio.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { hasAuthenticator, newAuthenticator, turnAuthenticatorOff, turnAuthenticatorOn } from '../../lib/sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Screen } from './screen.tsx';

const authenticatorQuery = queryOptions({ queryKey: ['authenticator'], queryFn: hasAuthenticator });

/** 'Security': the admin's own authenticator, on and off. */
export function Component() {
  const queries = useQueryClient();
  const authenticator = useQuery(authenticatorQuery);
  const [setup, setSetup] = useState<{ secret: string; link: string }>();
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<string>();

  async function start() {
    setStarting(true);
    setFailure(undefined);
    setDone(undefined);
    try {
      setSetup(await newAuthenticator(studio.name));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setStarting(false);
  }
  const changed = (on: boolean) => {
    setSetup(undefined);
    overwrite(queries, authenticatorQuery.queryKey, on);
    setDone(
      on
        ? 'The authenticator is on. From your next sign-in you are asked for its code.'
        : 'The authenticator is off. Signing in takes your password alone.',
    );
  };

  return (
    <Screen title="Security">
      <section aria-labelledby="authenticator" className="mt-8 max-w-xl">
        <h2 id="authenticator" className="flex items-center gap-3 font-display text-lg">
          Authenticator app
          {authenticator.data !== undefined && (
            <Badge tone={authenticator.data ? 'green' : 'neutral'}>{authenticator.data ? 'on' : 'off'}</Badge>
          )}
        </h2>
        <p className="mt-2 text-sm text-mute">
          With an authenticator app on your phone a stolen password is not enough to get in here: every sign-in also
          asks for a six-digit code that changes every 30 seconds.
        </p>
        <div className="mt-5 flex flex-col items-start gap-4">
          {done && <Notice tone="success">{done}</Notice>}
          {failure && (
            <Notice tone="error" onRetry={start}>
              The setup could not begin. {failure}
            </Notice>
          )}
          {authenticator.isPending && <Loading lines={1}>Checking your settings...</Loading>}
          {authenticator.isError && (
            <Notice tone="error" onRetry={() => authenticator.refetch()}>
              Your settings could not be loaded. {authenticator.error.message}
            </Notice>
          )}
          {authenticator.data === false && !setup && (
            <Button busy={starting} onClick={start}>
              {starting ? 'Preparing...' : 'Set up an authenticator'}
            </Button>
          )}
          {setup && <Setup setup={setup} onDone={() => changed(true)} onCancel={() => setSetup(undefined)} />}
          {authenticator.data === true && <TurnOff onDone={() => changed(false)} />}
        </div>
      </section>
    </Screen>
  );
}

const Code = z.object({
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits that the app shows.')),
});

function Setup({
  setup,
  onDone,
  onCancel,
}: {
  setup: { secret: string; link: string };
  onDone: () => void;
  onCancel: () => void;
}) {
  return (
    <div className="flex w-full flex-col gap-6">
      <ol className="flex list-decimal flex-col gap-6 pl-5 text-sm marker:text-mute">
        <li>
          <p>
            Scan this with the app, or{' '}
            <a href={setup.link} className="font-semibold underline decoration-line decoration-2 underline-offset-4">
              open it on this device
            </a>
            .
          </p>
          <QrCode
            text={setup.link}
            label="QR code for the authenticator app"
            className="mt-3 size-52 border border-line bg-white p-2"
          />
          <p className="mt-3 text-mute">Or type this key into the app:</p>
          <p className="mt-1 font-semibold tracking-wide select-all [overflow-wrap:anywhere]">
            {inFours(setup.secret)}
          </p>
        </li>
        <li>
          <p className="mb-3">Enter the code that the app shows now.</p>
          <Form
            schema={Code}
            defaultValues={{ code: '' }}
            describe={(error) =>
              `The authenticator is not on yet: ${error instanceof Error ? error.message : String(error)}. Wait for the app’s next code and enter that.`
            }
            onSubmit={async ({ code }) => {
              await turnAuthenticatorOn(code);
              onDone();
            }}
          >
            <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
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

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

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
      setFailure(error instanceof Error ? error.message : String(error));
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
