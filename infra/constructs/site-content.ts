import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CustomResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { SiteConfig } from '#shared/site-config.ts';
import type { BuiltSite, SiteBuild } from '../edge/site-build.ts';
import { deploymentFunction } from './studio-function.ts';

/** The built site: the folder of its assets, and facts about it. */
export interface Site {
  folder: string;
  build: BuiltSite;
}

/** A group of files that are uploaded with the same metadata. */
export interface UploadGroup {
  id: string;
  /** Patterns of `aws s3 sync`, in which `*` also matches slashes. */
  include: string[];
  cacheControl: string;
  /** The content type; when undefined, the AWS CLI determines it from the name. */
  contentType?: string;
  contentEncoding?: string;
}

const immutable = 'public, max-age=31536000, immutable';
/** Lets caches revalidate a file on each request, so that a deployment takes effect at once. */
const revalidate = 'no-cache';

/** Endings whose type the AWS CLI knows; `contentTypes` has the types of other endings. */
const wellKnown = ['.html', '.js', '.css', '.json', '.svg', '.png', '.jpg', '.ico', '.txt', '.xml'];
const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** The types of files that the build has compressed. */
const compressedTypes: Record<string, string> = { '.js.br': 'text/javascript', '.css.br': 'text/css' };

/**
 * Returns the upload groups of the site's files.
 * @param files paths relative to the site's folder, with slashes, without a leading one
 * @throws for a file of an unknown type
 */
export function uploadGroups(files: string[], build: SiteBuild): UploadGroup[] {
  const compressed = (build.compressed ?? []).map((ending) => `${ending}.br`);
  const isCompressed = (file: string) => compressed.some((ending) => file.endsWith(ending));
  const inFolders = files.filter((file) => build.folders.some((folder) => `/${file}`.startsWith(folder)));
  const hashed = inFolders.filter((file) => !isCompressed(file));
  const otherFiles = files.filter((file) => !inFolders.includes(file));
  const unknownFile = [...hashed, ...otherFiles].find(
    (file) => !wellKnown.includes(extname(file)) && !contentTypes[extname(file)],
  );
  if (unknownFile)
    throw new Error(`The file type of ${unknownFile} is unknown. Add it in infra/constructs/site-content.ts.`);

  const byEnding = (ending: string) => ({
    id: `Hashed${ending.slice(1)}`,
    include: build.folders.map((folder) => `${folder.slice(1)}*${ending}`),
    cacheControl: immutable,
    contentType: contentTypes[ending]!,
  });
  const endings = [...new Set(hashed.map((file) => extname(file)))].sort();
  return [
    {
      id: 'Hashed',
      include: endings
        .filter((ending) => wellKnown.includes(ending))
        .flatMap((ending) => build.folders.map((folder) => `${folder.slice(1)}*${ending}`)),
      cacheControl: immutable,
    },
    ...endings.filter((ending) => contentTypes[ending]).map(byEnding),
    ...compressed
      .filter((ending) => inFolders.some((file) => file.endsWith(ending)))
      .map((ending) => ({
        ...byEnding(ending),
        contentType: compressedTypes[ending]!,
        contentEncoding: 'br',
      })),
    ...otherFiles
      .filter((file) => contentTypes[extname(file)])
      .map((file) => ({
        id: `File-${file}`,
        include: [file],
        cacheControl: revalidate,
        contentType: contentTypes[extname(file)]!,
      })),
    {
      id: 'Others',
      include: otherFiles.filter((file) => wellKnown.includes(extname(file))),
      cacheControl: revalidate,
    },
  ].filter(({ include }) => include.length > 0);
}

interface SiteContentProps {
  bucket: s3.IBucket;
  /** The table that says which version visitors are to see; `publisher` is the function that publishes it. */
  website: dynamodb.ITable;
  publisher: lambda.IFunction;
  site: Site;
  config: SiteConfig;
  logRetentionDays: number;
}

/**
 * The upload of the built site's assets into its bucket, with config.json for this deployment. publish-site writes the
 * documents; it is started last.
 */
export class SiteContent extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bucket, website, publisher, site, config, logRetentionDays }: SiteContentProps,
  ) {
    super(scope, id);
    const common = {
      destinationBucket: bucket,
      // Pages opened before this deployment still request the previous assets.
      prune: false,
      memoryLimit: 512,
      logGroup: new logs.LogGroup(this, 'Log', { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY }),
    };
    const source = s3deploy.Source.asset(site.folder);
    let previous: Construct | undefined;
    for (const group of uploadGroups(filesIn(site.folder), site.build)) {
      const { id, include, cacheControl, contentType, contentEncoding } = group;
      const deployment = new s3deploy.BucketDeployment(this, id, {
        ...common,
        sources: [source],
        exclude: ['*'],
        include,
        cacheControl: [s3deploy.CacheControl.fromString(cacheControl)],
        ...(contentType && { contentType }),
        ...(contentEncoding && { contentEncoding }),
      });
      if (previous) {
        deployment.node.addDependency(previous);
        removeUnusedLayer(deployment);
      }
      previous = deployment;
    }
    const configDeployment = new s3deploy.BucketDeployment(this, 'Config', {
      ...common,
      sources: [s3deploy.Source.jsonData('config.json', config)],
      cacheControl: [s3deploy.CacheControl.fromString(revalidate)],
      contentType: 'application/json',
    });
    removeUnusedLayer(configDeployment);
    acknowledgeUploader(this, bucket);
    const announcement = this.#announce(website, site.build.renderer, logRetentionDays);
    for (const earlier of [previous, configDeployment, publisher])
      if (earlier) announcement.node.addDependency(earlier);
  }

  /**
   * Announces the build to publish-site, which writes its documents after all files to which they refer are uploaded.
   */
  #announce(website: dynamodb.ITable, build: string, logRetentionDays: number): CustomResource {
    const announcer = deploymentFunction(this, 'announce-build', logRetentionDays);
    iam.Grant.addToPrincipal({
      grantee: announcer,
      actions: ['dynamodb:UpdateItem'],
      resourceArns: [website.tableArn],
    });
    const announcement = new CustomResource(this, 'Build', {
      serviceToken: announcer.functionArn,
      resourceType: 'Custom::SiteBuild',
      serviceTimeout: Duration.minutes(5),
      properties: { TableName: website.tableName, Build: build },
    });
    announcement.node.addDependency(announcer.role!);
    return announcement;
  }
}

/**
 * Removes a deployment's unused layer. All deployments share one function, which uses the AWS CLI layer of the first
 * deployment; each further deployment adds an unused copy of the layer.
 */
function removeUnusedLayer(deployment: s3deploy.BucketDeployment): void {
  if (!deployment.node.tryRemoveChild('AwsCliLayer')) throw new Error("CDK's layer with the AWS CLI has another name.");
}

/** Acknowledges the findings about the uploading function, which CDK provides. */
function acknowledgeUploader(scope: Construct, bucket: s3.IBucket): void {
  const stack = Stack.of(scope);
  const uploader = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!uploader) throw new Error("CDK's bucket deployment has another name by now: see what it may do.");
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  const reason =
    'CDK puts the site into its bucket with it: it runs at deployments only, and writes to that bucket only.';
  const ids = [
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
      (name) => `AwsSolutions-IAM5[Action::s3:${name}]`,
    ),
    `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
    `AwsSolutions-IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}/*]`,
    'AwsSolutions-L1',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaLatestVersion',
    'Serverless-LambdaTracing',
  ];
  Validations.of(uploader).acknowledge(...ids.map((id) => ({ id, reason })));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
