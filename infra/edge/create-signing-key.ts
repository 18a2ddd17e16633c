import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/**
 * Custom resource: makes the key that signs photo links, once. The private half goes to Secrets Manager and nowhere else;
 * CloudFormation gets the public half as the attribute `PublicKey` (PEM).
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const secretArn = String(event.ResourceProperties.SecretArn);
  let outcome: object;
  try {
    const data = event.RequestType === 'Delete' ? {} : { PublicKey: await publicKey(secretArn) };
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
async function publicKey(secretArn: string): Promise<string> {
  const secrets = new SecretsManagerClient({});
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }));
  let pem = privateKeyIn(SecretString);
  if (!pem) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await secrets.send(
      new PutSecretValueCommand({ SecretId: secretArn, SecretString: JSON.stringify({ privateKey: pem }) }),
    );
  }
  return createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
}

/** A new secret holds random text until the key is put in. */
function privateKeyIn(secret: string): string | undefined {
  try {
    const { privateKey } = JSON.parse(secret) as { privateKey?: unknown };
    return typeof privateKey === 'string' ? privateKey : undefined;
  } catch {
    return undefined;
  }
}
