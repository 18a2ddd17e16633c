import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixedResources } from '#shared/cost/units.ts';
import {
  behaviors,
  type FunctionBlueprint,
  functions,
  pagesBehavior,
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

const { stack, template, resources, ofType, named } = synthesize();
const only = (type: string): Resource => {
  const found = ofType(type);
  expect(found).toHaveLength(1);
  return found[0]![1];
};
/** A policy statement that denies requests without TLS. */
const refusesPlainHttp = (Action: string) =>
  expect.objectContaining({
    Effect: 'Deny',
    Action,
    Principal: { AWS: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });

/** The resources that a resource depends on: references anywhere in its properties, and DependsOn. */
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

test('the resources have no cyclic dependency', () => {
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

describe('stateful resources', () => {
  test('keep their logical ids: a new id would create an empty replacement', () => {
    const stateful = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool'];
    expect(
      Object.keys(resources)
        .filter((id) => stateful.includes(resources[id]!.Type))
        .toSorted(),
    ).toEqual([
      'Datacustomers5844F6A9',
      'DatadownloadsD3276293',
      'DataguardsEA0EC8FF',
      'DataguestsCBBB3625',
      'Datalinks59FE6374',
      'Datamessages897271AB',
      'DataoutboxC3888840',
      'DataphotosB03958C7',
      'Datapictures3AC2DBF1',
      'DataquotesA4D23270',
      'DataselectionsEE5EC4AC',
      'Datasessions9C03AE85',
      'DatasettingsC8888B05',
      'DatatimelineA52F4165',
      'DatawebsiteADE981B6',
      'EdgeSite1C882D16',
      'IdentityPool9E5AED46',
      'IdentityStudioDBD8CC25',
      'Logs6819BB44',
      'Photos418F7FF7',
      'PhotosLanding4E98C643',
    ]);
  });

  test('are the same with every setting of the config', () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    const domain = { name: 'www.magnolia.studio', hostedZone: zone };
    const changed = synthesize({ google, domain, signingKeyGeneration: 3, logRetentionDays: 30, webAcl: true });
    const statefulOf = (all: Record<string, Resource>) =>
      Object.keys(all).filter((id) => /::(GlobalTable|Bucket|UserPool)$/.test(all[id]!.Type));
    expect(statefulOf(changed.resources)).toEqual(statefulOf(resources));
  });

  test('are unprotected before the first success and before a destroy, but still retained', () => {
    const removable = synthesize({}, { isProtected: false });
    expect(removable.stack.terminationProtection).toBe(false);
    for (const [, table] of removable.ofType('AWS::DynamoDB::GlobalTable')) {
      expect(table.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
      expect(table.DeletionPolicy).toBe('RetainExceptOnCreate');
    }
    for (const [, pool] of removable.ofType('AWS::Cognito::UserPool')) {
      expect(pool.Properties.DeletionProtection).not.toBe('ACTIVE');
      expect(pool.DeletionPolicy).toBe('RetainExceptOnCreate');
    }
  });

  test('are retained when the stack is deleted', () => {
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool']) {
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of ofType(type)) {
        // RetainExceptOnCreate: rolling back a creation deletes the still empty resource, so that it can be repeated.
        expect({ id, DeletionPolicy }).toEqual({ id, DeletionPolicy: 'RetainExceptOnCreate' });
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

  test.each(Object.keys(all))('%s is private, encrypted and requires TLS', (path) => {
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

  test('no lifecycle rule deletes uploads', () => {
    const { Rules } = all['Photos/Landing']!.Properties.LifecycleConfiguration;
    expect(Rules).toEqual([{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }]);
  });

  test('originals never expire and are always readable; deleted versions are kept for 30 days', () => {
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

  test('only the site’s own pages may upload photos', () => {
    const [rule, ...more] = all['Photos/Landing']!.Properties.CorsConfiguration.CorsRules;
    expect(more).toEqual([]);
    expect(rule.AllowedMethods).toEqual(['PUT']);
    expect(rule.AllowedHeaders).toEqual(['content-type', 'if-none-match', 'x-amz-*']);
    expect(rule.AllowedOrigins.map((origin: unknown) => textOf(stack, origin))).toEqual([
      'https://Edge/Distribution.DomainName',
    ]);
    expect(all['Photos/Photos']!.Properties.CorsConfiguration).toBeUndefined();
  });

  test('CloudFront can read only the paths of the photos bucket that it serves', () => {
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

  test('S3 sends upload events, and the queue accepts them from this bucket only', () => {
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
    '%s is configured as in the blueprint',
    (_, blueprint) => {
      const properties = all[blueprint.entry]!;
      expect(Object.keys(properties.Environment?.Variables ?? {}).toSorted()).toEqual(blueprint.environment.toSorted());
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: blueprint.memory,
        Timeout: blueprint.timeout,
        ...(!blueprint.untraced && { TracingConfig: { Mode: 'Active' } }),
        LoggingConfig: { LogFormat: 'JSON' },
      });
      if (blueprint.untraced) expect(properties.TracingConfig).toBeUndefined();
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
    },
  );

  test('what hides photos from others begins at once: nothing of its queue waits for more', () => {
    const source = ofType('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties)
      .find(({ EventSourceArn }) => textOf(stack, EventSourceArn) === 'Queues/media')!;
    // Even a short window makes Lambda wait for up to 20 seconds on a quiet queue, and more than ten messages need one.
    expect(source.MaximumBatchingWindowInSeconds ?? 0).toBe(0);
    expect(source.BatchSize).toBeLessThanOrEqual(10);
    expect(named('AWS::SQS::Queue')['Queues/media']!.Properties.DelaySeconds ?? 0).toBe(0);
    // A failed first try is repeated after the visibility timeout: six minutes.
    expect(named('AWS::SQS::Queue')['Queues/media']!.Properties.VisibilityTimeout).toBeLessThanOrEqual(360);
  });

  test('those that continue long work by messages to their own queue may do so as often as it takes', () => {
    const allowed = ofType('AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.RecursiveLoop === 'Allow',
    );
    const workers = ['move-derivatives', 'prepare-download', 'process-photo'] as const;
    expect(allowed.map(([, { Properties }]) => Properties.Description).toSorted()).toEqual(
      workers.map((name) => functions[name].entry).toSorted(),
    );
  });

  test('every log group has the configured retention', () => {
    const logs = ofType('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThanOrEqual(Object.keys(functions).length);
    for (const [id, { Properties }] of logs) {
      expect({ id, days: Properties.RetentionInDays }).toEqual({ id, days: 90 });
    }
  });

  const allQueues = named('AWS::SQS::Queue');

  test.each(Object.entries(queues))(
    'queue %s moves repeatedly failed messages to its dead-letter queue',
    (name, blueprint) => {
      const { Properties } = allQueues[`Queues/${name}`]!;
      expect(Properties).toMatchObject({
        QueueName: `studio-${name}`,
        VisibilityTimeout: blueprint.visibilityTimeout,
        RedrivePolicy: { maxReceiveCount: blueprint.maxReceiveCount },
      });
      expect(textOf(stack, Properties.RedrivePolicy.deadLetterTargetArn)).toBe(`Queues/${name}DeadLetters`);
      expect(allQueues[`Queues/${name}DeadLetters`]!.Properties.QueueName).toBe(`studio-${name}-dead-letters`);
    },
  );

  test.each(Object.keys(allQueues))('%s retains messages for two weeks, is encrypted and requires TLS', (path) => {
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
    const news = ['Workers/record-bounce-news', 'Workers/record-bounce-returns'].map((rule) => {
      const { EventPattern, Targets } = rules[rule]!.Properties;
      expect(EventPattern.source).toEqual(['aws.ses']);
      expect(Targets.map(({ Arn }: { Arn: unknown }) => textOf(stack, Arn))).toEqual(['Workers/record-bounce']);
      return EventPattern.detail.eventType;
    });
    expect(news).toEqual([['Delivery'], ['Bounce', 'Complaint']]);
    expect(functions['record-bounce'].trigger.eventTypes).toEqual(news.flat());
  });

  test('Cognito runs limit-token before it issues a client’s tokens, and name-token before the studio’s', () => {
    const pools = named('AWS::Cognito::UserPool');
    for (const [pool, worker] of [
      ['Identity/Pool', 'Workers/limit-token'],
      ['Identity/Studio', 'Workers/name-token'],
    ] as const) {
      const { LambdaConfig, UserPoolTier } = pools[pool]!.Properties;
      // Cognito lets the trigger change access tokens from version V2_0 on, in the Essentials plan.
      expect(UserPoolTier).toBe('ESSENTIALS');
      const { LambdaArn, LambdaVersion } = LambdaConfig.PreTokenGenerationConfig;
      expect(Object.keys(LambdaConfig)).toEqual(['PreTokenGenerationConfig']);
      expect({ function: textOf(stack, LambdaArn), LambdaVersion }).toEqual({
        function: worker,
        LambdaVersion: 'V2_0',
      });
    }
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'cognito-idp.amazonaws.com',
    );
    expect(permissions.map(([, { Properties }]) => textOf(stack, Properties.SourceArn))).toEqual([
      'Identity/Pool',
      'Identity/Studio',
    ]);
  });
});

test("at a new account's limit of ten, only photos and the website have an event source; moves, downloads and emails run one at a time", () => {
  const small = synthesize({}, { concurrencyLimit: 10 });
  const described = (logicalId: string) => String(small.resources[logicalId]!.Properties.Description);
  const eventSources = small
    .ofType('AWS::Lambda::EventSourceMapping')
    .map(([, { Properties }]) => [
      described(Properties.FunctionName.Ref),
      Properties.ScalingConfig?.MaximumConcurrency,
    ]);
  // The website is published seldom and in seconds.
  expect(eventSources).toEqual([
    [functions['process-photo'].entry, 2],
    [functions['publish-site'].entry, undefined],
  ]);
  const periods = small.ofType('AWS::Events::Rule').flatMap(([, { Properties }]) => {
    const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(Properties.ScheduleExpression ?? '') ?? [];
    if (!minutes) return [];
    const [target] = Properties.Targets;
    const id: string = target.Arn['Fn::GetAtt'][0];
    const invoked = small
      .ofType('AWS::Lambda::EventInvokeConfig')
      .find(([, one]) => one.Properties.FunctionName.Ref === id);
    expect(invoked?.[1].Properties).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
    expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 0 });
    // A run ends before the next one starts.
    expect(small.resources[id]!.Properties.Timeout).toBeLessThan(60 * Number(minutes));
    return [[described(id), Number(minutes)]];
  });
  expect(Object.fromEntries(periods)).toEqual({
    [functions['move-derivatives'].entry]: 1,
    [functions['prepare-download'].entry]: 5,
    [functions['send-email'].entry]: 1,
  });
});

describe('the API', () => {
  test('client routes require a token of the clients’ pool, admin routes one of the studio’s', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
      const { AuthorizationType, AuthorizerId } = Properties;
      if (AuthorizationType === 'NONE') return [Properties.RouteKey, 'NONE'];
      const { AuthorizerType, JwtConfiguration } = resources[AuthorizerId.Ref]!.Properties;
      const audience = JwtConfiguration.Audience.map((one: unknown) => textOf(stack, one));
      return [Properties.RouteKey, [AuthorizerType, textOf(stack, JwtConfiguration.Issuer), ...audience]];
    });
    const issuer = 'https://cognito-idp.us-east-1.{AWS::URLSuffix}';
    expect(Object.fromEntries(routes)).toEqual({
      'ANY /api/public/{proxy+}': 'NONE',
      'ANY /api/guest/{proxy+}': 'NONE',
      'ANY /shared/{proxy+}': 'NONE',
      'ANY /api/client/{proxy+}': ['JWT', `${issuer}/Identity/Pool`, 'Identity/Pool/Site'],
      'ANY /api/admin/{proxy+}': ['JWT', `${issuer}/Identity/Studio`, 'Identity/Studio/Site'],
    });
  });

  test('is throttled, public routes more than the others, and logs no query strings', () => {
    const { DefaultRouteSettings, RouteSettings, AccessLogSettings } = only('AWS::ApiGatewayV2::Stage').Properties;
    expect(DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 1_000, ThrottlingRateLimit: 120 });
    expect(RouteSettings).toEqual({
      'ANY /api/guest/{proxy+}': { ThrottlingBurstLimit: 600, ThrottlingRateLimit: 50 },
      'ANY /shared/{proxy+}': { ThrottlingBurstLimit: 200, ThrottlingRateLimit: 20 },
      'ANY /api/public/{proxy+}': { ThrottlingBurstLimit: 100, ThrottlingRateLimit: 20 },
    });
    const open = Object.values(
      RouteSettings as Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }>,
    );
    const sum = (name: 'ThrottlingRateLimit' | 'ThrottlingBurstLimit') =>
      open.reduce((total, settings) => total + settings[name], 0);
    expect(sum('ThrottlingRateLimit')).toBeLessThan(DefaultRouteSettings.ThrottlingRateLimit);
    expect(sum('ThrottlingBurstLimit')).toBeLessThan(DefaultRouteSettings.ThrottlingBurstLimit);
    expect(AccessLogSettings.Format).not.toMatch(/query|authorization|cookie/i);
  });
});

describe('the edge', () => {
  const { DistributionConfig } = only('AWS::CloudFront::Distribution').Properties;
  const paths = Object.fromEntries(
    DistributionConfig.CacheBehaviors.map((one: { PathPattern: string }) => [one.PathPattern, one]),
  );

  test('has the blueprint’s behaviors, with signatures where required', () => {
    expect(Object.keys(paths)).toEqual(Object.keys(behaviors));
    for (const [path, { signed }] of Object.entries(behaviors)) {
      expect({ path, signed: paths[path].TrustedKeyGroups !== undefined }).toEqual({ path, signed });
      expect(paths[path].ViewerProtocolPolicy).toBe('https-only');
    }
    expect(DistributionConfig.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
  });

  /** IDs of AWS's managed cache policies. */
  const cachePolicyIds = {
    CachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
    CachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    AsOriginSays: { Ref: ofType('AWS::CloudFront::CachePolicy')[0]?.[0] },
  };

  test('has the blueprint’s cache policies; the API and ZIP parts are not cached', () => {
    for (const [path, { cache }] of Object.entries(behaviors)) {
      expect({ path, id: paths[path].CachePolicyId }).toEqual({ path, id: cachePolicyIds[cache] });
    }
    expect(DistributionConfig.DefaultCacheBehavior.CachePolicyId).toBe(cachePolicyIds[pagesBehavior.cache]);
    for (const path of ['/api/*', '/downloads/*']) {
      expect(paths[path].CachePolicyId).toBe(cachePolicyIds.CachingDisabled);
    }
  });

  test('caches links’ previews as long as their function allows, by their path only', () => {
    expect(paths['/shared/?*'].CachePolicyId).toEqual(cachePolicyIds.AsOriginSays);
    const { Name: _, ...policy } = only('AWS::CloudFront::CachePolicy').Properties.CachePolicyConfig;
    expect(policy).toEqual({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 60,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
  });

  test('passes every header except the host to the API', () => {
    expect(paths['/api/*']).toMatchObject({
      // AWS's managed policy AllViewerExceptHostHeader.
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

  test('never replaces or caches an error response', () => {
    const errors: { ErrorCode: number }[] = DistributionConfig.CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(expect.arrayContaining([403, 404, 500, 502, 503, 504]));
    for (const error of errors) {
      expect(error).toEqual({ ErrorCode: error.ErrorCode, ErrorCachingMinTTL: 0 });
    }
  });

  test('has its functions on the right behaviors', () => {
    const functionsOf = (behavior: { FunctionAssociations?: { EventType: string; FunctionARN: unknown }[] }) =>
      (behavior.FunctionAssociations ?? []).map((one) => `${one.EventType} ${textOf(stack, one.FunctionARN)}`);
    expect(functionsOf(DistributionConfig.DefaultCacheBehavior)).toEqual([
      'viewer-request Edge/viewer-request.FunctionARN',
      'viewer-response Edge/viewer-response.FunctionARN',
    ]);
    expect(functionsOf(paths['/assets/*'])).toEqual(functionsOf(DistributionConfig.DefaultCacheBehavior));
    for (const path of ['/api/*', '/shared/?*']) {
      expect(functionsOf(paths[path])).toEqual(['viewer-request Edge/api-request.FunctionARN']);
    }
    for (const [, { Properties }] of ofType('AWS::CloudFront::Function')) {
      expect(Properties.FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    }
  });

  test('files for clients and guests are in no search engine, and the portfolio may be', () => {
    const policies = named('AWS::CloudFront::ResponseHeadersPolicy');
    const headersOf = (name: string): { Header: string; Value: string }[] =>
      policies[`Edge/${name}Headers`]!.Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items;
    expect(headersOf('Media')).toContainEqual({ Header: 'x-robots-tag', Value: 'noindex', Override: true });
    const robots = headersOf('Portfolio').filter(({ Header }) => Header === 'x-robots-tag');
    expect(robots).toEqual([]);
    const policyOf = (path: string) => textOf(stack, paths[path].ResponseHeadersPolicyId);
    for (const path of ['/media/*', '/originals/*', '/downloads/*']) expect(policyOf(path)).toBe('Edge/MediaHeaders');
    expect(policyOf('/portfolio/*')).toBe('Edge/PortfolioHeaders');
    expect(policyOf('/assets/*')).toBe('Edge/AssetsHeaders');
    // The guests' page runs its script there, too.
    expect(policyOf('/shared/?*')).toBe('Edge/SiteHeaders');
  });

  test('the CSP allows exactly the origins that scripts use', () => {
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
  const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
  const origin = 'https://Edge/Distribution.DomainName';
  type Type = 'UserPool' | 'UserPoolClient' | 'UserPoolIdentityProvider';
  /** The properties of the resource at this path below `Identity`. */
  const propertiesOf = (type: Type, path: string, changes = {}) => {
    const byPath = Object.keys(changes).length > 0 ? synthesize(changes).named : named;
    return byPath(`AWS::Cognito::${type}`)[`Identity/${path}`]!.Properties;
  };

  test('self sign-up is off; users with a password have long ones', () => {
    for (const path of ['Pool', 'Studio']) {
      const pool = propertiesOf('UserPool', path);
      expect(pool.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
      expect(pool.DeletionProtection).toBe('ACTIVE');
      expect(pool.Policies.PasswordPolicy.MinimumLength).toBe(14);
    }
  });

  test('admins need an authenticator, unless the config relaxes it; their pool takes no code by email as a factor', () => {
    const studioPool = propertiesOf('UserPool', 'Studio');
    expect(studioPool).toMatchObject({ MfaConfiguration: 'ON', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(studioPool.Policies.SignInPolicy).toBeUndefined();
    expect(propertiesOf('UserPool', 'Studio', { authenticator: 'optional' }).MfaConfiguration).toBe('OPTIONAL');
    const groups = ofType('AWS::Cognito::UserPoolGroup').map(([, { Properties }]) => Properties);
    const inStudio = { UserPoolId: { Ref: expect.stringMatching(/^IdentityStudio/) } };
    expect(groups).toMatchObject([
      { GroupName: 'admins', ...inStudio },
      { GroupName: 'staff', ...inStudio },
    ]);
    const site = propertiesOf('UserPoolClient', 'Studio/Site');
    expect(site.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(site.AllowedOAuthFlowsUserPoolClient ?? false).toBe(false);
    expect(site.SupportedIdentityProviders).toEqual(['COGNITO']);
  });

  test('clients sign in with Google or the code of an email; nobody can set a password by email', () => {
    const pool = propertiesOf('UserPool', 'Pool');
    expect(pool.Policies.SignInPolicy.AllowedFirstAuthFactors.toSorted()).toEqual(['EMAIL_OTP', 'PASSWORD']);
    expect(pool.MfaConfiguration).toBe('OFF');
    expect(pool.AccountRecoverySetting.RecoveryMechanisms).toEqual([{ Name: 'admin_only', Priority: 1 }]);
    const site = propertiesOf('UserPoolClient', 'Pool/Site');
    expect(site).toMatchObject({ AllowedOAuthFlows: ['code'], ExplicitAuthFlows: ['ALLOW_USER_AUTH'] });
    const urls = site.CallbackURLs.map((url: unknown) => textOf(stack, url));
    expect(urls).toEqual([`${origin}/dashboard`, `${origin}/client-login`]);
  });

  test.each(['Pool/Site', 'Studio/Site'])(
    '%s is a public client with short-lived rotating tokens and revocation',
    (path) => {
      expect(propertiesOf('UserPoolClient', path)).toMatchObject({
        GenerateSecret: false,
        AccessTokenValidity: 30,
        IdTokenValidity: 30,
        RefreshTokenValidity: 30 * 24 * 60,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        EnableTokenRevocation: true,
        PreventUserExistenceErrors: 'ENABLED',
      });
    },
  );

  test('codes are sent by SES once the config says so, with the words that the local pool uses', () => {
    const before = propertiesOf('UserPool', 'Pool');
    expect(before.EmailConfiguration?.EmailSendingAccount).not.toBe('DEVELOPER');
    // Cognito refuses these texts without SES.
    expect(before).not.toHaveProperty('EmailAuthenticationMessage');
    for (const path of ['Pool', 'Studio']) {
      const { EmailConfiguration } = propertiesOf('UserPool', path, { codesBySes: true });
      expect(EmailConfiguration.EmailSendingAccount).toBe('DEVELOPER');
      expect(EmailConfiguration.From).toContain('<hello@magnolia.studio>');
      expect(JSON.stringify(EmailConfiguration.SourceArn)).toContain(':identity/hello@magnolia.studio');
    }
    const pool = propertiesOf('UserPool', 'Pool', { codesBySes: true });
    const { EmailAuthenticationSubject: subject, EmailAuthenticationMessage: text } = pool;
    expect({ subject, text }).toEqual(local.signInCode('{####}'));
    const inZone = propertiesOf('UserPool', 'Pool', {
      codesBySes: true,
      domain: { name: 'www.magnolia.studio', hostedZone: zone },
    });
    expect(JSON.stringify(inZone.EmailConfiguration.SourceArn)).toContain(':identity/magnolia.studio');
  });

  test('the local pools have the same settings', () => {
    const pool = propertiesOf('UserPool', 'Studio');
    expect(pool.Policies.PasswordPolicy).toEqual(local.passwordPolicy);
    const email = (subject: string, text: string) => ({ subject, text });
    const { EmailSubject, EmailMessage } = pool.AdminCreateUserConfig.InviteMessageTemplate;
    expect(email(EmailSubject, textOf(stack, EmailMessage))).toEqual(local.invitation(origin, '{username}', '{####}'));
    const { EmailSubject: subject, EmailMessage: text } = pool.VerificationMessageTemplate;
    expect(email(subject, text)).toEqual(local.verification('{####}'));

    const site = propertiesOf('UserPoolClient', 'Pool/Site', { google });
    expect(site.AuthSessionValidity * 60).toBe(local.authSessionSeconds);
    expect(site.AllowedOAuthScopes).toEqual(local.allowedScopes);
    expect(site.AllowedOAuthScopes).not.toContain('aws.cognito.signin.user.admin');
    expect(site.ReadAttributes).toEqual(local.readAttributes);
    // Exactly the claims that Cognito maps from Google; Cognito does not let an app client write email_verified.
    expect(site.WriteAttributes).toEqual(local.mappedClaims.filter((name) => name !== 'email_verified').toSorted());
    expect(site.AccessTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.IdTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.RefreshTokenValidity * 60).toBe(local.refreshTokenSeconds);
    expect(site.RefreshTokenRotation.RetryGracePeriodSeconds).toBe(local.rotationGraceSeconds);
    const mapped = propertiesOf('UserPoolIdentityProvider', 'Google', { google }).AttributeMapping;
    expect(Object.keys(mapped).toSorted()).toEqual(local.mappedClaims.toSorted());
  });

  test('the managed login has the site’s colors', () => {
    const { UseCognitoProvidedValues, Settings } = only('AWS::Cognito::ManagedLoginBranding').Properties;
    expect(UseCognitoProvidedValues).not.toBe(true);
    const theme = readFileSync('web/app/styles/theme.css', 'utf8');
    const colors = JSON.stringify(Settings).match(/"[0-9a-f]{8}"/g) ?? [];
    expect(colors.length).toBeGreaterThan(8);
    for (const color of colors) expect(theme).toContain(`#${color.slice(1, 7)}`);
  });

  test('Google’s secret is a reference to Secrets Manager and not in the template', () => {
    const withGoogle = synthesize({ google });
    const [, provider] = withGoogle.ofType('AWS::Cognito::UserPoolIdentityProvider')[0]!;
    expect(provider.Properties.ProviderDetails.client_secret).toBe(
      '{{resolve:secretsmanager:studio/google:SecretString:::}}',
    );
    expect(propertiesOf('UserPoolClient', 'Pool/Site', { google }).SupportedIdentityProviders).toEqual([
      'COGNITO',
      'Google',
    ]);
  });
});

test('a new generation of the signing key keeps the previous one', () => {
  const { ofType: typed } = synthesize({ signingKeyGeneration: 2 });
  const [, { Properties }] = typed('AWS::CloudFront::KeyGroup')[0]!;
  expect(Properties.KeyGroupConfig.Items).toHaveLength(2);
  const first = (changes: object) =>
    synthesize(changes)
      .ofType('AWS::CloudFront::PublicKey')
      .map(([id]) => id);
  // The new pair keeps the secret that the API uses to recognize CloudFront, so it depends on the previous pair.
  const pairs = typed('Custom::SigningKey').map(([, pair]) => pair);
  const [before, current] = pairs.toSorted(
    (a, b) => Number('BeforeArn' in a.Properties) - Number('BeforeArn' in b.Properties),
  );
  expect(before?.Properties).not.toHaveProperty('BeforeArn');
  expect(current?.Properties.BeforeArn).toEqual(before?.Properties.SecretArn);
  expect(first({ signingKeyGeneration: 2 })).toEqual(expect.arrayContaining(first({ signingKeyGeneration: 1 })));
});

test('a build is announced after everything that its pages refer to, and the function that writes them', () => {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    needs(resources[id]!).forEach(visit);
  };
  const [[build] = ['']] = ofType('Custom::SiteBuild');
  visit(build);
  const uploads = ofType('Custom::CDKBucketDeployment').map(([id]) => id);
  expect(uploads.length).toBeGreaterThan(1);
  const [publisher] = ofType('AWS::Lambda::Function').find(([id]) => pathOf(stack, id).includes('publish-site'))!;
  expect([...reached]).toEqual(expect.arrayContaining([...uploads, publisher]));
});

test('a domain: its certificate, its records, and DNS verification for emails', () => {
  const originOf = ({ ofType: all, stack: of }: typeof withZone) =>
    all('AWS::Lambda::Function').find(([id]) => pathOf(of, id).includes('publish-site'))![1].Properties.Environment
      .Variables.SITE_ORIGIN;
  const withZone = synthesize({ domain: { name: 'www.magnolia.studio', hostedZone: zone } });
  const [, { Properties }] = withZone.ofType('AWS::CloudFront::Distribution')[0]!;
  expect(Properties.DistributionConfig.Aliases).toEqual(['www.magnolia.studio', 'magnolia.studio']);
  // The pages name their own address: the domain, or the distribution's.
  expect(originOf(withZone)).toBe('https://www.magnolia.studio');
  expect(JSON.stringify(originOf({ ...withZone, ofType, stack }))).toContain('"Fn::GetAtt":["EdgeDistribution');
  expect(Properties.DistributionConfig.ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
  const client = withZone.named('AWS::Cognito::UserPoolClient')['Identity/Pool/Site']!;
  expect(client.Properties.CallbackURLs[0]).toBe('https://www.magnolia.studio/dashboard');
  const records = withZone.ofType('AWS::Route53::RecordSet').map(([, record]) => record.Properties.Type);
  expect(records.toSorted()).toEqual(['A', 'A', 'AAAA', 'AAAA', 'CNAME', 'CNAME', 'CNAME']);
  const [[, certificate] = []] = withZone.ofType('AWS::CertificateManager::Certificate');
  expect(certificate?.Properties).toMatchObject({
    DomainName: 'www.magnolia.studio',
    SubjectAlternativeNames: ['magnolia.studio'],
  });
  // One host serves the site; the others redirect to it.
  for (const path of ['Edge/viewer-request', 'Edge/api-request', 'Edge/portfolio-request']) {
    const [, edgeFunction] = withZone
      .ofType('AWS::CloudFront::Function')
      .find(([id]) => pathOf(withZone.stack, id) === path)!;
    expect(edgeFunction.Properties.FunctionCode).toContain('"host":"www.magnolia.studio"');
  }
  // Every behavior answers at that host only: by a function, or by a signature for it.
  for (const behavior of Properties.DistributionConfig.CacheBehaviors) {
    const { PathPattern, FunctionAssociations = [], TrustedKeyGroups = [] } = behavior;
    const ofRequests = FunctionAssociations.filter(
      ({ EventType }: { EventType: string }) => EventType === 'viewer-request',
    );
    expect(ofRequests.length + TrustedKeyGroups.length, PathPattern).toBe(1);
  }
  expect(withZone.ofType('AWS::SES::EmailIdentity').map(([, one]) => one.Properties.EmailIdentity)).toEqual([
    'magnolia.studio',
  ]);

  const bare = synthesize({ domain: { name: 'magnolia.studio', hostedZone: zone } });
  const [, toBare] = bare.ofType('AWS::CloudFront::Distribution')[0]!;
  expect(toBare.Properties.DistributionConfig.Aliases).toEqual(['magnolia.studio', 'www.magnolia.studio']);

  const elsewhere = synthesize({ region: 'eu-west-1', domain: { name: 'magnolia.studio', certificateArn } });
  const [, distribution] = elsewhere.ofType('AWS::CloudFront::Distribution')[0]!;
  expect(distribution.Properties.DistributionConfig.ViewerCertificate.AcmCertificateArn).toBe(certificateArn);
  expect(elsewhere.ofType('AWS::CertificateManager::Certificate')).toEqual([]);
});

test('an SES event that can’t be recorded goes to the dead-letter queue', () => {
  const [, { Properties }] = ofType('AWS::Lambda::Function').find(
    ([, one]) => one.Properties.Description === functions['record-bounce'].entry,
  )!;
  expect(textOf(stack, Properties.DeadLetterConfig.TargetArn)).toBe('Queues/bouncesDeadLetters');
  for (const rule of ['Workers/record-bounce-news', 'Workers/record-bounce-returns']) {
    const [target] = named('AWS::Events::Rule')[rule]!.Properties.Targets;
    expect(textOf(stack, target.DeadLetterConfig.Arn)).toBe('Queues/bouncesDeadLetters');
  }
});

test('a quarterly email reminds the owner of the export, with an existing command', () => {
  const { ScheduleExpression, Targets } = named('AWS::Events::Rule')['ExportReminder/Quarterly']!.Properties;
  expect(ScheduleExpression).toBe('cron(0 15 1 1,4,7,10 ? *)');
  expect(textOf(stack, Targets[0].Arn)).toBe('Alarms/Topic');
  expect(Targets[0].Input).toContain('npm run studio:export');
});

test('bounces and complaints are reported, and suppress further emails to that address', () => {
  const { Properties } = only('AWS::SES::ConfigurationSet');
  expect(Properties.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
  const { EventDestination } = only('AWS::SES::ConfigurationSetEventDestination').Properties;
  expect(EventDestination.MatchingEventTypes).toEqual(['delivery', 'bounce', 'complaint']);
  expect(textOf(stack, EventDestination.EventBridgeDestination.EventBusArn)).toMatch(/:event-bus\/default$/);
  const wayOf = ([, { Properties: identity }]: [string, Resource]) =>
    textOf(stack, identity.ConfigurationSetAttributes.ConfigurationSetName);
  expect(ofType('AWS::SES::EmailIdentity').map(wayOf)).toEqual(['Emails/Way', 'Emails/Way']);
  // Only emails with this configuration set: other emails of the account are ignored.
  for (const rule of ['Workers/record-bounce-news', 'Workers/record-bounce-returns']) {
    const { EventPattern } = named('AWS::Events::Rule')[rule]!.Properties;
    const [name] = EventPattern.detail.mail.tags['ses:configuration-set'];
    expect(textOf(stack, name)).toBe('Emails/Way');
  }
});

test('deployments delete no old asset, which an open page may still load', () => {
  const deployments = ofType('Custom::CDKBucketDeployment');
  expect(deployments.length).toBeGreaterThan(2);
  for (const [, { Properties }] of deployments) expect(Properties.Prune).toBe(false);
});

test('a web ACL protects the site when configured', () => {
  expect(ofType('AWS::WAFv2::WebACL')).toEqual([]);
  const walled = synthesize({ webAcl: true });
  const [[id, { Properties }]] = walled.ofType('AWS::WAFv2::WebACL') as [[string, Resource]];
  expect(Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
  expect(Properties.Rules.map(({ Name }: { Name: string }) => Name)).toEqual([
    'ApiFlood',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  // The guests of a wedding share one address.
  expect(Properties.Rules[0].Statement.RateBasedStatement.Limit).toBeGreaterThanOrEqual(200 * 30);
  // A flood of previews is stopped as one of the API is.
  expect(JSON.stringify(Properties.Rules[0])).toMatch(/"SearchString":"\/api\/".*"SearchString":"\/shared\/"/);
  const [[, distribution] = []] = walled.ofType('AWS::CloudFront::Distribution');
  expect(distribution?.Properties.DistributionConfig.WebACLId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
});

test('one dashboard shows every alarm, queue and worker', () => {
  const body = textOf(stack, only('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
  for (const [id] of ofType('AWS::CloudWatch::Alarm')) expect(body).toContain(pathOf(stack, id));
  for (const [path] of Object.entries(named('AWS::SQS::Queue'))) {
    if (path.endsWith('DeadLetters') || path === 'Queues/photo') expect(body).toContain(`${path}.QueueName`);
  }
  // The saved query uses the field names that the sweep logs.
  const [, reported = ''] = /fields @timestamp, ([\w, ]+)/.exec(body) ?? [];
  const sweep = readFileSync('lambdas/workers/daily-sweep/handler.ts', 'utf8');
  expect(reported.split(', ')).toEqual(sweep.match(/(?<=^ {2})\w+(?=: (number|boolean);)/gm));
  for (const [name, { trigger }] of Object.entries(functions)) {
    if (trigger.kind !== 'api') expect(body).toContain(`Workers/${name}`);
  }
  expect(only('AWS::CloudWatch::Dashboard').Properties.DashboardName).toBe('studio');
});

test('the numbers of secrets and queues match the cost model', () => {
  // The owner creates Google's secret.
  expect(ofType('AWS::SecretsManager::Secret').length + 1).toBe(fixedResources.secrets);
  expect(Object.keys(queues)).toHaveLength(fixedResources.queues);
});

describe('alarms', () => {
  test('are as many as the cost model counts, name the runbook, and reach the owner by email', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    // Ten alarms are free; each further one costs $0.10 a month (docs/cost.md).
    expect(alarms.length).toBe(fixedResources.alarms);
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
      ['sns:Publish', { Service: 'events.amazonaws.com' }],
    ]);
  });

  test('one error of the API within five minutes is enough for an email', () => {
    const { Properties } = named('AWS::CloudWatch::Alarm')['Alarms/ApiErrors']!;
    expect(Properties).toMatchObject({
      Namespace: 'AWS/ApiGateway',
      MetricName: '5xx',
      Statistic: 'Sum',
      Period: 300,
      EvaluationPeriods: 1,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    expect(textOf(stack, Properties.Dimensions[0].Value)).toBe('Api/Http');
  });

  test('cover every dead-letter queue', () => {
    const watched = ofType('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(([, { Properties }]) => textOf(stack, Properties.Dimensions[0].Value).replace('.QueueName', ''));
    const deadLetters = Object.keys(named('AWS::SQS::Queue')).filter((path) => path.endsWith('DeadLetters'));
    expect(watched.toSorted()).toEqual(deadLetters.toSorted());
  });

  test('one covers the whole site, in the only region with CloudFront’s metrics', () => {
    const { Properties } = named('AWS::CloudWatch::Alarm')['Alarms/SiteErrors']!;
    expect(Properties).toMatchObject({ Namespace: 'AWS/CloudFront', MetricName: '5xxErrorRate' });
    expect(Properties.Dimensions.map((one: { Name: string }) => one.Name)).toEqual(['DistributionId', 'Region']);

    const elsewhere = synthesize({ region: 'eu-west-1' });
    const paths = elsewhere.ofType('AWS::CloudWatch::Alarm').map(([id]) => pathOf(elsewhere.stack, id));
    expect(paths).not.toContain('Alarms/SiteErrors');
    const calls = elsewhere.ofType('Custom::AWS').map(([, one]) => textOf(elsewhere.stack, one.Properties.Create));
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(JSON.parse(call)).toMatchObject({ region: 'us-east-1' });
    const alarm = JSON.parse(calls.find((text) => text.includes('putMetricAlarm'))!);
    expect(alarm.parameters).toMatchObject({
      Namespace: Properties.Namespace,
      MetricName: Properties.MetricName,
      Threshold: Properties.Threshold,
      Period: Properties.Period,
      AlarmDescription: Properties.AlarmDescription,
    });
  });

  test('the budget warns by forecast and when it is exceeded', () => {
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget').Properties;
    expect(Budget.BudgetLimit).toEqual({ Amount: 15, Unit: 'USD' });
    const kinds = NotificationsWithSubscribers.map(
      (one: { Notification: { NotificationType: string } }) => one.Notification.NotificationType,
    );
    expect(kinds).toEqual(['FORECASTED', 'ACTUAL']);
  });
});

test('only the distribution gets the edge secret, and depends on its creation', () => {
  const maker = ofType('Custom::SigningKey')[0]![0];
  const waits = (id: string, seen = new Set<string>()): boolean =>
    id === maker || needs(resources[id]!).some((next) => !seen.has(next) && waits(next, seen.add(next)));
  const getsSecret = Object.keys(resources).filter((id) =>
    JSON.stringify(resources[id]).includes(':SecretString:edgeSecret'),
  );
  expect(getsSecret.map((id) => resources[id]!.Type)).toEqual(['AWS::CloudFront::Distribution']);
  expect(waits(getsSecret[0]!)).toBe(true);
});

test('no function has a secret in its environment', () => {
  for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) {
    const text = JSON.stringify(Properties.Environment ?? {});
    expect({ id, hasSecret: text.includes('resolve:secretsmanager') }).toEqual({ id, hasSecret: false });
  }
});

test('two syntheses are identical', () => {
  expect(synthesize().template).toEqual(template);
});

test('CloudFront’s access log excludes query strings, referrers and cookies, which can contain signatures', () => {
  const { DistributionConfig } = only('AWS::CloudFront::Distribution').Properties;
  expect(DistributionConfig.Logging).toBeUndefined();
  const { RecordFields } = only('AWS::Logs::Delivery').Properties;
  expect(RecordFields).toContain('cs-uri-stem');
  for (const field of ['cs-uri-query', 'cs(Referer)', 'cs(Cookie)']) expect(RecordFields).not.toContain(field);
  // AWS offers this log delivery only in us-east-1.
  const elsewhere = synthesize({ region: 'eu-west-1' });
  expect(elsewhere.ofType('AWS::Logs::Delivery')).toEqual([]);
  expect(
    elsewhere.ofType('AWS::CloudFront::Distribution')[0]![1].Properties.DistributionConfig.Logging,
  ).toBeUndefined();
});

test('the function that uploads the site has one layer', () => {
  expect(ofType('AWS::Lambda::LayerVersion')).toHaveLength(1);
});

test('the template contains no secret, only references', () => {
  const text = JSON.stringify(template);
  expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/);
  for (const [, { Properties }] of ofType('AWS::SecretsManager::Secret')) {
    expect(Properties.SecretString).toBeUndefined();
    expect(listOf(Properties.GenerateSecretString)).toHaveLength(1);
  }
});
