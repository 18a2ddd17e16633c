import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

export interface StackState {
  /**
   * `absent`: nothing was created yet. `creation-failed`: the first deployment failed; CloudFormation accepts no other
   * until the stack is deleted. `created`: the first deployment has succeeded. `busy`, `stuck`: no deployment is
   * possible now.
   */
  kind: 'absent' | 'creation-failed' | 'created' | 'busy' | 'stuck';
  /** CloudFormation's status, e.g. `UPDATE_ROLLBACK_COMPLETE`. */
  status: string;
  isProtected: boolean;
}

const kinds: Record<string, StackState['kind']> = {
  DELETE_COMPLETE: 'absent',
  // A change set was created, but never executed.
  REVIEW_IN_PROGRESS: 'absent',
  CREATE_FAILED: 'creation-failed',
  ROLLBACK_COMPLETE: 'creation-failed',
  ROLLBACK_FAILED: 'creation-failed',
  DELETE_FAILED: 'stuck',
  UPDATE_ROLLBACK_FAILED: 'stuck',
};

/** Reads the stack's state from CloudFormation. */
export async function readStackState(client: CloudFormationClient, StackName: string): Promise<StackState> {
  const description = await client.send(new DescribeStacksCommand({ StackName })).catch((error: unknown) => {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  });
  const stack = description?.Stacks?.[0];
  if (!stack) return { kind: 'absent', status: 'none', isProtected: false };
  const status = String(stack.StackStatus);
  return {
    kind: kinds[status] ?? (status.endsWith('_IN_PROGRESS') ? 'busy' : 'created'),
    status,
    isProtected: stack.EnableTerminationProtection === true,
  };
}
