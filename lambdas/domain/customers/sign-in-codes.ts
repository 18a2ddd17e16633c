import { setTimeout } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { AskForCode } from '#shared/contract/sign-in.ts';
import { lambda } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall, limit, limitNetworks, type NetworkLimits, noteReached } from '../../platform/guards.ts';
import { log } from '../../platform/log.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';

/** Requests per hour for one address, and from the networks around a viewer. */
const perAddress = 10;
const perNetwork: NetworkLimits = { one: 20, '/56': 40, '/48': 60, '/24': 100 };
const otherNetwork =
  'Too many codes were asked for from this network. Sign in with Google, use another connection such as mobile data, or try again in an hour.';
/**
 * Registrations per day by code: each creates a login and emails an address that nobody knows. No network comes near
 * the number for all, which protects the owner's bill and quota.
 */
const registrationsPerNetwork: NetworkLimits = { one: 10, '/56': 20, '/48': 30, '/24': 40 };
const registrationsPerDay = 1_000;
const otherWay =
  'Too many people have registered by code today. If the studio knows your email address, sign in with it instead; or use Google, write to the studio, or try again tomorrow.';

/** Every answer takes a multiple of this many milliseconds. Cognito needs some 200 to create a user. */
const answerEvery = 1_000;

/**
 * Has a login created for this address if the studio knows it or it registers. The answer is the same, in words and in
 * time, whether the address is known or not, also after a failure, and when the address was asked for too often.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY for the networks around the viewer, and for registrations of a day. Those of addresses
 * that the studio knows get their login all the same, without a sign that it knows them
 */
export async function askForLogin(viewerAddress: string, { email, name }: AskForCode): Promise<void> {
  await limitNetworks('sign-in codes', viewerAddress, perNetwork, hourSeconds, otherNetwork);
  const isTooOften = await isLimited(`sign-in codes ${email}`);
  const isRegistering = name !== '';
  const start = performance.now();
  const refusal = isRegistering ? await refuseRegistration(viewerAddress) : undefined;
  if (!isTooOften) await createLogin({ email, is_registering: isRegistering && !refusal });
  await setTimeout(answerEvery - ((performance.now() - start) % answerEvery));
  if (refusal) throw refusal;
}

/** Returns the error for one registration too many, from a network around the viewer or from all. */
async function refuseRegistration(viewerAddress: string): Promise<StudioError | undefined> {
  const key = 'registrations by code';
  try {
    await limitNetworks(key, viewerAddress, registrationsPerNetwork, daySeconds, otherWay);
    if ((await countCall(key, daySeconds)) <= registrationsPerDay) return undefined;
    await noteReached('registrations');
    return new StudioError('TOO_MANY', otherWay);
  } catch (error) {
    if (error instanceof StudioError && error.code === 'TOO_MANY') return error;
    throw error;
  }
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
