import { CustomResource, Duration, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { deploymentFunction } from './studio-function.ts';

/**
 * The key pairs of signed cookies and links, and the header value by which the API recognizes CloudFront. Two
 * generations of the key are valid at a time: the one that signs, and the previous one, whose signatures stay valid
 * until they expire.
 */
export class SigningKey extends Construct {
  readonly keyGroup: cloudfront.KeyGroup;
  /** The secret of the signing key; `publicKeyId` is CloudFront's id of its public key. */
  readonly secret: secretsmanager.Secret;
  readonly publicKeyId: string;
  /** The header value that CloudFront adds to each request to the API. A key rotation does not change it. */
  readonly edgeSecret: string;
  /** The SHA-256 of the header value in hex, which is not secret; the API compares with it. */
  readonly edgeSecretSha256: string;

  constructor(scope: Construct, id: string, generation: number, logRetentionDays: number) {
    super(scope, id);
    const maker = deploymentFunction(this, 'create-signing-key', logRetentionDays);

    const previous = generation > 1 ? this.#generation(generation - 1, maker) : undefined;
    const current = this.#generation(generation, maker, previous);
    this.secret = current.secret;
    this.publicKeyId = current.publicKey.publicKeyId;
    // The distribution gets the value itself, because CloudFront can't read a secret.
    this.edgeSecret = this.secret.secretValueFromJson('edgeSecret').unsafeUnwrap();
    this.edgeSecretSha256 = current.pair.getAttString('EdgeSecretSha256');
    const items = [current.publicKey, ...(previous ? [previous.publicKey] : [])];
    this.keyGroup = new cloudfront.KeyGroup(this, 'Keys', { items });
  }

  /** Makes the constructs of one generation; CloudFront's public keys can't be changed, only replaced. */
  #generation(
    generation: number,
    maker: lambda.Function,
    previous?: { secret: secretsmanager.Secret; pair: CustomResource },
  ) {
    const secret = new secretsmanager.Secret(this, `Private${generation}`, {
      description: `Signs photo links and identifies CloudFront to the API, generation ${generation}. Made by the deployment.`,
    });
    iam.Grant.addToPrincipal({
      grantee: maker,
      actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
      resourceArns: [secret.secretArn],
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'CloudFront needs the public half of each new key, so rotation is a deployment: signingKeyGeneration.',
    });
    const pair = new CustomResource(this, `Pair${generation}`, {
      serviceToken: maker.functionArn,
      resourceType: 'Custom::SigningKey',
      serviceTimeout: Duration.minutes(5),
      properties: { SecretArn: secret.secretArn, ...(previous && { BeforeArn: previous.secret.secretArn }) },
    });
    if (previous) pair.node.addDependency(previous.pair);
    // The permission for the secret must exist before the key is created.
    pair.node.addDependency(maker.role!);
    const publicKey = new cloudfront.PublicKey(this, `Public${generation}`, {
      encodedKey: pair.getAttString('PublicKey'),
    });
    return { secret, pair, publicKey };
  }
}
