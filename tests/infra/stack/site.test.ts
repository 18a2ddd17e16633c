import { expect, test } from 'vitest';
import { certificateArn, pathOf, synthesize, zone } from '../synthesized.ts';

const { stack, resources, ofType, needs } = synthesize();

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

test('deployments delete no old asset, which an open page may still load', () => {
  const deployments = ofType('Custom::CDKBucketDeployment');
  expect(deployments.length).toBeGreaterThan(2);
  for (const [, { Properties }] of deployments) expect(Properties.Prune).toBe(false);
});

test('the function that uploads the site has one layer', () => {
  expect(ofType('AWS::Lambda::LayerVersion')).toHaveLength(1);
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
