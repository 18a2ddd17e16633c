import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

const common = {
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  encryption: s3.BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  // The rollback of a failed creation deletes the empty bucket; every other operation retains it.
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} satisfies s3.BucketProps;

/** The bucket of access logs of CloudFront and of the buckets; it keeps them for 90 days. */
export class LogBucket extends s3.Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      ...common,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
  }
}

/** A private, encrypted bucket with access logs that requires TLS and is retained when the stack is deleted. */
export class PrivateBucket extends s3.Bucket {
  constructor(
    scope: Construct,
    id: string,
    { logs, ...props }: Omit<s3.BucketProps, keyof typeof common> & { logs: LogBucket },
  ) {
    super(scope, id, {
      ...common,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: `buckets/${id.toLowerCase()}/`,
      ...props,
    });
  }
}
