import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { SiteConfig } from '#shared/site-config.ts';
import { notFoundMark } from '../edge/functions.ts';
import type { SiteBuild } from '../edge/site-build.ts';

/** The built site: its folder, and what the build says of it. */
export interface Site {
  folder: string;
  build: SiteBuild;
}

/** Files that are put into the bucket alike. */
export interface UploadGroup {
  id: string;
  /** Patterns as `aws s3 sync` takes them: `*` matches slashes too. */
  include: string[];
  cacheControl: string;
  /** Left to the uploading tool, which goes by the name, where undefined. */
  contentType?: string;
  contentEncoding?: string;
  metadata?: Record<string, string>;
}

const immutable = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time: a deployment shows at once. */
const revalidated = 'no-cache';

/** Endings that the uploading tool knows; for the others we say the type. */
const wellKnown = ['.html', '.js', '.css', '.json', '.svg', '.png', '.jpg', '.ico', '.txt', '.xml'];
const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** The same of what the build has compressed. */
const compressedTypes: Record<string, string> = { '.js.br': 'text/javascript', '.css.br': 'text/css' };

/**
 * How the site's files go into the bucket, what pages refer to before the pages.
 * @param files paths below the site's folder, with slashes and without one in front.
 * @throws for a file whose type nobody knows.
 */
export function uploadGroups(files: string[], build: SiteBuild): UploadGroup[] {
  const compressed = (build.compressed ?? []).map((ending) => `${ending}.br`);
  const isCompressed = (file: string) => compressed.some((ending) => file.endsWith(ending));
  const inFolders = files.filter((file) => build.folders.some((folder) => `/${file}`.startsWith(folder)));
  const hashed = inFolders.filter((file) => !isCompressed(file));
  const others = files.filter((file) => !inFolders.includes(file) && file !== '404.html');
  const unknown = [...hashed, ...others].find(
    (file) => !wellKnown.includes(extname(file)) && !contentTypes[extname(file)],
  );
  if (unknown) throw new Error(`What type has ${unknown}? Say it in infra/constructs/site-content.ts.`);

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
    ...others
      .filter((file) => contentTypes[extname(file)])
      .map((file) => ({
        id: `File-${file}`,
        include: [file],
        cacheControl: revalidated,
        contentType: contentTypes[extname(file)]!,
      })),
    {
      id: 'Pages',
      include: others.filter((file) => wellKnown.includes(extname(file))),
      cacheControl: revalidated,
    },
    { id: 'NotFound', include: ['404.html'], cacheControl: revalidated, metadata: notFoundMark },
  ].filter(({ include }) => include.length > 0);
}

/** Puts the built site into its bucket, and beside it what the browser must know of this deployment. */
export class SiteContent extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      bucket,
      site,
      config,
      logRetentionDays,
    }: { bucket: s3.IBucket; site: Site; config: SiteConfig; logRetentionDays: number },
  ) {
    super(scope, id);
    const common = {
      destinationBucket: bucket,
      // What an open page of the last deployment still asks for stays.
      prune: false,
      memoryLimit: 512,
      logGroup: new logs.LogGroup(this, 'Log', { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY }),
    };
    const source = s3deploy.Source.asset(site.folder);
    let before: Construct | undefined;
    for (const group of uploadGroups(filesIn(site.folder), site.build)) {
      const { id, include, cacheControl, contentType, contentEncoding, metadata } = group;
      const deployment = new s3deploy.BucketDeployment(this, id, {
        ...common,
        sources: [source],
        exclude: ['*'],
        include,
        cacheControl: [s3deploy.CacheControl.fromString(cacheControl)],
        ...(contentType && { contentType }),
        ...(contentEncoding && { contentEncoding }),
        ...(metadata && { metadata }),
      });
      if (before) deployment.node.addDependency(before);
      before = deployment;
    }
    new s3deploy.BucketDeployment(this, 'Config', {
      ...common,
      sources: [s3deploy.Source.jsonData('config.json', config)],
      cacheControl: [s3deploy.CacheControl.fromString(revalidated)],
      contentType: 'application/json',
    });
    acknowledgeUploader(this, bucket);
  }
}

/** The one function that is CDK's, not ours. */
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
