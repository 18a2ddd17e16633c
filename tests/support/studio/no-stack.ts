import type { StackResources } from '../../../infra/commands/stack/deployed.ts';

/** For commands whose environment names everything: they must not ask CloudFormation. */
export const noStack: StackResources = () => Promise.reject(new Error('CloudFormation was asked.'));
