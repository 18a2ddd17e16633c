import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** What lies in the secret; the second is what CloudFront adds to requests of the API. */
interface Keys {
  privateKey: string;
  edgeSecret: string;
}

/**
 * Custom resource: makes the key that signs photo links, once, and beside it what CloudFront shows to the API. Both go to
 * Secrets Manager and nowhere else; CloudFormation gets the public half of the key as the attribute `PublicKey` (PEM).
 * A generation that follows another (`BeforeArn`) keeps that one's edge secret: else a change of keys would cut the API off
 * until CloudFront has spread the new one.
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { SecretArn: secretArn = '', BeforeArn: beforeArn } = event.ResourceProperties as Record<string, string>;
  let outcome: object;
  try {
    const data = event.RequestType === 'Delete' ? {} : { PublicKey: await publicKey(secretArn, beforeArn) };
    outcome = { Status: 'SUCCESS', Data: data };
  } catch (error) {
    // Without the message, which could quote the secret: CloudFormation shows this to whoever may look at the stack.
    outcome = {
      Status: 'FAILED',
      Reason: `Could not make the signing key: ${error instanceof Error ? error.name : 'unknown'}`,
    };
  }
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, PhysicalResourceId: secretArn, StackId, RequestId, LogicalResourceId });
  // The address is presigned for a request without a content type.
  const answer = await fetch(event.ResponseURL, { method: 'PUT', body, headers: { 'content-type': '' } });
  if (!answer.ok) throw new Error(`CloudFormation took no answer: ${answer.status}`);
}

/** Of the key in the secret, which is made when there is none: a second call, or a repeated one, finds the first one's. */
async function publicKey(secretArn: string, beforeArn: string | undefined): Promise<string> {
  const secrets = new SecretsManagerClient({});
  const read = async (SecretId: string) =>
    keysIn((await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString);
  let keys = await read(secretArn);
  if (!keys) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const before = beforeArn ? await read(beforeArn) : undefined;
    keys = {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      edgeSecret: before?.edgeSecret ?? randomBytes(32).toString('hex'),
    };
    await secrets.send(new PutSecretValueCommand({ SecretId: secretArn, SecretString: JSON.stringify(keys) }));
  }
  return createPublicKey(keys.privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/** A new secret holds random text until the keys are put in. */
function keysIn(secret = ''): Keys | undefined {
  try {
    const { privateKey, edgeSecret } = JSON.parse(secret) as Partial<Keys>;
    return privateKey && edgeSecret ? { privateKey, edgeSecret } : undefined;
  } catch {
    return undefined;
  }
}
