import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import type { UserPoolName } from '#shared/site-config.ts';
import { type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { credentials, region, userPools } from '../addresses.ts';
import { AwsError } from '../services/service.ts';
import type { User } from './users.ts';

/** The changes that the trigger makes: scopes and further claims of the access token. */
export interface TokenChanges {
  scopes: string[];
  claims: Record<string, unknown>;
}

/** Runs the trigger before tokens are issued. */
export type PreTokenGeneration = (
  triggerSource: PreTokenGenerationV2TriggerEvent['triggerSource'],
  user: User,
  scopes: string[],
) => Promise<TokenChanges>;

/**
 * Returns the pre token generation trigger (V2_0) of a user pool, as the blueprint defines it. Only `scopesToSuppress`
 * and `claimsToAddOrOverride` of the access token are applied from the function's response.
 * @param lambdaEndpoint endpoint of the local Lambda; without it the pool has no trigger
 * @throws {AwsError} when the function fails or can't be reached, because then Cognito issues no token
 */
export function preTokenGeneration(pool: UserPoolName, lambdaEndpoint: string | undefined): PreTokenGeneration {
  const FunctionName = (Object.keys(functions) as FunctionName[]).find((name) => {
    const { trigger } = functions[name];
    return trigger.kind === 'tokens' && trigger.pool === pool;
  });
  if (!lambdaEndpoint || !FunctionName) return async (_source, _user, scopes) => ({ scopes, claims: {} });
  const lambda = new LambdaClient({ region, endpoint: lambdaEndpoint, credentials, maxAttempts: 3 });
  const { id: userPoolId, clientId } = userPools[pool];

  return async (triggerSource, user, scopes) => {
    const event: PreTokenGenerationV2TriggerEvent = {
      version: '2',
      triggerSource,
      region,
      userPoolId,
      userName: user.username,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
      request: {
        userAttributes: { sub: user.sub, ...user.attributes },
        groupConfiguration: { groupsToOverride: user.groups, iamRolesToOverride: [] },
        scopes,
      },
      response: { claimsAndScopeOverrideDetails: null as never },
    };
    const { FunctionError, Payload } = await lambda
      .send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }))
      .catch((error: Error) => {
        throw new AwsError('UnexpectedLambdaException', `PreTokenGeneration invocation failed: ${error.message}`);
      });
    const answer = JSON.parse(Payload?.transformToString() || 'null');
    if (FunctionError) {
      throw new AwsError(
        'UserLambdaValidationException',
        `PreTokenGeneration failed with error ${answer.errorMessage}.`,
      );
    }
    const { response } = answer as PreTokenGenerationV2TriggerEvent;
    const { scopesToSuppress = [], claimsToAddOrOverride: claims = {} } =
      response.claimsAndScopeOverrideDetails?.accessTokenGeneration ?? {};
    return { scopes: scopes.filter((scope) => !scopesToSuppress.includes(scope)), claims };
  };
}
