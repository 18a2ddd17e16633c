import {
  type CloudFormationClient,
  DeleteStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import {
  type CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type DynamoDBClient, ScanCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Say } from '../command-line.ts';
import { deleteBucket, deleteTables } from '../delete-data.ts';
import { type StackResource, stackResources } from './deployed.ts';

interface Clients {
  cloudformation: CloudFormationClient;
  dynamodb: DynamoDBClient;
  s3: S3Client;
  cognito: CognitoIdentityProviderClient;
}

/** Whether only the deployment and AWS itself write to a bucket: the buckets of the site's pages and of access logs. */
const isRefilled = ({ logicalId }: StackResource) => /^(EdgeSite|Logs)[0-9A-F]{8}$/.test(logicalId);

/**
 * Deletes a stack whose first creation failed, and its remaining resources, so that the stack can be created again.
 * CloudFormation refuses to update such a stack, and its rollback can't delete every resource, for example a bucket
 * that received an access log.
 * @throws Error when a remaining resource contains data; then nothing was deleted
 */
export async function clearFailedCreation(clients: Clients, StackName: string, say: Say): Promise<void> {
  const { cloudformation, dynamodb, s3, cognito } = clients;
  const resources = await stackResources(cloudformation, StackName)();
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const tables = ofType('AWS::DynamoDB::GlobalTable');
  const buckets = ofType('AWS::S3::Bucket');
  const pools = ofType('AWS::Cognito::UserPool');

  const resourcesWithData: string[] = [];
  for (const { physicalId } of tables)
    if (await hasRow(dynamodb, physicalId)) resourcesWithData.push(`table ${physicalId}`);
  for (const bucket of buckets) {
    if (!isRefilled(bucket) && (await hasObject(s3, bucket.physicalId)))
      resourcesWithData.push(`bucket ${bucket.physicalId}`);
  }
  for (const { physicalId } of pools)
    if (await hasUser(cognito, physicalId)) resourcesWithData.push(`user pool ${physicalId}`);
  if (resourcesWithData.length > 0) {
    throw new Error(
      `The first deployment failed, and something is in what it left: ${resourcesWithData.join(', ')}. Nothing was deleted. Look into it in the AWS console, empty it, then run npm run deploy again.`,
    );
  }

  say(`The first deployment failed. Deleting its remaining resources (${resources.length}, none with data) …`);
  await cloudformation.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
  await cloudformation.send(new DeleteStackCommand({ StackName }));
  await waitUntilStackDeleteComplete(
    { client: cloudformation, maxWaitTime: 3_600, minDelay: 1, maxDelay: 10 },
    { StackName },
  );
  for (const { physicalId: TableName } of tables) {
    await ifExists(dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false })));
  }
  await deleteTables(
    dynamodb,
    tables.map(({ physicalId }) => physicalId),
  );
  for (const { physicalId: UserPoolId } of pools) {
    await ifExists(cognito.send(new DeleteUserPoolCommand({ UserPoolId })));
  }
  for (const { physicalId } of buckets.toSorted((a, b) => Number(isLogs(a)) - Number(isLogs(b)))) {
    const isDeleted = await ifExists(deleteBucket(s3, physicalId));
    // The bucket's name is generated, so it does not conflict with a new bucket.
    if (isDeleted === false) say(`${physicalId} still receives access logs: delete it in the S3 console tomorrow.`);
  }
}

const isLogs = ({ logicalId }: StackResource) => logicalId.startsWith('Logs');

async function hasRow(dynamodb: DynamoDBClient, TableName: string): Promise<boolean> {
  const page = await ifExists(dynamodb.send(new ScanCommand({ TableName, Limit: 1, ConsistentRead: true })));
  return (page?.Items?.length ?? 0) > 0;
}

async function hasObject(s3: S3Client, Bucket: string): Promise<boolean> {
  const page = await ifExists(s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys: 1 })));
  return (page?.Versions?.length ?? 0) + (page?.DeleteMarkers?.length ?? 0) > 0;
}

async function hasUser(cognito: CognitoIdentityProviderClient, UserPoolId: string): Promise<boolean> {
  const page = await ifExists(cognito.send(new ListUsersCommand({ UserPoolId, Limit: 1 })));
  return (page?.Users?.length ?? 0) > 0;
}

/**
 * Waits for a request about a resource, which may be missing: CloudFormation's list may contain resources that the
 * rollback has deleted.
 * @returns undefined for a missing resource
 */
async function ifExists<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  return request.catch((error: unknown) => {
    if (error instanceof Error && /^(ResourceNotFoundException|NoSuchBucket)$/.test(error.name)) return undefined;
    throw error;
  });
}
