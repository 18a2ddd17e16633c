import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import type { UserPoolName } from '#shared/site-config.ts';
import type { EnvironmentName } from '../../../lambdas/platform/env.ts';
import { type FunctionName, functionVariable } from '../../blueprint/functions.ts';
import { type DeadLetters, queueVariable } from '../../blueprint/queues.ts';
import { type TableName, tables, tableVariable } from '../../blueprint/tables.ts';
import type { Edge } from '../exported/object-reader.ts';

/**
 * Finds the studio's resources in the stack's resource list, not by name: a failed creation or a second studio leaves
 * resources with similar names. An environment variable, as functions have them, takes precedence, so that a command
 * can use a restored table or the local services.
 */

/** Reads the resources of a stack that exist in AWS. */
export type StackResources = () => Promise<StackResource[]>;
export interface StackResource {
  /** The name in the template: the construct's path and a hash. tests/infra/stack/stateful.test.ts fails when it changes. */
  logicalId: string;
  /** The name, id or URL in AWS. */
  physicalId: string;
  type: string;
}

/**
 * Returns the function that reads the stack's resources from CloudFormation, once, on its first call. It throws an
 * Error when there is no such stack.
 */
export function stackResources(cloudformation: CloudFormationClient, stackName: string): StackResources {
  let listing: Promise<StackResource[]> | undefined;
  return () => {
    listing ??= listResources(cloudformation, stackName).catch((error: unknown) => {
      if (error instanceof Error && /does not exist/.test(error.message)) {
        throw new Error(
          `There is no stack '${stackName}' here: is the studio deployed in this region, by these credentials?`,
        );
      }
      throw error;
    });
    return listing;
  };
}

async function listResources(client: CloudFormationClient, StackName: string): Promise<StackResource[]> {
  const resources: StackResource[] = [];
  // DescribeStackResources would return at most 100.
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId, PhysicalResourceId, ResourceType, ResourceStatus } of StackResourceSummaries) {
      if (!PhysicalResourceId || isDeleted(ResourceStatus)) continue;
      resources.push({ logicalId: LogicalResourceId!, physicalId: PhysicalResourceId, type: ResourceType! });
    }
  }
  return resources;
}

const isDeleted = (status: StackResourceSummary['ResourceStatus']) => status === 'DELETE_COMPLETE';

const bucketType = 'AWS::S3::Bucket';

/**
 * Returns the physical id of a resource.
 * @throws Error when the stack has no such resource
 */
async function find(resources: StackResources, type: string, logicalId: RegExp, description: string): Promise<string> {
  const resource = (await resources()).find(
    (candidate) => candidate.type === type && logicalId.test(candidate.logicalId),
  );
  if (!resource) throw new Error(`The stack has no ${description}: was its first deployment completed?`);
  return resource.physicalId;
}

/**
 * Returns the names of all tables.
 * @throws Error when a table is missing
 */
export async function findTables(resources: StackResources): Promise<Record<TableName, string>> {
  const entries: [TableName, string][] = [];
  for (const name of Object.keys(tables) as TableName[]) {
    const tableName = process.env[tableVariable(name)];
    const findInStack = () =>
      find(resources, 'AWS::DynamoDB::GlobalTable', new RegExp(`^Data${name}[0-9A-F]{8}$`), `table '${name}'`);
    entries.push([name, tableName ?? (await findInStack())]);
  }
  return Object.fromEntries(entries) as Record<TableName, string>;
}

/**
 * Returns the bucket of originals and derivatives.
 * @throws Error when there is none
 */
export const findPhotosBucket = async (resources: StackResources): Promise<string> =>
  process.env.PHOTOS_BUCKET ?? find(resources, bucketType, /^Photos[0-9A-F]{8}$/, 'photos bucket');

/** Returns all buckets of the studio; the log bucket last, because the others write to it. */
export async function findBuckets(resources: StackResources): Promise<string[]> {
  const buckets = (await resources()).filter(({ type }) => type === bucketType);
  const isLogs = ({ logicalId }: StackResource) => Number(logicalId.startsWith('Logs'));
  return buckets.toSorted((a, b) => isLogs(a) - isLogs(b)).map(({ physicalId }) => physicalId);
}

const userPools: Record<UserPoolName, { variable: EnvironmentName; logicalId: RegExp }> = {
  clients: { variable: 'CLIENT_POOL_ID', logicalId: /^IdentityPool[0-9A-F]{8}$/ },
  studio: { variable: 'STUDIO_POOL_ID', logicalId: /^IdentityStudio[0-9A-F]{8}$/ },
};

/**
 * Returns the id of a user pool.
 * @throws Error when there is none
 */
export async function findUserPool(resources: StackResources, name: UserPoolName): Promise<string> {
  const { variable, logicalId } = userPools[name];
  return process.env[variable] ?? find(resources, 'AWS::Cognito::UserPool', logicalId, `user pool '${name}'`);
}

/**
 * Returns the name of a dead-letter queue.
 * @throws Error when there is none
 */
export async function findDeadLetters(resources: StackResources, name: DeadLetters): Promise<string> {
  const queueName = queueNameInEnvironment(name);
  if (queueName) return `${queueName}-dead-letters`;
  const logicalId = new RegExp(`^Queues${name}DeadLetters[0-9A-F]{8}$`);
  const url = await find(resources, 'AWS::SQS::Queue', logicalId, `dead-letter queue of '${name}'`);
  return url.split('/').at(-1)!;
}

function queueNameInEnvironment(name: DeadLetters): string | undefined {
  if (name === 'outbox') return process.env.OUTBOX_TABLE;
  // EventBridge and Lambda send to this queue themselves; the local services have no such queue.
  if (name === 'bounces') return process.env.PHOTO_QUEUE_URL && name;
  return process.env[queueVariable(name)]?.split('/').at(-1);
}

/**
 * Returns the name of a worker's function.
 * @throws Error when there is none
 */
export async function findWorker(resources: StackResources, name: FunctionName): Promise<string> {
  const logicalId = new RegExp(`^Workers${name.replaceAll('-', '')}[0-9A-F]{8}$`);
  return (
    process.env[functionVariable(name)] ?? find(resources, 'AWS::Lambda::Function', logicalId, `function '${name}'`)
  );
}

/** Returns the value from which the API's keys are derived; undefined when it is missing or may not be read. */
export async function findApiKey(parameters: SSMClient, stackName: string): Promise<string | undefined> {
  const Name = process.env.API_KEY_PARAMETER ?? `/${stackName}/api-key`;
  const parameter = await parameters
    .send(new GetParameterCommand({ Name, WithDecryption: true }))
    .catch(() => undefined);
  return parameter?.Parameter?.Value;
}

/** Returns the facts for reading files through CloudFront: the site's address, and the current signing key. */
export async function findEdge(
  cloudformation: CloudFormationClient,
  resources: StackResources,
  secrets: SecretsManagerClient,
  stackName: string,
): Promise<Edge | undefined> {
  const { SITE_ORIGIN, SIGNING_KEY_ID, SIGNING_KEY_SECRET } = process.env;
  const origin = SITE_ORIGIN ?? (await readOutput(cloudformation, stackName, 'SiteAddress'));
  const keyPairId = SIGNING_KEY_ID ?? (await newestGeneration(resources, 'AWS::CloudFront::PublicKey', 'Public'));
  const SecretId = SIGNING_KEY_SECRET ?? (await newestGeneration(resources, 'AWS::SecretsManager::Secret', 'Private'));
  if (!origin || !keyPairId || !SecretId) return undefined;
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const { privateKey } = JSON.parse(SecretString) as { privateKey?: string };
  return privateKey ? { origin, keyPairId, privateKey } : undefined;
}

async function readOutput(client: CloudFormationClient, StackName: string, key: string): Promise<string | undefined> {
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}

/** Returns the physical id of the signing key's newest generation. */
async function newestGeneration(resources: StackResources, type: string, half: string): Promise<string | undefined> {
  const pattern = new RegExp(`^SigningKey${half}(\\d+?)[0-9A-F]{8}$`);
  const generations = (await resources()).flatMap((candidate) => {
    const generation = candidate.type === type ? pattern.exec(candidate.logicalId)?.[1] : undefined;
    return generation ? [{ generation: Number(generation), physicalId: candidate.physicalId }] : [];
  });
  return generations.toSorted((a, b) => b.generation - a.generation)[0]?.physicalId;
}
