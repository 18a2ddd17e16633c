import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The SDK's 'standard' retries back off exponentially, with full jitter. */
const retries = { retryMode: 'standard', maxAttempts: 4 };

/** Milliseconds that a small response may take: a hanging request is retried within the function's own timeout. */
export const requestTimeout = 2_500;
const quick = {
  ...retries,
  requestHandler: { connectionTimeout: 1_000, requestTimeout, throwOnRequestTimeout: true },
};

/**
 * One SDK client per service, created on first use. A function returns each, so that a bundle contains only the SDKs it
 * uses. Region, credentials and endpoints come from the environment, as the AWS SDKs read them.
 */
const clients: {
  dynamodb?: DynamoDBDocumentClient;
  s3?: S3Client;
  sqs?: SQSClient;
  ses?: SESv2Client;
  cognito?: CognitoIdentityProviderClient;
  secrets?: SecretsManagerClient;
  parameters?: SSMClient;
  cloudfront?: CloudFrontClient;
  lambda?: LambdaClient;
} = {};

export function dynamodb(): DynamoDBDocumentClient {
  clients.dynamodb ??= DynamoDBDocumentClient.from(new DynamoDBClient(quick), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return clients.dynamodb;
}

/**
 * Returns the S3 client. It computes checksums only where a caller requests one: otherwise presigned requests would
 * carry the checksum of an empty body, and downloads would be hashed even where the caller verifies them itself.
 */
export function s3(): S3Client {
  clients.s3 ??= new S3Client({
    ...retries,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, socketTimeout: 30_000 },
  });
  return clients.s3;
}

export function sqs(): SQSClient {
  clients.sqs ??= new SQSClient(quick);
  return clients.sqs;
}

export function ses(): SESv2Client {
  clients.ses ??= new SESv2Client({ ...retries, requestHandler: { connectionTimeout: 2_000 } });
  return clients.ses;
}

export function cognito(): CognitoIdentityProviderClient {
  clients.cognito ??= new CognitoIdentityProviderClient(quick);
  return clients.cognito;
}

export function secrets(): SecretsManagerClient {
  clients.secrets ??= new SecretsManagerClient(quick);
  return clients.secrets;
}

export function parameters(): SSMClient {
  clients.parameters ??= new SSMClient(quick);
  return clients.parameters;
}

export function lambda(): LambdaClient {
  clients.lambda ??= new LambdaClient(quick);
  return clients.lambda;
}

export function cloudfront(): CloudFrontClient {
  clients.cloudfront ??= new CloudFrontClient(retries);
  return clients.cloudfront;
}
