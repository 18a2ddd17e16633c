import { CfnOutput, Lazy, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { SiteConfig } from '#shared/site-config.ts';
import type { EnvironmentName } from '../lambdas/platform/env.ts';
import type { FunctionName } from './blueprint/functions.ts';
import { type DeadLetters, deadLettersVariable, type QueueName, queueVariable } from './blueprint/queues.ts';
import { type TableName, tableVariable } from './blueprint/tables.ts';
import { packagedRenderer } from './bundle.ts';
import type { StudioConfig } from './config.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { ApiKey } from './constructs/api-key.ts';
import { Dashboard } from './constructs/dashboard.ts';
import { Data } from './constructs/data.ts';
import { Edge } from './constructs/edge.ts';
import { Emails } from './constructs/emails.ts';
import { ExportReminder } from './constructs/export-reminder.ts';
import { Identity } from './constructs/identity.ts';
import { Photos } from './constructs/photos.ts';
import { LogBucket } from './constructs/private-bucket.ts';
import { Queues } from './constructs/queues.ts';
import { SigningKey } from './constructs/signing-key.ts';
import { type Site, SiteContent } from './constructs/site-content.ts';
import type { Settings } from './constructs/studio-function.ts';
import { type WorkerName, Workers } from './constructs/workers.ts';
import { documentsOf } from './edge/site-build.ts';

export interface StudioStackProps {
  config: StudioConfig;
  site: Site;
  /** Returns the deployment package of a function of the blueprint. */
  functionCode: (name: FunctionName) => Code;
  /**
   * Whether the stack, tables and user pools have deletion protection. Without it, the data is still retained when the
   * stack is deleted.
   */
  isProtected?: boolean;
  /** The account's limit of concurrent executions. */
  concurrencyLimit?: number;
}

/** The studio's stack; constructs are in the order of their dependencies. */
export class StudioStack extends Stack {
  constructor(scope: Construct, id: string, props: StudioStackProps) {
    const { config, site, functionCode, isProtected = true, concurrencyLimit = 1_000 } = props;
    super(scope, id, {
      description: 'A photography studio: website, client portal and admin area.',
      env: { region: config.region },
      terminationProtection: isProtected,
    });
    const { logRetentionDays } = config;

    const logs = new LogBucket(this, 'Logs');
    const data = new Data(this, 'Data', { deletionProtection: isProtected });
    const queues = new Queues(this, 'Queues');
    const photos = new Photos(this, 'Photos', { logs, arrivals: queues.queues.photo });
    const identity = new Identity(this, 'Identity', { config, deletionProtection: isProtected });
    const emails = new Emails(this, 'Emails', config);
    const apiKey = new ApiKey(this, 'ApiKey', logRetentionDays);
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
    const appClients = identity.addSite(siteOrigin);

    const createLogin = Lazy.string({ produce: () => workers.functions['create-login'].functionName });
    const settings = settingsOf({ config, data, queues, photos, identity, signingKey, apiKey, edge, createLogin });
    const supply = { code: functionCode, settings, logRetentionDays };
    const resources = {
      data,
      photos,
      siteBucket: edge.siteBucket,
      documents: documentsOf(site.build),
      queues,
      identity,
      signingKey,
      apiKey,
      edgeArn: edge.distribution.distributionArn,
      emails,
      functionArn: (name: FunctionName) =>
        Lazy.string({ produce: () => workers.functions[name as WorkerName].functionArn }),
    };
    api.addAudiences(appClients, supply, resources);
    const workers = new Workers(this, 'Workers', supply, resources, concurrencyLimit);

    new SiteContent(this, 'SiteContent', {
      bucket: edge.siteBucket,
      website: data.tables.website,
      publisher: workers.functions['publish-site'],
      site,
      config: signInConfig(this.region, config, identity, appClients),
      logRetentionDays,
    });
    const watched = { api: api.api, distribution: edge.distribution, queues, workers: workers.functions };
    const alarms = new Alarms(this, 'Alarms', { config, ...watched, emailsReturned: workers.emailsReturned });
    new ExportReminder(this, 'ExportReminder', alarms.topic);
    new Dashboard(this, 'Dashboard', { alarms, ...watched });

    new CfnOutput(this, 'SiteAddress', { value: siteOrigin });
    new CfnOutput(this, 'EdgeAddress', { value: edge.distribution.distributionDomainName });
    new CfnOutput(this, 'StudioPoolId', { value: identity.pools.studio.userPoolId });
    new CfnOutput(this, 'GoogleRedirectUri', { value: `https://${identity.authDomain}/oauth2/idpresponse` });
  }
}

/** The constructs and texts that the functions' settings name. */
interface SettingSources {
  config: StudioConfig;
  data: Data;
  queues: Queues;
  photos: Photos;
  identity: Identity;
  signingKey: SigningKey;
  apiKey: ApiKey;
  edge: Edge;
  /** The name of the function that creates logins. */
  createLogin: string;
}

/** Returns the values of all environment variables that functions may have. */
const settingsOf = ({
  config,
  data,
  queues,
  photos,
  identity,
  signingKey,
  apiKey,
  edge,
  createLogin,
}: SettingSources): Settings => ({
  ...tableNames(data),
  ...queueUrls(queues),
  ...deadLetterUrls(queues),
  LANDING_BUCKET: photos.landing.bucketName,
  PHOTOS_BUCKET: photos.photos.bucketName,
  SITE_BUCKET: edge.siteBucket.bucketName,
  CLIENT_POOL_ID: identity.pools.clients.userPoolId,
  STUDIO_POOL_ID: identity.pools.studio.userPoolId,
  SIGNING_KEY_SECRET: signingKey.secret.secretArn,
  SIGNING_KEY_ID: signingKey.publicKeyId,
  DISTRIBUTION_ID: edge.distribution.distributionId,
  API_KEY_PARAMETER: apiKey.parameterName,
  EDGE_SECRET_SHA256: signingKey.edgeSecretSha256,
  SITE_ORIGIN: edge.siteOrigin,
  SITE_RENDERER: packagedRenderer,
  SENDER_EMAIL: config.emails.sender,
  STUDIO_EMAIL: config.emails.studio,
  ALARM_EMAIL: config.emails.alarms,
  CREATE_LOGIN_FUNCTION: createLogin,
});

/** Returns what the browser needs to sign people in. */
const signInConfig = (
  region: string,
  { google }: StudioConfig,
  { pools: { clients, studio }, authDomain, requiresAuthenticator }: Identity,
  appClients: ReturnType<Identity['addSite']>,
): SiteConfig => ({
  region,
  user_pools: {
    clients: { user_pool_id: clients.userPoolId, user_pool_client_id: appClients.clients },
    studio: { user_pool_id: studio.userPoolId, user_pool_client_id: appClients.studio },
  },
  auth_domain: authDomain,
  google_enabled: google !== undefined,
  authenticator_required: requiresAuthenticator,
});

type VariableOf<Suffix extends string> = Extract<EnvironmentName, `${string}${Suffix}`>;

function tableNames({ tables }: Data) {
  const names = Object.entries(tables).map(([name, table]) => [tableVariable(name as TableName), table.tableName]);
  return Object.fromEntries(names) as Record<VariableOf<'_TABLE'>, string>;
}

function queueUrls({ queues }: Queues) {
  const urls = Object.entries(queues).map(([name, queue]) => [queueVariable(name as QueueName), queue.queueUrl]);
  return Object.fromEntries(urls) as Record<VariableOf<'_QUEUE_URL'>, string>;
}

function deadLetterUrls({ deadLetters }: Queues) {
  const urls = Object.entries(deadLetters).map(([name, queue]) => [
    deadLettersVariable(name as DeadLetters),
    queue.queueUrl,
  ]);
  return Object.fromEntries(urls) as Record<VariableOf<'_DEAD_LETTERS_URL'>, string>;
}
