import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnElement, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect } from 'vitest';
import type { StudioConfig } from '../../infra/config.ts';
import type { BuiltSite } from '../../infra/edge/site-build.ts';
import { StudioStack, type StudioStackProps } from '../../infra/studio-stack.ts';

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the properties differ by resource type
  Properties: Record<string, any>;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export const config: StudioConfig = {
  prefix: 'studio',
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
export const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

type Account = Pick<StudioStackProps, 'isProtected' | 'concurrencyLimit'>;

export const tinySite = JSON.parse(readFileSync(join(fixture, 'site-build.json'), 'utf8')) as BuiltSite;

/** Adds the stack as deployed, with a tiny site and one-line functions. */
export function addTinyStudio(app: App, wanted: StudioConfig, account: Account): StudioStack {
  return new StudioStack(app, wanted.prefix, {
    config: wanted,
    site: { folder: join(fixture, 'site'), build: tinySite },
    functionCode: () => Code.fromInline('exports.handler = async () => {};'),
    ...account,
  });
}

/** Synthesizes that stack. */
export function synthesize(changes: Partial<StudioConfig> = {}, account: Account = {}) {
  const app = new App({ context, analyticsReporting: false });
  const stack = addTinyStudio(app, { ...config, ...changes }, account);
  const template = Template.fromStack(stack).toJSON() as { Resources: Record<string, Resource> };
  const all = template.Resources;
  const ofType = (type: string) => Object.entries(all).filter(([, resource]) => resource.Type === type);
  /** The resources of a type by their construct paths. */
  const named = (type: string): Record<string, Resource> =>
    Object.fromEntries(ofType(type).map(([id, resource]) => [pathOf(stack, id), resource]));
  /** The only resource of a type. */
  const only = (type: string): Resource => {
    const found = ofType(type);
    expect(found).toHaveLength(1);
    return found[0]![1];
  };
  /** The resources that a resource depends on: references anywhere in its properties, and DependsOn. */
  const needs = (resource: Resource): string[] => referencesIn(resource).filter((id) => id in all);
  return { app, stack, template, resources: all, ofType, named, only, needs };
}

/** Returns what a resource refers to, resources and parameters, by their logical ids. */
function referencesIn({ DependsOn = [], Properties }: Resource): string[] {
  const found = new Set(DependsOn);
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
  visit(Properties);
  return [...found];
}

const paths = new WeakMap<Stack, Map<string, string>>();

/** The construct path of a resource within the stack: `Data/customers`. */
export function pathOf(stack: Stack, logicalId: string): string {
  let known = paths.get(stack);
  if (!known) {
    const elements = stack.node.findAll().filter((one) => CfnElement.isCfnElement(one));
    known = new Map(elements.map((one) => [stack.resolve(one.logicalId) as string, one.node.path]));
    paths.set(stack, known);
  }
  return (known.get(logicalId) ?? logicalId).replace(`${stack.node.path}/`, '').replace(/\/(Resource|Default)$/, '');
}

/** A value of the template as text, with references replaced by construct paths. */
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

/** A policy statement that denies requests without TLS. */
export const refusesPlainHttp = (Action: string) =>
  expect.objectContaining({
    Effect: 'Deny',
    Action,
    Principal: { AWS: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });

export const listOf = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);
