import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * One SDK client a service, made when first asked for; a function's bundle holds only those it uses. Region, credentials
 * and endpoints come from the environment, as AWS's SDK reads them.
 */
const once = <Client>(make: () => Client) => {
  let client: Client | undefined;
  return () => {
    client ??= make();
    return client;
  };
};

/** The SDK's 'standard' retries back off exponentially, with full jitter. */
const retries = { retryMode: 'standard', maxAttempts: 4 };

/** For small answers: a request that hangs is given up and tried again well within a function's own time. */
const quick = {
  ...retries,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_500, throwOnRequestTimeout: true },
};

export const dynamodb = once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient(quick), { marshallOptions: { removeUndefinedValues: true } }),
);

/** Checksums only where a caller asks for one: otherwise presigned requests would carry the checksum of an empty body. */
export const s3 = once(
  () =>
    new S3Client({
      ...retries,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 2_000, socketTimeout: 30_000 },
    }),
);

export const sqs = once(() => new SQSClient(quick));
export const ses = once(() => new SESv2Client({ ...retries, requestHandler: { connectionTimeout: 2_000 } }));
export const cognito = once(() => new CognitoIdentityProviderClient(quick));
export const secrets = once(() => new SecretsManagerClient(quick));
export const cloudfront = once(() => new CloudFrontClient(retries));
