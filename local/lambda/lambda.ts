import { type Addresses, origin, userPoolClientId, userPoolId } from '../addresses.ts';
import { Faults } from '../faults.ts';
import type { RunningService } from '../service.ts';
import { startHttpApi } from './http-api.ts';
import { startFunctions } from './runtime.ts';
import { startTriggers } from './triggers.ts';

/**
 * The blueprint's functions with everything that calls them: the HTTP API and Lambda's own API on one port, queues, the
 * stream and the clock. What they are fed from must be provisioned. Faults of that port reach all of them.
 */
export async function startLambda(addresses: Addresses): Promise<RunningService> {
  const faults = new Faults();
  const functions = startFunctions(addresses);
  const api = await startHttpApi({
    port: addresses.ports.httpapi,
    functions,
    issuer: `${origin(addresses, 'cognito')}/${userPoolId}`,
    clientId: userPoolClientId,
    faults,
  });
  const triggers = startTriggers({ addresses, functions, faults });
  return {
    port: api.port,
    close: async () => {
      await Promise.all([triggers.close(), api.close()]);
      await functions.close();
    },
  };
}
