import { CustomResource, Duration, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { bundleInline } from '../bundle.ts';
import { StudioFunction } from './studio-function.ts';

/**
 * The keys by which CloudFront knows our signed cookies and links, and what the API knows CloudFront by. Two generations are
 * valid at a time: the one that signs, and the one before, so that what it signed lasts until it runs out.
 */
export class SigningKey extends Construct {
  readonly keyGroup: cloudfront.KeyGroup;
  /** The key that signs: its secret, and CloudFront's id of its public half. */
  readonly secret: secretsmanager.Secret;
  readonly publicKeyId: string;
  /** CloudFront adds it to each request of the API, and each function asks for it. It stays when the key changes. */
  readonly edgeSecret: string;
  /** Makes both; what reads the edge secret must wait for it. */
  readonly maker: CustomResource;

  constructor(scope: Construct, id: string, generation: number, logRetentionDays: number) {
    super(scope, id);
    const maker = new StudioFunction(this, 'create-signing-key', {
      code: lambda.Code.fromInline(bundleInline('infra/edge/create-signing-key.ts')),
      handler: 'index.handler',
      description: 'infra/edge/create-signing-key.ts',
      memory: 512,
      timeout: 60,
      logRetentionDays,
    });
    Validations.of(maker).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'CloudFormation waits for its answer; a failure fails the deployment.',
    });

    const before = generation > 1 ? this.#generation(generation - 1, maker) : undefined;
    const current = this.#generation(generation, maker, before);
    this.secret = current.secret;
    this.maker = current.pair;
    this.publicKeyId = current.publicKey.publicKeyId;
    // The one place where its value must come out: CloudFront has no way to read a secret itself.
    this.edgeSecret = this.secret.secretValueFromJson('edgeSecret').unsafeUnwrap();
    const items = [current.publicKey, ...(before ? [before.publicKey] : [])];
    this.keyGroup = new cloudfront.KeyGroup(this, 'Keys', { items });
  }

  /** CloudFront's public keys can't be changed, only replaced: hence a construct of its own for each. */
  #generation(
    generation: number,
    maker: lambda.Function,
    before?: { secret: secretsmanager.Secret; pair: CustomResource },
  ) {
    const secret = new secretsmanager.Secret(this, `Private${generation}`, {
      description: `Signs photo links and lets CloudFront in, generation ${generation}. Made by the deployment.`,
    });
    iam.Grant.addToPrincipal({
      grantee: maker,
      actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
      resourceArns: [secret.secretArn],
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront must learn the public half of each new key, so rotation is a deployment: signingKeyGeneration.',
    });
    const pair = new CustomResource(this, `Pair${generation}`, {
      serviceToken: maker.functionArn,
      resourceType: 'Custom::SigningKey',
      serviceTimeout: Duration.minutes(5),
      properties: { SecretArn: secret.secretArn, ...(before && { BeforeArn: before.secret.secretArn }) },
    });
    if (before) pair.node.addDependency(before.pair);
    // The right to use the secret must be there before the key is made.
    pair.node.addDependency(maker.role!);
    const publicKey = new cloudfront.PublicKey(this, `Public${generation}`, {
      encodedKey: pair.getAttString('PublicKey'),
    });
    return { secret, pair, publicKey };
  }
}
