import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from './answer-cloudformation.ts';

/** The content of the secret. CloudFront adds `edgeSecret` to each request to the API. */
interface Keys {
  privateKey: string;
  edgeSecret: string;
}

/**
 * Creates the key that signs photo links, once, and the value of CloudFront's secret header. Both are stored only in
 * Secrets Manager; CloudFormation gets the attributes `PublicKey` (PEM) and `EdgeSecretSha256` (hex). A later
 * generation (with `BeforeArn`) keeps the edge secret of the previous one: with a new edge secret the API would refuse
 * CloudFront's requests until all edge locations have it. Handles a custom resource.
 */
export function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { SecretArn: secretArn = '', BeforeArn: beforeArn } = event.ResourceProperties as Record<string, string>;
  return answerCloudFormation(event, secretArn, async () =>
    event.RequestType === 'Delete' ? {} : publicParts(await storedKeys(secretArn, beforeArn)),
  );
}

/** Returns the keys in the secret. It creates them only when there are none, so a repeated call changes nothing. */
async function storedKeys(secretArn: string, beforeArn: string | undefined): Promise<Keys> {
  const secrets = new SecretsManagerClient({});
  const read = async (SecretId: string) =>
    keysIn((await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString);
  let keys = await read(secretArn);
  if (!keys) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const previousKeys = beforeArn ? await read(beforeArn) : undefined;
    keys = {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      edgeSecret: previousKeys?.edgeSecret ?? randomBytes(32).toString('hex'),
    };
    await secrets.send(new PutSecretValueCommand({ SecretId: secretArn, SecretString: JSON.stringify(keys) }));
  }
  return keys;
}

function publicParts({ privateKey, edgeSecret }: Keys): object {
  return {
    PublicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    EdgeSecretSha256: createHash('sha256').update(edgeSecret).digest('hex'),
  };
}

/** Returns the keys in a secret's content, if any; a new secret contains random text until the keys are stored. */
function keysIn(secret = ''): Keys | undefined {
  try {
    const { privateKey, edgeSecret } = JSON.parse(secret) as Partial<Keys>;
    return privateKey && edgeSecret ? { privateKey, edgeSecret } : undefined;
  } catch {
    return undefined;
  }
}
