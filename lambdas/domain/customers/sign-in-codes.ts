import { setTimeout } from 'node:timers/promises';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { AskForCode } from '#shared/contract/sign-in.ts';
import { lambda } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall, limit, limitNetworks, type NetworkLimits, noteReached } from '../../platform/guards.ts';
import { log } from '../../platform/log.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';

/** The numbers of requests in an hour for one address, and from the networks around a viewer. */
const perAddress = 10;
const perNetwork: NetworkLimits = { one: 20, '/56': 40, '/48': 60, '/24': 100 };
const tooManyCodesMessage =
  'Too many codes were asked for from this network. Sign in with Google, use another connection such as mobile data, or try again in an hour.';
/**
 * The numbers of registrations by code in a day, because each creates a login and emails an unknown address. The limit
 * for all networks together protects the owner's bill and quota; no single network can reach it.
 */
const registrationsPerNetwork: NetworkLimits = { one: 10, '/56': 20, '/48': 30, '/24': 40 };
const registrationsPerDay = 1_000;
const tooManyRegistrationsMessage =
  'Too many people have registered by code today. If the studio knows your email address, sign in with it instead; or use Google, write to the studio, or try again tomorrow.';

/** The step in milliseconds: every response takes a multiple of it. Cognito needs about 200 to create a user. */
const answerStepMs = 1_000;

/**
 * Has a login created for this address if the studio knows the address or the request registers. The response has the
 * same text and the same timing whether the address is known or not, after a failure, and when the address was
 * requested too often.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY for the networks around the viewer, and for a day's registrations. A known address that
 * tries to register still gets its login, without a sign that the studio knows it
 */
export async function askForLogin(viewerAddress: string, { email, name }: AskForCode): Promise<void> {
  await limitNetworks('sign-in codes', viewerAddress, perNetwork, hourSeconds, tooManyCodesMessage);
  const isTooOften = await isLimited(`sign-in codes ${email}`);
  const isRegistering = name !== '';
  const start = performance.now();
  const refusal = isRegistering ? await refuseRegistration(viewerAddress) : undefined;
  if (!isTooOften) await createLogin({ email, is_registering: isRegistering && !refusal });
  await setTimeout(answerStepMs - ((performance.now() - start) % answerStepMs));
  if (refusal) throw refusal;
}

/**
 * Returns the error when a network around the viewer, or all networks together, have registered too often; undefined
 * otherwise.
 */
async function refuseRegistration(viewerAddress: string): Promise<StudioError | undefined> {
  const key = 'registrations by code';
  try {
    await limitNetworks(key, viewerAddress, registrationsPerNetwork, daySeconds, tooManyRegistrationsMessage);
    if ((await countCall(key, daySeconds)) <= registrationsPerDay) return undefined;
    await noteReached('registrations');
    return new StudioError('TOO_MANY', tooManyRegistrationsMessage);
  } catch (error) {
    if (error instanceof StudioError && error.code === 'TOO_MANY') return error;
    throw error;
  }
}

/**
 * Whether codes for an address were requested too often. The request is not refused, because anyone could lock the
 * address's owner out.
 */
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
