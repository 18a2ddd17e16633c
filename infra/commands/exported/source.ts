import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { UserPoolName } from '#shared/site-config.ts';
import config from '../../../studio.config.ts';
import type { TableName } from '../../blueprint/tables.ts';
import { findApiKey, findEdge, findPhotosBucket, findTables, findUserPool, stackResources } from '../stack/deployed.ts';
import type { Edge } from './object-reader.ts';
import type { Row } from './rows.ts';

/** The sources of an export. */
export interface Source {
  dynamodb: DynamoDBDocumentClient;
  s3: S3Client;
  cognito: CognitoIdentityProviderClient;
  tables: Record<TableName, string>;
  photosBucket: string;
  userPools: Record<UserPoolName, string>;
  /** The access to files through CloudFront, which costs less; when undefined, files are read from the bucket. */
  edge?: Edge;
  /** Reads the value from which the API's keys are derived; it resolves to undefined when the value is unknown. */
  readApiKey?: () => Promise<string | undefined>;
}

/** Yields all rows of a table. It scans, because nobody waits and no row may be missing. */
export async function* scan({ dynamodb }: Pick<Source, 'dynamodb'>, TableName: string): AsyncGenerator<Row> {
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true }))
    yield* Items;
}

/** Returns the deployed studio that the credentials and the config name. */
export async function deployedSource(region: string): Promise<Source> {
  const cloudformation = new CloudFormationClient({ region });
  const resources = stackResources(cloudformation, config.prefix);
  const edge = await findEdge(cloudformation, resources, new SecretsManagerClient({ region }), config.prefix);
  return {
    ...(edge && { edge }),
    readApiKey: () => findApiKey(new SSMClient({ region }), config.prefix),
    dynamodb: DynamoDBDocumentClient.from(new DynamoDBClient({ region })),
    s3: new S3Client({ region }),
    cognito: new CognitoIdentityProviderClient({ region }),
    tables: await findTables(resources),
    photosBucket: await findPhotosBucket(resources),
    userPools: {
      clients: await findUserPool(resources, 'clients'),
      studio: await findUserPool(resources, 'studio'),
    },
  };
}
