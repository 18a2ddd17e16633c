import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import type { StudioConfig } from '../../infra/config.ts';
import { certificateArn, synthesize, zone } from './synthesized.ts';

const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };

test.each<[string, Partial<StudioConfig>, { isProtected?: boolean; concurrencyLimit?: number }?]>([
  ['as it comes', {}],
  [
    'with a zone, Google and a second signing key',
    { domain: { name: 'www.magnolia.studio', hostedZone: zone }, google, signingKeyGeneration: 2 },
  ],
  [
    'with a firewall, about to be removed, in a new account',
    { webAcl: true },
    { isProtected: false, concurrencyLimit: 10 },
  ],
  ['elsewhere, with a certificate', { region: 'eu-west-1', domain: { name: 'magnolia.studio', certificateArn } }],
])(
  'the AWS Solutions and Serverless rules report nothing: %s',
  (_, changes: Partial<StudioConfig>, options: { isProtected?: boolean; concurrencyLimit?: number } = {}) => {
    const { app, stack } = synthesize(changes, options);
    const findings = [new AwsSolutionsChecks(app), new ServerlessChecks(app)].flatMap((pack) => {
      const { violations } = pack.validateScope(stack);
      return violations.map(({ ruleName, violatingResources }) => ({ ruleName, violatingResources }));
    });
    expect(findings).toEqual([]);
    // An exception to a rule requires a reason.
    const acknowledged = stack.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { data } of acknowledged) expect(Object.values(data).join()).toMatch(/^[A-Z].{20,}\.$/s);
  },
);
