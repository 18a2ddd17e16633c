import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

const ourWay = {
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  encryption: s3.BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: RemovalPolicy.RETAIN,
} satisfies s3.BucketProps;

/** Keeps who asked for what, for 90 days. */
export class LogBucket extends s3.Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      ...ourWay,
      // CloudFront's access logs are delivered by ACL.
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
  }
}

/** A bucket our way: nothing public, TLS only, encrypted, logged, and still there when the stack is gone. */
export class PrivateBucket extends s3.Bucket {
  constructor(
    scope: Construct,
    id: string,
    { logs, ...props }: Omit<s3.BucketProps, keyof typeof ourWay> & { logs: LogBucket; removalPolicy?: RemovalPolicy },
  ) {
    super(scope, id, {
      ...ourWay,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: `buckets/${id.toLowerCase()}/`,
      ...props,
    });
  }
}
