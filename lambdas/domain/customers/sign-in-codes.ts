import { setTimeout } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { AskForCode } from '#shared/contract/sign-in.ts';
import { lambda } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { log } from '../../platform/log.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { networks } from '../../platform/viewers.ts';

/** Requests per hour for one address, from one viewer, and from one wider IPv6 network. */
const perAddress = 10;
const perViewer = 20;
const perWiderNetwork = 40;
/** Registrations per day by code, from all viewers: each creates a login and emails an address that nobody knows. */
const registrationsPerDay = 300;

/** Every answer takes a multiple of this many milliseconds. Cognito needs some 200 to create a user. */
const answerEvery = 1_000;

/**
 * Has a login created for this address if the studio knows it or it registers. The answer is the same, in words and in
 * time, whether the address is known or not, also after a failure, and when the address was asked for too often.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY for the viewer, or registrations of a day
 */
export async function askForLogin(viewerAddress: string, { email, name }: AskForCode): Promise<void> {
  const [viewer, widerNetwork] = networks(viewerAddress);
  await limit(`sign-in codes ${viewer}`, perViewer, hourSeconds);
  if (widerNetwork) await limit(`sign-in codes ${widerNetwork}`, perWiderNetwork, hourSeconds);
  const isTooOften = await isLimited(`sign-in codes ${email}`);
  if (name) await limit('registrations by code', registrationsPerDay, daySeconds);
  const start = performance.now();
  if (!isTooOften) await createLogin({ email, is_registering: name !== '' });
  await setTimeout(answerEvery - ((performance.now() - start) % answerEvery));
}

/** Whether an address was asked for too often. It is not refused: anyone could keep its owner from signing in. */
async function isLimited(address: string): Promise<boolean> {
  try {
    await limit(address, perAddress, hourSeconds);
    return false;
  } catch (error) {
    if (error instanceof StudioError && error.code === 'TOO_MANY') return true;
    throw error;
  }
}

async function createLogin(request: { email: string; is_registering: boolean }): Promise<void> {
  try {
    const { FunctionError } = await lambda().send(
      new InvokeCommand({ FunctionName: env('CREATE_LOGIN_FUNCTION'), Payload: JSON.stringify(request) }),
    );
    if (FunctionError) throw new Error(`create-login failed: ${FunctionError}`);
  } catch (error) {
    log.error('The login for a code could not be created.', { error });
  }
}
