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

/** Buckets that only the deployment and AWS itself write to: the site's pages, the access logs. */
const isRefilled = ({ logicalId }: StackResource) => /^(EdgeSite|Logs)[0-9A-F]{8}$/.test(logicalId);

/**
 * Deletes a stack whose first creation failed, and its remaining resources, so that it can be created again:
 * CloudFormation refuses to update such a stack, and its rollback can't delete everything, such as a bucket that
 * received an access log.
 * @throws Error when a remaining resource contains data; then nothing was deleted
 */
export async function clearFailedCreation(clients: Clients, StackName: string, say: Say): Promise<void> {
  const { cloudformation, dynamodb, s3, cognito } = clients;
  const left = await stackResources(cloudformation, StackName)();
  const named = (type: string) => left.filter((one) => one.type === type);
  const tables = named('AWS::DynamoDB::GlobalTable');
  const buckets = named('AWS::S3::Bucket');
  const pools = named('AWS::Cognito::UserPool');

  const holding: string[] = [];
  for (const { physicalId } of tables) if (await hasRow(dynamodb, physicalId)) holding.push(`table ${physicalId}`);
  for (const bucket of buckets) {
    if (!isRefilled(bucket) && (await hasObject(s3, bucket.physicalId))) holding.push(`bucket ${bucket.physicalId}`);
  }
  for (const { physicalId } of pools) if (await hasUser(cognito, physicalId)) holding.push(`user pool ${physicalId}`);
  if (holding.length > 0) {
    throw new Error(
      `The first deployment failed, and something is in what it left: ${holding.join(', ')}. Nothing was deleted. Look into it in the AWS console, empty it, then run npm run deploy again.`,
    );
  }

  say(`The first deployment failed. Deleting its remaining resources (${left.length}, none with data) …`);
  await cloudformation.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
  await cloudformation.send(new DeleteStackCommand({ StackName }));
  await waitUntilStackDeleteComplete(
    { client: cloudformation, maxWaitTime: 3_600, minDelay: 1, maxDelay: 10 },
    { StackName },
  );
  for (const { physicalId: TableName } of tables) {
    await ifThere(dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false })));
  }
  await deleteTables(
    dynamodb,
    tables.map(({ physicalId }) => physicalId),
  );
  for (const { physicalId: UserPoolId } of pools) {
    await ifThere(cognito.send(new DeleteUserPoolCommand({ UserPoolId })));
  }
  for (const { physicalId } of buckets.toSorted((a, b) => Number(isLogs(a)) - Number(isLogs(b)))) {
    const isDeleted = await ifThere(deleteBucket(s3, physicalId));
    // Its name is generated, so it does not conflict with a new bucket.
    if (isDeleted === false) say(`${physicalId} still receives access logs: delete it in the S3 console tomorrow.`);
  }
}

const isLogs = ({ logicalId }: StackResource) => logicalId.startsWith('Logs');

async function hasRow(dynamodb: DynamoDBClient, TableName: string): Promise<boolean> {
  const found = await ifThere(dynamodb.send(new ScanCommand({ TableName, Limit: 1, ConsistentRead: true })));
  return (found?.Items?.length ?? 0) > 0;
}

async function hasObject(s3: S3Client, Bucket: string): Promise<boolean> {
  const found = await ifThere(s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys: 1 })));
  return (found?.Versions?.length ?? 0) + (found?.DeleteMarkers?.length ?? 0) > 0;
}

async function hasUser(cognito: CognitoIdentityProviderClient, UserPoolId: string): Promise<boolean> {
  const found = await ifThere(cognito.send(new ListUsersCommand({ UserPoolId, Limit: 1 })));
  return (found?.Users?.length ?? 0) > 0;
}

/**
 * CloudFormation's list may contain resources that the rollback has deleted.
 * @returns undefined for a missing resource
 */
async function ifThere<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof Error && /^(ResourceNotFoundException|NoSuchBucket)$/.test(error.name)) return undefined;
    throw error;
  });
}
