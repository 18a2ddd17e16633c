import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnElement, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type StudioConfig, stackName } from '../../infra/config.ts';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { StudioStack } from '../../infra/studio-stack.ts';

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties are as manifold as AWS
  Properties: Record<string, any>;
  DependsOn?: string[];
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
export function synthesize(
  changes: Partial<StudioConfig> = {},
  { isRemovable = false }: { isRemovable?: boolean } = {},
) {
  const app = new App({ context, analyticsReporting: false });
  const build = JSON.parse(readFileSync(join(fixture, 'site-build.json'), 'utf8')) as SiteBuild;
  const stack = new StudioStack(app, stackName, {
    config: { ...config, ...changes },
    site: { folder: join(fixture, 'site'), build },
    functionCode: () => Code.fromInline('exports.handler = async () => {};'),
    isRemovable,
  });
  const template = Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> };
  const all = template.Resources;
  const ofType = (type: string) => Object.entries(all).filter(([, resource]) => resource.Type === type);
  return { app, stack, template, resources: all, ofType };
}

/** Where a resource stands in the stack, without the stack itself: `Data/customers`. */
export function pathOf(stack: Stack, logicalId: string): string {
  const element = stack.node
    .findAll()
    .find((one) => CfnElement.isCfnElement(one) && stack.resolve(one.logicalId) === logicalId);
  return (element?.node.path ?? logicalId).replace(`${stackName}/`, '').replace(/\/(Resource|Default)$/, '');
}

/** A value of the template as a text in which references are the paths of what they refer to. */
export function textOf(stack: Stack, value: unknown): string {
  if (typeof value === 'string') return value;
  const [[kind, inside] = []] = Object.entries(value as Record<string, unknown>);
  if (kind === 'Ref') return String(inside).startsWith('AWS::') ? `{${inside}}` : pathOf(stack, String(inside));
  if (kind === 'Fn::GetAtt') {
    const [id, attribute] = inside as [string, string];
    return attribute === 'Arn' ? pathOf(stack, id) : `${pathOf(stack, id)}.${attribute}`;
  }
  if (kind === 'Fn::Join') {
    const [separator, parts] = inside as [string, unknown[]];
    return parts.map((part) => textOf(stack, part)).join(separator);
  }
  return JSON.stringify(value);
}

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Principal?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

export const listOf = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);
