import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { SiteConfig } from '#shared/site-config.ts';
import { type BucketName, buckets } from '../infra/blueprint/buckets.ts';
import { type FunctionName, functions, functionVariable } from '../infra/blueprint/functions.ts';
import {
  deadLetterNames,
  deadLettersVariable,
  type QueueName,
  queues,
  queueVariable,
} from '../infra/blueprint/queues.ts';
import { type TableName, tables, tableVariable } from '../infra/blueprint/tables.ts';
import type { EnvironmentName } from '../lambdas/platform/env.ts';
import { type Addresses, accountId, credentials, endpoint, localSite, origin, region, userPools } from './addresses.ts';
import { demoAdmin } from './data/demo-people.ts';
import { apiKeyParameter, secretArn, signingKeySecretName } from './services/secrets-manager.ts';

/** Returns the name on this machine. Tables, buckets and queues have the blueprint's names. */
export const bucketName = (name: BucketName): string => name;
export const queueName = (name: QueueName): string => name;
export const tableName = (name: TableName): string => name;

/**
 * The secret header that CloudFront adds to API requests. The API listens on 127.0.0.1 only, so this value need not be
 * secret.
 */
export const edgeSecret = 'local-edge-secret';
/** CloudFront's id of the public key that belongs to the signing key. */
export const signingKeyId = 'KLOCALSIGNINGKEY';
/** CloudFront's id of the distribution, whose role the local edge has. */
const distributionId = 'ELOCALDISTRIBUTION';
/** The sender of emails, and the studio's address; emails to both are in the local inbox. */
const senderEmail = 'studio@example.test';
export const studioEmail = 'owner@example.test';

export const queueUrl = (studio: Addresses, name: QueueName) =>
  `${endpoint(studio, 'sqs')}/${accountId}/${queueName(name)}`;
/** Returns the name of the dead-letter queue of a queue, or of a table's stream. */
export const deadLettersOf = (name: string) => `${name}-dead-letters`;
export const deadLettersUrl = (studio: Addresses, name: string) =>
  `${endpoint(studio, 'sqs')}/${accountId}/${deadLettersOf(name)}`;

/**
 * Returns the endpoint of each AWS service, region and credentials, as AWS's SDKs read them from the environment.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
function awsEnvironment(studio: Addresses): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint(studio, 'dynamodb'),
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint(studio, 'dynamodb'),
    AWS_ENDPOINT_URL_S3: endpoint(studio, 's3'),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint(studio, 'cognito'),
    AWS_ENDPOINT_URL_SQS: endpoint(studio, 'sqs'),
    AWS_ENDPOINT_URL_SESV2: endpoint(studio, 'ses'),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint(studio, 'secretsmanager'),
    AWS_ENDPOINT_URL_SSM: endpoint(studio, 'secretsmanager'),
    AWS_ENDPOINT_URL_CLOUDFRONT: endpoint(studio, 'edge'),
    AWS_ENDPOINT_URL_LAMBDA: endpoint(studio, 'httpapi'),
  };
}

/** Returns every setting of the functions, with its value on this machine. */
function settings(studio: Addresses): Record<EnvironmentName, string> {
  const values: Partial<Record<EnvironmentName, string>> = {
    CLIENT_POOL_ID: userPools.clients.id,
    STUDIO_POOL_ID: userPools.studio.id,
    SIGNING_KEY_SECRET: secretArn(signingKeySecretName),
    SIGNING_KEY_ID: signingKeyId,
    DISTRIBUTION_ID: distributionId,
    EDGE_SECRET_SHA256: createHash('sha256').update(edgeSecret).digest('hex'),
    CREATE_LOGIN_FUNCTION: 'create-login',
    API_KEY_PARAMETER: apiKeyParameter,
    SITE_ORIGIN: studio.site,
    SITE_RENDERER: resolve(localSite, 'renderer'),
    SENDER_EMAIL: senderEmail,
    STUDIO_EMAIL: studioEmail,
    ALARM_EMAIL: demoAdmin.email,
  };
  for (const name of Object.keys(tables) as TableName[]) values[tableVariable(name)] = tableName(name);
  for (const name of Object.keys(queues) as QueueName[]) values[queueVariable(name)] = queueUrl(studio, name);
  for (const name of deadLetterNames) values[deadLettersVariable(name)] = deadLettersUrl(studio, name);
  for (const name of buckets) values[`${name.toUpperCase()}_BUCKET` as EnvironmentName] = bucketName(name);
  return values as Record<EnvironmentName, string>;
}

/** Returns the environment by which the owner's commands find the studio of this machine instead of a deployed one. */
export function commandEnvironment(studio: Addresses): Record<string, string> {
  const workers = (Object.keys(functions) as FunctionName[]).map((name) => [functionVariable(name), name]);
  return {
    ...awsEnvironment(studio),
    ...settings(studio),
    ...Object.fromEntries(workers),
    STUDIO_ON_THIS_MACHINE: 'yes',
  };
}

/**
 * Returns a function's environment: the settings that the blueprint lists for it, and the variables that Lambda sets.
 */
export function functionEnvironment(studio: Addresses, name: FunctionName): Record<string, string> {
  const { memory, environment } = functions[name];
  const all = settings(studio);
  const missing = environment.filter((setting) => all[setting] === undefined);
  if (missing.length > 0) {
    throw new Error(
      `The function '${name}' wants ${missing.join(', ')}: give it a local value in local/environment.ts.`,
    );
  }
  return {
    ...awsEnvironment(studio),
    ...Object.fromEntries(environment.map((setting) => [setting, all[setting]])),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    TZ: ':UTC',
  };
}

/** Returns `/config.json` of this machine. */
export function siteConfig(studio: Addresses): SiteConfig {
  const cognito = origin(studio, 'cognito');
  return {
    region,
    user_pools: {
      clients: { user_pool_id: userPools.clients.id, user_pool_client_id: userPools.clients.clientId },
      studio: { user_pool_id: userPools.studio.id, user_pool_client_id: userPools.studio.clientId },
    },
    auth_domain: new URL(cognito).host,
    google_enabled: true,
    authenticator_required: false,
    user_pool_endpoint: cognito,
  };
}
