import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { StudioConfig } from '../../infra/config.ts';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { StudioStack } from '../../infra/studio-stack.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, never>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export const config: StudioConfig = {
  region: 'us-east-1',
  signInPrefix: 'magnolia-light',
  emails: { sender: 'hello@magnolia.studio', studio: 'inbox@magnolia.studio', alarms: 'owner@magnolia.studio' },
  monthlyBudget: 15,
  logRetentionDays: 90,
  signingKeyGeneration: 1,
};

export const zone = { id: 'Z0123456789ABCDEFGHIJ', name: 'magnolia.studio' };
export const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0aa1';

const fixture = join(import.meta.dirname, 'fixture-site');
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

/** The stack as it would be deployed, with a tiny site and functions of one line in place of the built ones. */
export function synthesize(changes: Partial<StudioConfig> = {}) {
  const app = new App({ context, analyticsReporting: false });
  const build = JSON.parse(readFileSync(join(fixture, 'site-build.json'), 'utf8')) as SiteBuild;
  const stack = new StudioStack(app, 'Studio', {
    config: { ...config, ...changes },
    site: { folder: join(fixture, 'site'), build },
    functionCode: () => Code.fromInline('exports.handler = async () => {};'),
  });
  const template = Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> };
  return { app, stack, template, resources: template.Resources };
}
