import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { behaviors, objectEvents } from '../blueprint.ts';
import { type LogBucket, PrivateBucket } from './private-bucket.ts';

export type PhotoBucket = 'landing' | 'photos';
export type ObjectAction =
  `s3:${'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload' | 'ListMultipartUploadParts'}`;

/** Where photographs arrive and where they stay. */
export class Photos extends Construct {
  /** Uploads straight from the browser, each until it is registered. No clock deletes here: what arrived is looked at first. */
  readonly landing: s3.Bucket;
  /** Originals, derivatives, portfolio and ZIP parts; read through the edge only. */
  readonly photos: s3.Bucket;
  /** Origin of the landing bucket, as the browser and the CSP spell it. */
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
          // Without archive tiers: instant at any age, and no fee for reading.
          prefix: 'originals/',
          transitions: [{ storageClass: s3.StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(0) }],
        },
        // A download is made again on request: no reason to pay for old ones.
        {
          prefix: 'downloads/',
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });

    this.#serveOnlyBehaviors();

    // A computed name: the CSP, part of the distribution, names this bucket, whose CORS names the distribution.
    const { account, region, stackName } = Stack.of(this);
    const landingName = `${stackName.toLowerCase()}-landing-${account}-${region}`;
    this.landingOrigin = `https://${landingName}.s3.${region}.amazonaws.com`;
    this.landing = new PrivateBucket(this, 'Landing', {
      logs,
      bucketName: landingName,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      // Kept like the others, but a first deployment that fails must not leave the name taken.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#announceArrivals(arrivals, landingName);
  }

  /** The edge reads what it has a behavior for and nothing else, such as files that were refused. */
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

  /** S3 itself puts a message into the queue for each object that arrives. */
  #announceArrivals(queue: sqs.Queue, landingName: string): void {
    const { account, partition } = Stack.of(this);
    const { policyDependable } = queue.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          // By its name, not by reference: S3 tries the queue when the bucket is made, so the policy must be there first.
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

  /** Lets the pages of this origin, and no other, send photographs to the landing bucket. */
  allowUploadsFrom(origin: string): void {
    this.landing.addCorsRule({
      allowedOrigins: [origin],
      allowedMethods: [s3.HttpMethods.PUT],
      allowedHeaders: ['content-type', 'if-none-match', 'x-amz-*'],
      exposedHeaders: ['ETag'],
      maxAge: 3_600,
    });
  }

  /** Lets a function do exactly this with the objects below a prefix. */
  grant(grantee: lambda.Function, bucket: PhotoBucket, prefix: string, ...actions: ObjectAction[]): void {
    iam.Grant.addToPrincipal({ grantee, actions, resourceArns: [this[bucket].arnForObjects(`${prefix}*`)] });
    const logicalId = Stack.of(this).getLogicalId(this[bucket].node.defaultChild as s3.CfnBucket);
    Validations.of(grantee.role!).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${prefix}*]`,
      reason: 'The objects below one prefix, whose keys are made at run time; never the bucket itself.',
    });
  }
}
