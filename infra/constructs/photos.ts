import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { behaviors } from '../blueprint/behaviors.ts';
import { objectEvents } from '../blueprint/buckets.ts';
import { type LogBucket, PrivateBucket } from './private-bucket.ts';

export type PhotoBucket = 'landing' | 'photos';
export type ObjectAction =
  `s3:${'GetObject' | 'PutObject' | 'DeleteObject' | 'DeleteObjectVersion' | 'AbortMultipartUpload' | 'ListMultipartUploadParts'}`;

/** The buckets of uploads and photos. */
export class Photos extends Construct {
  /**
   * The bucket of uploads from the browser, each until it is registered. No lifecycle rule expires them: the daily
   * sweep checks an upload before it deletes it.
   */
  readonly landing: s3.Bucket;
  /** The bucket of originals, derivatives, portfolio copies and ZIP parts; it is read only through CloudFront. */
  readonly photos: s3.Bucket;
  /** The origin of the landing bucket, as the browser sends it and the CSP names it. */
  readonly landingOrigin: string;

  constructor(scope: Construct, id: string, { logs, arrivals }: { logs: LogBucket; arrivals: sqs.Queue }) {
    super(scope, id);
    this.photos = new PrivateBucket(this, 'Photos', {
      logs,
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(2),
        },
        {
          // No archive tiers: access is immediate at any age, without a retrieval fee.
          prefix: 'originals/',
          transitions: [{ storageClass: s3.StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(0) }],
        },
        // Downloads are created again on request, so old ones need not be stored. The daily sweep deletes them on the
        // day on which their links end; this rule does so where the sweep could not.
        {
          prefix: 'downloads/',
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });

    this.#serveOnlyBehaviors();

    // A computed name, to avoid a circular reference: the CSP, in the distribution, names this bucket, and the bucket's
    // CORS rule names the distribution.
    const { account, region, stackName } = Stack.of(this);
    const landingName = `${stackName}-landing-${account}-${region}`;
    this.landingOrigin = `https://${landingName}.s3.${region}.amazonaws.com`;
    this.landing = new PrivateBucket(this, 'Landing', {
      logs,
      bucketName: landingName,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    this.#announceArrivals(arrivals, landingName);
  }

  /** Allows CloudFront to read only the prefixes with a behavior, which excludes refused files. */
  #serveOnlyBehaviors(): void {
    const served = Object.entries(behaviors).filter(([, { origin }]) => origin === 'photos');
    this.photos.addToResourcePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        principals: [new iam.ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        notResources: served.map(([path]) => this.photos.arnForObjects(path.slice(1))),
      }),
    );
  }

  /** Sends S3's event for each created object to the queue. */
  #announceArrivals(queue: sqs.Queue, landingName: string): void {
    const { account, partition } = Stack.of(this);
    const { policyDependable } = queue.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          // The bucket's name, not a reference: S3 tests the queue when the bucket is created, so the queue's policy
          // must exist before the bucket.
          ArnEquals: { 'aws:SourceArn': `arn:${partition}:s3:::${landingName}` },
          StringEquals: { 'aws:SourceAccount': account },
        },
      }),
    );
    const bucket = this.landing.node.defaultChild as s3.CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: objectEvents.event, queue: queue.queueArn }],
    };
    if (policyDependable) bucket.node.addDependency(policyDependable);
  }

  /** Lets pages of this origin, and of no other origin, upload to the landing bucket. */
  allowUploadsFrom(origin: string): void {
    this.landing.addCorsRule({
      allowedOrigins: [origin],
      allowedMethods: [s3.HttpMethods.PUT],
      allowedHeaders: ['content-type', 'if-none-match', 'x-amz-*'],
      exposedHeaders: ['ETag'],
      maxAge: 3_600,
    });
  }

  /** Grants a function exactly these actions on the objects of a prefix. */
  grant(grantee: lambda.Function, bucket: PhotoBucket, prefix: string, ...actions: ObjectAction[]): void {
    iam.Grant.addToPrincipal({ grantee, actions, resourceArns: [this[bucket].arnForObjects(`${prefix}*`)] });
    const logicalId = Stack.of(this).getLogicalId(this[bucket].node.defaultChild as s3.CfnBucket);
    Validations.of(grantee.role!).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${prefix}*]`,
      reason: 'The objects below one prefix, whose keys are made at run time; never the bucket itself.',
    });
  }
}
