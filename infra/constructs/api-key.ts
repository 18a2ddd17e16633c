import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { deploymentFunction } from './studio-function.ts';

/**
 * The secret from which the keys of cursors and guards are derived: an encrypted parameter, because Parameter Store is
 * free and Secrets Manager charges for each secret. AWS's own key `aws/ssm` encrypts it; the key's policy allows
 * decryption to everyone in the account who may read the parameter.
 */
export class ApiKey extends Construct {
  readonly parameterName: string;
  readonly parameterArn: string;
  /** The custom resource that creates the parameter; it must precede the functions that read the parameter. */
  readonly created: CustomResource;

  constructor(scope: Construct, id: string, logRetentionDays: number) {
    super(scope, id);
    const stack = Stack.of(this);
    this.parameterName = `/${stack.stackName}/api-key`;
    this.parameterArn = stack.formatArn({
      service: 'ssm',
      resource: 'parameter',
      resourceName: this.parameterName.slice(1),
    });
    const maker = deploymentFunction(this, 'create-api-key', logRetentionDays);
    iam.Grant.addToPrincipal({
      grantee: maker,
      actions: ['ssm:PutParameter', 'ssm:DeleteParameter'],
      resourceArns: [this.parameterArn],
    });
    this.created = new CustomResource(this, 'Parameter', {
      serviceToken: maker.functionArn,
      resourceType: 'Custom::ApiKey',
      serviceTimeout: Duration.minutes(5),
      properties: { ParameterName: this.parameterName },
    });
    this.created.node.addDependency(maker.role!);
  }
}
