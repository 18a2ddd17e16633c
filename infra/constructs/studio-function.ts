import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../../lambdas/platform/env.ts';
import { type FunctionBlueprint, type FunctionName, functions } from '../blueprint/functions.ts';
import { bundleInline } from '../bundle.ts';

/** A value for every environment variable; each function gets the variables that the blueprint lists for it. */
export type Settings = Record<EnvironmentName, string>;

export interface FunctionOptions {
  code: lambda.Code;
  handler: string;
  description: string;
  /** MiB */
  memory: number;
  /** Seconds */
  timeout: number;
  untraced?: boolean;
  environment?: Record<string, string>;
  logRetentionDays: number;
}

/** The code, the settings and the log retention for every function of the blueprint. */
export interface FunctionSupply {
  code: (name: FunctionName) => lambda.Code;
  settings: Settings;
  logRetentionDays: number;
}

/**
 * A Lambda function with the studio's defaults. It may write its own logs and, unless `untraced`, traces; everything
 * else needs a grant.
 */
export class StudioFunction extends lambda.Function {
  constructor(
    scope: Construct,
    id: string,
    { memory, timeout, untraced = false, logRetentionDays, ...options }: FunctionOptions,
  ) {
    const logGroup = new logs.LogGroup(scope, `${id}-log`, {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new iam.Role(scope, `${id}-role`, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      ...(!untraced && { managedPolicies: [tracingPolicy(scope)] }),
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      ...options,
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: memory,
      timeout: Duration.seconds(timeout),
    });
    if (untraced) {
      Validations.of(this).acknowledge({
        id: 'Serverless-LambdaTracing',
        reason: 'It has most requests of the site, and X-Ray charges for each trace. Its log has their durations.',
      });
      return;
    }
    // The construct's own property would add a statement on '*' to each role; the shared policy has it once.
    (this.node.defaultChild as lambda.CfnFunction).tracingConfig = { mode: 'Active' };
  }
}

/** Creates a function of the blueprint, with exactly the environment that the blueprint lists. */
export function blueprintFunction(scope: Construct, name: FunctionName, supply: FunctionSupply): StudioFunction {
  const { entry, memory, timeout, untraced, environment }: FunctionBlueprint = functions[name];
  return new StudioFunction(scope, name, {
    code: supply.code(name),
    handler: 'index.handler',
    description: entry,
    memory,
    timeout,
    ...(untraced && { untraced }),
    environment: Object.fromEntries(environment.map((variable) => [variable, supply.settings[variable]])),
    logRetentionDays: supply.logRetentionDays,
  });
}

/** Creates the function in `infra/edge/` with this name, which CloudFormation calls in deployments. */
export function deploymentFunction(scope: Construct, name: string, logRetentionDays: number): StudioFunction {
  const entry = `infra/edge/${name}.ts`;
  const deployer = new StudioFunction(scope, name, {
    code: lambda.Code.fromInline(bundleInline(entry)),
    handler: 'index.handler',
    description: entry,
    memory: 512,
    timeout: 60,
    logRetentionDays,
  });
  Validations.of(deployer).acknowledge({
    id: 'Serverless-LambdaDLQ',
    reason: 'CloudFormation waits for its answer; a failure fails the deployment.',
  });
  return deployer;
}

function tracingPolicy(scope: Construct): iam.IManagedPolicy {
  const stack = Stack.of(scope);
  const existing = stack.node.tryFindChild('Tracing');
  if (existing) return existing as iam.ManagedPolicy;
  const policy = new iam.ManagedPolicy(stack, 'Tracing', {
    description: 'Lets functions send their traces.',
    statements: [
      new iam.PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
    ],
  });
  Validations.of(policy).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray has no resources that these two actions could be limited to.',
  });
  return policy;
}
