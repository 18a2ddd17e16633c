import { describe, expect, test } from 'vitest';
import { behaviors } from '../../../infra/blueprint/behaviors.ts';
import { pathOf, refusesPlainHttp, type Statement, synthesize, textOf } from '../synthesized.ts';

const { stack, named } = synthesize();

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
