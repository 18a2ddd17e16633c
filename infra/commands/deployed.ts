import { type CognitoIdentityProviderClient, paginateListUserPools } from '@aws-sdk/client-cognito-identity-provider';
import { type DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, type S3Client } from '@aws-sdk/client-s3';
import { type QueueName, queueVariable, type TableName, tables, tableVariable } from '../blueprint.ts';
import { queueName, stackName } from '../config.ts';

/**
 * What the deployed things are called. CloudFormation makes names from the stack's, the construct's path and a hash, all of
 * which stay (tests/infra/stack.test.ts), and something random. A name in the environment, as functions have them, comes
 * first: that is how a command is pointed at a table that was restored from a backup.
 */

/** How CloudFormation begins the names of what stands at this path of the stack. */
const tablePattern = (name: TableName) => new RegExp(`^${stackName}-Data${name}[0-9A-F]{8}-`);
const bucketPatterns = {
  photos: /^studio-photos[0-9a-f]{8}-/,
  landing: /^studio-landing-\d{12}-/,
  site: /^studio-edgesite[0-9a-f]{8}-/,
  logs: /^studio-logs[0-9a-f]{8}-/,
};
const poolPattern = /^IdentityPool[0-9A-F]{8}-/;

const notDeployed = (what: string) =>
  new Error(`There is no ${what} of the studio here: is it deployed in this region, by these credentials?`);

/** @throws Error when one is missing. */
export async function findTables(dynamodb: DynamoDBClient): Promise<Record<TableName, string>> {
  const names: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: dynamodb }, {})) names.push(...TableNames);
  const found = (Object.keys(tables) as TableName[]).map((name) => {
    const actual = process.env[tableVariable(name)] ?? names.find((one) => tablePattern(name).test(one));
    if (!actual) throw notDeployed(`table '${name}'`);
    return [name, actual] as const;
  });
  return Object.fromEntries(found) as Record<TableName, string>;
}

/** The bucket that keeps originals and derivatives. @throws Error when there is none. */
export async function findPhotosBucket(s3: S3Client): Promise<string> {
  const given = process.env.PHOTOS_BUCKET;
  const found = given ?? (await listBuckets(s3)).find((name) => bucketPatterns.photos.test(name));
  if (!found) throw notDeployed('photos bucket');
  return found;
}

/** Every bucket of the studio, which outlive their stack. */
export async function findBuckets(s3: S3Client): Promise<string[]> {
  const patterns = Object.values(bucketPatterns);
  return (await listBuckets(s3)).filter((name) => patterns.some((pattern) => pattern.test(name)));
}

async function listBuckets(s3: S3Client): Promise<string[]> {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  return Buckets.flatMap(({ Name }) => Name ?? []);
}

/** @throws Error when there is none, or when it can't be told which. */
export async function findUserPool(cognito: CognitoIdentityProviderClient): Promise<string> {
  if (process.env.USER_POOL_ID) return process.env.USER_POOL_ID;
  const found: string[] = [];
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
    found.push(...UserPools.flatMap(({ Id, Name }) => (Id && poolPattern.test(Name ?? '') ? Id : [])));
  }
  if (found.length > 1)
    throw new Error(`Which user pool is the studio's: ${found.join(', ')}? Say it as USER_POOL_ID.`);
  if (!found[0]) throw notDeployed('user pool');
  return found[0];
}

/** The queue where work waits that failed too often; the outbox's is its table's. */
export function deadLettersName(name: QueueName | 'outbox'): string {
  const given = name === 'outbox' ? process.env.OUTBOX_TABLE : process.env[queueVariable(name)]?.split('/').at(-1);
  return given ? `${given}-dead-letters` : queueName(`${name}-dead-letters`);
}
