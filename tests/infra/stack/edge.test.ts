import { describe, expect, test } from 'vitest';
import { behaviors, pagesBehavior } from '../../../infra/blueprint/behaviors.ts';
import { type Resource, synthesize, textOf } from '../synthesized.ts';

const { stack, resources, ofType, named, only, needs } = synthesize();

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
