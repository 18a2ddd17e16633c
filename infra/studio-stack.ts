import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../lambdas/platform/env.ts';
import { type FunctionName, type QueueName, queueVariable, type TableName, tableVariable } from './blueprint.ts';
import type { StudioConfig } from './config.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { Data } from './constructs/data.ts';
import { Edge } from './constructs/edge.ts';
import { Identity } from './constructs/identity.ts';
import { Letters } from './constructs/letters.ts';
import { Photos } from './constructs/photos.ts';
import { LogBucket } from './constructs/private-bucket.ts';
import { Queues } from './constructs/queues.ts';
import { SigningKey } from './constructs/signing-key.ts';
import { type Site, SiteContent } from './constructs/site-content.ts';
import type { Settings } from './constructs/studio-function.ts';
import { Workers } from './constructs/workers.ts';

export interface StudioStackProps {
  config: StudioConfig;
  site: Site;
  /** What a function of the blueprint is deployed as. */
  functionCode: (name: FunctionName) => Code;
  /** Takes off the protection against deletion; data is still kept when the stack goes. */
  isRemovable?: boolean;
}

/** The whole studio, in the order in which one thing needs another. */
export class StudioStack extends Stack {
  constructor(scope: Construct, id: string, { config, site, functionCode, isRemovable = false }: StudioStackProps) {
    super(scope, id, {
      description: 'A photography studio: website, client portal and admin area.',
      env: { region: config.region },
      terminationProtection: !isRemovable,
    });
    const { logRetentionDays } = config;

    const logs = new LogBucket(this, 'Logs');
    const data = new Data(this, 'Data', { deletionProtection: !isRemovable });
    const queues = new Queues(this, 'Queues');
    const photos = new Photos(this, 'Photos', { logs, arrivals: queues.queues.photo });
    const identity = new Identity(this, 'Identity', { config, deletionProtection: !isRemovable });
    const letters = new Letters(this, 'Letters', config);
    const signingKey = new SigningKey(this, 'SigningKey', config.signingKeyGeneration, logRetentionDays);

    const api = new Api(this, 'Api', logRetentionDays);
    const edge = new Edge(this, 'Edge', {
      config,
      build: site.build,
      logs,
      apiDomain: api.domain,
      edgeSecret: signingKey.edgeSecret,
      photos: photos.photos,
      keyGroup: signingKey.keyGroup,
      connectSources: [
        `https://cognito-idp.${this.region}.amazonaws.com`,
        `https://${identity.authDomain}`,
        photos.landingOrigin,
      ],
    });
    const { siteOrigin } = edge;
    photos.allowUploadsFrom(siteOrigin);
    const client = identity.addSite(siteOrigin);

    const settings: Settings = {
      ...tableNames(data),
      ...queueUrls(queues),
      LANDING_BUCKET: photos.landing.bucketName,
      PHOTOS_BUCKET: photos.photos.bucketName,
      USER_POOL_ID: identity.pool.userPoolId,
      SIGNING_KEY_SECRET: signingKey.secret.secretArn,
      SIGNING_KEY_ID: signingKey.publicKeyId,
      DISTRIBUTION_ID: edge.distribution.distributionId,
      EDGE_SECRET: signingKey.edgeSecret,
      SITE_ORIGIN: siteOrigin,
      SENDER_EMAIL: config.emails.sender,
      STUDIO_EMAIL: config.emails.studio,
    };
    const supply = { code: functionCode, settings, logRetentionDays };
    const resources = {
      data,
      photos,
      queues,
      identity,
      signingKey,
      edgeArn: edge.distribution.distributionArn,
      letters,
    };
    api.addAudiences(client.userPoolClientId, supply, resources);
    const workers = new Workers(this, 'Workers', supply, resources);

    new SiteContent(this, 'SiteContent', {
      bucket: edge.siteBucket,
      site,
      config: {
        region: this.region,
        user_pool_id: identity.pool.userPoolId,
        user_pool_client_id: client.userPoolClientId,
        auth_domain: identity.authDomain,
        google_enabled: config.google !== undefined,
      },
      logRetentionDays,
    });
    const watched = { api: api.api, queues, workers: workers.functions };
    const alarms = new Alarms(this, 'Alarms', { config, ...watched });
    new Dashboard(this, 'Dashboard', { alarms, distribution: edge.distribution, ...watched });

    new CfnOutput(this, 'SiteAddress', { value: siteOrigin });
    new CfnOutput(this, 'EdgeAddress', { value: edge.distribution.distributionDomainName });
    new CfnOutput(this, 'UserPoolId', { value: identity.pool.userPoolId });
    new CfnOutput(this, 'GoogleRedirectUri', { value: `https://${identity.authDomain}/oauth2/idpresponse` });
  }
}

type Named<Suffix extends string> = Extract<EnvironmentName, `${string}${Suffix}`>;

function tableNames({ tables }: Data) {
  const names = Object.entries(tables).map(([name, table]) => [tableVariable(name as TableName), table.tableName]);
  return Object.fromEntries(names) as Record<Named<'_TABLE'>, string>;
}

function queueUrls({ queues }: Queues) {
  const urls = Object.entries(queues).map(([name, queue]) => [queueVariable(name as QueueName), queue.queueUrl]);
  return Object.fromEntries(urls) as Record<Named<'_QUEUE_URL'>, string>;
}
