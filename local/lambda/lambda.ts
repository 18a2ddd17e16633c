import type { UserPoolName } from '#shared/site-config.ts';
import { type Addresses, origin, userPools } from '../addresses.ts';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { startHttpApi } from './http-api.ts';
import { deployedLimits, Load, underLoad } from './limits.ts';
import { startFunctions } from './runtime.ts';
import { startTriggers } from './triggers.ts';

/**
 * Starts the blueprint's functions with their triggers: the HTTP API and the Invoke API on one port, queues, the
 * streams and the schedule. The resources that they read must be provisioned. Faults set on that port apply to all of
 * them, and so do limits (`PUT /_limits`); `STUDIO_LIMITS=deployed` applies limits from the start.
 */
export async function startLambda(addresses: Addresses): Promise<RunningService> {
  const faults = new Faults();
  const authorizer = (pool: UserPoolName) => ({
    issuer: `${origin(addresses, 'cognito')}/${userPools[pool].id}`,
    clientId: userPools[pool].clientId,
  });
  const load = new Load(process.env.STUDIO_LIMITS === 'deployed' ? deployedLimits : {});
  const functions = startFunctions(addresses);
  const api = await startHttpApi({
    port: addresses.ports.httpapi,
    functions,
    authorizers: { clients: authorizer('clients'), studio: authorizer('studio') },
    faults,
    load,
  });
  const triggers = startTriggers({ addresses, functions: underLoad(functions, load), faults });
  return {
    port: api.port,
    close: async () => {
      await Promise.all([triggers.close(), api.close()]);
      await functions.close();
    },
  };
}
