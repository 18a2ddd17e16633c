import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  behaviors,
  type FunctionBlueprint,
  functions,
  queues,
  type TableBlueprint,
  tables,
} from '../../infra/blueprint.ts';
import * as local from '../../local/cognito/settings.ts';
import {
  certificateArn,
  listOf,
  pathOf,
  type Resource,
  type Statement,
  synthesize,
  textOf,
  zone,
} from './synthesized.ts';

const { stack, template, resources, ofType } = synthesize();
const only = (type: string): Resource => {
  const found = ofType(type);
  expect(found).toHaveLength(1);
  return found[0]![1];
};
/** A statement of a resource's policy that refuses whoever comes without TLS. */
const refusesPlainHttp = (Action: string) =>
  expect.objectContaining({
    Effect: 'Deny',
    Action,
    Principal: { AWS: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });
const named = (type: string): Record<string, Resource> =>
  Object.fromEntries(ofType(type).map(([id, resource]) => [pathOf(stack, id), resource]));

/** What a resource waits for: everything it refers to anywhere, and what it says it depends on. */
function needs(resource: Resource): string[] {
  const found = new Set<string>(resource.DependsOn ?? []);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inside] of Object.entries(value)) {
        if (key === 'Ref') found.add(String(inside));
        else if (key === 'Fn::GetAtt') found.add(String((inside as string[])[0]));
        else visit(inside);
      }
    }
  };
  visit(resource.Properties);
  return [...found].filter((id) => id in resources);
}

test('CloudFormation finds an order: nothing waits for itself', () => {
  const done = new Set<string>();
  const visit = (id: string, path: string[]): void => {
    if (done.has(id)) return;
    if (path.includes(id)) throw new Error(`A circle: ${[...path.slice(path.indexOf(id)), id].join(' → ')}`);
    for (const next of needs(resources[id]!)) visit(next, [...path, id]);
    done.add(id);
  };
  for (const id of Object.keys(resources)) visit(id, []);
  expect(done.size).toBe(Object.keys(resources).length);
});

describe('what must never be lost', () => {
  test('keeps its logical id: another one would mean another, empty one', () => {
    const stateful = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool'];
    expect(
      Object.keys(resources)
        .filter((id) => stateful.includes(resources[id]!.Type))
        .toSorted(),
    ).toEqual([
      'Datacustomers5844F6A9',
      'DatadownloadsD3276293',
      'DataguardsEA0EC8FF',
      'Datamessages897271AB',
      'DataoutboxC3888840',
      'DataphotosB03958C7',
      'DataquotesA4D23270',
      'Datasessions9C03AE85',
      'EdgeSite1C882D16',
      'IdentityPool9E5AED46',
      'Logs6819BB44',
      'Photos418F7FF7',
      'PhotosLanding4E98C643',
    ]);
  });

  test('keeps it whatever the owner changes in the config, now or later', () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    const domain = { name: 'www.magnolia.studio', hostedZone: zone };
    const changed = synthesize({ google, domain, signingKeyGeneration: 3, logRetentionDays: 30, webAcl: true });
    const statefulOf = (all: Record<string, Resource>) =>
      Object.keys(all).filter((id) => /::(GlobalTable|Bucket|UserPool)$/.test(all[id]!.Type));
    expect(statefulOf(changed.resources)).toEqual(statefulOf(resources));
  });

  test('is without protection only where the owner has agreed to destroy it, and kept even then', () => {
    const removable = synthesize({}, { isRemovable: true });
    expect(removable.stack.terminationProtection).toBe(false);
    for (const [, table] of removable.ofType('AWS::DynamoDB::GlobalTable')) {
      expect(table.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
      expect(table.DeletionPolicy).toBe('Retain');
    }
    const [[, pool] = []] = removable.ofType('AWS::Cognito::UserPool');
    expect(pool?.Properties.DeletionProtection).not.toBe('ACTIVE');
    expect(pool?.DeletionPolicy).toBe('Retain');
  });

  test('stays when the stack goes', () => {
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool']) {
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of ofType(type)) {
        // The landing bucket's name is computed: only a first deployment that failed may free it.
        expect({ id, DeletionPolicy }).toEqual({
          id,
          DeletionPolicy: expect.stringMatching(/^Retain(ExceptOnCreate)?$/),
        });
        expect({ id, UpdateReplacePolicy }).toEqual({ id, UpdateReplacePolicy: 'Retain' });
      }
    }
    expect(stack.terminationProtection).toBe(true);
  });

  test.each(Object.entries(tables) as [string, TableBlueprint][])('table %s', (name, blueprint) => {
    const { Properties } = named('AWS::DynamoDB::GlobalTable')[`Data/${name}`]!;
    const [replica] = Properties.Replicas;
    expect(replica.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
    expect(replica.DeletionProtectionEnabled).toBe(true);
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
    const keys = [blueprint.partitionKey, blueprint.sortKey].filter((key) => key !== undefined);
    expect(Properties.KeySchema.map((key: { AttributeName: string }) => key.AttributeName)).toEqual(keys);
    expect(Properties.TimeToLiveSpecification).toEqual(
      blueprint.expires && { AttributeName: 'expires_at', Enabled: true },
    );
    expect(Properties.StreamSpecification).toEqual(blueprint.stream && { StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const indexes = (key: string) => (Properties[key] ?? []).map((index: { IndexName: string }) => index.IndexName);
    expect(indexes('GlobalSecondaryIndexes')).toEqual(Object.keys(blueprint.globalIndexes ?? {}));
    expect(indexes('LocalSecondaryIndexes')).toEqual(Object.keys(blueprint.localIndexes ?? {}));
  });
});

describe('buckets', () => {
  const all = named('AWS::S3::Bucket');

  test.each(Object.keys(all))('%s is private, encrypted and speaks TLS only', (path) => {
    const { Properties } = all[path]!;
    expect(Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(Properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
    const { Statement } = named('AWS::S3::BucketPolicy')[`${path}/Policy`]!.Properties.PolicyDocument;
    expect(Statement).toContainEqual(refusesPlainHttp('s3:*'));
    if (path !== 'Logs') expect(textOf(stack, Properties.LoggingConfiguration.DestinationBucketName)).toBe('Logs');
  });

  test('no clock deletes what arrived', () => {
    const { Rules } = all['Photos/Landing']!.Properties.LifecycleConfiguration;
    expect(Rules).toEqual([{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }]);
  });

  test('originals are never expired and never need to be thawed; deleted ones can be had back for 30 days', () => {
    const { LifecycleConfiguration, VersioningConfiguration } = all['Photos/Photos']!.Properties;
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(LifecycleConfiguration.Rules).toEqual([
      {
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
        ExpiredObjectDeleteMarker: true,
        NoncurrentVersionExpiration: { NoncurrentDays: 30 },
        Status: 'Enabled',
      },
      {
        Prefix: 'originals/',
        Status: 'Enabled',
        Transitions: [{ StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 0 }],
      },
      {
        Prefix: 'downloads/',
        Status: 'Enabled',
        ExpirationInDays: 7,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
    ]);
  });

  test('only our own pages may send photographs', () => {
    const [rule, ...more] = all['Photos/Landing']!.Properties.CorsConfiguration.CorsRules;
    expect(more).toEqual([]);
    expect(rule.AllowedMethods).toEqual(['PUT']);
    expect(rule.AllowedHeaders).toEqual(['content-type', 'if-none-match', 'x-amz-*']);
    expect(rule.AllowedOrigins.map((origin: unknown) => textOf(stack, origin))).toEqual([
      'https://Edge/Distribution.DomainName',
    ]);
    expect(all['Photos/Photos']!.Properties.CorsConfiguration).toBeUndefined();
  });

  test('the edge reads nothing of the photos bucket but what it has a behavior for', () => {
    const statements: Statement[] =
      named('AWS::S3::BucketPolicy')['Photos/Photos/Policy']!.Properties.PolicyDocument.Statement;
    const denied = statements.find((one) => 'NotResource' in one) as unknown as { NotResource: unknown[] };
    expect(denied).toMatchObject({
      Effect: 'Deny',
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
    });
    const served = Object.entries(behaviors).flatMap(([path, { origin }]) => (origin === 'photos' ? [path] : []));
    expect(denied.NotResource.map((one) => textOf(stack, one))).toEqual(served.map((path) => `Photos/Photos${path}`));
  });

  test('what arrives is announced by S3 itself, which the queue takes from this bucket only', () => {
    const landing = all['Photos/Landing']!;
    const [{ Queue, Event }] = landing.Properties.NotificationConfiguration.QueueConfigurations;
    expect([Event, textOf(stack, Queue)]).toEqual(['s3:ObjectCreated:*', 'Queues/photo']);
    expect(landing.DependsOn?.map((id) => pathOf(stack, id))).toEqual(['Queues/photo/Policy']);
    const statements: Statement[] =
      named('AWS::SQS::QueuePolicy')['Queues/photo/Policy']!.Properties.PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(textOf(stack, allowed[0]!.Condition?.ArnEquals?.['aws:SourceArn'])).toBe(
      `arn:aws:s3:::${textOf(stack, landing.Properties.BucketName)}`,
    );
  });
});

describe('functions', () => {
  const all = Object.fromEntries(
    ofType('AWS::Lambda::Function').map(([, resource]) => [resource.Properties.Description, resource.Properties]),
  );

  test.each(Object.entries(functions) as [string, FunctionBlueprint][])(
    '%s is as the blueprint says',
    (_, blueprint) => {
      const properties = all[blueprint.entry]!;
      const { NODE_OPTIONS, ...variables } = properties.Environment.Variables;
      expect(Object.keys(variables).toSorted()).toEqual(blueprint.environment.toSorted());
      expect(NODE_OPTIONS).toBe(blueprint.nodeOptions);
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: blueprint.memory,
        Timeout: blueprint.timeout,
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
      });
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
    },
  );

  test('every log is kept as long as the owner said', () => {
    const logs = ofType('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThanOrEqual(Object.keys(functions).length);
    for (const [id, { Properties }] of logs) {
      expect({ id, days: Properties.RetentionInDays }).toEqual({ id, days: 90 });
    }
  });

  const allQueues = named('AWS::SQS::Queue');

  test.each(Object.entries(queues))('queue %s gives up what fails too often to its dead letters', (name, blueprint) => {
    const { Properties } = allQueues[`Queues/${name}`]!;
    expect(Properties).toMatchObject({
      QueueName: `studio-${name}`,
      VisibilityTimeout: blueprint.visibilityTimeout,
      RedrivePolicy: { maxReceiveCount: blueprint.maxReceiveCount },
    });
    expect(textOf(stack, Properties.RedrivePolicy.deadLetterTargetArn)).toBe(`Queues/${name}DeadLetters`);
    expect(allQueues[`Queues/${name}DeadLetters`]!.Properties.QueueName).toBe(`studio-${name}-dead-letters`);
  });

  test.each(Object.keys(allQueues))('%s keeps for two weeks, is encrypted and speaks TLS only', (path) => {
    const { Properties } = allQueues[path]!;
    expect(Properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400, SqsManagedSseEnabled: true });
    const { Statement } = named('AWS::SQS::QueuePolicy')[`${path}/Policy`]!.Properties.PolicyDocument;
    expect(Statement).toContainEqual(refusesPlainHttp('sqs:*'));
  });

  test('each trigger of the blueprint is connected', () => {
    const sources = ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => ({
      function: resources[Properties.FunctionName.Ref]!.Properties.Description,
      source: textOf(stack, Properties.EventSourceArn),
      batchSize: Properties.BatchSize,
      concurrency: Properties.ScalingConfig?.MaximumConcurrency,
      answers: Properties.FunctionResponseTypes,
    }));
    const answers = ['ReportBatchItemFailures'];
    const wanted: typeof sources = [];
    for (const { entry, trigger } of Object.values(functions) as FunctionBlueprint[]) {
      if (trigger.kind === 'queue') {
        const { queue, batchSize, maxConcurrency: concurrency } = trigger;
        wanted.push({ function: entry, source: `Queues/${queue}`, batchSize, concurrency, answers });
      }
      if (trigger.kind === 'stream') {
        const { table, batchSize } = trigger;
        wanted.push({ function: entry, source: `Data/${table}.StreamArn`, batchSize, concurrency: undefined, answers });
      }
    }
    expect(sources).toEqual(wanted);
    const rules = named('AWS::Events::Rule');
    expect(rules['Workers/daily-sweep-clock']?.Properties.ScheduleExpression).toBe('cron(0 8 * * ? *)');
    expect(rules['Workers/record-bounce-news']?.Properties.EventPattern).toMatchObject({
      source: ['aws.ses'],
      detail: { eventType: ['Bounce', 'Complaint'] },
    });
  });
});

describe('the API', () => {
  test('signed-in audiences are behind tokens of our pool and our site', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [
      Properties.RouteKey,
      Properties.AuthorizationType,
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      'ANY /api/public/{proxy+}': 'NONE',
      'ANY /api/client/{proxy+}': 'JWT',
      'ANY /api/admin/{proxy+}': 'JWT',
    });
    const { JwtConfiguration } = only('AWS::ApiGatewayV2::Authorizer').Properties;
    expect(textOf(stack, JwtConfiguration.Issuer)).toBe('https://cognito-idp.us-east-1.{AWS::URLSuffix}/Identity/Pool');
    expect(JwtConfiguration.Audience.map((one: unknown) => textOf(stack, one))).toEqual(['Identity/Pool/Site']);
  });

  test('is throttled, its open part more than the rest, and logs no query', () => {
    const { DefaultRouteSettings, RouteSettings, AccessLogSettings } = only('AWS::ApiGatewayV2::Stage').Properties;
    expect(DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 });
    expect(RouteSettings).toEqual({
      'ANY /api/public/{proxy+}': { ThrottlingBurstLimit: 20, ThrottlingRateLimit: 10 },
    });
    expect(AccessLogSettings.Format).not.toMatch(/query|authorization|cookie/i);
  });
});

describe('the edge', () => {
  const { DistributionConfig } = only('AWS::CloudFront::Distribution').Properties;
  const paths = Object.fromEntries(
    DistributionConfig.CacheBehaviors.map((one: { PathPattern: string }) => [one.PathPattern, one]),
  );

  test('has the behaviors of the blueprint, signed where it says so', () => {
    expect(Object.keys(paths)).toEqual(Object.keys(behaviors));
    for (const [path, { signed }] of Object.entries(behaviors)) {
      expect({ path, signed: paths[path].TrustedKeyGroups !== undefined }).toEqual({ path, signed });
      expect(paths[path].ViewerProtocolPolicy).toBe('https-only');
    }
    expect(DistributionConfig.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
  });

  test('keeps no answer of the API, and hands everything on but the host', () => {
    expect(paths['/api/*']).toMatchObject({
      // AWS's own policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    const api = DistributionConfig.Origins.find((one: { Id: string }) => one.Id === paths['/api/*'].TargetOriginId);
    const [header] = api.OriginCustomHeaders;
    expect(header.HeaderName).toBe('x-studio-edge');
    expect(textOf(stack, header.HeaderValue)).toBe(
      '{{resolve:secretsmanager:SigningKey/Private1:SecretString:edgeSecret::}}',
    );
    expect(api.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
  });

  test('never turns an error into a page and never keeps one', () => {
    const errors: { ErrorCode: number }[] = DistributionConfig.CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(expect.arrayContaining([403, 404, 500, 502, 503, 504]));
    for (const error of errors) {
      expect(error).toEqual({ ErrorCode: error.ErrorCode, ErrorCachingMinTTL: 0 });
    }
  });

  test('runs its functions where they belong', () => {
    const functionsOf = (behavior: { FunctionAssociations?: { EventType: string; FunctionARN: unknown }[] }) =>
      (behavior.FunctionAssociations ?? []).map((one) => `${one.EventType} ${textOf(stack, one.FunctionARN)}`);
    expect(functionsOf(DistributionConfig.DefaultCacheBehavior)).toEqual([
      'viewer-request Edge/viewer-request.FunctionARN',
      'viewer-response Edge/viewer-response.FunctionARN',
    ]);
    expect(functionsOf(paths['/api/*'])).toEqual(['viewer-request Edge/api-request.FunctionARN']);
    for (const [, { Properties }] of ofType('AWS::CloudFront::Function')) {
      expect(Properties.FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    }
  });

  test('the CSP names every place that scripts speak to, and no other', () => {
    const policies = named('AWS::CloudFront::ResponseHeadersPolicy');
    const { SecurityHeadersConfig } = policies['Edge/SiteHeaders']!.Properties.ResponseHeadersPolicyConfig;
    const csp = textOf(stack, SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
    expect(csp).toContain("script-src 'self' 'sha256-fixture=';");
    expect(csp).toContain(
      "connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com https://magnolia-light.auth.us-east-1.amazoncognito.com https://studio-landing-{AWS::AccountId}-us-east-1.s3.us-east-1.amazonaws.com;",
    );
    expect(SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec).toBe(63_072_000);
  });
});

describe('identity', () => {
  test('nobody signs up by password; passwords are long, never sent, and a second factor is offered', () => {
    const { Properties } = only('AWS::Cognito::UserPool');
    expect(Properties.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
    expect(Properties.DeletionProtection).toBe('ACTIVE');
    expect(Properties.Policies.PasswordPolicy.MinimumLength).toBe(14);
    expect(Properties).toMatchObject({ MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(Properties.LambdaConfig).toBeUndefined();
    expect(only('AWS::Cognito::UserPoolGroup').Properties.GroupName).toBe('admins');
  });

  test('the site is a public client: codes, short tokens that are renewed, revocation', () => {
    const { Properties } = only('AWS::Cognito::UserPoolClient');
    expect(Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      AccessTokenValidity: 30,
      IdTokenValidity: 30,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
    });
    const urls = Properties.CallbackURLs.map((url: unknown) => textOf(stack, url));
    const origin = 'https://Edge/Distribution.DomainName';
    expect(urls).toEqual([`${origin}/dashboard`, `${origin}/client-login`]);
  });

  test('the pool on this machine is set to the same', () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    const withGoogle = synthesize({ google });
    const properties = (type: string) => withGoogle.ofType(type)[0]![1].Properties;
    const pool = properties('AWS::Cognito::UserPool');
    expect(pool.Policies.PasswordPolicy).toEqual(local.passwordPolicy);
    const letter = (subject: string, words: string) => ({ subject, words });
    const { EmailSubject, EmailMessage } = pool.AdminCreateUserConfig.InviteMessageTemplate;
    expect(letter(EmailSubject, EmailMessage)).toEqual(local.invitation('{username}', '{####}'));
    const { EmailSubject: subject, EmailMessage: words } = pool.VerificationMessageTemplate;
    expect(letter(subject, words)).toEqual(local.verification('{####}'));
    const site = properties('AWS::Cognito::UserPoolClient');
    expect(site.AllowedOAuthScopes).toEqual(local.allowedScopes);
    expect(site.AccessTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.IdTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.RefreshTokenValidity * 60).toBe(local.refreshTokenSeconds);
    expect(site.RefreshTokenRotation.RetryGracePeriodSeconds).toBe(local.rotationGraceSeconds);
    const mapped = properties('AWS::Cognito::UserPoolIdentityProvider').AttributeMapping;
    expect(Object.keys(mapped).toSorted()).toEqual(local.mappedClaims.toSorted());
  });

  test("Cognito's own pages wear the site's colors", () => {
    const { UseCognitoProvidedValues, Settings } = only('AWS::Cognito::ManagedLoginBranding').Properties;
    expect(UseCognitoProvidedValues).not.toBe(true);
    const theme = readFileSync('web/app/theme.css', 'utf8');
    const colors = JSON.stringify(Settings).match(/"[0-9a-f]{8}"/g) ?? [];
    expect(colors.length).toBeGreaterThan(8);
    for (const color of colors) expect(theme).toContain(`#${color.slice(1, 7)}`);
  });

  test("Google's secret comes from Secrets Manager and is nowhere in the template", () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    const withGoogle = synthesize({ google });
    const [, provider] = withGoogle.ofType('AWS::Cognito::UserPoolIdentityProvider')[0]!;
    expect(provider.Properties.ProviderDetails.client_secret).toBe(
      '{{resolve:secretsmanager:studio/google:SecretString:::}}',
    );
    const [, client] = withGoogle.ofType('AWS::Cognito::UserPoolClient')[0]!;
    expect(client.Properties.SupportedIdentityProviders).toEqual(['COGNITO', 'Google']);
  });
});

test('a change of the signing key keeps the one before', () => {
  const { ofType: typed } = synthesize({ signingKeyGeneration: 2 });
  const [, { Properties }] = typed('AWS::CloudFront::KeyGroup')[0]!;
  expect(Properties.KeyGroupConfig.Items).toHaveLength(2);
  const first = (changes: object) =>
    synthesize(changes)
      .ofType('AWS::CloudFront::PublicKey')
      .map(([id]) => id);
  // The new one takes over what the API knows CloudFront by, once the one before is there.
  const pairs = typed('Custom::SigningKey').map(([, pair]) => pair);
  const [before, current] = pairs.toSorted(
    (a, b) => Number('BeforeArn' in a.Properties) - Number('BeforeArn' in b.Properties),
  );
  expect(before?.Properties).not.toHaveProperty('BeforeArn');
  expect(current?.Properties.BeforeArn).toEqual(before?.Properties.SecretArn);
  expect(first({ signingKeyGeneration: 2 })).toEqual(expect.arrayContaining(first({ signingKeyGeneration: 1 })));
});

test('a domain: its certificate, its records, and letters proven by DNS', () => {
  const withZone = synthesize({ domain: { name: 'www.magnolia.studio', hostedZone: zone } });
  const [, { Properties }] = withZone.ofType('AWS::CloudFront::Distribution')[0]!;
  expect(Properties.DistributionConfig.Aliases).toEqual(['www.magnolia.studio']);
  expect(Properties.DistributionConfig.ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
  const [, client] = withZone.ofType('AWS::Cognito::UserPoolClient')[0]!;
  expect(client.Properties.CallbackURLs[0]).toBe('https://www.magnolia.studio/dashboard');
  const records = withZone.ofType('AWS::Route53::RecordSet').map(([, record]) => record.Properties.Type);
  expect(records.toSorted()).toEqual(['A', 'AAAA', 'CNAME', 'CNAME', 'CNAME']);
  expect(withZone.ofType('AWS::SES::EmailIdentity').map(([, one]) => one.Properties.EmailIdentity)).toEqual([
    'magnolia.studio',
  ]);

  const elsewhere = synthesize({ region: 'eu-west-1', domain: { name: 'magnolia.studio', certificateArn } });
  const [, distribution] = elsewhere.ofType('AWS::CloudFront::Distribution')[0]!;
  expect(distribution.Properties.DistributionConfig.ViewerCertificate.AcmCertificateArn).toBe(certificateArn);
  expect(elsewhere.ofType('AWS::CertificateManager::Certificate')).toEqual([]);
});

test('letters that come back are told, and stop further ones to that address', () => {
  const { Properties } = only('AWS::SES::ConfigurationSet');
  expect(Properties.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
  const { EventDestination } = only('AWS::SES::ConfigurationSetEventDestination').Properties;
  expect(EventDestination.MatchingEventTypes).toEqual(['bounce', 'complaint']);
  expect(textOf(stack, EventDestination.EventBridgeDestination.EventBusArn)).toMatch(/:event-bus\/default$/);
  const wayOf = ([, { Properties: identity }]: [string, Resource]) =>
    textOf(stack, identity.ConfigurationSetAttributes.ConfigurationSetName);
  expect(ofType('AWS::SES::EmailIdentity').map(wayOf)).toEqual(['Letters/Way', 'Letters/Way']);
  // Only what went out this way: other letters of the account are none of ours.
  const { EventPattern } = named('AWS::Events::Rule')['Workers/record-bounce-news']!.Properties;
  const [name] = EventPattern.detail.mail.tags['ses:configuration-set'];
  expect(textOf(stack, name)).toBe('Letters/Way');
});

test('what an open page of the last deployment still asks for stays', () => {
  const deployments = ofType('Custom::CDKBucketDeployment');
  expect(deployments.length).toBeGreaterThan(2);
  for (const [, { Properties }] of deployments) expect(Properties.Prune).toBe(false);
});

test('a firewall stands before the site where the owner wants one', () => {
  expect(ofType('AWS::WAFv2::WebACL')).toEqual([]);
  const walled = synthesize({ webAcl: true });
  const [[id, { Properties }]] = walled.ofType('AWS::WAFv2::WebACL') as [[string, Resource]];
  expect(Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
  expect(Properties.Rules.map(({ Name }: { Name: string }) => Name)).toEqual([
    'ApiFlood',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  const [[, distribution] = []] = walled.ofType('AWS::CloudFront::Distribution');
  expect(distribution?.Properties.DistributionConfig.WebACLId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
});

test('one dashboard shows every alarm, queue and worker', () => {
  const body = textOf(stack, only('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
  for (const [id] of ofType('AWS::CloudWatch::Alarm')) expect(body).toContain(pathOf(stack, id));
  for (const [path] of Object.entries(named('AWS::SQS::Queue'))) {
    if (path.endsWith('DeadLetters') || path === 'Queues/photo') expect(body).toContain(`${path}.QueueName`);
  }
  // The sweep's report, by the names that the sweep gives to its lines.
  const [, reported = ''] = /fields @timestamp, ([\w, ]+)/.exec(body) ?? [];
  const sweep = readFileSync('lambdas/workers/daily-sweep/handler.ts', 'utf8');
  expect(reported.split(', ')).toEqual(sweep.match(/(?<=^ {2})\w+(?=: (number|boolean);)/gm));
  for (const [name, { trigger }] of Object.entries(functions)) {
    if (trigger.kind !== 'api') expect(body).toContain(`Workers/${name}`);
  }
  expect(only('AWS::CloudWatch::Dashboard').Properties.DashboardName).toBe('Studio');
});

describe('alarms', () => {
  test('stay within the ten that are free, say who is hurt and where to read on, and reach the owner', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeLessThanOrEqual(10);
    for (const [id, { Properties }] of alarms) {
      expect({ id, text: Properties.AlarmDescription }).toEqual({
        id,
        text: expect.stringContaining('docs/runbook.md'),
      });
      expect(Properties.AlarmActions).toHaveLength(1);
    }
    expect(only('AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'owner@magnolia.studio',
    });
    const statements: Statement[] = only('AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.map(({ Action, Principal }) => [Action, Principal])).toEqual([
      ['sns:Publish', { Service: 'cloudwatch.amazonaws.com' }],
    ]);
  });

  test('each dead-letter queue has one', () => {
    const watched = ofType('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(([, { Properties }]) => textOf(stack, Properties.Dimensions[0].Value).replace('.QueueName', ''));
    const deadLetters = Object.keys(named('AWS::SQS::Queue')).filter((path) => path.endsWith('DeadLetters'));
    expect(watched.toSorted()).toEqual(deadLetters.toSorted());
  });

  test('the budget warns before and when it is passed', () => {
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget').Properties;
    expect(Budget.BudgetLimit).toEqual({ Amount: 15, Unit: 'USD' });
    const kinds = NotificationsWithSubscribers.map(
      (one: { Notification: { NotificationType: string } }) => one.Notification.NotificationType,
    );
    expect(kinds).toEqual(['FORECASTED', 'ACTUAL']);
  });
});

test('whoever is shown the edge secret waits until it is there', () => {
  const maker = ofType('Custom::SigningKey')[0]![0];
  const waits = (id: string, seen = new Set<string>()): boolean =>
    id === maker || needs(resources[id]!).some((next) => !seen.has(next) && waits(next, seen.add(next)));
  const shown = Object.keys(resources).filter((id) =>
    JSON.stringify(resources[id]).includes(':SecretString:edgeSecret'),
  );
  expect(shown.length).toBeGreaterThanOrEqual(4);
  for (const id of shown) expect({ id, waits: waits(id) }).toEqual({ id, waits: true });
});

test('two syntheses are alike', () => {
  expect(synthesize().template).toEqual(template);
});

test('no secret stands in the template, only references to one', () => {
  const text = JSON.stringify(template);
  expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/);
  for (const [, { Properties }] of ofType('AWS::SecretsManager::Secret')) {
    expect(Properties.SecretString).toBeUndefined();
    expect(listOf(Properties.GenerateSecretString)).toHaveLength(1);
  }
});
