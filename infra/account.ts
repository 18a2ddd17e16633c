import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { type ObstacleClients, obstacles } from './commands/stack/obstacles.ts';
import { readStackState } from './commands/stack/stack-state.ts';
import type { StudioConfig } from './config.ts';
import type { StudioStackProps } from './studio-stack.ts';

/**
 * Reads the state of the account on which the stack depends.
 * @returns the stack's properties that follow from it; or the sentences that say what prevents a deployment
 */
export async function readAccount(
  config: StudioConfig,
  { lambda, ...clients }: ObstacleClients & { lambda: LambdaClient },
  { isRemovable = false }: { isRemovable?: boolean } = {},
): Promise<string[] | Pick<StudioStackProps, 'isProtected' | 'concurrencyLimit'>> {
  const problems = await obstacles(config, clients);
  if (problems.length > 0) return problems;
  const { kind, status, isProtected } = await readStackState(clients.cloudformation, config.prefix);
  // CDK itself deletes a stack whose creation failed, unless it is protected or its rollback could not delete
  // everything.
  if (kind === 'creation-failed' && (isProtected || status !== 'ROLLBACK_COMPLETE')) {
    return [`The first deployment failed (${status}): run npm run deploy, which deletes what is left of it.`];
  }
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  return {
    // Protected only after the first successful deployment: the rollback of a failed creation must be able to delete
    // the resources.
    isProtected: kind === 'created' && !isRemovable,
    ...(AccountLimit?.ConcurrentExecutions && { concurrencyLimit: AccountLimit.ConcurrentExecutions }),
  };
}
